import type { CallFilter, NumberRange } from '../../../contract/call-list.ts'
import { longestDial, selectedStates } from '../../../domain/call-state.ts'
import type { Word } from './search-text.ts'
import { isIndexed, matchExpression, type QueryCompiler, quoted, type ShareOf, termRange } from './trigrams.ts'

/** Words that must all occur in calls that the filter selects. */
export type SearchQuery = { words: readonly Word[]; filter: CallFilter }

/** The maximum number of filtered calls that are sorted; if there are more, all calls are read in order. */
const fewToOrder = 100_000

/**
 * The maximum numbers of calls whose text is read directly: calls from a few days, which are stored together, and
 * others, which are fetched one by one.
 */
const [fewDaysToRead, fewToRead] = [30_000, 5_000]

/** The number of sequence numbers per query: a few milliseconds of work, because each query has a fixed cost. */
const [filterChunk, indexChunk, textChunk] = [250_000, 400_000, 10_000]

type FindDeps = { search: QueryCompiler; shareOf: ShareOf; words: readonly Word[]; where: readonly Condition[] }

const isFew = ({ search }: FindDeps, { sql, values, index }: Condition, few: number): boolean => {
  const counted = search
    .prepare(`SELECT count(*) AS found FROM (SELECT 1 FROM fields INDEXED BY ${index} WHERE ${sql} LIMIT ${few + 1})`)
    .get(...values)
  return Number(counted?.['found']) <= few
}

/** Reads the calls of one selective condition, or all of them, newest first. */
const findByFilter = ({ search, words, where }: FindDeps, fewest: Condition | undefined): FindEntries => {
  const texts = words.length === 0 ? '' : ' CROSS JOIN texts USING (sequence)'
  const [way, chunkSize] =
    fewest === undefined ? ['NOT INDEXED', filterChunk] : [`INDEXED BY ${fewest.index}`, Number.MAX_SAFE_INTEGER]
  return createEntryFinder(search, {
    from: `fields ${way}${texts}`,
    where,
    words,
    order: 'fields.sequence',
    chunkSize: chunkSize,
  })
}

/** Reads the calls that the full-text index finds. */
const findByIndex = ({ search, words, where }: FindDeps, expression: string): FindEntries => {
  // Joins `fields` first: it is small, and the text of a call that is filtered out does not need to be read.
  const fields = where.length === 0 ? '' : ' CROSS JOIN fields ON fields.sequence = texts_index.rowid'
  const from = `texts_index${fields} CROSS JOIN texts ON texts.sequence = texts_index.rowid`
  const match = { sql: 'texts_index MATCH ?', values: [expression], index: '' }
  const order = 'texts_index.rowid'
  // Without a filter, nearly every candidate is a match, so the index is read once, up to the last call that is needed.
  const chunkSize = where.length === 0 ? Number.MAX_SAFE_INTEGER : indexChunk
  return createEntryFinder(search, { from, where: [match, ...where], words, order, chunkSize })
}

const findIn = (deps: FindDeps): FindEntries => {
  const { search, shareOf, words, where } = deps
  const fewOf = ({ index }: Condition): number =>
    words.length === 0 ? fewToOrder : index === dayIndex ? fewDaysToRead : fewToRead
  const fewest = where.find((condition) => isFew(deps, condition, fewOf(condition)))
  const [first] = words
  if (first === undefined || fewest !== undefined) return findByFilter(deps, fewest)
  const byIndex = (expression: string): FindEntries => findByIndex(deps, expression)
  const indexed = words.filter(isIndexed)
  if (indexed.length > 0) return byIndex(matchExpression(indexed, shareOf))
  return findShortWord(search, { shareOf, words, where, word: first, byIndex, chunkSize: textChunk })
}

/** Returns the range of sequence numbers for a condition on days, whose calls are mostly consecutive. */
const sequenceRange = ({ search }: FindDeps, { sql, values, index }: Condition): { first: number; last: number } => {
  const found = search
    .prepare(`SELECT min(sequence) AS first, max(sequence) AS last FROM fields INDEXED BY ${index} WHERE ${sql}`)
    .get(...values)
  return { first: Number(found?.['first'] ?? 0), last: Number(found?.['last'] ?? 0) }
}

