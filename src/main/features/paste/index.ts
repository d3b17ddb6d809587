import { createHash } from 'node:crypto'
import Papa from 'papaparse'
import { type Outcome, succeed } from '../../../contract/failure.ts'
import type { Operations } from '../../../contract/operations.ts'
import {
  type ColumnTarget,
  type FurtherRow,
  maxColumns,
  type Pasted,
  type PastedColumn,
  type PastedNumber,
  type PastedRow,
  type RememberedColumns,
  rememberedColumnsSchema,
} from '../../../contract/pasted.ts'
import { readPhoneNumber, suggestNumbers } from '../../lib/read-phone-number.ts'
import type { Storage } from '../../storage/storage.ts'
import type { SettingsStore } from '../settings/index.ts'
import {
  cellNumber,
  type Countries,
  isNumberCell,
  isNumberHeader,
  normalizeName,
  columnContent,
} from '../../lib/cells.ts'
import { mapColumns } from '../../lib/match-columns.ts'
import { findNumberColumn, isHeaderLine, sampledRows, type TableColumn } from '../../lib/columns.ts'

type PasteDeps = {
  storage: Pick<Storage, 'run'>
  settings: Pick<SettingsStore, 'known'>
  /** Countries that a number without a country code may belong to, the most likely first. */
  countriesFor: (callerId: string | null) => string[]
}

type PasteOperations = Pick<Operations, 'readPasted' | 'saveColumnMapping'>

/** Reads a pasted number, a sentence with a number, or rows of a spreadsheet. */
export const createPaste = ({ storage, settings, countriesFor }: PasteDeps): { operations: PasteOperations } => {
  const mappings = createMappingStore(storage)
  return {
    operations: {
      async readPasted({ text, names, agentUuid, callerId }) {
        const countries: Countries = { home: settings.known().homeCountry, offered: countriesFor(callerId) }
        const isNumber = (cell: string): boolean => isNumberCell(cell, countries)
        const rows = splitRows(text, { isNumber, isHeader: isNumberHeader })
        if (rows === null || (rows[0]?.length ?? 0) > maxColumns) return succeed(readSentence(text, countries))
        const table = readTable(rows, names ?? [], countries)
        const signature = signatureOf(table)
        const saved = agentUuid === null ? null : await mappings.load(agentUuid, signature, table.columns.length)
        const row = readFirstRow({ table, signature, names, saved, countries })
        // A table with neither numbers nor values for the agent is handled as plain text.
        const isEmpty = row.number.problem === 'empty' && Object.keys(row.context).length === 0
        return succeed(isEmpty ? readSentence(text, countries) : row)
      },
      async saveColumnMapping({ agentUuid, signature, targets }) {
        const saved = await mappings.save(agentUuid, signature, targets)
        return saved.ok ? succeed({}) : saved
      },
    },
  }
}

/** The maximum number of characters that are searched for numbers, from the start of the text. */
const maxSentenceLength = 4_000

const readSentence = (text: string, { home, offered }: Countries): Pasted => {
  const start = text.slice(0, maxSentenceLength)
  const read = readPhoneNumber(start, false, home)
  if (read.ok) return { kind: 'number', reading: read.value }
  const readings = suggestNumbers(start, offered)
  return readings.length === 0 ? { kind: 'nothing' } : { kind: 'offers', readings }
}

/**
 * Identifies a layout of columns by its headers or, without headers, by the number of columns and the position of the
 * numbers. SECURITY: a digest, because a row that was mistaken for a header may contain personal data. No values are
 * stored.
 */
const signatureOf = ({ hasHeader, columns, numberAt }: Table): string => {
  const layout = hasHeader ? columns.map(({ header }) => normalizeName(header ?? '')) : [columns.length, numberAt]
  return createHash('sha256').update(JSON.stringify(layout)).digest('base64url').slice(0, 22)
}

/** Maximum number of layouts stored per agent; the one saved longest ago is dropped first. */
const maxMappings = 20

