import { z } from 'zod'
import type { Issue } from '../../contract/failure.ts'
import type { Answer } from './answer.ts'
import { parseJson } from './parse-json.ts'
import { capWords } from './words.ts'

/** What a refusal says: its words in one line, and what it says about single fields. */
export type Detail = { words: string; issues: Issue[] }

const fieldNames: Record<string, string> = {
  phone_number: 'phoneNumber',
  initial_context: 'initialContext',
  telephony_configuration_id: 'telephonyConfigurationId',
  from_phone_number_id: 'fromPhoneNumberId',
  workflow_definition: 'definition',
}

// SECURITY: `input` echoes what was sent (the number, the context) and is not even read.
const validationSchema = z.object({ loc: z.array(z.union([z.string(), z.number()])), msg: z.string() })
const definitionSchema = z.object({ field: z.string().nullish(), id: z.string().nullish(), message: z.string() })
const messageSchema = z.object({ message: z.string() })
const envelopeSchema = z.object({ detail: z.unknown() })
const definitionErrorsSchema = z.object({ errors: z.array(z.unknown()) })

/** Where a validation error lies, in our names: `["body","phone_number"]` is `['phoneNumber']`. */
const pathOf = (loc: Issue['path']): Issue['path'] => {
  const [first, ...rest] = loc[0] === 'body' ? loc.slice(1) : loc
  return first === undefined ? [] : [typeof first === 'string' ? (fieldNames[first] ?? first) : first, ...rest]
}

const issue = (path: Issue['path'], words: string): Issue => ({ path, code: 'service', words: capWords(words) })

const issueOf = (entry: unknown): Issue[] => {
  const validation = validationSchema.safeParse(entry)
  if (validation.success) return [issue(pathOf(validation.data.loc), validation.data.msg)]
  const definition = definitionSchema.safeParse(entry)
  if (!definition.success) return []
  const { id, field, message } = definition.data
  return [
    issue(
      [id, field].filter((part) => typeof part === 'string'),
      message,
    ),
  ]
}

const sentence = ({ path, words = '' }: Issue): string => (path.length === 0 ? words : `${words} (${path.join('.')})`)

const fromList = (entries: unknown[]): Detail => {
  const issues = entries.flatMap(issueOf)
  return { words: capWords(issues.map(sentence).join('; ')), issues }
}

const fromDetail = (detail: unknown): Detail => {
  if (typeof detail === 'string') return { words: capWords(detail), issues: [] }
  if (Array.isArray(detail)) return fromList(detail)
  const errors = definitionErrorsSchema.safeParse(detail)
  if (errors.success) return fromList(errors.data.errors)
  const message = messageSchema.safeParse(detail)
  return { words: message.success ? capWords(message.data.message) : '', issues: [] }
}

/** The `detail` of an answer when it is text, exactly as sent; null otherwise. */
export const rawDetail = (answer: Answer): string | null => {
  const envelope = envelopeSchema.safeParse(parseJson(answer.text))
  return envelope.success && typeof envelope.data.detail === 'string' ? envelope.data.detail : null
}

/**
 * Reads `detail` in every form the service gives it: text, a list of validation errors, a list of messages, an object
 * with `errors` or a `message`, or a body that is not JSON at all. A 500 gives no words: they are the server's insides.
 */
export const readDetail = (answer: Answer): Detail => {
  if (answer.status === 500) return { words: '', issues: [] }
  const json = parseJson(answer.text)
  if (json === undefined) return { words: capWords(answer.text), issues: [] }
  const envelope = envelopeSchema.safeParse(json)
  return envelope.success ? fromDetail(envelope.data.detail) : { words: '', issues: [] }
}
