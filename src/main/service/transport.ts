import { openSecret, type Secret } from '../vault/secret.ts'
import type { Reply } from './answer.ts'
import type { Connector } from './connector.ts'
import { createFetch } from './fetch-over-undici.ts'
import { httpLibraries } from './http-libraries.ts'
import { createKeyMask } from '../log/mask-key.ts'
import { scrubKeys } from '../log/scrub-shapes.ts'
import { mayCarryKey } from './origin-rule.ts'
import { createPhases, type Phases } from './phases.ts'
import { readAnswer } from './read-answer.ts'
import { TransportError } from './transport-error.ts'

/** One request: `path` begins with a slash; `json` is sent as the body; `anonymous` sends no key. */
export type Ask = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  query?: Record<string, string>
  json?: unknown
  anonymous?: boolean
  /** The answer brings a new key: all others leave every key of the service's kind behind, and not only ours. */
  bringsKey?: boolean
  capBytes: number
  deadlineMilliseconds: number
  /** Called once, just before the first byte leaves. */
  onMayHaveLeft?: () => void
  /** Nothing is opened before this is true; false ends the exchange before it began. */
  mayGo?: Promise<boolean>
}

/** Sends a request once, never again, and tells what became of it. It never throws. */
export type Transport = { send(ask: Ask): Promise<Reply> }

export type TransportParts = {
  origin: string
  key: Secret
  connect: Connector
  /** Whether the policy of this computer lets keys go over plain http to a local network. */
  plainHttpOnLan?: boolean
}

/** Makes the transport of one origin and one key: the only place where a key is opened and a request is made. */
export const createTransport = ({ key, connect, ...parts }: TransportParts): Transport => {
  const { origin } = new URL(parts.origin)
  // Made when the first answer is there: a call on its way out has no time for it.
  let maskKey: ((text: string) => string) | null = null
  const keyHeader = (ask: Ask) => (ask.anonymous === true ? {} : { 'x-api-key': openSecret(key) })

  const exchange = async (ask: Ask, phases: Phases): Promise<Reply> => {
    const { ky } = await httpLibraries()
    const response = await ky(new URL(ask.path, origin), {
      method: ask.method,
      headers: { accept: 'application/json' },
      ...(ask.query ? { searchParams: ask.query } : {}),
      ...(ask.json === undefined ? {} : { json: ask.json }),
      retry: 0,
      timeout: false,
      throwHttpErrors: false,
      redirect: 'manual',
      fetch: createFetch({ origin, connect, phases, keyHeader: () => keyHeader(ask), ...ask }),
    })
    maskKey ??= createKeyMask(openSecret(key))
    const maskOwn = maskKey
    return readAnswer(response, ask.bringsKey === true ? maskOwn : (text) => scrubKeys(maskOwn(text)))
  }

  return {
    async send(ask) {
      if (!mayCarryKey(origin, parts.plainHttpOnLan)) return { kind: 'notSent', cause: 'policy' }
      const phases = createPhases(ask.onMayHaveLeft ?? (() => {}))
      try {
        return await exchange(ask, phases)
      } catch (error) {
        if (error instanceof TransportError) return error.end
        // SECURITY: a foreign error may hold the request, and with it the key: it is dropped here.
        return phases.mayHaveLeft()
          ? { kind: 'broken', cause: 'unreadable', status: null, date: null }
          : { kind: 'notSent', cause: 'other' }
      } finally {
        phases.stop()
      }
    },
  }
}
