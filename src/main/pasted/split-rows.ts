import Papa from 'papaparse'

/** Rows of trimmed cells, each as wide as the widest. */
export type Rows = string[][]

const parse = (text: string, delimiter: string, quoteChar: string) =>
  Papa.parse<string[]>(text, { delimiter, quoteChar, skipEmptyLines: 'greedy' })

/** A cell may begin with a quote that never ends (5" pipe): then quotes are signs like any other. No text holds a NUL here. */
const parseRows = (text: string, delimiter: string): string[][] => {
  const parsed = parse(text, delimiter, '"')
  const isOdd = parsed.errors.some(({ type }) => type === 'Quotes')
  return (isOdd ? parse(text, delimiter, '\0') : parsed).data
}

const evened = (rows: readonly string[][]): Rows => {
  const width = Math.max(...rows.map((row) => row.length))
  return rows.map((row) => Array.from({ length: width }, (_, index) => (row[index] ?? '').trim()))
}

const isEven = (rows: readonly string[][]): boolean =>
  rows.length > 0 && (rows[0]?.length ?? 0) > 1 && rows.every((row) => row.length === rows[0]?.length)

/** Signs that part cells when there are no tabs; the sign that gives the most cells in every line alike is the one. */
const separators = [';', '|', ',']

const bySeparator = (text: string): string[][] | null => {
  const even = separators.map((separator) => parseRows(text, separator)).filter(isEven)
  return even.toSorted((a, b) => (b[0]?.length ?? 0) - (a[0]?.length ?? 0))[0] ?? null
}

/** Whether so many lines are numbers tells what the others are. */
const enoughLines = 50

/** How cells are told to be a number and nothing else, and to be a header over numbers. */
export type Knows = { isNumber: (cell: string) => boolean; isHeader: (cell: string) => boolean }

/**
 * Takes a text apart as a spreadsheet would: by tabs, or else by a sign that parts every line alike. Null for a text that
 * is no table. A sentence has commas too, so a single line without tabs is a row only if `isNumber` knows one of its
 * cells as a number and nothing else; and lines without any sign are a list if each is a number, under a header or not.
 */
export const splitRows = (text: string, { isNumber, isHeader }: Knows): Rows | null => {
  const whole = text
    .replaceAll('\0', '')
    .replace(/\r\n?/g, '\n')
    .replace(/^\n+|\n+$/g, '')
  if (whole.trim() === '') return null
  if (whole.includes('\t')) return evened(parseRows(whole, '\t'))
  const rows = bySeparator(whole)
  if (rows !== null) return rows.length > 1 || evened(rows)[0]?.some(isNumber) ? evened(rows) : null
  const lines = evened(
    whole
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => [line]),
  )
  const isList = lines.slice(0, enoughLines).every(([line = ''], at) => isNumber(line) || (at === 0 && isHeader(line)))
  return lines.length > 1 && isList ? lines : null
}
