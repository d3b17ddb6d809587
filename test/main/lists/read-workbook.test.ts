import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { listLimits } from '../../../src/contract/list.ts'
import { messages } from '../../../src/messages/index.ts'
import {
  sheetXml,
  stringsXml,
  stylesXml,
  workbookEntries,
  workbookOf,
  type WorkbookCell,
  type WorkbookParts,
  zipFile,
} from '../../support/workbook.ts'
import { refusalOf, tableOf } from './read-tables.ts'

const phone = '+14155550123'
const file = (parts: WorkbookParts): Buffer => zipFile(workbookEntries(parts))
const number = (value: string | number, style?: number): WorkbookCell => ({
  attributes: style === undefined ? '' : `s="${style}"`,
  content: `<v>${value}</v>`,
})

describe('a workbook', () => {
  it('is read with all values that another program wrote', async () => {
    // hucre 1.0.0 wrote this file: a hidden sheet, an empty one, and one with strings, numbers, dates and Booleans.
    const { head, all } = await tableOf(readFileSync(join(import.meta.dirname, 'files', 'hucre.xlsx')), 'calls.xlsx')
    expect(head).toEqual({
      fileName: 'calls.xlsx',
      format: 'xlsx',
      encoding: null,
      separator: null,
      sheet: 'November calls',
      hasHeader: true,
      headers: ['Name', 'Phone', 'Amount', 'Due', 'Consent'],
    })
    expect(all).toEqual([
      ['Jane Doe', phone, '120.5', '2026-11-28', 'TRUE'],
      ['Bob <b> & "Co"', '+442079460018', '0.3', '2026-12-01 14:30', 'FALSE'],
      ['Zoë\nÑandú 😀', '4930901820', '', '', 'yes'],
    ])
  })

  it('may have all kinds of text, and formulas with their cached values', async () => {
    const strings = stringsXml([
      '<t>plain</t>',
      '<r><rPr><b/></rPr><t>ri</t></r><r><t xml:space="preserve">ch </t></r><rPh sb="0" eb="1"><t>aid</t></rPh>',
      '<t>line_x000D__x000A_break &amp; &#x1F600;</t>',
    ])
    const cell = (attributes: string, content: string): WorkbookCell => ({ attributes, content })
    const xml = sheetXml([
      ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'],
      [
        cell('t="s"', '<v>0</v>'),
        cell('t="s"', '<v>1</v>'),
        cell('t="s"', '<v>2</v>'),
        cell('t="str"', '<f>A1&amp;"x"</f><v>cached</v>'),
        cell('', '<f>SUM(1,2)</f><v>3</v>'),
        cell('t="e"', '<f>1/0</f><v>#DIV/0!</v>'),
        cell('t="inlineStr"', '<is><t>=1+1</t></is>'),
        cell("t='s'", '<v><![CDATA[0]]></v>'),
      ],
    ])
    expect((await tableOf(file({ sheets: [{ name: 'A', xml }], strings }))).all).toEqual([
      ['plain', 'rich', 'line\r\nbreak & 😀', 'cached', '3', '', '=1+1', 'plain'],
    ])
  })

  it.each<[string | number, string | number, string]>([
    ['General', '14155550123', '14155550123'],
    ['General', '1.4155550123E10', '14155550123'],
    ['General', '9.19E+22', '9.19e+22'],
    ['General', '-2.50', '-2.5'],
    ['00000', '2134', '02134'],
    ['+0', '14155550123', '+14155550123'],
    ['"+"#0', '14155550123', '+14155550123'],
    ['0.00', '2.5', '2.5'],
    ['#,##0.00 [$€-407]', '2.5', '2.5'],
    ['yyyy-mm-dd', '46354', '2026-11-28'],
    ['[$-407]d. mmmm yyyy;@', '46354', '2026-11-28'],
    ['d.m.yy h:mm', '46354.604166666664', '2026-11-28 14:30'],
    [14, '46354', '2026-11-28'],
    [20, '0.604166666666667', '14:30'],
    [21, '0.604178240740741', '14:30:01'],
    ['yyyy-mm-dd', '-1', '-1'],
  ])('shows a number in the format %s: %s is %s', async (format, value, expected) => {
    const xml = sheetXml([
      ['name', 'value'],
      ['Jane', number(value, 0)],
    ])
    const { all } = await tableOf(file({ sheets: [{ name: 'A', xml }], styles: stylesXml([format]) }))
    expect(all).toEqual([['Jane', expected]])
  })

  it('counts dates from 1904 if the workbook says so', async () => {
    const xml = sheetXml([
      ['name', 'due'],
      ['Jane', number(44_892, 0)],
    ])
    const parts = { sheets: [{ name: 'A', xml }], styles: stylesXml(['yyyy-mm-dd']), date1904: true }
    expect((await tableOf(file(parts))).all).toEqual([['Jane', '2026-11-28']])
  })

  it('is read from its first visible sheet with text', async () => {
    const sheets = [
      { name: 'Hidden', xml: sheetXml([['secret', phone]]), state: 'veryHidden' },
      { name: 'Empty', xml: sheetXml([['', ' ']]) },
      {
        name: 'Calls',
        xml: sheetXml([
          ['name', 'phone'],
          ['Jane', phone],
        ]),
      },
      { name: 'Later', xml: sheetXml([['other', phone]]) },
    ]
    const { head, all } = await tableOf(file({ sheets }))
    expect(head.sheet).toBe('Calls')
    expect(all).toEqual([['Jane', phone]])
  })

  it('keeps cells to the right of the headers as columns without a name, in every row', async () => {
    const body = Array.from({ length: 400 }, (_, at) => (at === 300 ? ['Jane', phone, '', 'note'] : ['Jane', phone]))
    const { head, headers, all } = await tableOf(workbookOf([['name', 'phone'], ...body]))
    expect(head.headers).toEqual(['name', 'phone'])
    expect(headers).toEqual(['name', 'phone', '', ''])
    expect(all).toHaveLength(400)
    expect(all[300]).toEqual(['Jane', phone, '', 'note'])
    expect(all[301]).toEqual(['Jane', phone, '', ''])
  })

  it('may have cells and rows without a reference, gaps and namespace prefixes', async () => {
    const xml =
      '<?xml version="1.0"?><!-- a > b --><x:worksheet xmlns:x="y"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>name</x:t></x:is></x:c><x:c t="inlineStr"><x:is><x:t>phone</x:t></x:is></x:c></x:row><x:row/><x:row r="9"><x:c r="B9" note="a>b" t="inlineStr"><x:is><x:t>+14155550123</x:t></x:is></x:c></x:row></x:sheetData></x:worksheet>'
    const { headers, all } = await tableOf(file({ sheets: [{ name: 'A', xml }] }))
    expect(headers).toEqual(['name', 'phone'])
    expect(all).toEqual([['', phone]])
  })

  it('may have a tag with half a million words that are not attributes', async () => {
    expect((await tableOf(withSheet(sheetOf(`<c ${'r '.repeat(500_000)}><v>12345</v></c>`)))).rows).toBe(1)
  })
})

