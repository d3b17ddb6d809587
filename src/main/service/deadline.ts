import type { Connector } from './connector.ts'

export type Deadline = { signal: AbortSignal; isOver(): boolean; clear(): void }

/** The bytes that have arrived on the connections of one exchange. */
export type Arrivals = { connect: Connector; bytes(): number }

/** Counts what arrives over the sockets that a connector opens. */
export const watchArrivals = (connect: Connector): Arrivals => {
  const sockets: { bytesRead: number }[] = []
  return {
    connect: (options, callback) =>
      connect(options, (...opened) => {
        const [error, socket] = opened
        if (error === null) sockets.push(socket)
        callback(...opened)
      }),
    bytes: () => sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0),
  }
}

/** Time between two checks of the arrived bytes after the deadline, in milliseconds. */
const checkInterval = 10
/**
 * Number of checks without a new byte after which everything that had arrived is read, including what the operating
 * system had buffered.
 */
const idleChecks = 5
/**
 * Number of checks after which the exchange ends although bytes still arrive: 2 s, so that a server cannot keep it
 * open.
 */
const maxChecks = 200

/**
 * Starts a deadline in milliseconds. A process that was stopped, or a blocked event loop, notices the deadline before
 * it reads its sockets, so the exchange ends only after everything that had arrived is read. Clear it when the exchange
 * is over.
 */
export const startDeadline = (milliseconds: number, { bytes }: Pick<Arrivals, 'bytes'>): Deadline => {
  const controller = new AbortController()
  let isCleared = false
  let timer: NodeJS.Timeout

  const check = (seen: number, idle: number, checks: number): void => {
    if (isCleared) return
    const now = bytes()
    const stillIdle = now === seen ? idle + 1 : 0
    if (stillIdle > idleChecks || checks >= maxChecks) return controller.abort()
    // The event loop polls its sockets between a timer and an immediate.
    timer = setTimeout(() => setImmediate(check, now, stillIdle, checks + 1), checkInterval)
  }

  timer = setTimeout(() => check(bytes(), 0, 0), milliseconds)
  return {
    signal: controller.signal,
    isOver: () => controller.signal.aborted,
    clear: () => {
      isCleared = true
      clearTimeout(timer)
    },
  }
}
