import type { Socket } from 'node:net'
import { answering, httpAnswer, type RawScript } from '../../support/raw-server.ts'

/** The body of an accepted call, from the specification. */
export const started = '{"status":"initiated","workflow_run_id":12345,"workflow_run_name":"WR-API-7823"}'
export const acceptedMeaning = 'accepted 12345'

export const okHead = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n'
export const okBody = (body: string): RawScript => answering(httpAnswer('200 OK', body))
export const ok: RawScript = okBody(started)

/** Writes after the request and then leaves the connection open and silent. */
export const stalling = (bytes: string): RawScript => ({ onRequest: (socket) => void socket.write(bytes) })

/** Writes after the request and then resets the connection. */
export const resetting = (bytes: string): RawScript => ({
  onRequest: (socket) => void socket.write(bytes, () => setTimeout(() => socket.resetAndDestroy(), 20)),
})

/** Writes byte by byte. */
export const byteByByte = (bytes: string, milliseconds: number): RawScript => ({
  onRequest: (socket) => {
    let at = 0
    const next = (): void => {
      if (socket.destroyed) return
      if (at === bytes.length) return void socket.end()
      socket.write(bytes.charAt(at))
      at += 1
      setTimeout(next, milliseconds)
    }
    next()
  },
})

/** Runs an action as soon as this many bytes have arrived. */
export const after = (bytes: number, act: (socket: Socket) => void): RawScript => ({
  onAccept: (socket) => {
    let arrived = 0
    socket.on('data', (piece) => {
      const before = arrived
      arrived += piece.length
      if (before < bytes && arrived >= bytes) act(socket)
    })
  },
})

export const close = (socket: Socket): void => void socket.end()
export const destroy = (socket: Socket): void => void socket.destroy()
export const reset = (socket: Socket): void => void socket.resetAndDestroy()
