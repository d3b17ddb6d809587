import { listLimits } from '../../../contract/list.ts'
import { TableError } from '../source.ts'
import { createTextCollector, decodeEscapes, type NumberStyle, readWorkbook, type Workbook } from './workbook.ts'
import { createXmlReader } from './xml.ts'
import { type Archive, openArchive } from './zip.ts'

/** Maximum number of rows of a sheet in Excel. */
const maxSheetRows = 1_048_576

const damaged = (): TableError => new TableError('listDamaged')

/** Returns the column of a cell reference such as `AB12`, 0-based. */
const columnOf = (reference: string): number => {
  let column = 0
  let at = 0
  for (; at < reference.length; at += 1) {
    const letter = reference.charCodeAt(at) - 64
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
    if (column > 16_384) throw new TableError('listColumns', column)
  }
  if (at === 0) throw damaged()
  return column - 1
}

const dayMs = 86_400_000

/** Returns the date and time of a day number, as `2026-11-28`, `2026-11-28 14:30`, `14:30` or `14:30:15`. */
const dateText = (days: number, from1904: boolean): string | null => {
  // Excel counts February 29, 1900, a date that did not exist.
  const first = from1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30)
  const at = new Date(first + Math.round(days * 86_400) * 1000)
  if (days < 0 || Number.isNaN(at.getTime()) || at.getUTCFullYear() > 9999) return null
  const iso = at.toISOString()
  const time = iso.slice(11, at.getUTCSeconds() === 0 ? 16 : 19)
  if (days < 1) return time
  return at.getTime() % dayMs === 0 ? iso.slice(0, 10) : `${iso.slice(0, 10)} ${time}`
}

const digitsText = (number: number, { digits, prefix }: { digits: number; prefix: string }): string =>
  Number.isInteger(number) && number >= 0 ? prefix + String(number).padStart(digits, '0') : String(number)

/** Returns a number as text, with the 15 digits that Excel keeps. */
const numberText = (value: string, style: NumberStyle, from1904: boolean): string => {
  const number = Number(value)
  if (value.trim() === '' || !Number.isFinite(number)) throw damaged()
  if (style.kind === 'date') return dateText(number, from1904) ?? value
  const shown = Number(number.toPrecision(15))
  return style.kind === 'digits' ? digitsText(shown, style) : String(shown)
}

type Cell = { type: string; style: number; value: string }

const createCellText =
  ({ strings, styles, from1904 }: Workbook) =>
  ({ type, style, value }: Cell, inline: string): string => {
    if (type === 'inlineStr') return inline
    if (type === 'str') return decodeEscapes(value)
    if (value === '') return ''
    if (type === 's') {
      const text = strings[Number(value)]
      if (text === undefined) throw damaged()
      return text
    }
    if (type === 'b') return value === '1' ? 'TRUE' : 'FALSE'
    // An error such as #N/A is not a value.
    if (type === 'e') return ''
    if (type === 'd') return value
    return numberText(value, styles[style] ?? { kind: 'plain' }, from1904)
  }

/** Reads the rows of a sheet as they arrive; rows without text are omitted. */
const createRowReader = (workbook: Workbook) => {
  const cellText = createCellText(workbook)
  const collector = createTextCollector()
  let rows: string[][] = []
  let row: string[] = []
  let column = 0
  let seen = 0
  let cell: Cell | null = null
  let inValue = false

  const endRow = (): void => {
    if (row.some((text) => text.trim() !== '')) rows.push(Array.from(row, (text) => text ?? ''))
    row = []
  }
  const endCell = (one: Cell): void => {
    const text = cellText(one, collector.take())
    if (text !== '') {
      if (column >= listLimits.columns) throw new TableError('listColumns', column + 1)
      row[column] = text
    }
    column += 1
    cell = null
  }
  const reader = createXmlReader({
    open(name, attribute) {
      if (name === 'row') {
        column = 0
        seen += 1
        if (seen > maxSheetRows) throw new TableError('listRows')
      } else if (name === 'c') {
        const reference = attribute('r')
        column = reference === null ? column : columnOf(reference)
        cell = { type: attribute('t') ?? '', style: Number(attribute('s') ?? 0), value: '' }
      } else if (cell !== null) {
        inValue = name === 'v'
        collector.open(name)
      }
    },
    close(name) {
      if (name === 'row') endRow()
      else if (name === 'c' && cell !== null) endCell(cell)
      else if (cell !== null) {
        inValue = false
        collector.close(name)
      }
    },
    text(text) {
      if (cell === null) return
      if (inValue) cell.value += text
      else collector.text(text)
    },
  })
  const take = (): string[][] => {
    const taken = rows
    rows = []
    return taken
  }
  return { push: reader.push, end: reader.end, take }
}

async function* rowsOf(archive: Archive, workbook: Workbook, file: string): AsyncGenerator<string[][]> {
  const reader = createRowReader(workbook)
  for await (const bytes of archive.expand(file)) {
    reader.push(bytes)
    const rows = reader.take()
    if (rows.length > 0) yield rows
  }
  reader.end()
  const rows = reader.take()
  if (rows.length > 0) yield rows
}

/**
 * Opens a workbook and returns its first visible sheet with text, with its rows in parts. Uses the values that the file
 * stores for formulas; numbers and dates become text.
 */
export const openWorkbook = async (
  bytes: Buffer,
): Promise<{ sheet: string; parts: AsyncGenerator<string[][]> } | null> => {
  const archive = openArchive(bytes)
  const workbook = await readWorkbook(archive)
  for (const { name, file } of workbook.sheets) {
    const rows = rowsOf(archive, workbook, file)
    const first = await rows.next()
    if (first.done === true) continue
    const parts = async function* () {
      yield first.value
      yield* rows
    }
    return { sheet: name, parts: parts() }
  }
  return null
}
