import type { Word } from './read-words.ts'

/** The index knows texts by every three signs that follow one another. */
const size = 3

/** One term, as the index is asked for it. */
export const quoted = (term: string): string => `"${term.replaceAll('"', '""')}"`

const signsOf = (text: string): string[] => Array.from(text)

/** So many of the threes of a text say enough; what else there is of it is looked at in the text itself. */
const mostThrees = 12

/** The threes of a text: the more of them, the fewer texts must be looked at for nothing. */
const threesOf = (text: string): string[] => {
  const signs = signsOf(text)
  const all = [...new Set(signs.slice(size - 1).map((_, start) => signs.slice(start, start + size).join('')))]
  const step = Math.ceil(all.length / mostThrees)
  return all.filter((_, place) => place % step === 0)
}

const partExpression = (part: string): string => `(${threesOf(part).map(quoted).join(' AND ')})`

/** Whether the index can be asked for a word: all its spellings have three signs or more. */
export const isIndexed = (word: Word): boolean => word.every((part) => signsOf(part).length >= size)

/** What the index is asked for: entries that may have all these words. None of the words may be shorter than three signs. */
export const matchExpression = (words: readonly Word[]): string =>
  words.map((word) => `(${word.map(partExpression).join(' OR ')})`).join(' AND ')

/** The texts between which all terms lie that begin with a text of one sign or two: from the first up to the second. */
export const termRange = (beginning: string): [from: string, before: string] => {
  const signs = signsOf(beginning)
  const last = signs.pop()?.codePointAt(0) ?? 0
  // The next sign that can be written: half of a pair is none.
  const next = last + 1 === 0xd800 ? 0xe000 : last + 1
  return [beginning, [...signs, String.fromCodePoint(next)].join('')]
}
