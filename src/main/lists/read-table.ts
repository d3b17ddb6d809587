import { invalid, type Outcome, succeed } from '../../contract/failure.ts'
import { listLimits } from '../../contract/list.ts'
import { containsKey, type KeyFingerprint } from '../log/key-fingerprint.ts'
import { openCsv } from './csv.ts'
import { fingerprintOf, formatOf, readSource, TableError, type TableBytes, type TableSource } from './source.ts'
import { openWorkbook } from './xlsx/workbook.ts'

/** What is known about a table before its rows are read. */
export type TableHeader = {
  fileName: string | null
  format: 'csv' | 'xlsx' | 'paste'
  encoding: string | null
  separator: string | null
  /** The sheet that is read: the first visible one that contains text. */
  sheet: string | null
  hasHeader: boolean
  /** One per column, distinct; empty for a column without a name. */
  headers: string[]
}

export type TableSummary = {
  rows: number
  /** The columns of the header, plus one for each column that occurs only in later rows of a workbook. */
  headers: string[]
  /** SHA-256 of the file or the pasted text, which identifies the table when it is opened again. */
  fingerprint: string
}

export type TableHandlers = {
  onHeader: (header: TableHeader) => void
  /** Invoked with at most 1,000 rows at a time, in order, with one trimmed string per column. */
  onRows: (rows: string[][]) => void
  /** Invoked while a file is being read, with the number of bytes so far. */
  onRead?: (bytes: number) => void
  /** The known keys. A table that contains one, or anything with the form of a key, is refused. */
  keys?: readonly KeyFingerprint[]
}

/** The number of rows per invocation of `onRows`, and in the first one, which is used to recognize the header. */
const chunkRows = 1_000
const firstRows = 200

/** A row of text has the number of its line, a row of a workbook that of its row. */
type RawRow = { cells: string[]; line?: number; row?: number }
type OpenedTable = Omit<TableHeader, 'fileName' | 'hasHeader' | 'headers'> & {
  records: AsyncIterable<RawRow[]> | Iterable<RawRow[]>
}

function* inChunks(records: Iterable<RawRow>): Generator<RawRow[]> {
  let chunk: RawRow[] = []
  for (const record of records) {
    chunk.push(record)
    if (chunk.length < firstRows) continue
    yield chunk
    chunk = []
  }
  yield chunk
}

const openText = ({ bytes, fileName }: TableBytes): OpenedTable => {
  const { encoding, separator, records } = openCsv(bytes)
  return {
    format: fileName === null ? 'paste' : 'csv',
    encoding: fileName === null ? null : encoding,
    separator,
    sheet: null,
    records: inChunks(records),
  }
}

const openZip = async ({ bytes }: TableBytes): Promise<OpenedTable> => {
  const opened = await openWorkbook(bytes)
  if (opened === null) throw new TableError('listEmpty')
  return { format: 'xlsx', encoding: null, separator: null, sheet: opened.sheet, records: opened.parts }
}

/**
 * Removes what spreadsheets add so that a cell is treated as text: `="0049…"`, and an apostrophe before a number or
 * formula.
 */
