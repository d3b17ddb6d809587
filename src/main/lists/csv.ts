import { isUtf8 } from 'node:buffer'
import { StringDecoder } from 'node:string_decoder'
import Papa from 'papaparse'
import { listLimits } from '../../contract/list.ts'
import { TableError } from './source.ts'

/** A record, and the number of the line on which it starts. A record may span several lines. */
type CsvRecord = { cells: string[]; line: number }

type CsvTable = { encoding: Encoding; separator: string | null; records: Generator<CsvRecord> }

/**
 * Detects the encoding and the separator of text, and reads its records one after the other. Throws if the bytes are
 * not text, or text in several encodings.
 */
export const openCsv = (bytes: Buffer): CsvTable => {
  const detected = detectEncoding(bytes)
  return { encoding: detected.encoding, ...readRecords(decode(bytes, detected)) }
}

/** Number of characters at the start of the text that are used to detect the separator. */
const sampleLength = 64 * 1024
/** Maximum number of records in that sample. */
const sampledRecords = 200
/** The number of characters that are parsed at once after a line with an unpaired quotation mark. */
const shortWindow = 1024

/** A separator that never occurs in text, so that every line is one cell. */
const noSeparator = '\u001f'
const separators = ['\t', ';', ',', '|'] as const

type CsvParseResult = { data: string[][]; errors: { type: string; row?: number }[]; meta: { cursor: number } }
type ParserOptions = { delimiter: string; preview?: number }

/** Parses complete records from the start of `text`; `cursor` is where the first incomplete one starts. */
const parse = (text: string, options: ParserOptions, isEnd: boolean): CsvParseResult =>
  // The declaration says `any`; the result is described in the documentation of `Papa.parse`.
  new Papa.Parser({ newline: '\n', ...options }).parse(text, 0, !isEnd) as CsvParseResult

const isBlank = (record: readonly string[]): boolean => record.every((cell) => cell.trim() === '')

type Division = { share: number; evenness: number; width: number }

/**
 * Returns how a separator splits the sample: the share of records that it splits into cells, and the share of those
 * that have the most frequent width.
 */
const divide = (sample: string, delimiter: string, isEnd: boolean): Division => {
  const all = parse(sample, { delimiter, preview: sampledRecords }, isEnd).data
  const records = all.filter((record) => !isBlank(record))
  // Lines that contain only separators yield no records.
  if (records.length === 0) return { share: 1, evenness: 1, width: 1 }
  const divided = records.map(({ length }) => length).filter((length) => length > 1)
  const counts = new Map<number, number>()
  for (const width of divided) counts.set(width, (counts.get(width) ?? 0) + 1)
  const [width, count] = [...counts].toSorted((one, other) => other[1] - one[1] || other[0] - one[0])[0] ?? [1, 0]
  return { share: divided.length / records.length, evenness: count / records.length, width }
}

/**
 * Chooses the separator that splits the lines most evenly and, among equals, into the most cells; null for one column.
 */
const detectSeparator = (sample: string, isEnd: boolean): string | null => {
  const isWhole = isEnd || !sample.includes('\n')
  const [best] = separators
    .map((separator) => ({ separator, ...divide(sample, separator, isWhole) }))
    .filter(({ share }) => share > 0.5)
    .toSorted((one, other) => other.evenness - one.evenness || other.width - one.width)
  return best?.separator ?? null
}

/** The line with which a spreadsheet declares its separator. */
const separatorLine = /^sep=([;,|\t])\n/i

