import { TableError } from '../source.ts'
import { createXmlReader, type XmlHandlers } from './xml.ts'
import type { Archive } from './zip.ts'

export type SheetEntry = { name: string; file: string }
/** How a style shows a number: unchanged, as a date, or with a fixed number of digits and a prefix. */
export type NumberStyle = { kind: 'plain' } | { kind: 'date' } | { kind: 'digits'; digits: number; prefix: string }

export type Workbook = {
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
export const decodeEscapes = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    : text

/** Collects the text of a rich or plain string without its phonetic guides (`rPh`). */
export const createTextCollector = () => {
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
export const styleOf = (id: number, format: string | undefined): NumberStyle => {
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
export const readWorkbook = async (archive: Archive): Promise<Workbook> => {
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
