import { showControls } from '../../domain/shown-text.ts'

/**
 * The start of a formula, with the full-width forms of its signs: at the start of the text, and after a separator, because
 * a spreadsheet that expects semicolons or tabs doesn't honor the quotes of a file with commas and starts a cell there.
 * Blanks, quotes and invisible characters may come first.
 */
const formula =
  /(^|[;\|\t-\r\x1c-\x1f\x85\u2028\u2029])([[\s"'\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]--[\t-\r\x1c-\x1f\x85\u2028\u2029]]*)(?=[=+\-@\uff0b\uff0d\uff1d\uff20])/gv

/** Characters at the start of a cell that some spreadsheets skip to find a formula. */
const skippedFirst = /^[\t\r\n]/

/** A cell with one of these is quoted: some spreadsheet would read it as a separator or a quote. */
const quoted = /[",;|\t-\r\x1c-\x1f\x85\u2028\u2029]/

/**
 * One cell of a CSV file (RFC 4180). SECURITY: an apostrophe precedes whatever a spreadsheet would run as a formula,
 * whichever separator it expects, and hidden characters are shown by their code. Telephone numbers with a plus sign get
 * the apostrophe too, so that no digit is lost.
 */
export const csvCell = (value: string | number | null): string => {
  if (typeof value === 'number') return String(value)
  const guarded = showControls(value ?? '').replace(formula, "$1$2'")
  const plain = skippedFirst.test(guarded) ? `'${guarded}` : guarded
  return quoted.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** One row of a CSV file with its line end (CRLF). */
export const csvRow = (cells: readonly (string | number | null)[]): string => `${cells.map(csvCell).join(',')}\r\n`