/** Detects the separator and reads the records one after the other. The parts must use `\n` as line break. */
const readRecords = (parts: Iterator<string, unknown>): Omit<CsvTable, 'encoding'> => {
  /** The text that has not been parsed yet, and whether it is the last part. */
  const rest = { text: '', isEnd: false }
  const more = (): void => {
    const next = parts.next()
    if (next.done === true) rest.isEnd = true
    else rest.text += next.value
  }
  while (rest.text.length < sampleLength && !rest.isEnd) more()
  const named = separatorLine.exec(rest.text)
  rest.text = named === null ? rest.text : rest.text.slice(named[0].length)
  const separator =
    named?.[1] ?? detectSeparator(rest.text.slice(0, sampleLength), rest.isEnd && rest.text.length <= sampleLength)
  return { separator, records: records(separator ?? noSeparator, named === null ? 1 : 2) }

  function* records(delimiter: string, firstLine: number): Generator<CsvRecord> {
    const createRecord = createLines(firstLine)
    let width = 0
    let window = sampleLength
    const toRecord = (cells: string[]): CsvRecord => {
      width ||= isBlank(cells) ? 0 : cells.length
      return createRecord(cells)
    }
    /**
     * Takes one line whose quotation marks are ordinary characters, as in `5" pipe`, if it has as many cells as the
     * others.
     */
    const takePlainLine = (): CsvRecord => {
      while (!rest.text.includes('\n') && !rest.isEnd && rest.text.length <= listLimits.rowCharacters) more()
      const end = rest.text.indexOf('\n')
      const line = end === -1 ? rest.text : rest.text.slice(0, end)
      const cells = line.split(delimiter)
      if (cells.length > listLimits.columns) throw new TableError('listColumns', cells.length)
      if (line.length > listLimits.rowCharacters) throw new TableError('listLineLong', createRecord(cells).line)
      if (cells.length !== (width || cells.length)) throw new TableError('listQuotes', createRecord(cells).line)
      rest.text = rest.text.slice(end === -1 ? rest.text.length : end + 1)
      return toRecord(cells)
    }
    for (;;) {
      while (rest.text.length < window && !rest.isEnd) more()
      const isLast = rest.isEnd && rest.text.length <= window
      // A part must end at a line break, because the parser treats a closing quotation mark before a cut as an error.
      const part = isLast ? rest.text : rest.text.slice(0, rest.text.lastIndexOf('\n', window - 1) + 1)
      const { data, errors, meta } = parse(part, { delimiter }, isLast)
      const bad = errors.find(({ type }) => type === 'Quotes')?.row
      for (const cells of bad === undefined ? data : data.slice(0, bad)) yield toRecord(cells)
      if (bad === undefined && isLast) return
      rest.text = rest.text.slice(bad === undefined ? meta.cursor : startOf(part, delimiter, bad))
      const isStuck = data.length === 0 && window > listLimits.rowCharacters
      if (bad !== undefined || isStuck) yield takePlainLine()
      // After such a line, use short parts, because a table may have many of them.
      window =
        bad !== undefined || isStuck ? shortWindow : Math.min(window * 2, data.length === 0 ? Infinity : sampleLength)
    }
  }
}

/** Returns the position at which record `index` starts in the text. */
const startOf = (text: string, delimiter: string, index: number): number =>
  index === 0 ? 0 : parse(text, { delimiter, preview: index }, false).meta.cursor

/** Assigns each record the number of the line on which it starts. */
const createLines = (firstLine: number): ((cells: string[]) => CsvRecord) => {
  let line = firstLine
  return (cells) => {
    const record = { cells, line }
    line += 1
    for (const cell of cells) line += linesIn(cell)
    return record
  }
}

type Encoding = 'UTF-8' | 'UTF-8 with BOM' | 'UTF-16 LE' | 'UTF-16 BE' | 'Windows-1252'
type DetectedEncoding = { encoding: Encoding; start: number }

/** Windows-1252 from 0x80 to 0x9F; spaces mark the five bytes that it does not define. The rest is Latin-1. */
const windows1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'

const firstBytes = { utf8: [0xef, 0xbb, 0xbf], le: [0xff, 0xfe], be: [0xfe, 0xff] }

const hasStart = (bytes: Buffer, start: readonly number[]): boolean => start.every((byte, at) => bytes[at] === byte)

/** Returns the 1-based number of the line that contains the byte at `offset`. */
const lineAt = (bytes: Buffer, offset: number): number => {
  let line = 1
  for (let at = bytes.indexOf(10); at !== -1 && at < offset; at = bytes.indexOf(10, at + 1)) line += 1
  return line
}

/** The number of bytes that are examined to recognize UTF-16 without a byte order mark. */
const sampleBytes = 4_096

/**
 * Returns the UTF-16 encoding of a table without a byte order mark, or null. In UTF-16, nearly every second byte is
 * zero, because digits, separators and most letters contain one zero byte.
 */
const utf16WithoutMark = (bytes: Buffer): Encoding | null => {
  const sample = bytes.subarray(0, Math.min(sampleBytes, bytes.length & ~1))
  if (bytes.length % 2 !== 0 || sample.length < 2) return null
  const zeros = [0, 0]
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const most = sample.length / 2
  if (odd > most * 0.4 && even < most * 0.05) return 'UTF-16 LE'
  return even > most * 0.4 && odd < most * 0.05 ? 'UTF-16 BE' : null
}

const continuations = (bytes: Buffer, at: number): number => {
  let count = 0
  while (count < 3 && ((bytes[at + 1 + count] ?? 0) & 0xc0) === 0x80) count += 1
  return count
}

/** Returns how many bytes the UTF-8 sequence at this byte should have. */
const sequenceLength = (byte: number): number => {
  if (byte < 0xc2 || byte > 0xf4) return 0
  return byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
}

/**
 * Returns whether two bytes may be valid UTF-8 only by coincidence: in Windows-1252, a letter before a closing quote,
 * dash or space, such as `ß“`.
 */
const isChance = (lead: number, next: number): boolean =>
  lead >= 0xc4 && lead < 0xe0 && (next === 0x85 || (next >= 0x91 && next <= 0x97) || [0xa0, 0xab, 0xbb].includes(next))

const isControl = (byte: number): boolean => byte < 32 && byte !== 9 && byte !== 10 && byte !== 13 && byte !== 12

/**
 * Checks that bytes that are not UTF-8 are Windows-1252 throughout. Throws at the first byte that it does not define,
 * or if the file also contains UTF-8, because one of the two would be silently misread.
 */
