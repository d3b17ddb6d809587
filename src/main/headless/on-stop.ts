import { errorFacts } from '../log/error-facts.ts'
import type { Log } from '../log/log.ts'

/**
 * Calls its listener when this process is to end: on the usual signals, when nobody reads any more what it says, and
 * after an error that nobody foresaw, which it writes into the log. SECURITY: left to Node, such an error would be
 * printed as it is, with whatever stands in it.
 */
export const createOnStop =
  (log: Log) =>
  (listener: () => void): void => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, listener)
    process.stdout.on('error', listener)
    for (const event of ['uncaughtException', 'unhandledRejection'] as const)
      process.on(event, (error: unknown) => {
        log('error', event, errorFacts(error))
        process.exitCode = 1
        listener()
      })
  }
