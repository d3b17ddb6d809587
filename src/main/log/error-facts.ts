import type { Log } from './log.ts'

/** What the log says of an error that nobody foresaw: its kind, its words and its stack, and nothing that hangs on it. */
export const errorFacts = (error: unknown): { kind: string; message: string; stack: string } =>
  error instanceof Error
    ? { kind: error.name, message: error.message, stack: error.stack ?? '' }
    : { kind: typeof error, message: '', stack: '' }

/** Writes an error down under a name; its words are scrubbed there. */
export const tellTo =
  (log: Log, event: string): ((error: unknown) => void) =>
  (error) =>
    log('error', event, errorFacts(error))
