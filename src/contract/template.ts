import { nameEnd, skipBlanks, stripBlanks } from './blanks.ts'
import { titleCase } from './python-text.ts'
import { zoneInText } from './template-clock.ts'

/** A place in a text where the service puts a value. */
export type Placeholder = {
  /** As it is written in the text, braces and all. */
  raw: string
  /** What is looked up: `name`, `user.name`, `initial_context.city`. */
  path: string
  /** What stands there when the value is missing or empty; null when nothing does. */
  fallback: string | null
}

/** A text in pieces: what is said as it stands, and the placeholders between. */
export type Template = {
  parts: readonly (string | Placeholder)[]
  /** The time zone of the first placeholder that names one; `current_time` and `current_weekday` without one take it. */
  zone: string | null
}

type Found = { end: number; placeholder: Placeholder }

/** Finds the next of one character again and again in a text, and looks at no part of it twice. */
const createFinder = (text: string, character: string): ((from: number) => number) => {
  let known = -1
  return (from) => {
    if (known < from) known = text.indexOf(character, from)
    if (known < 0) known = text.length
    return known
  }
}

type Filter = { name: string; value: string | null; end: number }

/** Makes the reader of what follows the bar: `| there`, or the older `| fallback:there`. Null when it is not closed. */
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

/** A default is the filter's own text; only the word `fallback` takes what follows the colon, or else the name itself. */
const fallbackOf = (path: string, { name, value }: Filter): string =>
  name === 'fallback' ? (value ?? titleCase(path)) : name

/** Makes the reader of one placeholder that begins at `at`; a number says where the next one may begin instead. */
const createPlaceholderReader = (text: string): ((at: number) => Found | number) => {
  const readFilter = createFilterReader(text)
  return (at) => {
    const start = skipBlanks(text, at + 2)
    const end = nameEnd(text, start)
    // Any pair of braces inside this name ends at the same place and fails there too: only the last one may not.
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
 * Reads a text of an agent as the service does. A placeholder is two braces, a name without blanks, bars or closing
 * braces, perhaps a bar and a default (which a colon cuts), and two braces; everything else is said as it stands.
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