/** Returns a function that finds the entries of a query, using the cheapest index. */
export const createFindEntries = (
  search: QueryCompiler,
  { words, filter }: SearchQuery,
  shareOf: ShareOf,
): FindEntries => {
  const deps: FindDeps = { search, shareOf, words, where: filterConditions(filter) }
  const find = findIn(deps)
  const days = deps.where.find(({ index }) => index === dayIndex)
  if (days === undefined || !isFew(deps, days, fewToOrder)) return find
  const { first, last } = sequenceRange(deps, days)
  return (before, floor, limit) => {
    // No calls from these days are outside the range.
    if (before <= first || floor > last) return { sequences: [], reached: floor }
    const found = find(Math.min(before, last + 1), Math.max(floor, first), limit)
    return found.reached <= first ? { ...found, reached: floor } : found
  }
}

/** The entries that were found, newest first, and the sequence number down to which everything was read. */
export type Chunk = { sequences: number[]; reached: number }

/** Finds up to `limit` entries whose sequence number is below `before` and at least `floor`. */
export type FindEntries = (before: number, floor: number, limit: number) => Chunk

/** A query on the search file; `order` is the column of the sequence number. */
type EntryQuery = {
  from: string
  where: readonly Condition[]
  words: readonly Word[]
  order: string
  /** The number of sequence numbers per query: a call that is being recorded waits for no more than this. */
  chunkSize: number
}

/** Returns the condition for a word. The index finds candidates, which are verified in the text. */
const wordCondition = (word: Word): Condition => ({
  sql: `(${word.map(() => 'instr(texts.text, ?) > 0').join(' OR ')})`,
  values: word,
  index: '',
})

export const createEntryFinder = (
  search: QueryCompiler,
  { from, where, words, order, chunkSize }: EntryQuery,
): FindEntries => {
  const conditions = [...where, ...words.map(wordCondition)]
  const all = [...conditions.map(({ sql }) => sql), `${order} < ?`, `${order} >= ?`]
  const sql = `SELECT ${order} AS sequence FROM ${from} WHERE ${all.join(' AND ')} ORDER BY ${order} DESC LIMIT ?`
  const values = conditions.flatMap((condition) => [...condition.values])
  return (before, floor, limit) => {
    const lowest = Math.max(floor, before - chunkSize)
    const sequences = search
      .prepare(sql)
      .all(...values, before, lowest, limit)
      .map((row) => Number(row['sequence']))
    return { sequences, reached: sequences.length < limit ? lowest : (sequences.at(-1) ?? lowest) }
  }
}

/** A condition on the fields of a call, and the index for it. */
type Condition = { sql: string; values: readonly (string | number)[]; index: string }

