import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { showControls } from '../../../src/domain/shown-text.ts'
import { csvCell, csvRow } from '../../../src/main/lib/csv.ts'

describe('a cell of a CSV file', () => {
  it.each([
    ['Jane', 'Jane'],
    ['', ''],
    ['Doe, Jane', '"Doe, Jane"'],
    ['the "big" one', '"the ""big"" one"'],
    ['two\nlines', '"two\nlines"'],
    ['+14155550101', `'+14155550101`],
    ['=1+1', `'=1+1`],
    ['=HYPERLINK("http://a.example","x")', `"'=HYPERLINK(""http://a.example"",""x"")"`],
    ['-2', `'-2`],
    ['@SUM(A1)', `'@SUM(A1)`],
    ['\t=1', `"'\t'=1"`],
    ['\r=1', `"'\r'=1"`],
    ['\n=1', `"'\n'=1"`],
    ['＝1+1', `'＝1+1`],
    ['E;=1+1', `"E;'=1+1"`],
    ['E;"=1+1"', `"E;""'=1+1"""`],
    ['E|\u200b+1', '"E|[U+200B]+1"'],
    ['a\u202egnp', 'a[U+202E]gnp'],
    ["';=1", `"';'=1"`],
    ["'=1", `''=1`],
    ['two\n-lines', `"two\n'-lines"`],
    ['a=1', 'a=1'],
    ['a - 1; b', '"a - 1; b"'],
  ])('%j is written %j', (text, cell) => {
    expect(csvCell(text)).toBe(cell)
  })

  it('is empty for null, and unquoted for a number', () => {
    expect(csvRow([null, 48213, 'x'])).toBe(',48213,x\r\n')
  })
})

const signs = ['a', '"', ',', '\n', '\r', ';', '|', '=', '+', '-', '@', '\t', "'", ' ', '\u200b', 'é', '😀']
const cells = fc.array(fc.constantFrom(...signs), { maxLength: 8 }).map((parts) => parts.join(''))
const tables = fc.array(fc.array(cells, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 })

const write = (table: readonly string[][]): string => table.map((row) => csvRow(['id', ...row])).join('')

const bare = (row: readonly string[]): string[] => row.map((text) => showControls(text).replaceAll("'", ''))

it('can be parsed to the same values, except for the apostrophes', () => {
  fc.assert(
    fc.property(tables, (table) => {
      const read = Papa.parse<string[]>(write(table), { newline: '\r\n', delimiter: ',', skipEmptyLines: true })
      expect(read.errors).toEqual([])
      expect(read.data.map(bare)).toEqual(table.map((row) => bare(['id', ...row])))
    }),
    { numRuns: 500 },
  )
})

/** A spreadsheet may skip spaces, quotation marks and invisible characters before a formula. */
const startsFormula = /^[\s"\p{Cc}\p{Cf}]*[=+\-@]/u

it('has no formula in any cell, with commas as separators', () => {
  fc.assert(
    fc.property(tables, (table) => {
      const read = Papa.parse<string[]>(write(table), { newline: '\r\n', delimiter: ',' })
      expect(read.data.flat().filter((cell) => startsFormula.test(cell))).toEqual([])
    }),
    { numRuns: 500 },
  )
})

describe.each([';', '\t', '|'])('with %j as the separator', (delimiter) => {
  it.each(['\r\n', '\n', '\r'] as const)('has no formula in any cell, with lines that end with %j', (newline) => {
    fc.assert(
      fc.property(tables, (table) => {
        // Some importers honor quotation marks within a line; others ignore them.
        for (const quoteChar of ['"', '\0']) {
          const read = Papa.parse<string[]>(write(table), { newline, delimiter, quoteChar })
          expect(read.data.flat().filter((cell) => startsFormula.test(cell))).toEqual([])
        }
      }),
      { numRuns: 300 },
    )
  })
})
