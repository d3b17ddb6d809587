import type { Connector } from './connector.ts'

export type Deadline = { signal: AbortSignal; isOver(): boolean; clear(): void }

/** The bytes that have been received on the connections of one exchange. */
export type ReceivedBytes = { connect: Connector; bytes(): number }

/** Counts the bytes that are received over the sockets that a connector opens. */
export const countReceivedBytes = (connect: Connector): ReceivedBytes => {
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

/** Time between two checks of the received bytes after the deadline, in milliseconds. */
const checkInterval = 10
/**
 * The number of consecutive checks without a new byte after which everything that had arrived, including what the
 * operating system had buffered, has been read.
 */
const idleChecks = 5
/**
 * The number of checks after which the exchange ends even if bytes are still arriving: 2 s, so that a server cannot
 * keep it open.
 */
const maxChecks = 200

/**
 * Starts a deadline in milliseconds. A process that was stopped, or a blocked event loop, notices the deadline before
 * it reads its sockets, so the exchange ends only after everything that had arrived has been read. Clear it when the
 * exchange is over.
 */
export const startDeadline = (milliseconds: number, { bytes }: Pick<ReceivedBytes, 'bytes'>): Deadline => {
  const controller = new AbortController()
  let isCleared = false
  let timer: NodeJS.Timeout

  const check = (seen: number, idle: number, checks: number): void => {
    if (isCleared) return
    const now = bytes()
    const stillIdle = now === seen ? idle + 1 : 0
    if (stillIdle > idleChecks || checks >= maxChecks) return controller.abort()
    // The event loop polls its sockets between a timer and a setImmediate callback.
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
