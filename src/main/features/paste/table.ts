import { columnContent, type Countries } from '../../lib/cells.ts'
import { findNumberColumn, isHeaderLine, sampledRows, type TableColumn } from '../../lib/columns.ts'
import Papa from 'papaparse'

/** A pasted table. `numberAt` is the index of the column with the numbers, or null. */
export type Table = { hasHeader: boolean; columns: TableColumn[]; rows: Rows; numberAt: number | null }

/** Detects the header row, the content of each column, and the column with the numbers. */
export const readTable = (all: Rows, names: readonly string[], countries: Countries): Table => {
  const hasHeader = isHeaderLine(all, names, countries)
  const rows = hasHeader ? all.slice(1) : all
  const columns = (all[0] ?? []).map((first, index): TableColumn => {
    const cells = rows.map((row) => row[index] ?? '')
    const content = columnContent(cells.slice(0, sampledRows), countries)
    return { index, header: hasHeader ? first : null, content, cells }
  })
  return { hasHeader, columns, rows, numberAt: findNumberColumn(columns, countries) }
}

/** Rows of trimmed cells, all of the same length. */
type Rows = string[][]

const parseCsv = (text: string, delimiter: string, quoteChar: string) =>
  Papa.parse<string[]>(text, { delimiter, quoteChar, skipEmptyLines: 'greedy' })

/**
 * A cell may contain an unpaired quote (5" pipe). Then quotes are ordinary characters, and NUL, which never occurs, is
 * the quote character.
 */
const parseRows = (text: string, delimiter: string): string[][] => {
  const parsed = parseCsv(text, delimiter, '"')
  const isOdd = parsed.errors.some(({ type }) => type === 'Quotes')
  return (isOdd ? parseCsv(text, delimiter, '\0') : parsed).data
}

const padRows = (rows: readonly string[][]): Rows => {
  const width = Math.max(...rows.map((row) => row.length))
  return rows.map((row) => Array.from({ length: width }, (_, index) => (row[index] ?? '').trim()))
}

const hasEvenRows = (rows: readonly string[][]): boolean =>
  rows.length > 0 && (rows[0]?.length ?? 0) > 1 && rows.every((row) => row.length === rows[0]?.length)

/**
 * Separators other than tabs. The one that yields the most cells, and the same number of cells in every line, is used.
 */
const separators = [';', '|', ',']

const bySeparator = (text: string): string[][] | null => {
  const even = separators.map((separator) => parseRows(text, separator)).filter(hasEvenRows)
  return even.toSorted((a, b) => (b[0]?.length ?? 0) - (a[0]?.length ?? 0))[0] ?? null
}

/** Number of lines examined to detect a list of numbers. */
const sampledLines = 50

type CellTests = { isNumber: (cell: string) => boolean; isHeader: (cell: string) => boolean }

/**
 * Splits text at tabs or, if there are none, at a separator that splits every line into the same number of cells.
 * Returns null if it is not a table. Because sentences contain commas, a single line without tabs is a row only if one
 * of its cells is a number. Lines without separators are a list if each is a number; the first may be a header.
 */
export const splitRows = (text: string, { isNumber, isHeader }: CellTests): Rows | null => {
  const whole = text
    .replaceAll('\0', '')
    .replace(/\r\n?/g, '\n')
    .replace(/^\n+|\n+$/g, '')
  if (whole.trim() === '') return null
  if (whole.includes('\t')) return padRows(parseRows(whole, '\t'))
  const rows = bySeparator(whole)
  if (rows !== null) return rows.length > 1 || padRows(rows)[0]?.some(isNumber) ? padRows(rows) : null
  const lines = padRows(
    whole
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => [line]),
  )
  const isList = lines.slice(0, sampledLines).every(([line = ''], at) => isNumber(line) || (at === 0 && isHeader(line)))
  return lines.length > 1 && isList ? lines : null
}
