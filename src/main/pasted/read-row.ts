import type { FurtherRow, PastedColumn, PastedNumber, PastedRow } from '../../contract/pasted.ts'
import { cellNumber, type Countries } from './cell-number.ts'
import { type Mapped, mapColumns } from './map-columns.ts'
import type { Table } from './read-table.ts'

const mostFurther = 1_000

const columnsOf = ({ columns }: Table, mapped: readonly Mapped[]): PastedColumn[] =>
  columns.flatMap(({ index, header, content, cells }) => {
    const where = mapped[index]
    return where === undefined ? [] : [{ header, value: cells[0] ?? '', content, ...where }]
  })

/** SECURITY: values stay texts, sign by sign: `007` is no 7, and 4.10 no 4.1. */
const contextOf = (columns: readonly PastedColumn[]): Record<string, string> =>
  Object.fromEntries(
    columns.flatMap(({ target, value }) => (target.to === 'context' && value !== '' ? [[target.name, value]] : [])),
  )

const agentOf = (columns: readonly PastedColumn[]): string | null => {
  const column = columns.find(({ target }) => target.to === 'agent')
  return column?.content === 'uuid' && column.value !== '' ? column.value.toLowerCase() : null
}

/** Rows with the same number are one person: each says which row had it first. */
const markSame = (numbers: readonly PastedNumber[]): FurtherRow[] => {
  const first = new Map<string, number>()
  return numbers.map(({ text, reading }, at) => {
    const dial = reading?.dial ?? null
    const earlier = dial === null ? null : (first.get(dial) ?? null)
    if (dial !== null && earlier === null) first.set(dial, at + 1)
    return { row: at + 1, text, dial, display: reading?.display ?? null, sameAs: earlier }
  })
}

export type ReadRowParts = {
  table: Table
  signature: string
  names: readonly string[] | null
  remembered: Parameters<typeof mapColumns>[2]
  countries: Countries
}

/** Makes the first row of a table into what a call needs, and tells what stands in the other rows. */
export const readRow = ({ table, signature, names, remembered, countries }: ReadRowParts): PastedRow => {
  const mapped = mapColumns(table, names, remembered)
  const columns = columnsOf(table, mapped)
  const numberAt = mapped.findIndex(({ target }) => target.to === 'number')
  const numbers = table.rows.slice(0, mostFurther + 1).map((row) => cellNumber(row[numberAt] ?? '', countries))
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
    further: markSame(numbers).slice(1),
  }
}
