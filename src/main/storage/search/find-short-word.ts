import { entryQuery, type FindEntries } from './entry-query.ts'
import type { Condition } from './fact-conditions.ts'
import { isIndexed, matchExpression, quoted, termRange } from './match-expression.ts'
import type { Word } from './read-words.ts'
import type { Questions } from './search-door.ts'

/** More terms than these begin with the same sign only where people write in many scripts. */
const mostTerms = 250

export type ShortWord = {
  words: readonly Word[]
  where: readonly Condition[]
  /** The word by which the index is asked, shorter than three signs like all the others. */
  word: Word
  byIndex: (expression: string) => FindEntries
  /** So many texts are looked through as they stand before the index is asked. */
  stretch: number
}

const nothing: FindEntries = (_before, floor) => ({ sequences: [], reached: floor })

/** Every three signs in the index that begin with a text of one sign or two. */
const termsOf = (search: Questions, beginning: string): string[] =>
  search
    .prepare(`SELECT term FROM texts_terms WHERE term >= ? AND term < ? LIMIT ${mostTerms}`)
    .all(...termRange(beginning))
    .map((row) => String(row['term']))

/** What the index is asked for; null when that would be too much. */
const expressionOf = (search: Questions, word: Word): string | null => {
  const long = word.filter((part) => isIndexed([part]))
  const terms = word.filter((part) => !long.includes(part)).flatMap((part) => termsOf(search, part))
  if (terms.length >= mostTerms) return null
  return [...terms.map(quoted), ...(long.length > 0 ? [matchExpression([long])] : [])].join(' OR ')
}

/**
 * A word of one sign or two is most often in the newest calls already. Where it is not, the index is asked for all the
 * threes that begin with it, instead of looking through every text.
 */
export const findShortWord = (search: Questions, { words, where, word, byIndex, stretch }: ShortWord): FindEntries => {
  const facts = where.length === 0 ? '' : 'facts NOT INDEXED CROSS JOIN '
  const using = where.length === 0 ? '' : ' USING (sequence)'
  const byText = entryQuery(search, { from: `${facts}texts${using}`, where, words, order: 'texts.sequence', stretch })

  const byTerms = (): FindEntries => {
    const expression = expressionOf(search, word)
    if (expression === null) return byText
    return expression === '' ? nothing : byIndex(expression)
  }

  let rest: FindEntries | null = null
  return (before, floor, limit) => {
    if (rest !== null) return rest(before, floor, limit)
    const found = byText(before, floor, limit)
    if (found.sequences.length < limit) rest = byTerms()
    return found
  }
}
