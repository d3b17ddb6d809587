/** What makes a spreadsheet take a cell for a formula, in the wide forms of some keyboards as well. */
const formula = /^[=+\-@\t\r\n\uff0b\uff0d\uff1d\uff20]/

/**
 * One cell of a CSV file (RFC 4180). SECURITY: a text that a spreadsheet would run as a formula gets an apostrophe before
 * it, and so does every telephone number that begins with a plus sign: it stays a text, and no digit of it is lost.
 */
export const csvCell = (value: string | number | null): string => {
  if (typeof value === 'number') return String(value)
  const text = value ?? ''
  const plain = formula.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** One row of a CSV file with its line end. */
export const csvRow = (cells: readonly (string | number | null)[]): string => `${cells.map(csvCell).join(',')}\r\n`
