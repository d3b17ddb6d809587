import type { Dispatcher } from 'undici'
import { createPause } from './pause.ts'
import type { Answer, Broken } from './reply.ts'
import { httpDateToIso } from './wire/common.ts'
import { parseJson } from '../../domain/json.ts'

/** The status and headers of a response; `date` is ISO 8601. */
export type Head = { status: number; date: string | null; retryAfter: string | null }

export const headOf = ({ statusCode, headers }: Dispatcher.ResponseData): Head => {
  const retryAfter = firstHeader(headers['retry-after'])
  return {
    status: statusCode,
    date: httpDateToIso(firstHeader(headers['date'])),
    // A value with other characters is not a time.
    retryAfter: retryAfter !== null && /^[ -~]{1,100}$/.test(retryAfter) ? retryAfter : null,
  }
}

/** A response whose body is decoded but not masked yet. */
export type RawAnswer = Head & { text: string }

class StatusError extends Error {
  readonly code = 'STATUS_OUT_OF_RANGE'
}

/**
 * Decodes a body: replaces invalid bytes and removes a byte order mark. Throws StatusError unless the status is one
 * that HTTP defines for a final response.
 */
export const toRawAnswer = (head: Head, bytes: Uint8Array): RawAnswer => {
  if (head.status < 200 || head.status > 599) throw new StatusError()
  return { ...head, text: new TextDecoder().decode(bytes) }
}

/** Returns the first value of a header, or null if there is none. */
export const firstHeader = (value: string | string[] | undefined): string | null =>
  (Array.isArray(value) ? value[0] : value) ?? null

/** Thrown by `readCapped` if a body is larger than allowed. */
export class TooLargeError extends Error {}

/** Reads a whole body. Throws TooLargeError as soon as it exceeds the cap (bytes). */
export const readCapped = async (body: AsyncIterable<Uint8Array>, capBytes: number): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.byteLength
    if (size > capBytes) throw new TooLargeError()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** A body of up to this many characters is masked all at once; a longer one is masked in parts of about this length. */
const partLength = 32 * 1024
/** Maximum length of a part, in characters: a context is at most 64 KiB. A longer JSON string is truncated. */
const maxPartLength = 112 * 1024
/**
 * The number of characters that are dropped from the end of a truncated string: enough for a key of 512 characters,
 * each escaped with six characters.
 */
const droppedLength = 4 * 1024
/** Maximum number of values in a body. Parsing them takes about 20 ms. */
const maxValues = 250_000

const countValues = (text: string): number => {
  let count = 0
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    // A comma, a bracket or a brace precedes each value.
    if (code === 0x2c || code === 0x5b || code === 0x7b) count += 1
  }
  return count
}

/** Returns whether the character at `at` is escaped: an odd number of backslashes precedes it. */
const isEscaped = (text: string, at: number): boolean => {
  let first = at
  while (text[first - 1] === '\\') first -= 1
  return (at - first) % 2 === 1
}

/**
 * Returns the position after the end of a JSON string and the character after it; -1 if no string ends after `from`.
 */
const findTextEnd = (text: string, from: number): number => {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1))
    if (',]}:'.includes(text[at + 1] ?? '.') && !isEscaped(text, at)) return at + 2
  return -1
}

/** Returns where to truncate a string at or before `end`, so that no escape sequence is split. */
const beforeEscape = (text: string, end: number): number => {
  // The longest escape sequence has six characters.
  const escape = text.lastIndexOf('\\', end - 1)
  let cut = escape >= 0 && escape > end - 6 ? escape : end
  while (cut > 0 && text[cut - 1] === '\\') cut -= 1
  return cut
}

/** A part of a body. In a truncated part, the last `dropped` characters are replaced by `ending`. */
type Part = { text: string; dropped: number; ending: string }

/**
 * Splits a body at the ends of JSON strings. SECURITY: a key in one string remains within one part, so that the mask
 * finds it. A string that is too long is truncated, and a body that is not JSON ends there: masking it in one part
 * would block the app.
 */
const divide = (text: string): Part[] => {
  const parts: Part[] = []
  for (let start = 0; start < text.length;) {
    const found = text.length - start <= partLength ? text.length : findTextEnd(text, start + partLength)
    const end = found < 0 ? text.length : found
    const isLong = end - start > maxPartLength
    const cut = isLong ? beforeEscape(text, start + maxPartLength) : end
    const dropped = isLong ? Math.max(0, cut + droppedLength - start - maxPartLength) : 0
    // The ending is the quotation mark that ends the string, and the character after it.
    const ending = isLong && found >= 0 ? text.slice(end - 2, end) : ''
    parts.push({ text: text.slice(start, cut), dropped, ending })
    start = end
  }
  return parts
}

/**
 * SECURITY: truncation may split a key, whose first half the mask cannot recognize, so the end of the string is
 * dropped.
 */
const maskPart = ({ text, dropped, ending }: Part, maskKey: (part: string) => string): string => {
  const masked = maskKey(text)
  return (dropped === 0 ? masked : masked.slice(0, beforeEscape(masked, masked.length - dropped))) + ending
}

type MaskedText = { text: string; masked: string }

/** Masks a body in parts, yielding to the event loop between them; null if it contains too many values. */
const maskInParts = async (body: string, maskKey: (part: string) => string): Promise<MaskedText | null> => {
  const parts = divide(body)
  const pause = createPause()
  const masked: string[] = []
  let values = 0
  for (const part of parts) {
    values += countValues(part.text)
    if (values > maxValues) return null
    masked.push(maskPart(part, maskKey))
    await pause()
  }
  if (parts.length > 1) await pause('now')
  return { text: parts.map(({ text, ending }) => text + ending).join(''), masked: masked.join('') }
}

/** Masks the key in a response body. A body with too many values is `tooLarge`. */
export const readAnswer = async (raw: RawAnswer, maskKey: (text: string) => string): Promise<Answer | Broken> => {
  const { status, date } = raw
  const body = await maskInParts(raw.text, maskKey)
  if (body === null) return { kind: 'broken', cause: 'tooLarge', status, date }
  return {
    kind: 'answer',
    status,
    date,
    retryAfterMilliseconds: readRetryAfter(raw.retryAfter, date),
    text: await keepInvalid(body),
  }
}

/**
 * SECURITY: every echo of the key is masked before the body is parsed. If a service copies a key that contains
 * quotation marks into JSON without escaping it, the JSON is invalid. Masking must not make it valid, so such a body
 * must remain unparsable.
 */
const keepInvalid = async ({ text, masked }: MaskedText): Promise<string> => {
  if (masked === text) return masked
  const wasValid = parseJson(text) !== undefined
  if (text.length > partLength) await createPause()('now')
  return !wasValid && parseJson(masked) !== undefined ? `not JSON: ${masked}` : masked
}

/**
 * Parses a `Retry-After` header as milliseconds from now: a number of seconds, or an HTTP date relative to the
 * service's clock (`date`, ISO 8601). Returns null if it is missing or unreadable.
 */
export const readRetryAfter = (text: string | null, date: string | null): number | null => {
  if (text === null) return null
  if (/^\d{1,9}$/.test(text.trim())) return Number(text.trim()) * 1000
  // Date.parse guesses if the value is not an HTTP date.
  const moment = /^\w.*GMT$/.test(text.trim()) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(moment) || date === null) return null
  return Math.max(0, moment - Date.parse(date))
}
