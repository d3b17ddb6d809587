import { reservedContextNames } from '../../contract/initial-context.ts'
import { valueAt } from '../json.ts'

/** White space as Python, and thus the service, defines it; JavaScript's set differs. */
const blanks: ReadonlySet<string> = new Set(
  '\t\n\v\f\r \u001c\u001d\u001e\u001f\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009' +
    '\u200a\u2028\u2029\u202f\u205f\u3000',
)

/** True if the character at a position is white space; false beyond the end of the string. */
const isBlankAt = (text: string, at: number): boolean => blanks.has(text.charAt(at))

/** Returns the position of the first character from `at` on that is not white space. */
const skipBlanks = (text: string, at: number): number => {
  let next = at
  while (isBlankAt(text, next)) next += 1
  return next
}

/** Removes leading and trailing white space. */
export const stripBlanks = (text: string): string => {
  const start = skipBlanks(text, 0)
  let end = text.length
  while (end > start && isBlankAt(text, end - 1)) end -= 1
  return text.slice(start, end)
}

/**
 * Returns where the placeholder name at `start` ends: at white space, a bar, a closing brace or the end of the string.
 */
const nameEnd = (text: string, start: number): number => {
  let end = start
  while (end < text.length && text[end] !== '|' && text[end] !== '}' && !isBlankAt(text, end)) end += 1
  return end
}

const clocks = ['current_time', 'current_weekday'] as const

type ClockName = (typeof clocks)[number]

/**
 * Returns the first time zone in the clock placeholders of a string, as the service finds it; null if there is none.
 */
const zoneInText = (text: string): string | null => {
  for (let at = text.indexOf('{{'); at >= 0; at = text.indexOf('{{', at + 1)) {
    const start = skipBlanks(text, at + 2)
    const clock = clocks.find((name) => text.startsWith(`${name}_`, start))
    if (clock === undefined) continue
    const from = start + clock.length + 1
    const end = nameEnd(text, from)
    if (end > from) return text.slice(from, end)
  }
  return null
}

/** True if the service accepts the name as a time zone. Names are case-sensitive; offsets are not allowed. */
export const isZone = (name: string): boolean => {
  if (/^[+-]/.test(name) || name === name.toLowerCase()) return false
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: name }).format(0) !== ''
  } catch {
    // Intl throws for an unknown time zone.
    return false
  }
}

/** Returns the clock and the zone in a path; null if it is an ordinary name. */
export const readClock = (path: string): { clock: ClockName; zone: string | null } | null => {
  for (const clock of clocks) {
    if (path === clock) return { clock, zone: null }
    const zone = path.startsWith(`${clock}_`) ? path.slice(clock.length + 1) : ''
    if (isZone(zone)) return { clock, zone }
  }
  return null
}

/** Locales in which Intl has abbreviations for the local zones. Other zones are shown as a UTC offset. */
const locales = ['en-US', 'en-GB', 'en-AU', 'en-NZ', 'en-ZA', 'ja-JP'] as const

/** Abbreviations that Intl lacks in these locales, for large regions without daylight saving time. */
const letters: ReadonlyMap<string, string> = new Map([
  ['Asia/Kolkata', 'IST'],
  ['Asia/Calcutta', 'IST'],
  ['Asia/Shanghai', 'CST'],
  ['Asia/Hong_Kong', 'HKT'],
  ['Asia/Seoul', 'KST'],
  ['Asia/Karachi', 'PKT'],
  ['Asia/Jakarta', 'WIB'],
  ['Asia/Dubai', '+04'],
  ['Europe/Moscow', 'MSK'],
])

const partsOf = (now: number, locale: string, options: Intl.DateTimeFormatOptions): ReadonlyMap<string, string> => {
  const parts = new Intl.DateTimeFormat(locale, options).formatToParts(now)
  return new Map(parts.map(({ type, value }) => [type, value]))
}

const zoneLetters = (now: number, timeZone: string): string => {
  const known = letters.get(timeZone)
  if (known !== undefined) return known
  for (const locale of locales) {
    const zoneName = partsOf(now, locale, { timeZone, timeZoneName: 'short' }).get('timeZoneName') ?? ''
    if (/^[A-Z]{2,5}$/.test(zoneName)) return zoneName
  }
  const offset = partsOf(now, 'en-US', { timeZone, timeZoneName: 'longOffset' }).get('timeZoneName') ?? ''
  return offset.replace(/^GMT|:00$|:/g, '')
}

