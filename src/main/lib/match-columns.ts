import { reservedContextNames } from '../../contract/initial-context.ts'
import type { ColumnTarget, PastedColumn } from '../../contract/pasted.ts'
import { isAgentHeader, meaningOf, normalizeName, wordsOf } from './cells.ts'
import type { TableColumn } from './columns.ts'

/** The target of a column and the reason, or why it is dropped. */
type ColumnMapping = Pick<PastedColumn, 'target' | 'by' | 'dropped'>

const mapTo = (target: ColumnTarget, by: ColumnMapping['by']): ColumnMapping => ({ target, by, dropped: null })
const dropColumn = (dropped: ColumnMapping['dropped']): ColumnMapping => ({
  target: { to: 'nowhere' },
  by: null,
  dropped,
})

const asRemembered = (target: ColumnTarget): ColumnMapping =>
  target.to === 'nowhere' ? dropColumn('remembered') : mapTo(target, 'remembered')

/** Returns the agent column: it contains Agent UUIDs, and either has a matching header or is the only such column. */
const agentColumn = (columns: readonly TableColumn[]): number | null => {
  const uuids = columns.filter(({ content }) => content === 'uuid')
  const candidates = uuids.filter(({ header }) => header !== null && isAgentHeader(header))
  const [only, another] = candidates.length > 0 ? candidates : uuids.filter(({ header }) => header === null)
  return only !== undefined && another === undefined ? only.index : null
}

/** Converts a header to a context name for an agent with unknown variables: `Customer name` becomes `customer_name`. */
const ownName = (header: string): string => (/^[A-Za-z_][\w.]*$/.test(header) ? header : wordsOf(header).join('_'))

const mapToOwnName = ({ header, content }: TableColumn, usedNames: Set<string>): ColumnMapping => {
  const name = ownName(header ?? '')
  if (content === 'empty') return dropColumn('empty')
  if (name === '') return dropColumn('unknownNames')
  if (reservedContextNames.has(name)) return dropColumn('reserved')
  if (usedNames.has(name)) return dropColumn('taken')
  usedNames.add(name)
  return mapTo({ to: 'context', name }, 'headerItself')
}

const isHeaded = (column: TableColumn): column is TableColumn & HeadedColumn => Boolean(column.header)

const dropUnmatched = (
  { header, content }: TableColumn,
  names: readonly string[],
  usedNames: Set<string>,
): ColumnMapping => {
  if (content === 'empty') return dropColumn('empty')
  if (header && reservedContextNames.has(header)) return dropColumn('reserved')
  if (header && [...usedNames].some((name) => normalizeName(name) === normalizeName(header))) return dropColumn('taken')
  const isNear = names.some((name) => !usedNames.has(name) && header && wordSimilarity(header, name) > 0)
  return dropColumn(isNear || (!header && names.some((name) => !usedNames.has(name))) ? 'unclear' : 'noName')
}

const mapToNames = (columns: readonly TableColumn[], names: readonly string[]): Map<number, ColumnMapping> => {
  const filled = columns.filter(({ content }) => content !== 'empty')
  const byHeader = matchHeaders(columns.filter(isHeaded), names)
  const usedNames = new Set([...byHeader.values()].map(({ name }) => name))
  const byContent = matchContents(
    filled.filter(({ index }) => !byHeader.has(index)),
    names.filter((name) => !usedNames.has(name)),
  )
  for (const name of byContent.values()) usedNames.add(name)
  const mapOne = (column: TableColumn): ColumnMapping => {
    const match = byHeader.get(column.index)
    if (match !== undefined) return mapTo({ to: 'context', name: match.name }, match.by)
    const name = byContent.get(column.index)
    return name === undefined ? dropUnmatched(column, names, usedNames) : mapTo({ to: 'context', name }, 'content')
  }
  return new Map(columns.map((column) => [column.index, mapOne(column)]))
}

/**
 * Returns the target of each column: the saved one or, if there is none, one chosen by its header or else by its
 * content. `names` are the agent's variables; null if unknown, in which case headers become names. Ambiguous columns
 * are dropped.
 */
export const mapColumns = (
  { columns, numberAt }: { columns: readonly TableColumn[]; numberAt: number | null },
  names: readonly string[] | null,
  remembered: readonly ColumnTarget[] | null,
): ColumnMapping[] => {
  if (remembered !== null) return remembered.map(asRemembered)
  const agentAt = agentColumn(columns)
  const others = columns.filter(({ index }) => index !== numberAt && index !== agentAt)
  const usedNames = new Set<string>()
  const mapped =
    names === null
      ? new Map(others.map((column) => [column.index, mapToOwnName(column, usedNames)]))
      : mapToNames(others, names)
  return columns.map(({ index, header }) => {
    const reason = header === null ? 'content' : 'header'
    if (index === numberAt) return mapTo({ to: 'number' }, reason)
    if (index === agentAt) return mapTo({ to: 'agent' }, reason)
    return mapped.get(index) ?? dropColumn('noName')
  })
}

type Content = PastedColumn['content']

type HeadedColumn = { index: number; header: string; content: Content }

type Match = { name: string; by: 'header' | 'spelling' | 'similar' }

/** Words that the comparison ignores. */
const stopWords = new Set(['the', 'of', 'a', 'an', 'to', 'for', 'your', 'our', 'usd', 'eur', 'gbp', 'in', 'and'])

const meaningful = (name: string): string[] => wordsOf(name).filter((word) => !stopWords.has(word))

