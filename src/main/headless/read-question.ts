import { invalid, type Issue, type Outcome, succeed } from '../../contract/failure.ts'
import { type OperationName, operationNames } from '../../contract/names.ts'

/** What names a question and its answer: a text of at most 200 characters, or a number. */
export type QuestionId = string | number

export type LineQuestion = { id: QuestionId; operation: OperationName; input: unknown }

/** A question, or what its answer must say instead; `id` is null where the line does not tell it. */
export type ReadQuestion = { id: QuestionId | null; question: Outcome<LineQuestion> }

const isId = (value: unknown): value is QuestionId =>
  typeof value === 'number' || (typeof value === 'string' && value.length <= 200)

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const parseJson = (line: string): unknown => {
  try {
    return JSON.parse(line)
  } catch {
    // Not JSON is answered like any other line that does not fit.
    return undefined
  }
}

const refuse = (id: QuestionId | null, path: Issue['path']): ReadQuestion => ({
  id,
  question: invalid(path, 'invalid'),
})

/** Reads one line `{ "id", "operation", "input" }`; the input itself is judged by the operation's own schema. */
export const readQuestion = (text: string): ReadQuestion => {
  const line = parseJson(text)
  if (!isObject(line)) return refuse(null, [])
  const { id, operation, input } = line
  if (!isId(id)) return refuse(null, ['id'])
  const known = operationNames.find((name) => name === operation)
  return known === undefined ? refuse(id, ['operation']) : { id, question: succeed({ id, operation: known, input }) }
}