const inList = (column: string, values: readonly string[], index: string): Condition[] =>
  values.length === 0
    ? []
    : [{ sql: `${column} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(values)], index }]

/** Selects calls by the state in which they are shown: `shownOutcome` shows old calls that are being dialed as `toCheck`. */
const shownStates = (selected: CallFilter['states'], now: number): Condition[] => {
  const states = selectedStates(selected)
  const isToCheck = states.includes('toCheck')
  if (isToCheck === states.includes('dialing')) return inList('state', states, 'fields_by_state')
  return [
    {
      sql: `state IN (SELECT value FROM json_each(?)) AND (state <> 'dialing' OR prepared ${isToCheck ? '<' : '>='} ?)`,
      values: [JSON.stringify([...states, 'dialing']), now - longestDial],
      index: 'fields_by_state',
    },
  ]
}

const labelled = (kind: 'agent' | 'profile', values: readonly string[]): Condition[] =>
  values.length === 0
    ? []
    : [
        {
          sql: `${kind} IN (SELECT label FROM labels WHERE kind = '${kind}' AND value IN (SELECT value FROM json_each(?)))`,
          values: [JSON.stringify(values)],
          index: `fields_by_${kind}`,
        },
      ]

/** The index on the time at which calls were prepared. */
const dayIndex = 'fields_by_prepared'

const between = (from: string | null, until: string | null): Condition[] =>
  from === null && until === null
    ? []
    : [
        {
          sql: 'prepared >= ? AND prepared < ?',
          values: [from === null ? 0 : Date.parse(from), until === null ? Number.MAX_SAFE_INTEGER : Date.parse(until)],
          index: dayIndex,
        },
      ]

/** Calls without the value do not match, and are not in its index. */
const within = (column: 'duration' | 'credits', range: NumberRange | undefined): Condition[] =>
  range === undefined
    ? []
    : [
        {
          sql: `${column} >= ? AND ${column} <= ?`,
          values: [range.from ?? Number.MIN_SAFE_INTEGER, range.to ?? Number.MAX_SAFE_INTEGER],
          index: `fields_by_${column}`,
        },
      ]

/** Returns the conditions of a filter. */
const filterConditions = (filter: CallFilter): Condition[] => {
  const { states, agentUuids, profileIds, practice, from, until, duration, credits } = filter
  return [
    ...shownStates(states, Date.now()),
    ...labelled('agent', agentUuids),
    ...labelled('profile', profileIds),
    ...(practice === null ? [] : [{ sql: 'practice = ?', values: [practice ? 1 : 0], index: 'fields_by_practice' }]),
    ...between(from, until),
    ...within('duration', duration),
    ...within('credits', credits),
  ]
}

/**
 * Maximum number of index terms for a short word. There are more that start with the same character only if many
 * scripts are used.
 */
const maxTerms = 250

type ShortWord = {
  shareOf: ShareOf
  words: readonly Word[]
  where: readonly Condition[]
  /** The word to look up, which is shorter than a trigram. */
  word: Word
  byIndex: (expression: string) => FindEntries
  /** The number of calls whose text is read directly before the index is used. */
  chunkSize: number
}

const findNothing: FindEntries = (_before, floor) => ({ sequences: [], reached: floor })

/** Lists the trigrams in the index that start with one or two characters. */
const termsOf = (search: QueryCompiler, beginning: string): string[] =>
  search
    .prepare(`SELECT term FROM texts_terms WHERE term >= ? AND term < ? LIMIT ${maxTerms}`)
    .all(...termRange(beginning))
    .map((row) => String(row['term']))

/** Returns the index expression of a short word; null if it would have too many terms. */
const expressionOf = (search: QueryCompiler, word: Word, shareOf: ShareOf): string | null => {
  const long = word.filter((part) => isIndexed([part]))
  const terms = word.filter((part) => !long.includes(part)).flatMap((part) => termsOf(search, part))
  if (terms.length >= maxTerms) return null
  return [...terms.map(quoted), ...(long.length > 0 ? [matchExpression([long], shareOf)] : [])].join(' OR ')
}

/**
 * Finds a word of one or two characters, which usually occurs in the newest calls. If it does not, searches the index
 * for all trigrams that start with the word instead of reading every call's text.
 */
export const findShortWord = (
  search: QueryCompiler,
  { shareOf, words, where, word, byIndex, chunkSize }: ShortWord,
): FindEntries => {
  const fields = where.length === 0 ? '' : 'fields NOT INDEXED CROSS JOIN '
  const using = where.length === 0 ? '' : ' USING (sequence)'
  const byText = createEntryFinder(search, {
    from: `${fields}texts${using}`,
    where,
    words,
    order: 'texts.sequence',
    chunkSize: chunkSize,
  })

  const byTerms = (): FindEntries => {
    const expression = expressionOf(search, word, shareOf)
    if (expression === null) return byText
    return expression === '' ? findNothing : byIndex(expression)
  }

  let rest: FindEntries | null = null
  return (before, floor, limit) => {
    if (rest !== null) return rest(before, floor, limit)
    const found = byText(before, floor, limit)
    if (found.sequences.length < limit) rest = byTerms()
    return found
  }
}
