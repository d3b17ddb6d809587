import { z } from 'zod'
import { invalid, type Issue, type Outcome, succeed } from '../../contract/failure.ts'
import { type OperationName, operationNames } from '../../contract/names.ts'

/** What names a question and its answer: a text of at most 200 characters, or a number. */
export type QuestionId = string | number

export type LineQuestion = { id: QuestionId; operation: OperationName; input: unknown }

/** A question, or what its answer must say instead; `id` is null where the line does not tell it. */
export type ReadQuestion = { id: QuestionId | null; question: Outcome<LineQuestion> }

const idSchema = z.union([z.string().max(200), z.number()])
const lineSchema = z.record(z.string(), z.unknown())

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
  const line = lineSchema.safeParse(parseJson(text))
  if (!line.success) return refuse(null, [])
  const id = idSchema.safeParse(line.data['id'])
  if (!id.success) return refuse(null, ['id'])
  const operation = operationNames.find((name) => name === line.data['operation'])
  if (operation === undefined) return refuse(id.data, ['operation'])
  return { id: id.data, question: succeed({ id: id.data, operation, input: line.data['input'] }) }
}
