import type { Log } from '../log/log.ts'
import { errorFacts } from '../log/error-facts.ts'

type ErrorEvent = 'uncaughtException' | 'unhandledRejection'

export type ErrorGuardParts = {
  process: { on(event: ErrorEvent, listener: (error: unknown) => void): unknown }
  log: Log
  createReference: () => string
  /** From now on no call begins; those on their way go on. */
  stopPlacing: () => void
  /** Asks the person to restart, naming the reference under which the log has the error. */
  askToRestart: (reference: string) => Promise<void>
}

/** As many errors are written down; one that comes back without end must not fill the log. */
const mostErrors = 50

/**
 * SECURITY: an error that nobody foresaw leaves main in a state that nobody knows. It is written down scrubbed, on this
 * computer alone; no call begins any more, calls on their way finish, and the person is asked once to restart.
 */
export const guardErrors = ({ process, log, createReference, stopPlacing, askToRestart }: ErrorGuardParts): void => {
  let errors = 0
  const stop = (reference: string): void => {
    stopPlacing()
    askToRestart(reference).catch((failure: unknown) => log('error', 'notAsked', errorFacts(failure)))
  }
  const meet = (event: ErrorEvent) => (error: unknown) => {
    errors += 1
    if (errors > mostErrors) return
    const reference = createReference()
    log('error', event, { reference, ...errorFacts(error) })
    if (errors === 1) stop(reference)
  }
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) process.on(event, meet(event))
}
