import { showControls } from '../../domain/shown-text.ts'

/**
 * The start of a formula, including full-width characters: at the start of the text and after a separator, because a
 * spreadsheet that expects semicolons or tabs does not honor quotes in a comma-separated file and starts a new cell
 * there. Blanks, quotes and invisible characters may precede it.
 */
const formula =
  /(^|[;\|\t-\r\x1c-\x1f\x85\u2028\u2029])([[\s"'\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]--[\t-\r\x1c-\x1f\x85\u2028\u2029]]*)(?=[=+\-@\uff0b\uff0d\uff1d\uff20])/gv

/** Characters at the start of a cell that some spreadsheets skip when they look for a formula. */
const skippedFirst = /^[\t\r\n]/

/** Cells with one of these are quoted, because some spreadsheets read it as a separator or a quote. */
const quoted = /[",;|\t-\r\x1c-\x1f\x85\u2028\u2029]/

/**
 * Returns one cell of a CSV file (RFC 4180). SECURITY: an apostrophe precedes anything that a spreadsheet would run as
 * a formula, whichever separator it expects, and hidden characters are shown as codes. Phone numbers with a plus sign
 * get the apostrophe too, so that no digits are lost.
 */
export const csvCell = (value: string | number | null): string => {
  if (typeof value === 'number') return String(value)
  const guarded = showControls(value ?? '').replace(formula, "$1$2'")
  const plain = skippedFirst.test(guarded) ? `'${guarded}` : guarded
  return quoted.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

/** Returns one row of a CSV file with its line ending (CRLF). */
export const csvRow = (cells: readonly (string | number | null)[]): string => `${cells.map(csvCell).join(',')}\r\n`