const cleanCell = (cell: string): string => {
  const text = cell.trim()
  if (text.startsWith("'") && /^'[\d+=@(-]/.test(text)) return text.slice(1).trim()
  return text.startsWith('="') && text.endsWith('"') && text.length > 2
    ? text.slice(2, -1).replaceAll('""', '"').trim()
    : text
}

const isFilled = (cell: string): boolean => cell !== ''

/** Returns whether a cell looks like a value: a number, date, amount or address. Column names have few digits. */
const isValue = (cell: string): boolean => {
  const digits = cell.replaceAll(/\D/g, '').length
  return digits >= 5 || (digits > 0 && !/\p{L}{2}/u.test(cell)) || /\S@\S|:\/\//.test(cell)
}

/** Returns whether the first row is a header: it contains only distinct names, and rows follow it. */
const isHeader = ([first = [], ...rest]: readonly string[][]): boolean => {
  const names = first.filter(isFilled)
  if (rest.length === 0 || names.length === 0 || names.some(isValue)) return false
  // In a table that contains no values, the first row is the header if no word in it is repeated.
  return rest.some((row) => row.some(isValue)) || new Set(names).size === names.length
}

/** Makes headers distinct: the second `Phone` becomes `Phone (2)`. */
const distinct = (headers: readonly string[]): string[] => {
  const used = new Set<string>()
  return headers.map((header) => {
    if (header === '') return ''
    let name = header
    for (let number = 2; used.has(name); number += 1) name = `${header} (${number})`
    used.add(name)
    return name
  })
}

const widthOf = (cells: readonly string[]): number => cells.findLastIndex(isFilled) + 1

/** Throws unless the rows are a table: there are several columns, or some cells are numbers or addresses. */
const assertTable = (width: number, hasHeader: boolean, rows: readonly string[][]): void => {
  const hasValue = rows.some((row) => row.some(isValue))
  // A single line that contains no value is a header.
  if (rows.length === 0 || (rows.length === 1 && !hasHeader && width > 1 && !hasValue))
    throw new TableError('listEmpty')
  if (width === 1 && !hasValue) throw new TableError('listNotTable', 'text')
}

/** Converts the records of a table into its header and rows. */
const createRows = (opened: OpenedTable, fileName: string | null, { onHeader, onRows, keys = [] }: TableHandlers) => {
  let headers: string[] | null = null
  let pending: RawRow[] = []
  let waiting: string[][] = []
  let rows = 0

  /** SECURITY: throws if a cell contains a key, before any of these rows is passed on. */
  const assertNoKey = (records: readonly RawRow[]): void => {
    // A key has no line break, so it is in one cell. Searching all cells at once is faster.
    if (!containsKey(records.map(({ cells }) => cells.join('\n')).join('\n'), keys)) return
    for (const { cells, line, row } of records) {
      const column = cells.findIndex((cell) => containsKey(cell, keys)) + 1
      if (column > 0)
        throw new TableError('listKey', line === undefined ? `row:${row}:${column}` : `line:${line}:${column}`)
    }
  }

  /** SECURITY: a row with more cells than columns is refused, because its values may belong to other columns. */
  const rowOf = ({ cells, line }: RawRow, names: string[]): string[] => {
    const width = widthOf(cells)
    if (width > listLimits.columns) throw new TableError('listColumns', width)
    if (width > names.length) {
      if (line !== undefined) throw new TableError('listRowWide', `${line}:${width}:${names.length}`)
      names.push(...Array.from({ length: width - names.length }, () => ''))
    }
    return Array.from({ length: names.length }, (_, at) => cells[at] ?? '')
  }

  const flush = (): void => {
    if (waiting.length > 0) onRows(waiting)
    waiting = []
  }

  const addRows = (records: readonly RawRow[], names: string[]): void => {
    for (const record of records) {
      waiting.push(rowOf(record, names))
      rows += 1
      if (rows > listLimits.rows) throw new TableError('listRows')
      if (waiting.length >= chunkRows) flush()
    }
  }

  const start = (): string[] => {
    const first = pending.map(({ cells }) => cells.slice(0, widthOf(cells)))
    const hasHeader = isHeader(first)
    const body = hasHeader ? first.slice(1) : first
    // Without a header, the width of every sampled row is considered.
    const width = hasHeader ? Math.max(1, first[0]?.length ?? 0) : Math.max(1, ...first.map(({ length }) => length))
    if (width > listLimits.columns) throw new TableError('listColumns', width)
    assertTable(opened.format === 'xlsx' ? Infinity : width, hasHeader, body)
    const names = distinct(Array.from({ length: width }, (_, at) => (hasHeader ? (first[0]?.[at] ?? '') : '')))
    const { format, encoding, separator, sheet } = opened
    onHeader({ fileName, format, encoding, separator, sheet, hasHeader, headers: [...names] })
    addRows(hasHeader ? pending.slice(1) : pending, names)
    flush()
    pending = []
    return names
  }

  return {
    add(records: readonly RawRow[]): void {
      const filled = records
        .map(({ cells, ...at }) => ({ cells: cells.map(cleanCell), ...at }))
        .filter(({ cells }) => cells.some(isFilled))
      assertNoKey(filled)
      if (headers !== null) return addRows(filled, headers)
      pending.push(...filled)
      if (pending.length > firstRows) headers = start()
    },
    end(): { rows: number; headers: string[] } {
      headers ??= start()
      flush()
      return { rows, headers }
    },
  }
}

/**
 * Reads a table from CSV, TSV, text with semicolons, a workbook or pasted text. The rows are complete only if it
 * succeeds; after a failure, the caller must remove any rows that it stored. Rethrows errors from `handlers`.
 */
export const readTable = async (source: TableSource, handlers: TableHandlers): Promise<Outcome<TableSummary>> => {
  try {
    const read = readSource(source, handlers.onRead)
    const opened = formatOf(read.bytes) === 'zip' ? await openZip(read) : openText(read)
    if (containsKey(`${read.fileName ?? ''}\n${opened.sheet ?? ''}`, handlers.keys ?? []))
      throw new TableError('listKey')
    const rows = createRows(opened, read.fileName, handlers)
    for await (const records of opened.records) rows.add(records)
    return succeed({ ...rows.end(), fingerprint: fingerprintOf(read.bytes) })
  } catch (error) {
    if (!(error instanceof TableError)) throw error
    return error.words === '' ? invalid([source.kind], error.code) : invalid([source.kind], error.code, error.words)
  }
}
