import { scrubShapes } from '../log/scrub-shapes.ts'

/** The most that is shown of the service's own words, in characters. */
export const maxWords = 500

/**
 * The most that is looked at, in characters. SECURITY: what follows has searches that take the square of its length, and
 * a page of a megabyte would stop the app for minutes.
 */
const maxRead = 8_000

const internals =
  /\[SQL:|\bSELECT\b.*\bFROM\b|\bINSERT INTO\b|\bUPDATE\b.*\bSET\b|\bDELETE FROM\b|asyncpg|[Ss]qlalchemy|psycopg|Traceback \(most recent/s
const entities: Record<string, string> = { amp: '&', quot: '"', '#39': "'", apos: "'", nbsp: ' ', lt: ' ', gt: ' ' }

const pageStart = /<(?:!doctype|html|head|body|\?xml)\b/i

const plainText = (markup: string): string =>
  markup
    .replace(/<(script|style)\b.*?<\/\1\s*>/gis, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(#?\w+);/g, (whole, name: string) => entities[name] ?? whole)
    .replace(/[<>]/g, ' ')

/** What a web page says in one line: its title, or its text without any markup. */
const pageWords = (page: string): string => plainText(/<title[^>]*>(.*?)<\/title>/is.exec(page)?.[1] ?? page)

/** Text as it stands; where a web page begins in it, the words of that page instead. */
const withoutPage = (text: string): string => {
  const start = text.search(pageStart)
  return start < 0 ? text : `${text.slice(0, start)} ${pageWords(text.slice(start))}`
}

/**
 * Makes the service's words fit to be shown: one line, at most 500 characters, secrets and numbers taken out, a web page
 * reduced to its title, and nothing at all where the text shows the insides of a server (SQL, a stack trace).
 */
export const capWords = (text: string): string => {
  // The last word goes with the rest: it may be the first half of a key.
  const read = text.length > maxRead ? text.slice(0, maxRead).replace(/[^\s"'<>,;]+$/, '') : text
  if (internals.test(read)) return ''
  // SECURITY: scrubbed before it is cut, so that no half of a key is left at the end.
  const masked = scrubShapes(withoutPage(read))
  const line = masked
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
  return line.length > maxWords ? `${line.slice(0, maxWords - 1).toWellFormed()}…` : line
}
