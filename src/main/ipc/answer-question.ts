import { fail, failureSchema, type Outcome, succeed } from '../../contract/failure.ts'
import type { OperationName } from '../../contract/names.ts'
import { type Operations, operations } from '../../contract/operations.ts'
import { inputIssues } from './input-issues.ts'
import { openQuestion } from './open-question.ts'

/** Answers one question as it came over the bridge; throws what nobody foresaw. */
export type AnswerQuestion = (name: OperationName, question: unknown) => Promise<Outcome<unknown>>

/** Parses the input, runs the handler and parses the output, or the failure, of one operation. */
export const createAnswerQuestion =
  (handlers: Operations): AnswerQuestion =>
  async (name, question) => {
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
