import type { PastedColumn } from '../../contract/pasted.ts'
import { type Countries, numberLikeness } from './cell-number.ts'
import { cellContent, columnContent } from './column-content.ts'
import { isNumberHeader, plainName } from './name-words.ts'
import type { Rows } from './split-rows.ts'

export type TableColumn = { index: number; header: string | null; content: PastedColumn['content']; cells: string[] }

/** A pasted table: its columns, and where the numbers are; null when no column holds any. */
export type Table = { hasHeader: boolean; columns: TableColumn[]; rows: Rows; numberAt: number | null }

/** So many rows tell what a column holds. */
const enoughRows = 50

/** A line of headers holds words only, no two the same, and rows with something else come after it. */
const isHeaderLine = (rows: Rows, names: readonly string[], countries: Countries): boolean => {
  const [first = [], ...rest] = rows
  const said = first.filter((cell) => cell !== '')
  if (rest.length === 0 || said.length === 0 || new Set(said).size < said.length) return false
  if (said.some((cell) => cellContent(cell, countries) !== 'text')) return false
  const known = new Set(names.map(plainName))
  return (
    said.some((cell) => isNumberHeader(cell) || known.has(plainName(cell))) ||
    rest.slice(0, enoughRows).some((row) => row.some((cell) => cellContent(cell, countries) === 'number'))
  )
}

/** How surely a column holds the numbers to call: what its cells look like counts three times what its header says. */
const numberScore = ({ header, content, cells }: TableColumn, countries: Countries): number => {
  const filled = cells.slice(0, enoughRows).filter((cell) => cell !== '')
  if (filled.length === 0 || ['date', 'time', 'amount', 'uuid', 'email'].includes(content)) return 0
  const likely = filled.reduce((sum, cell) => sum + numberLikeness(cell, countries), 0) / filled.length
  const isSaid = header !== null && isNumberHeader(header)
  // A header alone makes no number, and a bare row of digits without one may be an account's or an order's.
  return likely === 0 ? 0 : 3 * likely + (isSaid ? 1 : 0)
}

const least = 1.5

const findNumbers = (columns: readonly TableColumn[], countries: Countries): number | null => {
  const scores = columns.map((column) => numberScore(column, countries))
  const best = Math.max(...scores)
  return best < least ? null : scores.indexOf(best)
}

/** Finds out what the rows are: whether the first line names the columns, what each holds, and which holds the numbers. */
export const readTable = (all: Rows, names: readonly string[], countries: Countries): Table => {
  const hasHeader = isHeaderLine(all, names, countries)
  const rows = hasHeader ? all.slice(1) : all
  const columns = (all[0] ?? []).map((first, index): TableColumn => {
    const cells = rows.map((row) => row[index] ?? '')
    const content = columnContent(cells.slice(0, enoughRows), countries)
    return { index, header: hasHeader ? first : null, content, cells }
  })
  return { hasHeader, columns, rows, numberAt: findNumbers(columns, countries) }
}