/** Stores, per agent and layout, what each column is used for. */
const createMappingStore = (storage: Pick<Storage, 'run'>) => {
  const settingName = (agentUuid: string): string => `columns:${agentUuid}`

  const read = async (agentUuid: string): Promise<Outcome<RememberedColumns>> => {
    const text = await storage.run('readSetting', { name: settingName(agentUuid) })
    if (!text.ok) return text
    const stored: unknown = text.value === null ? [] : JSON.parse(text.value)
    // Ignores mappings that another version of the app stored in another format.
    return succeed(rememberedColumnsSchema.safeParse(stored).data ?? [])
  }

  return {
    /** Returns the saved targets; null if there are none for this number of columns or they cannot be read. */
    async load(agentUuid: string, signature: string, columns: number): Promise<ColumnTarget[] | null> {
      const stored = await read(agentUuid)
      const found = stored.ok ? stored.value.find((one) => one.signature === signature) : undefined
      return found?.targets.length === columns ? found.targets : null
    },
    async save(agentUuid: string, signature: string, targets: ColumnTarget[]): Promise<Outcome<null>> {
      const stored = await read(agentUuid)
      if (!stored.ok) return stored
      const others = stored.value.filter((one) => one.signature !== signature)
      const value = JSON.stringify([{ signature, targets }, ...others].slice(0, maxMappings))
      return storage.run('writeSetting', { name: settingName(agentUuid), value })
    },
  }
}

type RowInput = {
  table: Table
  signature: string
  /** The agent's variables; null when they are not known. */
  names: readonly string[] | null
  /** How the user mapped the columns of this layout before. */
  saved: readonly ColumnTarget[] | null
  countries: Countries
}

const maxFurtherRows = 1_000

/** Reads the first row of a pasted table for one call, and lists the rows after it. */
export const readFirstRow = ({ table, signature, names, saved, countries }: RowInput): PastedRow => {
  const mapped = mapColumns(table, names, saved)
  const columns = table.columns.flatMap(({ index, header, content, cells }) => {
    const mapping = mapped[index]
    return mapping === undefined ? [] : [{ header, value: cells[0] ?? '', content, ...mapping }]
  })
  const numberAt = mapped.findIndex(({ target }) => target.to === 'number')
  const numbers = table.rows.slice(0, maxFurtherRows + 1).map((row) => cellNumber(row[numberAt] ?? '', countries))
  const context = contextOf(columns)
  return {
    kind: 'row',
    hasHeader: table.hasHeader,
    signature,
    columns,
    number: numbers[0] ?? cellNumber('', countries),
    context,
    agentUuid: agentOf(columns),
    unfilled: (names ?? []).filter((name) => !Object.hasOwn(context, name)),
    rows: table.rows.length,
    further: markDuplicates(numbers).slice(1),
  }
}

/** SECURITY: values remain unchanged strings: `007` must not become 7, and 4.10 must not become 4.1. */
const contextOf = (columns: readonly PastedColumn[]): Record<string, string> =>
  Object.fromEntries(
    columns.flatMap(({ target, value }) => (target.to === 'context' && value !== '' ? [[target.name, value]] : [])),
  )

const agentOf = (columns: readonly PastedColumn[]): string | null => {
  const column = columns.find(({ target }) => target.to === 'agent')
  return column?.content === 'uuid' && column.value !== '' ? column.value.toLowerCase() : null
}

/** Marks each row whose number occurs in an earlier row with that row's position. */
const markDuplicates = (numbers: readonly PastedNumber[]): FurtherRow[] => {
  const first = new Map<string, number>()
  return numbers.map(({ text, reading }, at) => {
    const dial = reading?.dial ?? null
    const earlier = dial === null ? null : (first.get(dial) ?? null)
    if (dial !== null && earlier === null) first.set(dial, at + 1)
    return { row: at + 1, text, dial, display: reading?.display ?? null, sameAs: earlier }
  })
}

/** A pasted table. `numberAt` is the index of the column with the numbers, or null. */
type Table = { hasHeader: boolean; columns: TableColumn[]; rows: Rows; numberAt: number | null }

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
