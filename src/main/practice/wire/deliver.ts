import { STATUS_CODES, type ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Delivery } from '../http/answers.ts'

/** Sends a response in the way its delivery asks for; `now` gives the time of its date header. */
export async function deliver(
  response: Response,
  delivery: Delivery,
  outgoing: ServerResponse,
  now: () => number,
): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer())
  if (delivery.afterMs > 0) await waitOrLeave(delivery.afterMs, outgoing)
  const { socket } = outgoing
  switch (delivery.how) {
    case 'whole':
      writeHead(response, outgoing, now)
      outgoing.end(body)
      return
    case 'cutBody':
      writeHead(response, outgoing, now)
      outgoing.write(body.subarray(0, Math.floor(body.byteLength / 2)), () => socket?.end())
      return
    case 'cutHead':
      socket?.end('HTTP/1.1 2')
      return
    case 'closed':
      socket?.end()
      return
    case 'reset':
      socket?.resetAndDestroy()
      return
    case 'silent':
      // Nothing: the client decides how long it waits.
      return
  }
}

// A waiting answer ends with its connection, so that a closed listener leaves no timer behind.
async function waitOrLeave(ms: number, outgoing: ServerResponse): Promise<void> {
  const left = new AbortController()
  const leave = () => left.abort()
  outgoing.once('close', leave)
  try {
    await wait(ms, undefined, { signal: left.signal })
  } catch (error) {
    if (!left.signal.aborted) throw error
  } finally {
    outgoing.off('close', leave)
  }
}

// Measured: date, server, then the answer's own headers; no word about the connection.
function writeHead(response: Response, outgoing: ServerResponse, now: () => number): void {
  outgoing.removeHeader('connection')
  outgoing.sendDate = false
  const reason = response.statusText || (STATUS_CODES[response.status] ?? '')
  const own = [...response.headers].flat()
  outgoing.writeHead(response.status, reason, ['date', new Date(now()).toUTCString(), 'server', 'uvicorn', ...own])
}