const assertWindows1252 = (bytes: Buffer): void => {
  let firstInvalid = -1
  let hasUtf8 = false
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte < 0x80) {
      if (isControl(byte)) throw new TableError('listEncoding', lineAt(bytes, at))
      continue
    }
    const length = sequenceLength(byte)
    if (length > 0 && continuations(bytes, at) >= length - 1) {
      hasUtf8 ||= length > 2 || !isChance(byte, bytes[at + 1] ?? 0)
      if (hasUtf8 && firstInvalid !== -1) break
      at += length - 1
      continue
    }
    if (byte < 0xa0 && windows1252[byte - 0x80] === ' ') throw new TableError('listEncoding', lineAt(bytes, at))
    if (firstInvalid === -1) firstInvalid = at
    if (hasUtf8) break
  }
  if (firstInvalid === -1) throw new TableError('listEncoding', firstInvalidLine(bytes))
  if (hasUtf8) throw new TableError('listEncoding', lineAt(bytes, firstInvalid))
}

/** Detects the encoding from all bytes. */
const detectEncoding = (bytes: Buffer): DetectedEncoding => {
  if (hasStart(bytes, firstBytes.le)) return { encoding: 'UTF-16 LE', start: 2 }
  if (hasStart(bytes, firstBytes.be)) return { encoding: 'UTF-16 BE', start: 2 }
  const wide = utf16WithoutMark(bytes)
  if (wide !== null) return { encoding: wide, start: 0 }
  const zero = bytes.indexOf(0)
  if (zero !== -1) throw new TableError('listNul', lineAt(bytes, zero))
  if (isUtf8(bytes)) {
    return hasStart(bytes, firstBytes.utf8) ? { encoding: 'UTF-8 with BOM', start: 3 } : { encoding: 'UTF-8', start: 0 }
  }
  if (hasStart(bytes, firstBytes.utf8)) throw new TableError('listEncoding', firstInvalidLine(bytes))
  assertWindows1252(bytes)
  return { encoding: 'Windows-1252', start: 0 }
}

/** Returns the first line that is not UTF-8. */
const firstInvalidLine = (bytes: Buffer): number => {
  let line = 1
  for (let start = 0; start < bytes.length; line += 1) {
    const end = bytes.indexOf(10, start)
    if (!isUtf8(bytes.subarray(start, end === -1 ? bytes.length : end))) break
    if (end === -1) break
    start = end + 1
  }
  return line
}

const decodeWindows1252 = (bytes: Buffer): string =>
  bytes.toString('latin1').replaceAll(/[\u0080-\u009f]/g, (one) => windows1252[one.charCodeAt(0) - 0x80] ?? one)

/** The number of bytes that are decoded at a time; even, so that UTF-16 code units are not split. */
const sliceBytes = 256 * 1024

type Decoder = { write: (bytes: Buffer) => string; end: () => string }

const createDecoder = (encoding: Encoding): Decoder => {
  if (encoding === 'Windows-1252') return { write: decodeWindows1252, end: () => '' }
  const decoder = new StringDecoder(encoding.startsWith('UTF-16') ? 'utf16le' : 'utf8')
  if (encoding !== 'UTF-16 BE') return decoder
  return { write: (bytes) => decoder.write(Buffer.from(bytes).swap16()), end: () => decoder.end() }
}

const linesIn = (text: string): number => {
  let lines = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}

/** Returns the line of the character at `at`, which follows `line` earlier lines. */
const badLine = (text: string, line: number, at: number): number => line + 1 + linesIn(text.slice(0, at))

/** Yields the text in parts, with `\n` for every line break. Throws an error for incomplete characters and NUL. */
function* decode(bytes: Buffer, { encoding, start }: DetectedEncoding): Generator<string> {
  const isWide = encoding.startsWith('UTF-16')
  const decoder = createDecoder(encoding)
  const end = isWide ? start + ((bytes.length - start) & ~1) : bytes.length
  let line = 0
  let held = ''
  const take = (decoded: string): string => {
    const text = held + decoded
    // A CR at the end may belong to the LF that follows.
    held = text.endsWith('\r') ? '\r' : ''
    const part = (held === '' ? text : text.slice(0, -1)).replaceAll(/\r\n?/g, '\n')
    if (isWide) assertWide(part, line)
    line += isWide ? linesIn(part) : 0
    return part
  }
  for (let at = start; at < end; at += sliceBytes)
    yield take(decoder.write(bytes.subarray(at, Math.min(end, at + sliceBytes))))
  yield take(decoder.end())
  if (end !== bytes.length) throw new TableError('listEncoding', line + 1)
  if (held !== '') yield '\n'
}

const assertWide = (text: string, line: number): void => {
  const nul = text.indexOf('\0')
  if (nul !== -1) throw new TableError('listNul', badLine(text, line, nul))
  if (!text.isWellFormed()) {
    const half = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.exec(text)?.index ?? 0
    throw new TableError('listEncoding', badLine(text, line, half))
  }
}
