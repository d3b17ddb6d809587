import { z } from 'zod'
import type { Issue } from '../../../contract/failure.ts'
import type { Answer } from '../reply.ts'
import { scrubShapes } from '../../log/redact.ts'
import { toText } from './common.ts'
import { parseJson } from '../../../domain/json.ts'

/** A rejection's message in one line, and its issues by field. */
type Detail = { text: string; issues: Issue[] }

const fieldNames: ReadonlyMap<unknown, string> = new Map([
  ['phone_number', 'phoneNumber'],
  ['initial_context', 'initialContext'],
  ['telephony_configuration_id', 'telephonyConfigurationId'],
  ['from_phone_number_id', 'fromPhoneNumberId'],
  ['workflow_definition', 'definition'],
])

/**
 * Limits for the issues of one call in the history: their number, the parts of a location, and the characters of a part
 * and of a message.
 */
const maxIssues = 20
const maxParts = 10
const maxPartLength = 60
const maxWordsLength = 200

// SECURITY: `input` echoes the phone number and the context, so it is not read.
const validationSchema = z.object({ loc: z.array(z.union([z.string(), z.number()])), msg: z.string() })
const definitionSchema = z.object({ field: z.string().nullish(), id: z.string().nullish(), message: z.string() })
const messageSchema = z.object({ message: z.string() })
const envelopeSchema = z.object({ detail: z.unknown() })
const definitionErrorsSchema = z.object({ errors: z.array(z.unknown()) })

/** Keeps names and indexes; any other number would change when stored. */
const partOf = (part: string | number): string | number =>
  typeof part === 'number' && Number.isSafeInteger(part) && part >= 0
    ? part + 0
    : toShownText(String(part), maxPartLength)

/** Converts a validation error's location to the contract's names: `["body","phone_number"]` is `['phoneNumber']`. */
const pathOf = (loc: Issue['path']): Issue['path'] => {
  const [first, ...rest] = (loc[0] === 'body' ? loc.slice(1) : loc).slice(0, maxParts)
  return first === undefined ? [] : [fieldNames.get(first) ?? first, ...rest].map(partOf)
}

const issue = (path: Issue['path'], words: string): Issue => ({
  path,
  code: 'service',
  words: toShownText(words, maxWordsLength),
})

const issueOf = (entry: unknown): Issue[] => {
  const validation = validationSchema.safeParse(entry)
  if (validation.success) return [issue(pathOf(validation.data.loc), validation.data.msg)]
  const definition = definitionSchema.safeParse(entry)
  if (!definition.success) return []
  const { id, field, message } = definition.data
  return [issue([id, field].filter((part) => typeof part === 'string').map(partOf), message)]
}

const sentence = ({ path, words = '' }: Issue): string => (path.length === 0 ? words : `${words} (${path.join('.')})`)

const fromList = (entries: unknown[]): Detail => {
  const issues = entries.slice(0, maxIssues).flatMap(issueOf)
  return { text: toShownText(issues.map(sentence).join('; ')), issues }
}

const fromDetail = (detail: unknown): Detail => {
  if (typeof detail === 'string') return { text: toShownText(detail), issues: [] }
  if (Array.isArray(detail)) return fromList(detail)
  const errors = definitionErrorsSchema.safeParse(detail)
  if (errors.success) return fromList(errors.data.errors)
  const message = messageSchema.safeParse(detail)
  return { text: message.success ? toShownText(message.data.message) : '', issues: [] }
}

/** Returns whether the body is JSON with a `detail`, as in every refusal of the service. */
export const hasDetail = (answer: Answer): boolean => {
  const envelope = envelopeSchema.safeParse(parseJson(answer.text))
  return envelope.success && (envelope.data.detail ?? '') !== ''
}

/** Returns `detail` exactly as sent if it is a string, otherwise null. */
export const rawDetail = (answer: Answer): string | null => {
  const envelope = envelopeSchema.safeParse(parseJson(answer.text))
  return envelope.success && typeof envelope.data.detail === 'string' ? envelope.data.detail : null
}

/**
 * Reads `detail` in every format that the service sends: a string, a list of validation errors, a list of messages, an
 * object with `errors` or a `message`, or a body that is not JSON. The message of a 500 is dropped, because it reveals
 * server internals.
 */
export const readDetail = (answer: Answer): Detail => {
  if (answer.status === 500) return { text: '', issues: [] }
  const json = parseJson(answer.text)
  if (json === undefined) return { text: toShownText(answer.text), issues: [] }
  const envelope = envelopeSchema.safeParse(json)
  return envelope.success ? fromDetail(envelope.data.detail) : { text: '', issues: [] }
}

/** Maximum length of a service message that is displayed, in characters. */
export const maxShownLength = 500

/**
 * Maximum length of text that is processed, in characters. SECURITY: the searches below take quadratic time, so a page
 * of 1 MB would block the app for minutes.
 */
const maxInputLength = 8_000

const internals =
  /\[SQL:|\bSELECT\b.*\bFROM\b|\bINSERT INTO\b|\bUPDATE\b.*\bSET\b|\bDELETE FROM\b|asyncpg|[Ss]qlalchemy|psycopg|Traceback \(most recent/s
const entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['quot', '"'],
  ['#39', "'"],
  ['apos', "'"],
  ['nbsp', ' '],
  ['lt', ' '],
  ['gt', ' '],
])

const pageStart = /<(?:!doctype|html|head|body|\?xml)\b/i

const plainText = (markup: string): string =>
  markup
    .replace(/<(script|style)\b.*?<\/\1\s*>/gis, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(#?\w+);/g, (whole, name: string) => entities.get(name) ?? whole)
    .replace(/[<>]/g, ' ')

/** Returns the title of a web page, or its text without markup. */
const pageText = (page: string): string => plainText(/<title[^>]*>(.*?)<\/title>/is.exec(page)?.[1] ?? page)

/** Replaces a web page at the end of a message with the text of the page. */
const withoutPage = (text: string): string => {
  const start = text.search(pageStart)
  return start < 0 ? text : `${text.slice(0, start)} ${pageText(text.slice(start))}`
}

/**
 * Prepares a service message for display: one line, at most `most` characters, secrets and numbers masked, a web page
 * reduced to its title. Returns '' if the message reveals server internals (SQL, a stack trace).
 */
export const toShownText = (text: string, most = maxShownLength): string => {
  // The last word is dropped, too, because it may be the first half of a key.
  const read = text.length > maxInputLength ? text.slice(0, maxInputLength).replace(/[^\s"'<>,;]+$/, '') : text
  if (internals.test(read)) return ''
  // SECURITY: mask before cutting, so that no partial key remains at the end.
  const masked = scrubShapes(withoutPage(read))
  const line = masked
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return toText(line, most)
}
