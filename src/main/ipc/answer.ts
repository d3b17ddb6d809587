import type { Outcome } from '../../contract/failure.ts'
import { operationChannel, type OperationName, operationNames } from '../../contract/names.ts'
import type { Log } from '../log/log.ts'
import type { AnswerQuestion } from './answer-question.ts'

type Listener<Event> = (event: Event, question: unknown) => Promise<string>

export type AnswerParts<Event> = {
  /** Registers a listener for a channel: Electron's `ipcMain.handle`, or a test's. */
  handle: (channel: string, listener: Listener<Event>) => void
  /** True only for our own top frame. */
  isTrusted: (event: Event) => boolean
  /** The desk's answer; it may take its time, as while the desk is still opening. */
  answer: AnswerQuestion
  createReference: () => string
  log: Log
}

/**
 * Opens every operation of the contract in the same way: our own frame or nothing, input parsed, handler run,
 * output parsed so that nothing leaves that the contract does not name, and any surprise reduced to a reference.
 */
export const answerOperations = <Event>(parts: AnswerParts<Event>): void => {
  for (const name of operationNames) parts.handle(operationChannel(name), createListener(name, parts))
}

/** Electron throws when a frame is looked at that is gone: nobody is there to be trusted. */
const isSurely = <Event>(isTrusted: (event: Event) => boolean, event: Event): boolean => {
  try {
    return isTrusted(event)
  } catch {
    return false
  }
}

const createListener =
  <Event>(name: OperationName, { isTrusted, answer, createReference, log }: AnswerParts<Event>): Listener<Event> =>
  async (event, question) => {
    // SECURITY: a stranger's frame gets no answer that it could read anything from.
    if (!isSurely(isTrusted, event)) {
      log('warn', 'senderRefused', { operation: name })
      throw new Error('This frame may not ask.')
    }
    const outcome = await answer(name, question).catch((error: unknown): Outcome<never> => {
      const reference = createReference()
      const {
        name: kind,
        message,
        stack,
      } = error instanceof Error ? error : { name: typeof error, message: '', stack: '' }
      log('error', 'unforeseen', { operation: name, reference, kind, message, stack: stack ?? '' })
      // Written out: what makes failures brings the contract's schemas along, and a window is open before those are read.
      return { ok: false, failure: { kind: 'internal', reference } }
    })
    return JSON.stringify(outcome)
  }