const good = {
  sheets: [
    {
      name: 'A',
      xml: sheetXml([
        ['name', 'phone'],
        ['Jane', phone],
        ['Bob', phone],
      ]),
    },
  ],
}
const withSheet = (xml: string, strings?: string): Buffer =>
  file({ sheets: [{ name: 'A', xml }], ...(strings === undefined ? {} : { strings }) })
const sheetOf = (cells: string): string =>
  `<worksheet><sheetData><row><c t="inlineStr"><is><t>name</t></is></c></row><row>${cells}</row></sheetData></worksheet>`
const changed = (change: Partial<{ expanded: number; crc: number; flags: number }>): Buffer =>
  zipFile(workbookEntries(good).map((entry) => (entry.name.includes('sheet1') ? { ...entry, ...change } : entry)))

describe('a workbook that is not a list', () => {
  it.each<[string, () => Buffer, string]>([
    ['truncated in the middle', () => workbookOf([['name', phone]]).subarray(0, 700), 'listDamaged'],
    ['truncated at the end', () => workbookOf([['name', phone]]).subarray(0, -5), 'listDamaged'],
    ['without its last byte', () => workbookOf([['name', phone]]).subarray(0, -1), 'listDamaged'],
    ['with a truncated sheet', () => withSheet(good.sheets[0]?.xml.split('<row r="3"')[0] ?? ''), 'listDamaged'],
    ['with different bytes than were written', () => changed({ crc: 1 }), 'listDamaged'],
    ['with less than it declares', () => changed({ expanded: 100_000 }), 'listDamaged'],
    ['with more than it declares', () => changed({ expanded: 10 }), 'listDamaged'],
    [
      'with a missing string',
      () => withSheet(sheetOf('<c t="s"><v>5</v></c>'), stringsXml(['<t>a</t>'])),
      'listDamaged',
    ],
    ['with an invalid number', () => withSheet(sheetOf('<c><v>12a</v></c>')), 'listDamaged'],
    [
      'with its own entity',
      () => withSheet(`<!DOCTYPE a [<!ENTITY x "y">]>${sheetOf('<c t="str"><v>&x;</v></c>')}`),
      'listDamaged',
    ],
    [
      'with elements that do not match',
      () => withSheet('<worksheet><sheetData></worksheet></sheetData>'),
      'listDamaged',
    ],
    ['with a million nested elements', () => withSheet('<a>'.repeat(1_000_000)), 'listDamaged'],
    ['with an unclosed tag', () => withSheet(`<worksheet ${'a'.repeat(3_000_000)}`), 'listDamaged'],
    ['with unterminated text', () => withSheet(`<worksheet>${'a'.repeat(3_000_000)}`), 'listDamaged'],
    ['with an unclosed comment', () => withSheet(`<worksheet><!--${'-'.repeat(3_000_000)}`), 'listDamaged'],
    [
      'with bytes that are not UTF-8',
      () =>
        zipFile(
          workbookEntries({ sheets: [{ name: 'A', xml: 'x' }] }).map((entry) =>
            entry.content === 'x' ? { ...entry, content: Buffer.from([0x3c, 0xff]) } : entry,
          ),
        ),
      'listDamaged',
    ],
    ['with a column far to the right', () => withSheet(sheetOf('<c r="XFD2"><v>1</v></c>')), 'listColumns'],
    ['with a column that Excel does not have', () => withSheet(sheetOf('<c r="ZZZZZZ2"><v>1</v></c>')), 'listColumns'],
    [
      'with more rows than Excel has',
      () => withSheet(`<worksheet>${'<row/>'.repeat(1_048_577)}</worksheet>`),
      'listRows',
    ],
    ['protected by a password', () => changed({ flags: 1 }), 'listNotTable'],
    ['without sheets', () => file({ sheets: [] }), 'listEmpty'],
    ['without rows', () => withSheet(sheetXml([])), 'listEmpty'],
    ['an archive of something else', () => zipFile([{ name: 'calls.csv', content: 'name,phone' }]), 'listNotTable'],
    [
      'an archive of twenty thousand files',
      () => zipFile(Array.from({ length: 20_000 }, (_, at) => ({ name: `${at}`, content: '' }))),
      'listZipBomb',
    ],
    [
      'that expands to gigabytes',
      () =>
        zipFile(
          workbookEntries(good).map((entry) =>
            entry.name.includes('sheet1') ? { ...entry, expanded: 2 ** 31 } : entry,
          ),
        ),
      'listZipBomb',
    ],
  ])('%s', async (_name, make, code) => {
    const issue = await refusalOf(make(), 'calls.xlsx')
    expect(issue).toMatchObject({ code })
    expect(messages.issue.text(issue ?? { path: [], code: 'invalid' })).not.toMatch(/undefined|list[A-Z]/)
  })

  it('is refused before a part that is larger than declared fills the memory', async () => {
    // 64 MiB of spaces that the archive declares as ten bytes; 64 KiB of compressed data expand in parts.
    const bomb = `<worksheet>${' '.repeat(64 * 1024 * 1024)}</worksheet>`
    const bytes = zipFile(
      workbookEntries({ sheets: [{ name: 'A', xml: bomb }] }).map((entry) =>
        entry.content === bomb ? { ...entry, expanded: 10 } : entry,
      ),
    )
    const before = process.memoryUsage().rss
    expect(await refusalOf(bytes)).toMatchObject({ code: 'listDamaged' })
    expect(process.memoryUsage().rss - before).toBeLessThan(32 * 1024 * 1024)
  })

  it('has at most as many columns as a list', async () => {
    const cells = Array.from({ length: listLimits.columns }, (_, at) => `${at + 10_000}`)
    expect((await tableOf(workbookOf([cells]))).all).toEqual([cells])
    expect(await refusalOf(workbookOf([[...cells, '1']]))).toMatchObject({ code: 'listColumns' })
  })
})

it('names the row of a key as a spreadsheet program does, also after empty rows', async () => {
  const key = `dgr_${'k'.repeat(43)}`
  const sheet = (xml: string) => file({ sheets: [{ name: 'Calls', xml }] })
  const issue = (row: number) => ({ path: ['file'], code: 'listKey', words: `row:${row}:2` })
  const rows = [[], ['Name', 'Phone'], [], [], ['Jane', phone], ['Joe', key]]
  expect(await refusalOf(sheet(sheetXml(rows)), 'calls.xlsx')).toEqual(issue(6))
  // Programs may leave out empty rows, and the numbers of the others.
  const left = sheetXml(rows).replaceAll(/<row r="[134]"><\/row>/g, '')
  expect(await refusalOf(sheet(left), 'calls.xlsx')).toEqual(issue(6))
  expect(await refusalOf(sheet(left.replace('<row r="6">', '<row>')), 'calls.xlsx')).toEqual(issue(6))
})
