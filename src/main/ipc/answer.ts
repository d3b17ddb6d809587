import { fail, failureSchema, type Outcome, succeed } from '../../contract/failure.ts'
import { operationChannel, type OperationName, operationNames } from '../../contract/names.ts'
import { type Operations, operations } from '../../contract/operations.ts'
import type { Log } from '../log/log.ts'
import { inputIssues } from './input-issues.ts'
import { openQuestion } from './open-question.ts'

type Listener<Event> = (event: Event, question: unknown) => Promise<string>

export type AnswerParts<Event> = {
  /** Registers a listener for a channel: Electron's `ipcMain.handle`, or a test's. */
  handle: (channel: string, listener: Listener<Event>) => void
  /** True only for our own top frame. */
  isTrusted: (event: Event) => boolean
  handlers: Operations
  /** Resolves when the desk has settled what its last run left behind: nothing is answered before. */
  ready?: Promise<unknown>
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
  <Event>(
    name: OperationName,
    { isTrusted, handlers, ready = Promise.resolve(), createReference, log }: AnswerParts<Event>,
  ): Listener<Event> =>
  async (event, question) => {
    // SECURITY: a stranger's frame gets no answer that it could read anything from.
    if (!isSurely(isTrusted, event)) {
      log('warn', 'senderRefused', { operation: name })
      throw new Error('This frame may not ask.')
    }
    const answered = ready.then(() => answerQuestion(name, handlers, question))
    const outcome = await answered.catch((error: unknown) => {
      const reference = createReference()
      const {
        name: kind,
        message,
        stack,
      } = error instanceof Error ? error : { name: typeof error, message: '', stack: '' }
      log('error', 'unforeseen', { operation: name, reference, kind, message, stack: stack ?? '' })
      return fail({ kind: 'internal', reference })
    })
    return JSON.stringify(outcome)
  }

/** Parses the input, runs the handler and parses the output, or the failure, of one operation; throws what was not foreseen. */
export const answerQuestion = async (
  name: OperationName,
  handlers: Operations,
  question: unknown,
): Promise<Outcome<unknown>> => {
  const { input, output } = operations[name]
  const opened = openQuestion(question)
  if (!opened.ok) return opened
  const parsed = input.safeParse(opened.value)
  if (!parsed.success) return fail({ kind: 'invalid', issues: inputIssues(parsed.error) })
  // The table gives each name its own input and handler; TypeScript cannot follow that through a union of names.
  const handler = handlers[name] as (input: unknown) => Promise<Outcome<unknown>>
  const outcome = await handler(parsed.data)
  return outcome.ok ? succeed(output.parse(outcome.value)) : fail(failureSchema.parse(outcome.failure))
}
