import ky from 'ky'
import { Agent, fetch as undiciFetch, type RequestInit } from 'undici'
import type { Transport } from '../../../src/main/service/transport.ts'
import { canaryKey } from '../../main/service/a-client.ts'
import { testAuthority } from '../../main/network/test-certificates.ts'
import type { Reach } from './askers.ts'

/**
 * The planted fault: what ky and `fetch` do when nobody tells them otherwise. A redirect is followed, and with it go the
 * key, which is no `authorization` header, and for 307 and 308 the body.
 */
export const createFollowingTransport = ({ origin }: Reach): Transport => ({
  async send({ method, path, query, json, anonymous }) {
    const dispatcher = new Agent({ connect: { ca: testAuthority, timeout: 2_000 }, pipelining: 0 })
    try {
      const response = await ky(new URL(path, origin), {
        method,
        headers: anonymous === true ? {} : { 'x-api-key': canaryKey },
        ...(query ? { searchParams: query } : {}),
        ...(json === undefined ? {} : { json }),
        retry: 0,
        throwHttpErrors: false,
        redirect: 'follow',
        fetch: async (input) => {
          const request = new Request(input)
          const body = request.body === null ? null : Buffer.from(await request.arrayBuffer())
          const init: RequestInit = { method: request.method, headers: [...request.headers], body, dispatcher }
          const followed = await undiciFetch(request.url, { ...init, redirect: 'follow' })
          return new Response(await followed.text(), { status: followed.status })
        },
      })
      const text = await response.text()
      return { kind: 'answer', status: response.status, date: null, retryAfterMilliseconds: null, text }
    } catch {
      // Where it went is what is looked at, not what came of it: a loop of redirects ends here.
      return { kind: 'broken', cause: 'cut', status: null, date: null }
    } finally {
      await dispatcher.destroy()
    }
  },
})
