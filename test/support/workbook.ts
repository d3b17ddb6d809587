import { crc32, deflateRawSync } from 'node:zlib'

/**
 * A file in an archive. `expanded` and `crc` replace the archive's size and checksum; `flags` are ZIP flags; `packed`
 * is already compressed content.
 */
export type ZipEntry = {
  name: string
  content: string | Buffer
  expanded?: number
  crc?: number
  flags?: number
  packed?: Buffer
}

const short = (value: number): Buffer => {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16LE(value)
  return bytes
}
const long = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

const fieldsOf = ({ content, expanded, crc, flags = 0 }: ZipEntry, packed: Buffer, name: Buffer): Buffer => {
  const bytes = Buffer.from(content)
  return Buffer.concat([
    short(20),
    short(flags),
    short(8),
    long(0),
    long(crc ?? crc32(bytes)),
    long(packed.length),
    long(expanded ?? bytes.length),
    short(name.length),
    short(0),
  ])
}

/** Returns a ZIP file, whose metadata may contradict its content. */
export const zipFile = (entries: readonly ZipEntry[]): Buffer => {
  const locals: Buffer[] = []
  const centrals: Buffer[] = []
  let at = 0
  for (const entry of entries) {
    const name = Buffer.from(entry.name)
    const packed = entry.packed ?? deflateRawSync(Buffer.from(entry.content))
    const fields = fieldsOf(entry, packed, name)
    const local = Buffer.concat([long(0x04034b50), fields, name, packed])
    centrals.push(Buffer.concat([long(0x02014b50), short(20), fields, Buffer.alloc(10), long(at), name]))
    locals.push(local)
    at += local.length
  }
  const central = Buffer.concat(centrals)
  const count = short(entries.length)
  const end = [long(0x06054b50), short(0), short(0), count, count, long(central.length), long(at), short(0)]
  return Buffer.concat([...locals, central, ...end])
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const columnName = (at: number): string =>
  (at >= 26 ? columnName(Math.floor(at / 26) - 1) : '') + String.fromCharCode(65 + (at % 26))

/** A cell: a string, or XML such as `<c r="A1"><v>1</v></c>` without its reference. */
export type WorkbookCell = string | { attributes: string; content: string }

const cellXml = (cell: WorkbookCell, reference: string): string =>
  typeof cell === 'string'
    ? `<c r="${reference}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`
    : `<c r="${reference}" ${cell.attributes}>${cell.content}</c>`

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packageNames = 'http://schemas.openxmlformats.org/package/2006'

export const sheetXml = (rows: readonly (readonly WorkbookCell[])[]): string => {
  const lines = rows.map((row, at) => {
    const cells = row.map((cell, column) => cellXml(cell, `${columnName(column)}${at + 1}`))
    return `<row r="${at + 1}">${cells.join('')}</row>`
  })
  return `${head}<worksheet xmlns="${main}"><sheetData>${lines.join('')}</sheetData></worksheet>`
}

const relationships = (targets: readonly (readonly [id: string, kind: string, target: string])[]): string =>
  `${head}<Relationships xmlns="${packageNames}/relationships">${targets
    .map(([id, kind, target]) => `<Relationship Id="${id}" Type="${office}/${kind}" Target="${target}"/>`)
    .join('')}</Relationships>`

export type WorkbookParts = {
  sheets: readonly { name: string; xml: string; state?: string }[]
  strings?: string
  styles?: string
  date1904?: boolean
}

/** Returns the files of a workbook. */
export const workbookEntries = ({ sheets, strings, styles, date1904 }: WorkbookParts): ZipEntry[] => {
  const listed = sheets.map(({ name, state }, at) => {
    const shown = state === undefined ? '' : ` state="${state}"`
    return `<sheet name="${escaped(name)}" sheetId="${at + 1}"${shown} r:id="rId${at + 1}"/>`
  })
  const shared: [string, string, string][] = [
    ...(strings === undefined ? [] : [['rIdS', 'sharedStrings', 'sharedStrings.xml'] as [string, string, string]]),
    ...(styles === undefined ? [] : [['rIdT', 'styles', 'styles.xml'] as [string, string, string]]),
  ]
  const parts = sheets.map((_, at): [string, string, string] => [
    `rId${at + 1}`,
    'worksheet',
    `worksheets/sheet${at + 1}.xml`,
  ])
  return [
    { name: '[Content_Types].xml', content: `${head}<Types xmlns="${packageNames}/content-types"/>` },
    { name: '_rels/.rels', content: relationships([['rId1', 'officeDocument', 'xl/workbook.xml']]) },
    {
      name: 'xl/workbook.xml',
      content: `${head}<workbook xmlns="${main}" xmlns:r="${office}"><workbookPr date1904="${date1904 === true ? 1 : 0}"/><sheets>${listed.join('')}</sheets></workbook>`,
    },
    { name: 'xl/_rels/workbook.xml.rels', content: relationships([...parts, ...shared]) },
    ...(strings === undefined ? [] : [{ name: 'xl/sharedStrings.xml', content: strings }]),
    ...(styles === undefined ? [] : [{ name: 'xl/styles.xml', content: styles }]),
    ...sheets.map(({ xml }, at) => ({ name: `xl/worksheets/sheet${at + 1}.xml`, content: xml })),
  ]
}

/** Returns a workbook with one sheet of these rows. */
export const workbookOf = (rows: readonly (readonly WorkbookCell[])[]): Buffer =>
  zipFile(workbookEntries({ sheets: [{ name: 'Calls', xml: sheetXml(rows) }] }))

export const stringsXml = (items: readonly string[]): string =>
  `${head}<sst xmlns="${main}">${items.map((item) => `<si>${item}</si>`).join('')}</sst>`

/** Returns styles with these number formats, in order. */
export const stylesXml = (formats: readonly (string | number)[]): string => {
  const own = formats.flatMap((format, at) =>
    typeof format === 'string' ? [`<numFmt numFmtId="${164 + at}" formatCode="${escaped(format)}"/>`] : [],
  )
  const uses = formats.map((format, at) => `<xf numFmtId="${typeof format === 'string' ? 164 + at : format}"/>`)
  return `${head}<styleSheet xmlns="${main}"><numFmts>${own.join('')}</numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>${uses.join('')}</cellXfs></styleSheet>`
}
