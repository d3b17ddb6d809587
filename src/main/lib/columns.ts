import type { PastedColumn } from '../../contract/pasted.ts'
import { cellContent, type Countries, isNumberHeader, normalizeName, numberProbability } from './cells.ts'

/** A column of a table and its index. `header` is null in a table without a header row. */
export type TableColumn = { index: number; header: string | null; content: PastedColumn['content']; cells: string[] }

/** Number of rows examined to classify a column. */
export const sampledRows = 50

/** Returns whether the first row is a header: it contains only distinct words, and other content follows. */
export const isHeaderLine = (rows: readonly string[][], names: readonly string[], countries: Countries): boolean => {
  const [first = [], ...rest] = rows
  const filled = first.filter((cell) => cell !== '')
  if (rest.length === 0 || filled.length === 0 || new Set(filled).size < filled.length) return false
  if (filled.some((cell) => cellContent(cell, countries) !== 'text')) return false
  const known = new Set(names.map(normalizeName))
  return (
    filled.some((cell) => isNumberHeader(cell) || known.has(normalizeName(cell))) ||
    rest.slice(0, sampledRows).some((row) => row.some((cell) => cellContent(cell, countries) === 'number'))
  )
}

/**
 * Scores how likely a column is to be the one with the numbers. Its cells are weighted three times as much as its
 * header.
 */
const numberScore = ({ header, content, cells }: TableColumn, countries: Countries): number => {
  const filled = cells.slice(0, sampledRows).filter((cell) => cell !== '')
  if (filled.length === 0 || ['date', 'time', 'amount', 'uuid', 'email'].includes(content)) return 0
  const likely = filled.reduce((sum, cell) => sum + numberProbability(cell, countries), 0) / filled.length
  const hasNumberHeader = header !== null && isNumberHeader(header)
  // Digits without a header may be account or order numbers.
  return likely === 0 ? 0 : 3 * likely + (hasNumberHeader ? 1 : 0)
}

const minNumberScore = 1.5

/** Returns the index of the column with the phone numbers; null if no column is likely to have them. */
export const findNumberColumn = (columns: readonly TableColumn[], countries: Countries): number | null => {
  const scores = columns.map((column) => numberScore(column, countries))
  const best = Math.max(...scores)
  return best < minNumberScore ? null : scores.indexOf(best)
}
