import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { csvCell, csvRow } from '../../../src/main/calls/csv.ts'
import { createSeededRandom } from '../../labs/seeded-random.ts'

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
    ['\t=1', `'\t=1`],
    ['\r=1', `"'\r=1"`],
    ['\n=1', `"'\n=1"`],
    ['＝1+1', `'＝1+1`],
    ['a=1', 'a=1'],
  ])('%j is written %j', (text, cell) => {
    expect(csvCell(text)).toBe(cell)
  })

  it('is empty for nothing, and plain for a number of our own', () => {
    expect(csvRow([null, 48213, 'x'])).toBe(',48213,x\r\n')
  })
})

it('is read again as it was, but for the apostrophe, whatever stands in it', () => {
  const random = createSeededRandom(4)
  const signs = ['a', '"', ',', '\n', '\r', ';', '=', '+', '-', '@', '\t', "'", ' ', 'é', '😀']
  const cell = (): string =>
    Array.from({ length: Math.floor(random() * 6) }, () => signs[Math.floor(random() * signs.length)] ?? '').join('')
  const rows = Array.from({ length: 500 }, () => ['id', cell(), cell(), cell()])
  const read = Papa.parse<string[]>(rows.map(csvRow).join(''), {
    newline: '\r\n',
    delimiter: ',',
    skipEmptyLines: true,
  })
  expect(read.errors).toEqual([])
  const expected = rows.map((row) => row.map((text) => (/^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text)))
  expect(read.data).toEqual(expected)
  // No spreadsheet takes any of it for a formula.
  expect(read.data.flat().filter((text) => /^[=+\-@\t\r\n]/.test(text))).toEqual([])
})