const timeText = (now: number, timeZone: string): string => {
  const parts = partsOf(now, 'en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  const at = (name: string): string => parts.get(name) ?? ''
  const day = `${at('year')}-${at('month')}-${at('day')}`
  return `${day} ${at('hour')}:${at('minute')}:${at('second')} ${zoneLetters(now, timeZone)}`
}

/**
 * Returns the string that the service inserts for a clock placeholder: `2026-11-21 10:30:00 UTC`, or `Saturday`. `now`
 * is in milliseconds since 1970. A zone without a known abbreviation gets its UTC offset.
 */
export const clockText = (clock: ClockName, timeZone: string, now: number): string =>
  clock === 'current_time'
    ? timeText(now, timeZone)
    : new Intl.DateTimeFormat('en-US', { timeZone, weekday: 'long' }).format(now)

const prefix = 'initial_context.'

/** Names for which the service never requires a value. */
const neverRequired: ReadonlySet<string> = new Set(['campaign_id', 'provider', 'source_uuid'])

/**
 * The source of a placeholder's value: the caller, the service's clock, the names that the service sets on the run, or
 * what the conversation has gathered so far.
 */
type Filler = 'caller' | 'clock' | 'service' | 'conversation'

/** Returns the path to a placeholder's value in the context: `initial_context.user.name` becomes user, name. */
export const contextPath = (path: string): string[] =>
  (path.startsWith(prefix) ? path.slice(prefix.length) : path).split('.')

/** Returns the source of a path's value. */
export const sourceOfPath = (path: string): Filler => {
  if (readClock(path) !== null) return 'clock'
  const [root = ''] = contextPath(path)
  if (root === 'gathered_context') return 'conversation'
  return reservedContextNames.has(root) || neverRequired.has(root) ? 'service' : 'caller'
}

/** A placeholder, which the service replaces with a value. */
export type Placeholder = {
  /** The source text, including the braces. */
  raw: string
  /** The path of the value: `name`, `user.name`, `initial_context.city`. */
  path: string
  /** The default for a missing or empty value; null if there is none. */
  fallback: string | null
}

/** A string split into literal text and placeholders. */
export type Template = {
  parts: readonly (string | Placeholder)[]
  /** The first time zone in the string, which `current_time` and `current_weekday` use if they specify none. */
  zone: string | null
}

type FoundPlaceholder = { end: number; placeholder: Placeholder }

/**
 * Returns a function that finds the next occurrence of a character and, across invocations, never scans the same part
 * of the string twice.
 */
const createFinder = (text: string, character: string): ((from: number) => number) => {
  let known = -1
  return (from) => {
    if (known < from) known = text.indexOf(character, from)
    if (known < 0) known = text.length
    return known
  }
}

type Filter = { name: string; value: string | null; end: number }

/**
 * Returns the parser for a filter: `| there`, or the older `| fallback:there`. It returns null if the placeholder is
 * not closed.
 */
const createFilterReader = (text: string): ((start: number) => Filter | null) => {
  const nextColon = createFinder(text, ':')
  const nextBrace = createFinder(text, '}')
  return (start) => {
    const brace = nextBrace(start)
    const colon = nextColon(start)
    const end = Math.min(brace, colon)
    if (end === start || colon + 1 === brace || !text.startsWith('}}', brace)) return null
    const value = colon < brace ? stripBlanks(text.slice(colon + 1, brace)) : null
    return { name: stripBlanks(text.slice(start, end)), value, end: brace + 2 }
  }
}

/**
 * Returns the default: the filter itself or, for `fallback`, the part after its colon; if it is empty, the name in
 * title case.
 */
const fallbackOf = (path: string, { name, value }: Filter): string =>
  name === 'fallback' ? (value ?? titleCase(path)) : name

/** Returns the parser for the placeholder at a position; it returns the next position to try if there is none. */
const createPlaceholderReader = (text: string): ((at: number) => FoundPlaceholder | number) => {
  const readFilter = createFilterReader(text)
  return (at) => {
    const start = skipBlanks(text, at + 2)
    const end = nameEnd(text, start)
    // Braces inside this name would end at the same position and also fail, except for the last pair.
    const next = Math.max(at + 1, end - 2)
    if (end === start) return next
    const path = text.slice(start, end)
    const after = skipBlanks(text, end)
    if (text.startsWith('}}', after)) {
      return { end: after + 2, placeholder: { raw: text.slice(at, after + 2), path, fallback: null } }
    }
    const filter = text[after] === '|' ? readFilter(after + 1) : null
    if (filter === null) return next
    return {
      end: filter.end,
      placeholder: { raw: text.slice(at, filter.end), path, fallback: fallbackOf(path, filter) },
    }
  }
}

/**
 * Parses a prompt or message of an agent as the service does. A placeholder is two braces, a name without spaces, bars
 * or closing braces, an optional bar with a default (which ends at a colon), and two braces. Other text is spoken as
 * written.
 */
export const parseTemplate = (text: string): Template => {
  const read = createPlaceholderReader(text)
  const parts: (string | Placeholder)[] = []
  let done = 0
  let at = text.indexOf('{{')
  while (at >= 0) {
    const found = read(at)
    if (typeof found !== 'number') {
      if (at > done) parts.push(text.slice(done, at))
      parts.push(found.placeholder)
      done = found.end
    }
    at = text.indexOf('{{', typeof found === 'number' ? found : done)
  }
  if (done < text.length) parts.push(text.slice(done))
  return { parts, zone: zoneInText(text) }
}

/**
 * The source of a part of a rendered string: `text` as written, a context `value`, a `default`, `missing` (nothing is
 * spoken), the `clock`, `later` (known only during the call; nothing is shown), or `broken` (a clock in an unknown time
 * zone, which the service cannot render).
 */
type PieceSource = 'text' | 'value' | 'default' | 'missing' | 'clock' | 'later' | 'broken'

/** A part of a rendered string; `path` is null for literal text. */
export type Piece = { from: PieceSource; text: string; path: string | null }

type Context = Readonly<Record<string, unknown>>

/**
 * Returns the value at a path in a context, with or without the prefix `initial_context.`; undefined if there is none.
 */
const lookUpPath = (context: Context, path: string): unknown =>
  valueAt(context, path.split('.')) ?? valueAt(context, contextPath(path)) ?? undefined

const clockPiece = (path: string, textZone: string | null, now: number): Pick<Piece, 'from' | 'text'> | null => {
  const clock = readClock(path)
  if (clock === null) return null
  const zone = clock.zone ?? textZone ?? 'UTC'
  return isZone(zone) ? { from: 'clock', text: clockText(clock.clock, zone, now) } : { from: 'broken', text: '' }
}

const contextPiece = ({ path, fallback }: Placeholder, context: Context): Pick<Piece, 'from' | 'text'> => {
  const value = lookUpPath(context, path)
  const isEmpty = value === undefined || value === ''
  if (!isEmpty) return { from: 'value', text: pythonText(value) }
  if (fallback !== null) return { from: 'default', text: fallback }
  return { from: sourceOfPath(path) === 'caller' ? 'missing' : 'later', text: '' }
}

/**
 * Replaces `\n` written as two characters with a line break, as the service does, even within values and across the
 * boundary of two parts.
 */
const withLineBreaks = (pieces: readonly Piece[]): Piece[] => {
  const broken: Piece[] = []
  let before: Piece | null = null
  for (const { from, path, text } of pieces) {
    const joins: boolean = before !== null && before.text.endsWith('\\') && text.startsWith('n')
    if (joins && before !== null) before.text = before.text.slice(0, -1)
    const piece: Piece = { from, path, text: (joins ? `\n${text.slice(1)}` : text).replaceAll('\\n', '\n') }
    broken.push(piece)
    if (text !== '') before = piece
  }
  return broken
}

/**
 * Renders a template as the service does: a missing value becomes nothing, a default replaces a missing or empty value,
 * objects and lists become JSON, and true and false become `True` and `False`. The context must include the values that
 * the service sets on a run (such as `called_number`). `now` is in milliseconds since 1970.
 */
export const renderTemplate = ({ parts, zone }: Template, context: Context, now: number): Piece[] =>
  withLineBreaks(
    parts.map((part) => {
      if (typeof part === 'string') return { from: 'text', text: part, path: null }
      return { path: part.path, ...(clockPiece(part.path, zone, now) ?? contextPiece(part, context)) }
    }),
  )

/** Returns the rendered text as a string. */
export const piecesText = (pieces: readonly Piece[]): string => pieces.map(({ text }) => text).join('')

/**
 * Returns a number as the service prints it. In JavaScript, 1.0 becomes 1 in JSON, which Python parses as an integer.
 * Very small and very large numbers use Python's exponent format (`1e-05`), which differs from JavaScript's.
 */
const numberText = (value: number): string => {
  const sent = JSON.stringify(value)
  if (Number.isInteger(value) && !sent.includes('e')) return sent
  const [digits = '', exponent = ''] = value.toExponential().split('e')
  const power = Number(exponent)
  if (power >= -4 && power < 16) return sent
  return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`
}

const quoted = (text: string): string =>
  JSON.stringify(text).replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** Returns a value as Python's `json.dumps` writes it: spaces after commas and colons, non-ASCII characters escaped. */
const jsonText = (value: unknown): string => {
  if (typeof value === 'string') return quoted(value)
  if (typeof value === 'number') return numberText(value)
  if (Array.isArray(value)) return `[${value.map(jsonText).join(', ')}]`
  if (typeof value === 'object' && value !== null)
    return `{${Object.entries(value)
      .map(([name, child]) => `${quoted(name)}: ${jsonText(child)}`)
      .join(', ')}}`
  return JSON.stringify(value) ?? 'null'
}

/**
 * Returns a JSON value as the service inserts it into text: nothing for null, `True` or `False`, JSON for objects and
 * lists, other values unchanged.
 */
export const pythonText = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return typeof value === 'number' ? numberText(value) : jsonText(value)
}

const capital = (character: string): string => {
  const upper = character.toUpperCase()
  return upper.length > character.length ? upper.charAt(0) + upper.slice(1).toLowerCase() : upper
}

/** Capitalizes every word like Python's `str.title`: `caller_name` becomes `Caller_Name`, `o'neil` becomes `O'Neil`. */
export const titleCase = (text: string): string =>
  text.replace(/\p{Cased}+/gu, (word) => {
    const [first = ''] = word
    return capital(first) + word.toLowerCase().slice(first.length)
  })
