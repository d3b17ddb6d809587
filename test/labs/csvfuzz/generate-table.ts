import type { Draw } from '../fuzz/generate-answer.ts'
import { sheetXml, stringsXml, workbookEntries, type ZipEntry } from '../../support/workbook.ts'

/** A table with its header line; every row has a phone number and as many cells as the header. */
export type Table = { header: string[]; rows: string[][] }

/**
 * The allowed results of reading a file. `same`: exactly the table. `sameOrRefused`: that, or a refusal. `kept`: a
 * refusal, or rows with every character of the file. `refused`: a refusal. `counted`: a refusal, or as many rows as
 * reported.
 */
export type ExpectedResult = 'same' | 'sameOrRefused' | 'kept' | 'refused' | 'counted'
export type MadeFile = { kind: string; bytes: Buffer; expected: ExpectedResult; table: Table | null }

const words = ['Name', 'Phone', 'Amount', 'City', 'Straße', 'Note', 'Kunde', 'Größe', 'Plan', 'Owner']

const texts: readonly [string, ...string[]] = [
  'Jane Doe',
  'Müller',
  'a,b;c|d',
  'tab\there',
  'He said "no"',
  '"quoted"',
  'two\nlines',
  'Zoë–Ñandú',
  '12,50',
  '007',
  '',
  'x',
  '5" pipe',
  "O'Hara",
  '2026-11-28',
  '=1+1',
  'long '.repeat(40).trim(),
]
/** Strings that Windows-1252 cannot represent. */
const wideTexts: readonly [string, ...string[]] = ['Łódź', '東京', '😀 ok', 'Ωmega', 'שלום']

export const createTable = (draw: Draw): Table => {
  const width = 2 + draw.below(5)
  const numberAt = draw.below(width)
  const first = draw.below(words.length)
  const header = Array.from({ length: width }, (_, at) => words[(first + at) % words.length] ?? 'Name')
  const isWide = draw.chance(0.5)
  const cell = (): string => draw.pick(isWide && draw.chance(0.2) ? wideTexts : texts)
  const rows = Array.from({ length: 1 + draw.below(draw.chance(0.01) ? 1_500 : 30) }, (_, row) =>
    Array.from({ length: width }, (__, at) => (at === numberAt ? `+1415${5_550_000 + row}` : cell())),
  )
  return { header, rows }
}

export type Encoding = 'utf8' | 'bom' | 'utf16le' | 'utf16be' | 'windows-1252'

const windowsCharacters: Record<string, number> = { '–': 0x96, '€': 0x80, '“': 0x93, '”': 0x94 }
const windowsByte = (one: string): number => windowsCharacters[one] ?? one.charCodeAt(0)
const isWindows = (text: string): boolean => Array.from(text).every((one) => windowsByte(one) < 256)

export const encode = (text: string, encoding: Encoding): Buffer => {
  switch (encoding) {
    case 'utf8':
      return Buffer.from(text)
    case 'bom':
      return Buffer.from(`\ufeff${text}`)
    case 'utf16le':
      return Buffer.from(`\ufeff${text}`, 'utf16le')
    case 'utf16be':
      return Buffer.from(`\ufeff${text}`, 'utf16le').swap16()
    case 'windows-1252':
      return Buffer.from(Array.from(text, windowsByte))
  }
}

const quoted = (cell: string, always: boolean): string =>
  always || /[\t;,|"\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell

/** Writes a table as a spreadsheet would, with any separator, line break and encoding. */
export const writeText = ({ header, rows }: Table, draw: Draw): { bytes: Buffer; encoding: Encoding } => {
  const separator = draw.pick([',', ';', '\t', '|'])
  const lineBreak = draw.pick(['\n', '\r\n', '\r'])
  const always = draw.chance(0.2)
  const lines = [header, ...rows].map((row) => row.map((cell) => quoted(cell, always)).join(separator))
  const text = lines.join(lineBreak) + (draw.chance(0.5) ? lineBreak : '')
  const encoding = draw.pick<Encoding>(['utf8', 'utf8', 'bom', 'utf16le', 'utf16be', 'windows-1252'])
  const usable = encoding === 'windows-1252' && !isWindows(text) ? 'utf8' : encoding
  return { bytes: encode(text, usable), encoding: usable }
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** Writes a table as a workbook, with its strings in the cells or in the shared strings. */
export const writeWorkbook = ({ header, rows }: Table, draw: Draw): ZipEntry[] => {
  const lines = [header, ...rows]
  if (draw.chance(0.5)) return workbookEntries({ sheets: [{ name: 'Calls', xml: sheetXml(lines) }] })
  const shared = [...new Set(lines.flat())]
  const xml = sheetXml(
    lines.map((line) => line.map((cell) => ({ attributes: 't="s"', content: `<v>${shared.indexOf(cell)}</v>` }))),
  )
  const strings = stringsXml(shared.map((text) => `<t xml:space="preserve">${escaped(text)}</t>`))
  return workbookEntries({ sheets: [{ name: 'Calls', xml }], strings })
}
