import Papa from 'papaparse'
import { listLimits } from '../../contract/list.ts'
import { TableError } from './source.ts'

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

/** A record, and the number of the line on which it starts. A record may span several lines. */
export type CsvRecord = { cells: string[]; line: number }

type Reading = { separator: string | null; records: Generator<CsvRecord> }

/** Detects the separator and reads the records one after the other. The parts must use `\n` as line break. */
export const readRecords = (parts: Iterator<string, unknown>): Reading => {
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
    for (const cell of cells) for (let at = cell.indexOf('\n'); at !== -1; at = cell.indexOf('\n', at + 1)) line += 1
    return record
  }
}
