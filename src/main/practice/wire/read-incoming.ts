import type { IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'

const bodiless = new Set(['GET', 'HEAD'])

/** The request as it came off the socket, its whole body read. Rejects when the client leaves before it has sent all. */
export async function readIncoming(incoming: IncomingMessage): Promise<Request> {
  const body = await buffer(incoming)
  const method = knownMethod(incoming.method ?? 'GET')
  return new Request(addressOf(incoming), {
    method,
    headers: headersOf(incoming),
    ...(bodiless.has(method) ? {} : { body }),
  })
}

// A Request cannot be made with these; no route has them either, so any other foreign verb gives the same 405.
function knownMethod(method: string): string {
  return method === 'TRACE' || method === 'CONNECT' ? 'OPTIONS' : method
}

function addressOf(incoming: IncomingMessage): URL {
  const { localAddress, localPort } = incoming.socket
  const here = `http://${localAddress ?? '127.0.0.1'}:${localPort ?? 0}`
  // Measured: the service repeats the Host header in its redirects.
  const host = incoming.headers.host
  const base = host !== undefined && URL.canParse(`http://${host}`) ? `http://${host}` : here
  const target = incoming.url ?? '/'
  // Joined as text: a path that begins with two slashes would be taken for another host.
  return new URL(target.startsWith('/') ? `${base}${target}` : target, base)
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const [name = '', value = ''] = rawHeaders.slice(index, index + 2)
    // Measured: of two key headers the first one counts.
    if (name.toLowerCase() === 'x-api-key' && headers.has(name)) continue
    headers.append(name, value)
  }
  return headers
}
