import { subscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'

/** Where a desk kills itself on the way of a trigger request; `offset` is how many of its bytes have left by then. */
export type SocketCrash = { point: 'beforeConnect' | 'connected' } | { point: 'midRequest'; offset: number }

const die = (): void => void process.kill(process.pid, 'SIGKILL')

// undici publishes these messages; the parts named here are in its documentation of the channels.
type Created = { request: { method: string; path: string } }
type Sending = Created & { socket: Socket }

const isTrigger = ({ request }: Created): boolean =>
  request.method === 'POST' && request.path.startsWith('/api/v1/public/agent/workflow/')

/** Lets exactly `offset` bytes of what is written to a socket leave, and dies as soon as the system has taken them. */
const cutAfter = (socket: Socket, offset: number): void => {
  const write = socket.write.bind(socket)
  let left = offset
  let over = false
  // Pieces written while a socket is corked leave together, and later than we count them.
  socket.cork = () => undefined
  socket.write = (chunk: string | Uint8Array): boolean => {
    if (over) return true
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, 'latin1') : chunk
    if (bytes.length < left) {
      left -= bytes.length
      return write(bytes)
    }
    over = true
    return write(bytes.subarray(0, left), die)
  }
}

/** Plants a crash between the decision to dial and the last byte of the request. */
export const plantSocketCrash = (crash: SocketCrash): void => {
  let dialling = false
  // Each of these two channels carries the one shape named above.
  subscribe('undici:request:create', (message) => void (dialling ||= isTrigger(message as Created)))
  subscribe('undici:client:sendHeaders', (message) => {
    const sending = message as Sending // as said above
    if (crash.point === 'midRequest' && isTrigger(sending)) cutAfter(sending.socket, crash.offset)
  })
  subscribe('undici:client:beforeConnect', () => {
    if (crash.point === 'beforeConnect' && dialling) die()
  })
  subscribe('undici:client:connected', () => {
    if (crash.point === 'connected' && dialling) die()
  })
}
