import { listLimits } from '../../../contract/list.ts'
import { TableError } from '../source.ts'
import { createXmlReader, type XmlHandlers } from './xml.ts'
import { type Archive, openArchive } from './zip.ts'

/** The row's number is the one that a spreadsheet program shows. */
export type WorkbookRow = { cells: string[]; row: number }

/**
 * Opens a workbook and returns its first visible sheet with text, with its rows in parts. Uses the values that the file
 * stores for formulas; numbers and dates become text.
 */
export const openWorkbook = async (
  bytes: Buffer,
): Promise<{ sheet: string; parts: AsyncGenerator<WorkbookRow[]> } | null> => {
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
  let rows: WorkbookRow[] = []
  let cells: string[] = []
  let row = 0
  let column = 0
  let seen = 0
  let cell: Cell | null = null
  let inValue = false

  const endRow = (): void => {
    if (cells.some((text) => text.trim() !== '')) rows.push({ cells: Array.from(cells, (text) => text ?? ''), row })
    cells = []
  }
  const endCell = (one: Cell): void => {
    const text = cellText(one, collector.take())
    if (text !== '') {
      if (column >= listLimits.columns) throw new TableError('listColumns', column + 1)
      cells[column] = text
    }
    column += 1
    cell = null
  }
  const reader = createXmlReader({
    open(name, attribute) {
      if (name === 'row') {
        column = 0
        // The numbers increase. Programs may leave them out.
        row = Math.max(row + 1, Number(attribute('r')) || 0)
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
  const take = (): WorkbookRow[] => {
    const taken = rows
    rows = []
    return taken
  }
  return { push: reader.push, end: reader.end, take }
}

async function* rowsOf(archive: Archive, workbook: Workbook, file: string): AsyncGenerator<WorkbookRow[]> {
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

type SheetEntry = { name: string; file: string }
/** How a style shows a number: unchanged, as a date, or with a fixed number of digits and a prefix. */
type NumberStyle = { kind: 'plain' } | { kind: 'date' } | { kind: 'digits'; digits: number; prefix: string }

type Workbook = {
  /** The visible sheets, in order. */
  sheets: SheetEntry[]
  /** True if dates are based on 1904 instead of 1900. */
  from1904: boolean
  strings: string[]
  styles: NumberStyle[]
}

const ignoreEvent = (): void => undefined
const ignoreAll: XmlHandlers = { open: ignoreEvent, close: ignoreEvent, text: ignoreEvent }

/** Reads one XML file of the archive. */
const readPart = async (archive: Archive, file: string, handlers: Partial<XmlHandlers>): Promise<void> => {
  const reader = createXmlReader({ ...ignoreAll, ...handlers })
  for await (const bytes of archive.expand(file)) reader.push(bytes)
  reader.end()
}

const folderOf = (file: string): string => file.slice(0, file.lastIndexOf('/') + 1)

/** Resolves the target of a relationship, which is relative to the folder of its source. */
const resolve = (folder: string, target: string): string => {
  const parts = target.startsWith('/') ? [] : folder.split('/').filter((part) => part !== '')
  for (const part of target.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return parts.join('/')
}

type Relation = { id: string; kind: string; file: string }

const readRelations = async (archive: Archive, source: string): Promise<Relation[]> => {
  const folder = folderOf(source)
  const file = `${folder}_rels/${source.slice(folder.length)}.rels`
  const relations: Relation[] = []
  if (!archive.has(file)) return relations
  await readPart(archive, file, {
    open(name, attribute) {
      if (name !== 'Relationship' || attribute('TargetMode') === 'External') return
      // Strict and transitional workbooks use different URLs whose last part is the same.
      const kind = (attribute('Type') ?? '').split('/').at(-1) ?? ''
      relations.push({ id: attribute('Id') ?? '', kind, file: resolve(folder, attribute('Target') ?? '') })
    },
  })
  return relations
}

const isTrue = (value: string | null): boolean => value === '1' || value === 'true'

const readSheets = async (archive: Archive, file: string, relations: readonly Relation[]) => {
  const sheets: SheetEntry[] = []
  let from1904 = false
  await readPart(archive, file, {
    open(name, attribute) {
      if (name === 'workbookPr') from1904 = isTrue(attribute('date1904'))
      if (name !== 'sheet' || (attribute('state') ?? 'visible') !== 'visible') return
      const relation = relations.find(({ id, kind }) => kind === 'worksheet' && id === attribute('id'))
      // Chart sheets have no cells.
      if (relation !== undefined) sheets.push({ name: attribute('name') ?? '', file: relation.file })
    },
  })
  return { sheets, from1904 }
}

/** Excel writes characters that XML forbids as `_x000D_`. */
const decodeEscapes = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    : text

/** Collects the text of a rich or plain string without its phonetic guides (`rPh`). */
const createTextCollector = () => {
  let parts = ''
  let isText = false
  let aids = 0
  return {
    open(name: string): void {
      if (name === 'rPh') aids += 1
      isText = name === 't' && aids === 0
    },
    close(name: string): void {
      if (name === 'rPh') aids -= 1
      isText = false
    },
    text(text: string): void {
      if (isText) parts += text
    },
    take(): string {
      const all = decodeEscapes(parts)
      parts = ''
      return all
    },
  }
}

const readStrings = async (archive: Archive, file: string): Promise<string[]> => {
  const strings: string[] = []
  const collector = createTextCollector()
  await readPart(archive, file, {
    open: (name) => collector.open(name),
    close(name) {
      collector.close(name)
      if (name === 'si') strings.push(collector.take())
    },
    text: (text) => collector.text(text),
  })
  return strings
}

/** The IDs of Excel's built-in number formats for dates and times. */
const dateFormats = new Set([14, 15, 16, 17, 18, 19, 20, 21, 22, 27, 28, 29, 30, 31, 36, 45, 46, 47, 50, 57])

const plainStyle: NumberStyle = { kind: 'plain' }

/**
 * Returns the style of a number format: a date, or a format such as `00000` or `+0`, which shows leading zeros and a
 * plus sign.
 */
const styleOf = (id: number, format: string | undefined): NumberStyle => {
  if (format === undefined) return dateFormats.has(id) ? { kind: 'date' } : plainStyle
  const digits = /^(?:"(\+)"|\\?(\+))?(#*)(0+)$/.exec(format)
  if (digits !== null) {
    const [, quoted = '', bare = '', , zeros = ''] = digits
    return { kind: 'digits', digits: zeros.length, prefix: quoted || bare }
  }
  // Remove quoted text, escaped characters, and colors and conditions in brackets.
  const letters = format.replaceAll(/"[^"]*"|\\.|\[[^\]]*\]|_.|\*./g, '').split(';')[0] ?? ''
  return /[dmyhs]/i.test(letters) && !/[0#?]/.test(letters.replaceAll(/[sS]\.0+/g, '')) ? { kind: 'date' } : plainStyle
}

const readStyles = async (archive: Archive, file: string): Promise<NumberStyle[]> => {
  const formats = new Map<number, string>()
  const styles: NumberStyle[] = []
  let inCells = false
  await readPart(archive, file, {
    open(name, attribute) {
      if (name === 'cellXfs') inCells = true
      if (name === 'numFmt') formats.set(Number(attribute('numFmtId')), attribute('formatCode') ?? '')
      if (name !== 'xf' || !inCells) return
      const id = Number(attribute('numFmtId') ?? 0)
      styles.push(styleOf(id, formats.get(id)))
    },
    close(name) {
      if (name === 'cellXfs') inCells = false
    },
  })
  return styles
}

/** Reads the parts that all sheets share. */
const readWorkbook = async (archive: Archive): Promise<Workbook> => {
  const root = await readRelations(archive, '')
  const file = root.find(({ kind }) => kind === 'officeDocument')?.file
  // Another kind of ZIP file, such as a text document or an OpenDocument spreadsheet.
  if (file === undefined || !archive.has(file) || !archive.has('[Content_Types].xml'))
    throw new TableError('listNotTable', 'archive')
  const relations = await readRelations(archive, file)
  const part = (kind: string): string | undefined => relations.find((relation) => relation.kind === kind)?.file
  const [strings, styles] = [part('sharedStrings'), part('styles')]
  const { sheets, from1904 } = await readSheets(archive, file, relations)
  return {
    sheets,
    from1904,
    strings: strings === undefined ? [] : await readStrings(archive, strings),
    styles: styles === undefined ? [] : await readStyles(archive, styles),
  }
}
