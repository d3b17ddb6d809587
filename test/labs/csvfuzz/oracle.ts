import type { Outcome } from '../../../src/contract/failure.ts'
import type { readTable as readTableType, TableHeader, TableSummary } from '../../../src/main/lists/read-table.ts'
import type { MadeFile } from './generate-table.ts'

export type ReadTable = typeof readTableType
export type Reading = { outcome: Outcome<TableSummary>; heads: TableHeader[]; rows: string[][] }

/** Reads a file with any reader; an error that the reader throws is a crash. */
export const readWith = async (readTable: ReadTable, path: string): Promise<Reading> => {
  const heads: TableHeader[] = []
  const rows: string[][] = []
  const outcome = await readTable(
    { kind: 'file', path },
    { onHeader: (head) => void heads.push(head), onRows: (some) => void rows.push(...some) },
  )
  return { outcome, heads, rows }
}

/** Characters that a reader may remove: separators, quotation marks, spaces, and prefixes that prevent formulas. */
const removable = /[\s;,|"'=\u001f]/g
const contentOf = (text: string): string => text.replaceAll(removable, '')

/** The characters of Windows-1252 from 0x80, as listed by the Unicode Consortium; `?` for undefined ones. */
const windows1252 = Array.from('€?‚ƒ„…†‡ˆ‰Š‹Œ?Ž??‘’“”•–—˜™š›œ?žŸ')

const decoders: Record<string, (bytes: Buffer) => string> = {
  'UTF-8': (bytes) => new TextDecoder('utf-8', { fatal: true }).decode(bytes),
  'UTF-8 with BOM': (bytes) => new TextDecoder('utf-8', { fatal: true }).decode(bytes),
  'UTF-16 LE': (bytes) => bytes.toString('utf16le'),
  'UTF-16 BE': (bytes) => Buffer.from(bytes).swap16().toString('utf16le'),
  'Windows-1252': (bytes) =>
    Array.from(bytes, (byte) =>
      byte >= 0x80 && byte < 0xa0 ? windows1252[byte - 0x80] : String.fromCharCode(byte),
    ).join(''),
}

/** Returns the headers without the number that makes a repeated header unique. */
const plainHeaders = ({ headers }: TableHeader): string[] => {
  const seen = new Set<string>()
  return headers.map((header) => {
    const plain = header.replace(/ \(\d+\)$/, '')
    seen.add(header)
    return plain !== header && seen.has(plain) ? plain : header
  })
}

const isKept = ({ bytes }: MadeFile, { heads, rows }: Reading): boolean => {
  const [head] = heads
  if (head === undefined) return false
  // A random file that happens to be a workbook is not compared.
  if (head.encoding === null) return head.format === 'xlsx'
  const text = decoders[head.encoding]?.(bytes) ?? ''
  const source = text.replace(/^\ufeff/, '').replace(/^sep=[;,|\t](?:\r\n?|\n)/i, '')
  const read = [head.hasHeader ? plainHeaders(head) : [], ...rows].map((row) => row.join('')).join('')
  return contentOf(read) === contentOf(source)
}

const isSame = ({ table }: MadeFile, { heads, rows }: Reading): boolean =>
  table !== null &&
  JSON.stringify([heads[0]?.hasHeader === true ? heads[0].headers : [], ...rows]) ===
    JSON.stringify([table.header, ...table.rows])

/** Returns why the result of reading a file is wrong; null if it is right. */
export const findFault = (file: MadeFile, reading: Reading): string | null => {
  const { outcome, heads, rows } = reading
  if (!outcome.ok) {
    const isExpected = outcome.failure.kind === 'invalid' && outcome.failure.issues[0]?.code.startsWith('list') === true
    if (!isExpected) return 'a refusal without a reason'
    return file.expected === 'same' ? `refused: ${JSON.stringify(outcome.failure)}` : null
  }
  const { headers, rows: count } = outcome.value
  if (file.expected === 'refused') return 'not refused'
  if (heads.length !== 1) return `${heads.length} heads`
  if (rows.length !== count) return `${count} rows announced, ${rows.length} given`
  if (rows.some((row) => row.length > headers.length)) return 'a row with more cells than columns'
  if ((file.expected === 'same' || file.expected === 'sameOrRefused') && !isSame(file, reading)) return 'other rows'
  if (file.expected === 'kept' && !isKept(file, reading)) return 'characters were lost or added'
  return null
}
