import { appendFileSync, mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import { listLimits } from '../../../src/contract/list.ts'
import { readTable } from '../../../src/main/lists/read-table.ts'
import { messages } from '../../../src/messages/index.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { fileOf, refusalOf, refusalOfPath, tableOf } from './read-tables.ts'

const phone = '+14155550123'
const other = '+14155550124'
const rows = [
  ['Jane', phone],
  ['Bob', other],
]

describe('a text table', () => {
  it.each<[string, string, string | null, string[][]]>([
    ['commas', `name,phone\nJane,${phone}\nBob,${other}\n`, ',', rows],
    ['semicolons', `name;phone\nJane;${phone}\nBob;${other}`, ';', rows],
    ['tabs', `name\tphone\nJane\t${phone}\nBob\t${other}`, '\t', rows],
    ['bars', `name|phone\nJane|${phone}\nBob|${other}`, '|', rows],
    ['Windows line breaks', `name,phone\r\nJane,${phone}\r\nBob,${other}\r\n`, ',', rows],
    ['old Mac line breaks', `name,phone\rJane,${phone}\rBob,${other}\r`, ',', rows],
    ['mixed line breaks', `name,phone\r\nJane,${phone}\nBob,${other}\r`, ',', rows],
    ['a declared separator', `sep=;\nname;phone\nJane;${phone}\nBob;${other}`, ';', rows],
    ['empty lines', `\n\nname,phone\n\nJane,${phone}\n , \nBob,${other}\n\n`, ',', rows],
    [
      'decimal commas',
      `name;amount\nJane;12,50\nBob;13,50`,
      ';',
      [
        ['Jane', '12,50'],
        ['Bob', '13,50'],
      ],
    ],
    ['one column', `phone\n${phone}\n${other}`, null, [[phone], [other]]],
    [
      'quoted cells',
      `name,phone\n"Doe, Jane",${phone}\n"Bob ""B""\nDoe",${other}`,
      ',',
      [
        ['Doe, Jane', phone],
        ['Bob "B"\nDoe', other],
      ],
    ],
    [
      'short rows',
      `name,phone,city\nJane,${phone}\nBob`,
      ',',
      [
        ['Jane', phone, ''],
        ['Bob', '', ''],
      ],
    ],
    ['trailing separators', `name,phone\nJane,${phone},,\nBob,${other},`, ',', rows],
  ])('with %s', async (_name, content, separator, expected) => {
    const { head, all, rows: count } = await tableOf(content)
    expect(head).toMatchObject({ hasHeader: true, separator, format: 'csv', sheet: null })
    expect(all).toEqual(expected)
    expect(count).toBe(expected.length)
  })

  it('leaves quotation marks in a line if they are ordinary characters', async () => {
    const content = `name,phone\n"Big" Joe,${phone}\n"Doe, Jane",${other}\n"5"" pipe",${phone}\n"unclosed,${other}\n5" hose,${phone}`
    expect((await tableOf(content)).all).toEqual([
      ['"Big" Joe', phone],
      ['Doe, Jane', other],
      ['5" pipe', phone],
      ['"unclosed', other],
      ['5" hose', phone],
    ])
  })

  it('never loses a row to an unmatched quotation mark', async () => {
    const many = Array.from(
      { length: 30_000 },
      (_, at) => `${at % 7 === 0 ? '"' : ''}Jane ${at},+1415555${10_000 + at}`,
    )
    const { all } = await tableOf(`name,phone\n${many.join('\n')}`)
    expect(all.map((row) => row.join(','))).toEqual(many)
  })

  it('refuses a quotation mark that makes the cells of a row ambiguous', async () => {
    const content = `name,phone\nJane,${phone}\n"Doe, Bob,${other}\nEve,${phone}`
    expect(await refusalOf(content)).toMatchObject({ code: 'listQuotes', words: '3' })
  })

  it('refuses a row with more cells than columns, and names its line', async () => {
    const content = `name,phone\n"Jane\nDoe",${phone}\nDoe, Bob,${other}`
    expect(await refusalOf(content)).toMatchObject({ code: 'listRowWide', words: '4:3:2' })
  })

  it.each<[string, string, string[]]>([
    ['words above numbers', `name,phone\nJane,${phone}`, ['name', 'phone']],
    ['the same header twice', `Phone,phone,Phone\n${phone},1,${other}`, ['Phone', 'phone', 'Phone (2)']],
    [
      'a header that looks like a numbered duplicate',
      `Phone,Phone (2),Phone\n${phone},1,${other}`,
      ['Phone', 'Phone (2)', 'Phone (3)'],
    ],
    ['a column without a name', `name,,phone\nJane,x,${phone}`, ['name', '', 'phone']],
    ['words only', `name,city\nJane,Berlin`, ['name', 'city']],
  ])('has a header: %s', async (_name, content, headers) => {
    const table = await tableOf(content)
    expect(table.head).toMatchObject({ hasHeader: true, headers })
    expect(new Set(table.headers).size).toBe(headers.length)
  })

  it.each<[string, string, number]>([
    ['numbers in the first line', `Jane,${phone}\nBob,${other}`, 2],
    ['one line', `Jane,${phone}`, 1],
    ['addresses', `jane@example.com\nbob@example.com`, 2],
    ['only numbers', `${phone}\n${other}`, 2],
  ])('has no header: %s', async (_name, content, count) => {
    const table = await tableOf(content)
    expect(table.head.hasHeader).toBe(false)
    expect(table.head.headers.every((header) => header === '')).toBe(true)
    expect(table.rows).toBe(count)
  })

  it('removes prefixes that prevent formulas, and nothing else', async () => {
    const content = `a,b,c,d,e,f\n"=""0049301234""",'+493012,'t Hooft,=1+1,'=SUM(A1),@x 12345`
    expect((await tableOf(content)).all).toEqual([
      ['0049301234', '+493012', "'t Hooft", '=1+1', '=SUM(A1)', '@x 12345'],
    ])
  })

  it('reads pasted text like a file', async () => {
    const seen: string[][] = []
    const outcome = await readTable(
      { kind: 'text', text: `name\tphone\nJane\t${phone}` },
      {
        onHeader: ({ format, fileName }) => expect({ format, fileName }).toEqual({ format: 'paste', fileName: null }),
        onRows: (some) => void seen.push(...some),
      },
    )
    expect(outcome).toMatchObject({ ok: true, value: { rows: 1 } })
    expect(seen).toEqual([['Jane', phone]])
  })

  it('returns every cell of random tables written the way other programs write them', async () => {
    const cell = fc.oneof(
      fc.string({ maxLength: 12 }),
      fc.constantFrom('a"b', 'a,b', 'a\nb', 'a;b', '"', '""', 'ä ö', '😀', '+49 30 901820', "'x", '\t'),
    )
    // The app itself removes spaces around a cell and normalizes line breaks.
    const clean = cell
      .map((text) => text.replaceAll(/[\r\0]/g, '').trim())
      .filter((text) => !/^'[\d+=@(-]|^=".*"$/s.test(text))
    const table = fc
      .integer({ min: 2, max: 5 })
      .chain((width) =>
        fc.array(fc.array(clean, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 30 }),
      )
    await fc.assert(
      fc.asyncProperty(table, fc.constantFrom(',', ';', '\t', '|'), async (body, delimiter) => {
        const headers = (body[0] ?? []).map((_, at) => `Column ${'abcdefg'[at]}`)
        const filled = body.map((row, at) => [`+1415555${1000 + at}`, ...row.slice(1)])
        const text = Papa.unparse([headers, ...filled], { delimiter, newline: '\n', quotes: true })
        const { all, head } = await tableOf(text)
        expect(all).toEqual(filled)
        expect(head.separator).toBe(delimiter)
      }),
      { numRuns: 60 },
    )
  })

  it('recognizes the same content by its fingerprint', async () => {
    const content = `name,phone\nJane,${phone}`
    const expected = createHash('sha256').update(content).digest('hex')
    expect((await tableOf(content, 'one.csv')).fingerprint).toBe(expected)
    expect((await tableOf(content, 'two.csv')).fingerprint).toBe(expected)
    expect((await tableOf(`${content}\n`)).fingerprint).not.toBe(expected)
  })
})

const names = `name,phone\nJürgen Müller,${phone}\nZoë “Zed” Ñandú – €5,${other}\n`
const readNames = [
  ['Jürgen Müller', phone],
  ['Zoë “Zed” Ñandú – €5', other],
]
const swapped = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16()
const windows = (text: string): Buffer =>
  Buffer.from(Array.from(text, (one) => ({ '“': 0x93, '”': 0x94, '–': 0x96, '€': 0x80 })[one] ?? one.charCodeAt(0)))

describe('the encoding', () => {
  it.each<[string, Buffer]>([
    ['UTF-8', Buffer.from(names)],
    ['UTF-8 with BOM', Buffer.from(`\ufeff${names}`)],
    ['UTF-16 LE', Buffer.from(`\ufeff${names}`, 'utf16le')],
    ['UTF-16 BE', swapped(`\ufeff${names}`)],
    ['Windows-1252', windows(names)],
  ])('%s is detected and shown', async (encoding, bytes) => {
    const { head, all } = await tableOf(bytes)
    expect(head).toMatchObject({ encoding, headers: ['name', 'phone'] })
    expect(all).toEqual(readNames)
  })

  it.each([
    ['UTF-16 LE', Buffer.from(names, 'utf16le')],
    ['UTF-16 BE', swapped(names)],
  ])('%s is detected without a byte order mark', async (encoding, bytes) => {
    const { head, all } = await tableOf(bytes)
    expect(head.encoding).toBe(encoding)
    expect(all).toEqual(readNames)
  })

  it('keeps characters that are split across decoded chunks', async () => {
    const long = Array.from({ length: 60_000 }, (_, at) => `😀ü${at},+1415555${10_000 + at}`)
    for (const bytes of [Buffer.from(long.join('\n')), Buffer.from(`\ufeff${long.join('\r\n')}`, 'utf16le')])
      expect((await tableOf(bytes)).all.map((row) => row.join(','))).toEqual(long)
  })

  it.each<[string, Buffer, string, string]>([
    ['UTF-8 and Windows-1252', Buffer.concat([Buffer.from(names), windows('Jürgen,+1\n')]), 'listEncoding', '4'],
    ['Windows-1252 and UTF-8', Buffer.concat([windows(names), Buffer.from('Jürgen,+1\n')]), 'listEncoding', '2'],
    [
      'a byte that Windows-1252 does not define',
      Buffer.concat([windows(names), Buffer.from([0x81])]),
      'listEncoding',
      '4',
    ],
    ['a control character', Buffer.concat([windows(names), Buffer.from([7])]), 'listEncoding', '4'],
    [
      'a UTF-8 byte order mark before something else',
      Buffer.concat([Buffer.from('\ufeffa,b\n'), windows('ü,1')]),
      'listEncoding',
      '2',
    ],
    [
      'half a UTF-16 character',
      Buffer.concat([Buffer.from('\ufeffa\n', 'utf16le'), Buffer.from([0x3d, 0xd8])]),
      'listEncoding',
      '2',
    ],
    [
      'half a UTF-16 code unit',
      Buffer.concat([Buffer.from('\ufeffa\nb', 'utf16le'), Buffer.from([65])]),
      'listEncoding',
      '2',
    ],
    ['NUL', Buffer.from(`name,phone\nJane,${phone}\nBo\0b,${other}`), 'listNul', '3'],
    ['a NUL in UTF-16', Buffer.from(`\ufeffname,phone\nBo\0b,${other}`, 'utf16le'), 'listNul', '2'],
  ])('%s is refused with the line', async (_name, bytes, code, words) => {
    expect(await refusalOf(bytes)).toMatchObject({ code, words })
  })

  it('is Windows-1252 even if some letters before quotation marks look like UTF-8', async () => {
    const bytes = Buffer.from(
      `name,phone\n“Spaß”,${phone}\nMüller,${other}`.replace('“', '\u0093').replace('”', '\u0094'),
      'latin1',
    )
    expect((await tableOf(bytes)).all).toEqual([
      ['“Spaß”', phone],
      ['Müller', other],
    ])
  })
})

describe('a file that is not a list', () => {
  it.each<[string, string | Buffer, string, string?]>([
    ['nothing', '', 'listEmpty'],
    ['blank lines', '\n \n,,\n', 'listEmpty'],
    ['a header only', 'name,phone\n', 'listEmpty'],
    ['prose', 'Dear Sir\nPlease call me back\nJane', 'listNotTable', 'text'],
    ['a PDF', '%PDF-1.7\n…', 'listNotTable', 'pdf'],
    ['an image', Buffer.from([0x89, 0x50, 0x4e, 0x47, 13, 10]), 'listNotTable', 'image'],
    ['JSON', '[{"name":"Jane","phone":"+14155550123"}]', 'listNotTable', 'json'],
    ['a web page', '<!DOCTYPE html>\n<table>', 'listNotTable', 'webPage'],
    ['an old workbook', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2]), 'listNotTable', 'xls'],
    [
      'an encrypted workbook',
      Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.from('EncryptedPackage', 'utf16le')]),
      'listNotTable',
      'encrypted',
    ],
    ['a line of two million characters', `name,phone\n${'x'.repeat(2_000_000)},${phone}`, 'listLineLong', '2'],
    ['a million columns', `${'a,'.repeat(1_000_000)}a\n`, 'listColumns'],
    ['a million columns without names', `${'1,'.repeat(1_000_000)}1\n`, 'listColumns'],
  ])('%s', async (_name, content, code, words) => {
    const issue = await refusalOf(content)
    expect(issue).toMatchObject(words === undefined ? { code } : { code, words })
    // Its message contains no name from the code.
    expect(messages.issue.text(issue ?? { path: [], code: 'invalid' })).not.toMatch(/undefined|listNot|\d:\d/)
  })

  it('is refused above the maximum number of rows', async () => {
    const lines = '+1415555\n'.repeat(listLimits.rows)
    expect((await tableOf(lines)).rows).toBe(listLimits.rows)
    expect(await refusalOf(`${lines}+1415555`)).toMatchObject({ code: 'listRows' })
  })

  it('is refused because of its size before it is read', async () => {
    const path = fileOf('name,phone\n')
    // A sparse file of two gigabytes.
    truncateSync(path, 2 * 1024 ** 3)
    const read: number[] = []
    expect(await refusalOfPath(path, { onRead: (bytes) => void read.push(bytes) })).toMatchObject({
      code: 'listTooLarge',
    })
    expect(read).toEqual([])
  })

  it('is refused if it changes while it is being read', async () => {
    const line = `Jane,${phone}\n`
    const content = line.repeat(Math.ceil((9 * 1024 * 1024) / line.length))
    for (const change of [
      (path: string) => appendFileSync(path, line),
      (path: string) => writeFileSync(path, content.replaceAll('Jane', 'Eve!')),
      (path: string) => truncateSync(path, 5 * 1024 * 1024),
    ]) {
      const path = fileOf(content)
      let isChanged = false
      const onRead = (): void => {
        if (!isChanged) change(path)
        isChanged = true
      }
      expect(await refusalOfPath(path, { onRead })).toMatchObject({ code: 'listChanged' })
    }
  })

  it('is refused if it is missing, a folder or a pipe', async () => {
    const folder = temporaryFolder()
    expect(await refusalOfPath(join(folder, 'none.csv'))).toMatchObject({ code: 'listUnread', words: 'ENOENT' })
    mkdirSync(join(folder, 'calls.csv'))
    expect(await refusalOfPath(join(folder, 'calls.csv'))).toMatchObject({ code: 'listNotTable', words: 'folder' })
    if (process.platform === 'win32') return
    execFileSync('mkfifo', [join(folder, 'pipe')])
    expect(await refusalOfPath(join(folder, 'pipe'))).toMatchObject({ code: 'listNotTable', words: 'device' })
  })

  it('rethrows an error from its handler, so that a full disk is not reported as an invalid file', async () => {
    const stop = new Error('the disk is full')
    const reading = readTable(
      { kind: 'text', text: `Jane,${phone}` },
      {
        onHeader: () => undefined,
        onRows: () => {
          throw stop
        },
      },
    )
    await expect(reading).rejects.toBe(stop)
  })
})