/** Returns the proportion of words that two names share, from 0 to 1. */
const wordSimilarity = (one: string, other: string): number => {
  const [first, second] = [meaningful(one), meaningful(other)]
  const shared = first.filter((word) => second.includes(word)).length
  return shared === 0 ? 0 : shared / new Set([...first, ...second]).size
}

/** Returns whether a column's content is compatible with the meaning of a name. */
const isCompatible = (name: string, content: Content): boolean => {
  const meaning = meaningOf(name)
  if (meaning === null || content === 'empty' || content === 'mixed' || content === meaning) return true
  if (meaning === 'amount') return content === 'integer'
  if (meaning === 'integer') return content === 'text' || content === 'number'
  // A date may be a word such as "friday".
  return content === 'text'
}

type Pair = { column: HeadedColumn; name: string }

/** Keeps pairs whose column and name occur in no other pair. */
const unambiguousPairs = (pairs: readonly Pair[]): Pair[] =>
  pairs.filter(
    ({ column, name }) =>
      pairs.filter((pair) => pair.column === column).length === 1 &&
      pairs.filter((pair) => pair.name === name).length === 1,
  )

const pairsWhere = (
  columns: readonly HeadedColumn[],
  names: readonly string[],
  fits: (column: HeadedColumn, name: string) => boolean,
): Pair[] => columns.flatMap((column) => names.filter((name) => fits(column, name)).map((name) => ({ column, name })))

/** Pairs each column with its most similar names, unless another column is more similar to them. */
const mostSimilarPairs = (columns: readonly HeadedColumn[], names: readonly string[]): Pair[] => {
  const score = (column: HeadedColumn, name: string): number =>
    isCompatible(name, column.content) ? wordSimilarity(column.header, name) : 0
  const best = (scores: readonly number[]): number => Math.max(0, ...scores)
  return pairsWhere(columns, names, (column, name) => {
    const own = score(column, name)
    return (
      own > 0 &&
      own === best(names.map((other) => score(column, other))) &&
      own === best(columns.map((other) => score(other, name)))
    )
  })
}

/** Variables for the name of the person called, without separators. A column `Name` fills them. */
const personNames = new Set(
  `customername clientname contactname recipientname personname leadname patientname membername guestname fullname`.split(
    ' ',
  ),
)

const isPersonName = ({ header, content }: HeadedColumn, name: string): boolean =>
  ['name', 'fullname'].includes(normalizeName(header)) &&
  personNames.has(normalizeName(name)) &&
  isCompatible(name, content)

/**
 * Matches columns to names by their headers: first identical ones, then those that differ only in notation, then the
 * name of the person called, then those that share words. Ambiguous columns are not matched.
 */
const matchHeaders = (columns: readonly HeadedColumn[], names: readonly string[]): Map<number, Match> => {
  const matches = new Map<number, Match>()
  const usedNames = new Set<string>()
  const steps: [Match['by'], (columns: readonly HeadedColumn[], names: readonly string[]) => Pair[]][] = [
    ['header', (left, free) => pairsWhere(left, free, ({ header }, name) => header === name)],
    [
      'spelling',
      (left, free) => pairsWhere(left, free, ({ header }, name) => normalizeName(header) === normalizeName(name)),
    ],
    ['similar', (left, free) => pairsWhere(left, free, isPersonName)],
    ['similar', mostSimilarPairs],
  ]
  for (const [by, find] of steps) {
    const left = columns.filter(({ index }) => !matches.has(index))
    const free = names.filter((name) => !usedNames.has(name))
    for (const { column, name } of unambiguousPairs(find(left, free))) {
      matches.set(column.index, { name, by })
      usedNames.add(name)
    }
  }
  return matches
}

type ContentColumn = { index: number; header: string | null; content: Content }

/** Returns whether a column can be matched by content. A text column with a header may contain anything. */
const canMatch = ({ header, content }: ContentColumn): boolean => content !== 'text' || header === null

/**
 * Returns whether a header rules the content out: the integers in "Account no" could also be amounts without decimals.
 */
const hasOtherMeaning = ({ header, content }: ContentColumn, wanted: Content): boolean =>
  header !== null && content !== wanted && meaningOf(header) === content

const matchOrder: readonly Content[] = ['email', 'link', 'date', 'time', 'amount', 'integer', 'text']

/**
 * Matches columns to names by content: for example, the only column of amounts to the only name that means an amount.
 * Ambiguous ones are not matched. An amount without decimals looks like an integer, so integers may match amounts.
 */
const matchContents = (columns: readonly ContentColumn[], names: readonly string[]): Map<number, string> => {
  const matches = new Map<number, string>()
  const left = (content: Content) => columns.filter((one) => one.content === content && !matches.has(one.index))
  const free = (content: Content) =>
    names.filter((name) => meaningOf(name) === content && ![...matches.values()].includes(name))
  const pair = (held: Content, wanted: Content) => {
    const could = left(held).filter(canMatch)
    const candidates = could.filter(({ header }) => header !== null && meaningOf(header) === wanted)
    const [column, another] = candidates.length === 1 ? candidates : could
    const [name, second] = free(wanted)
    if (column === undefined || name === undefined || another !== undefined || second !== undefined) return
    if (!hasOtherMeaning(column, wanted)) matches.set(column.index, name)
  }
  for (const content of matchOrder) pair(content, content)
  pair('integer', 'amount')
  return matches
}
