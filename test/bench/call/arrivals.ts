import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { ServerMessage } from './byte-server.ts'

/** A server in another process, and the moments at which requests reached it. */
export type Arrivals = {
  readonly origin: string
  /** When the first byte of the request with this marker arrived, in nanoseconds of the monotonic clock. */
  of(marker: string): Promise<bigint>
  close(): void
}

/** Starts the server and resolves when it listens. */
export const startArrivals = async (): Promise<Arrivals> => {
  const child = fork(fileURLToPath(new URL('./byte-server.ts', import.meta.url)))
  const told = new Map<string, bigint>()
  const waiting = new Map<string, (at: bigint) => void>()
  const port = await new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', () => reject(new Error('The server ended.')))
    child.on('message', (message: ServerMessage) => {
      if ('port' in message) return resolve(message.port)
      const at = BigInt(message.at)
      told.set(message.arrived, at)
      waiting.get(message.arrived)?.(at)
    })
  })
  return {
    origin: `http://127.0.0.1:${port}`,
    of(marker) {
      const at = told.get(marker)
      return at === undefined ? new Promise((resolve) => waiting.set(marker, resolve)) : Promise.resolve(at)
    },
    close: () => child.disconnect(),
  }
}
