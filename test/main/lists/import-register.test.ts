import { randomUUID } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { createListImporter } from '../../../src/main/lists/import.ts'
import { createNumberReader } from '../../../src/main/lists/row-number.ts'
import { newFile, open, value } from '../storage/open-storage.ts'
import { fileOf } from './read-tables.ts'
import { importThread } from '../../support/thread-entries.ts'

const at = '2026-11-21T09:15:00.000Z'

const setUp = async () => {
  const file = newFile()
  const storage = open(file)
  // The storage creates the database with its first operation.
  await value(storage.run('readLists', { now: Date.parse(at) }))
  const importer = createListImporter({ file, worker: importThread })
  onTestFinished(() => importer.close())
  const importFile = (text: string | Buffer, name = 'register.csv') =>
    importer.importRegister({
      source: { kind: 'file', path: fileOf(text, name) },
      register: {
        importId: randomUUID(),
        practice: false,
        source: 'FTC',
        addedAt: at,
        addedBy: 'ana',
        expiresAt: null,
      },
      keys: [],
    })
  const find = (phoneNumber: string) => value(storage.run('findDoNotCall', { phoneNumber, practice: false, at }))
  return { file, storage, importFile, find }
}

it('reads the column of numbers of a file, with a header or without', async () => {
  const { storage, importFile, find } = await setUp()
  const lines = Array.from({ length: 2_500 }, (_, index) => `2026-01-01,+1212555${String(index).padStart(4, '0')},x`)
  const first = await value(importFile(['added,number,why', ...lines, '2026-01-01,n/a,'].join('\n')))
  expect(first).toMatchObject({ refused: 1, register: { numbers: 2_500, fileName: 'register.csv', source: 'FTC' } })
  const second = await value(importFile('+1900*\n(646) 555-0188\n', 'plain.txt'))
  expect(second).toMatchObject({ refused: 0, examples: [], register: { numbers: 2 } })
  expect(await find('(212) 555-2499')).toMatchObject({ reason: 'FTC', addedBy: 'ana' })
  expect(await find('+16465550188')).not.toBeNull()
  expect(await find('+19005551234')).not.toBeNull()
  expect(await find('+12125552500')).toBeNull()
  const registers = await value(storage.run('listDoNotCallImports', {}))
  expect(registers.map(({ fileName }) => fileName)).toEqual(['plain.txt', 'register.csv'])
})

it('removes a register also if its numbers cannot be deleted now, and deletes them on the next launch', async () => {
  const { storage, file, importFile, find } = await setUp()
  const imported = await value(importFile('phone;why\n+14155550188;x'))
  const database = new DatabaseSync(file)
  database.exec(`CREATE TRIGGER refused BEFORE DELETE ON do_not_call_numbers BEGIN SELECT RAISE(ABORT, ''); END`)
  const importId = imported?.register.importId ?? ''
  expect(await value(storage.run('removeDoNotCallImport', { importId }))).toEqual(imported?.register)
  expect(await find('+14155550188')).toBeNull()
  expect(await value(storage.run('listDoNotCallImports', {}))).toEqual([])
  database.exec('DROP TRIGGER refused')
  await value(storage.run('settleInterruptedLists', { at: Date.parse(at) }))
  expect(database.prepare('SELECT * FROM do_not_call_numbers').all()).toEqual([])
  database.close()
})

it('reads prefixes with a country code between other text, and numbers with an asterisk', async () => {
  const { importFile, find } = await setUp()
  const cells = {
    '+4915112*, +4915113*': ['+4915112345678', '+4915113345678'],
    '+4915114 * (mobile)': ['+4915114345678'],
    '+4930123456* (block)': ['+4930123456', '+49301234567'],
    '+14155550140*, +14155550141*': ['+14155550140', '+14155550141'],
    '+1415555014*': ['+14155550145'],
    // Without a country code, only the numbers before the asterisk are stored.
    'Ann 4155550142* (see note)': ['+14155550142'],
    '4155550143 4155550144*': ['+14155550143', '+14155550144'],
  }
  const lines = ['phone;why', ...Object.keys(cells).map((cell) => `${cell};x`)]
  const examples = Object.keys(cells).slice(-2)
  expect(await value(importFile(lines.join('\n')))).toMatchObject({ refused: 2, examples })
  for (const number of Object.values(cells).flat()) expect([number, await find(number)]).not.toEqual([number, null])
})

it('blocks the number before an asterisk, and the numbers that start with it, in a cell without other text', async () => {
  const { importFile, find } = await setUp()
  const cells = {
    '+14155550140*': ['+14155550140'],
    '+4930123456*': ['+4930123456', '+49301234567'],
    '004930123457*': ['+4930123457', '+49301234578'],
    // Too short for a number in the USA, and dialed as typed.
    '+1212555014*': ['+1212555014', '+12125550142'],
  }
  const lines = ['phone;why', ...Object.keys(cells).map((cell) => `${cell};x`)]
  expect(await value(importFile(lines.join('\n')))).toMatchObject({ refused: 0 })
  for (const number of Object.values(cells).flat()) expect([number, await find(number)]).not.toEqual([number, null])
})

it('counts a prefix once that may also be a number', async () => {
  const { storage, importFile, find } = await setUp()
  expect(await value(importFile('+4930999*', 'one.txt'))).toMatchObject({ register: { numbers: 1 } })
  const lines = ['+14155550140', '+1900*', '+4930123456*', '+4930123457', '004930123458*']
  expect(await value(importFile(lines.join('\n'), 'all.txt'))).toMatchObject({ register: { numbers: lines.length } })
  const registers = await value(storage.run('listDoNotCallImports', {}))
  expect(registers.map(({ numbers }) => numbers)).toEqual([lines.length, 1])
  for (const number of ['+4930999', '+4930999123', '030 123456'])
    expect([number, await find(number)]).not.toEqual([number, null])
})

it('skips and counts a prefix without a plus sign or 00, because its first digits may be an area code', async () => {
  const { importFile, find } = await setUp()
  const skipped = ['212*', '415555*', '2135550*', '2145550141*', 'Ann 216*']
  const cells = ['+1900*', '00901*', ...skipped]
  const imported = await value(importFile(['phone;why', ...cells.map((cell) => `${cell};x`)].join('\n')))
  expect(imported).toMatchObject({ refused: skipped.length, examples: skipped.slice(0, 3) })
  for (const number of ['+19005551234', '+901234567890', '+12145550141'])
    expect([number, await find(number)]).not.toEqual([number, null])
  for (const stranger of ['+212612345678', '+41555512345', '+213555012345', '+21455501412', '+21612345678'])
    expect([stranger, await find(stranger)]).toEqual([stranger, null])
})

it('names the first cells that are neither a number nor a prefix with a country code', async () => {
  const { importFile } = await setUp()
  const skipped = ['*', '+1*', '(415) 555*', 'n/a']
  const imported = await value(importFile(['+1900*', '+14155550188', ...skipped].join('\n'), 'plain.txt'))
  expect(imported).toMatchObject({ refused: 4, examples: skipped.slice(0, 3), register: { numbers: 2 } })
})

it('names a cell with a letter instead of a digit, and stores no number that the letter cuts off', async () => {
  const { importFile, find } = await setUp()
  const cut = [
    '+1 415 555 O148',
    '+1 415 555 01l9',
    '415-555-014O',
    '4155550l 48',
    '+1 415 555 A148',
    '(415) 555 01B8 home',
  ]
  const partly = { 'Ann 415 555 0l45, 415 555 0172': '+14155550172', '646 5S5 0174 / 646 555 0173': '+16465550173' }
  const whole = {
    '415 555 0162 ext. 12': '+14155550162',
    '+1 415 555 0163 x12': '+14155550163',
    '415-555-0164x12': '+14155550164',
    '+49 30 1234567 Durchwahl 3': '+49301234567',
    '415 555 0165 D3': '+14155550165',
    '415 555 0166h / 415 555 0167w': '+14155550167',
    'Apt 5B 415 555 0168': '+14155550168',
  }
  const imported = await value(importFile(['phone', '+12125550188', ...cut].join('\n')))
  expect(imported).toMatchObject({ refused: cut.length, examples: cut.slice(0, 3), register: { numbers: 1 } })
  for (const [cell, number] of Object.entries({ ...partly, ...whole })) {
    const examples = cell in partly ? [cell] : []
    const one = await value(importFile(`phone\n"${cell}"\n`))
    expect([cell, one]).toMatchObject([cell, { refused: examples.length, examples }])
    expect([cell, await find(number)]).not.toEqual([cell, null])
  }
  // The digits before the letters are the last seven of these numbers.
  for (const stranger of ['+12121415555', '+16461555501', '+12124155550', '+12125555014'])
    expect([stranger, await find(stranger)]).toEqual([stranger, null])
})

it('stores a short number before a letter that may belong to it, and names its cell', async () => {
  const { importFile, find } = await setUp()
  const cells = {
    '555-0123 F555-0124': ['+14155550123', '+14155550124'],
    '1234567 a1': ['+49301234567'],
    '030 123456 b2': ['+4930123456'],
  }
  const imported = await value(importFile(['phone', '+12125550188', ...Object.keys(cells)].join('\n')))
  expect(imported).toMatchObject({ refused: 3, examples: Object.keys(cells) })
  for (const number of Object.values(cells).flat()) expect([number, await find(number)]).not.toEqual([number, null])
})

it('restores a number that a spreadsheet changed only if no digit is lost, and skips other cells', async () => {
  const { importFile, find } = await setUp()
  const numbers = {
    '14155550123.0': '+14155550123',
    '"14155550129,00"': '+14155550129',
    '1.4155550124E+10': '+14155550124',
    '+14155550125.0': '+14155550125',
    '4155550126.0': '+14155550126',
    '="+14155550127"': '+14155550127',
    'tel:415-555-0128': '+14155550128',
    '"tel:+1-415-555-0130;ext=5"': '+14155550130',
    '(415) 555-0131 ext. 5': '+14155550131',
    '415-555-0132 x5': '+14155550132',
    'sip:+14155550133@pbx.test': '+14155550133',
    'PJSIP/4155550134@trunk': '+14155550134',
    '4155550135@pbx.test': '+14155550135',
    '0044 20 7946 0018': '+442079460018',
    '+1900*': '+19005551234',
  }
  const skipped = [
    '4.1555501E+10',
    '########',
    '2026-11-26',
    '11/26/2026',
    'Acc 99887766',
    '99887766 Acc',
    'j99887766@x.test',
  ]
  const lines = ['phone;why', ...[...Object.keys(numbers), ...skipped].map((cell) => `${cell};x`)]
  const imported = await value(importFile(lines.join('\n')))
  expect(imported).toMatchObject({
    refused: skipped.length,
    examples: skipped.slice(0, 3),
    register: { numbers: Object.keys(numbers).length },
  })
  for (const number of Object.values(numbers)) expect([number, await find(number)]).not.toEqual([number, null])
  for (const number of ['+141555501230', '+141555501250', '+4741555501', '+4799887766'])
    expect([number, await find(number)]).toEqual([number, null])
})

it('blocks a number without a country code between words, and digits in groups that are no date', async () => {
  const { importFile, find } = await setUp()
  const numbers = {
    '4155550140 mobile': '+14155550140',
    'Mobile: (415) 555-0141': '+14155550141',
    '415-555-0142 (cell)': '+14155550142',
    'Tel. 415-555-0143': '+14155550143',
    'T: 4155550144': '+14155550144',
    'SIP/trunk/4155550145': '+14155550145',
    'sip:4155550149@pbx.test': '+14155550149',
    'PJSIP/4155550150@trunk.test': '+14155550150',
    'Home phone: 415.555.0146': '+14155550146',
    'Account holder: 4155550147': '+14155550147',
    'Mobile 22334454': '+4722334454',
    '22-33-4455': '+4722334455',
    '22.33.4456': '+4722334456',
    '99-99-9999': '+4799999999',
    '2345-67-89': '+4723456789',
  }
  const skipped = [
    'Account no. 99887766',
    'Ref: 4155550148',
    '31-12-2026',
    '1.2.2026',
    '0000-00-00',
    'Nov 26, 2026',
    '99887766-1234-4123-8123-1234567890ab',
  ]
  const lines = ['phone;why', ...[...Object.keys(numbers), ...skipped].map((cell) => `${cell};x`)]
  const imported = await value(importFile(lines.join('\n')))
  for (const number of Object.values(numbers)) expect([number, await find(number)]).not.toEqual([number, null])
  expect(imported).toMatchObject({
    refused: skipped.length,
    examples: skipped.slice(0, 3),
    register: { numbers: Object.keys(numbers).length },
  })
})

it('reads the numbers of a table whose other columns have IDs, dates or postal codes between words', async () => {
  const tables: [string, string[]][] = [
    ['Customer ID;Name;Phone;Mobile', ['CUST-0012345;Ann;4155550140;', 'CUST-0012346;Bob;4155550141;']],
    ['reference;contact', ['ORD-20260001;4155550142', 'ORD-20260002;Ann 4155550143', 'ORD-20260003;4155550144']],
    ['note;entry', ['Added 2026-01-05 by Ann;4155550145', 'Added 2026-01-06 by Ann;1.4155550146E+10']],
    ['Name;Address;Contact', ['Ann;1 Main St, Springfield, IL 62704-1234;4155550147']],
  ]
  const { importFile, find } = await setUp()
  for (const [header, lines] of tables) {
    const imported = await value(importFile([header, ...lines].join('\n')))
    expect([header, imported]).toMatchObject([header, { refused: 0, register: { numbers: lines.length } }])
  }
  for (let number = 4155550140; number <= 4155550147; number += 1)
    expect([number, await find(`+1${number}`)]).not.toEqual([number, null])
})

it('blocks every number in a cell with a date, an ID or several numbers', async () => {
  const { importFile, find } = await setUp()
  const cells = {
    '2026-01-05 John 4155550140': ['4155550140'],
    'Account 99887766 phone 4155550141': ['4155550141'],
    'Acc 99887766: +1 415 555 0142': ['4155550142'],
    'Mobile 4155550143 / 4155550144': ['4155550143', '4155550144'],
    'Tel +1 415 555 0145 or +1 415 555 0146': ['4155550145', '4155550146'],
    'home 4155550147 or +1 415 555 0148': ['4155550147', '4155550148'],
    '4155550149 4155550150': ['4155550149', '4155550150'],
    '4155550151 / (415) 555-0152': ['4155550151', '4155550152'],
    '415 555 0156 415 555 0157': ['4155550156', '4155550157'],
    '(415) 555-0158 (415) 555-0159': ['4155550158', '4155550159'],
    '04 15 55 50 16 04 15 55 50 17': ['415555016', '415555017'],
    '415 555 0160 415 555 0161 415 555 0162': ['4155550162'],
    '99887766 415 555 0163': ['4155550163'],
    '"415-555-0153\n415-555-0154"': ['4155550153', '4155550154'],
    '4155550155 (1.5.2026)': ['4155550155'],
    '(04152) 12-34-56': ['4152123456'],
  }
  const lines = ['phone;why', ...Object.keys(cells).map((cell) => `${cell};x`)]
  expect(await value(importFile(lines.join('\n')))).toMatchObject({ refused: 0 })
  for (const number of Object.values(cells).flat())
    expect([number, await find(`+1${number}`)]).not.toEqual([number, null])
  expect(await find('+4720260105')).toBeNull()
})

it('stores a number with slashes once and as a whole, so that it does not block strangers with the same end', async () => {
  const { importFile, find } = await setUp()
  const cells: [string, string, string][] = [
    ['Anna +1 202/555-0100', '+12025550100', '+13105550100'],
    ['+44 (0)20/7946-0958 office', '+442079460958', '+441179460958'],
    ['mobil: +49 151/2345678', '+491512345678', '+12122345678'],
    ['Anna +49 (0)40 12345679', '+494012345679', '+4712345679'],
    ['Anna 202/555-0101', '+12025550101', '+13105550101'],
    ['+1 202/555-0102, +1 202/555-0103', '+12025550103', '+13105550102'],
    ['555-0104 / 555-0105 Bob', '+12025550104', '+12025550106'],
    ['Bob +4722334455/22334466', '+4722334466', '+4722334467'],
  ]
  const lines = ['phone;why', ...cells.map(([cell]) => `${cell};x`)]
  expect(await value(importFile(lines.join('\n')))).toMatchObject({ refused: 0, register: { numbers: 11 } })
  for (const [cell, number, stranger] of cells) {
    expect([cell, await find(number)]).not.toEqual([cell, null])
    expect([cell, await find(stranger)]).toEqual([cell, null])
  }
})

it('blocks every number in a cell with more digits than one number has', async () => {
  const { importFile, find } = await setUp()
  const cells = {
    '+1 202 555 0100 202 555 0101': ['+12025550100', '+12025550101'],
    'Ann +1 202 555 0102 202 555 0103': ['+12025550102', '+12025550103'],
    '1 415 555 0149 415 555 0150': ['+14155550149', '+14155550150'],
    '020 7946 0958 020 7946 0959 020 7946 0960': ['+442079460958', '+442079460959', '+442079460960'],
    '5550161 5550162 5550163 5550164': ['+12125550161', '+12125550162', '+12125550163', '+12125550164'],
    '5550165 5550166': ['+12125550165', '+12125550166'],
    '+14155550167 12345': ['+14155550167'],
    '4155550168-4155550169': ['+14155550168', '+14155550169'],
    '41555501704155550171': ['+14155550171'],
  }
  const lines = ['phone;why', ...Object.keys(cells).map((cell) => `${cell};x`)]
  // Two cells have digits that are in no entry.
  const examples = ['+14155550167 12345', '41555501704155550171']
  expect(await value(importFile(lines.join('\n')))).toMatchObject({ refused: 2, examples })
  for (const number of Object.values(cells).flat()) expect([number, await find(number)]).not.toEqual([number, null])
})

it('blocks short prefixes beside longer entries, and numbers with few digits after a slash', async () => {
  const { importFile, find } = await setUp()
  const cells = {
    '+1900*, +4915112*, +4915113*': ['+19005551234', '+4915112345678', '+4915113345678'],
    'Ann +1 901* and 4155550140': ['+19015551234', '+14155550140'],
    '+44 (0)70*, +44 (0)76*': ['+447012345678', '+447612345678'],
    '030/123456, 030/123457': ['+4930123456', '+4930123457'],
    'Anna +49 30/123458 030/123459': ['+4930123458', '+4930123459'],
    '22334455 0151/12345678': ['+4722334455', '+4915112345678'],
  }
  const skipped = ['+1900, 4155550141', '1902*, 4155550142']
  const lines = ['phone;why', ...[...Object.keys(cells), ...skipped].map((cell) => `${cell};x`)]
  expect(await value(importFile(lines.join('\n')))).toMatchObject({ refused: skipped.length, examples: skipped })
  for (const number of Object.values(cells).flat()) expect([number, await find(number)]).not.toEqual([number, null])
})

it('blocks a number before an extension, hours or a date without a year, and stores a number in groups once', async () => {
  const { importFile, find } = await setUp()
  const cells = {
    '415-555-0140 12': '+14155550140',
    '(415) 555-0141 (2)': '+14155550141',
    '(415) 555-0142 9-5': '+14155550142',
    '020 7946 0958 (9-5)': '+442079460958',
    '06 12 34 56 78 (2)': '+33612345678',
    '415-555-0143 3/4/24': '+14155550143',
    'Ann 415-555-0144 (2)': '+14155550144',
    '030 123456 (9-17)': '+4930123456',
    '+49 30 123457 (9-17)': '+4930123457',
    '0049 (0)30 123458 12': '+4930123458',
    '5550145 12': '+14155550145',
    '555-0146 12': '+14155550146',
    '22 39 97 66 9-5': '+4722399766',
    '22 39 97 67 12': '+4722399767',
    '400 12 345 12': '+4740012345',
    '01 234 56 78 12': '+4312345678',
    '+43 1 234 56 79 12': '+4312345679',
    '555 0148 12': '+12125550148',
    '555-0149 123': '+12125550149',
    '22 39 97 68 1234': '+4722399768',
    '030 200001 10-17': '+4930200001',
    '22 39 97 62 10 – 17': '+4722399762',
    '+49 30 200004 10-17 Uhr': '+4930200004',
    '555-0152 10-17': '+12125550152',
    '030 200011 24.12.': '+4930200011',
    '030 200012 24.12.26': '+4930200012',
    // One number, or a shorter one with an extension.
    '030 12 34 59 78': '+4930123459',
    '55 12 34 57 78': '+4755123457',
    '+49 151 2346 6789': '+491512346',
    '+44 20 7946 0959 (2) 5550147': '+12125550147',
  }
  const lines = ['phone;why', ...Object.keys(cells).map((cell) => `${cell};x`)]
  expect(await value(importFile(lines.join('\n')))).toMatchObject({ refused: 0 })
  for (const [cell, number] of Object.entries(cells)) expect([cell, await find(number)]).not.toEqual([cell, null])
  const groups = [
    '1 415 555 0150',
    '+49 151 23456789',
    '0049 30 1234 5678',
    '044 668 18 00',
    '04 12 34 56 78',
    '07700 900 123',
    '22 123 45 67',
    '4 1 5 5 5 5 0 1 5 1',
  ]
  const imported = await value(importFile(groups.join('\n'), 'plain.txt'))
  expect(imported).toMatchObject({ refused: 0, register: { numbers: groups.length } })
})

it('stores a number in a common notation of its country once, unless its last digits may be an extension', async () => {
  const { file, importFile, find } = await setUp()
  const once = [
    '08-123 45 67',
    '08-22 34 56',
    '070-123 45 67',
    '(11) 98765-4321',
    '11 98765-4322',
    '11 98765 4323',
    '(11) 3234-5678',
    '01 23 45 67 89',
    '01.23.45.67.88',
    '030 1234567',
    '030/1234568',
    '06 1234 5678',
    '98765 43210',
    '098765 43211',
    '(02) 9374 4000',
    '0412 345 678',
    '03-1234-5678',
    '090-1234-5678',
    '55 1234 5678',
    '020 7946 0958',
    '07700 900123',
    '912 34 56 78',
    '210 123 4567',
    '02-123-4567',
    '138 0013 8000',
    '8 495 123 4567',
  ]
  // The last two digits may be an extension.
  const twice = [
    '08-123 456 78',
    '8 495 123 45-68',
    '8 (495) 123 45-69',
    '8 (495) 123-45-70',
    '495 123-45-71',
    '0212 123 45 67',
  ]
  const imported = await value(importFile([...once, ...twice].join('\n'), 'plain.txt'))
  expect(imported).toMatchObject({ refused: 0 })
  const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')
  const shorter = twice.map((one) => digitsOf(one).slice(0, -2))
  const expected = new Set([...[...once, ...twice].map(digitsOf), ...shorter])
  const database = new DatabaseSync(file)
  const stored = database.prepare('SELECT number_key FROM do_not_call_numbers').all()
  database.close()
  expect(stored.map((row) => String(row['number_key'])).toSorted()).toEqual([...expected].toSorted())
  for (const stranger of ['+442071198765', '+12128495123'])
    expect([stranger, await find(stranger)]).toEqual([stranger, null])
})

it('stores nothing from a file that cannot be read or has no numbers', async () => {
  const { file, storage, importFile } = await setUp()
  expect(await importFile('name,city\nJane,Rome\n')).toMatchObject({ failure: { issues: [{ code: 'listNumbers' }] } })
  const lines = Array.from({ length: 2_500 }, (_, index) => `+1212555${String(index).padStart(4, '0')}`)
  expect(await importFile(`${lines.join('\n')}\n\0\n`)).toMatchObject({ failure: { issues: [{ code: 'listNul' }] } })
  expect(await value(storage.run('listDoNotCallImports', {}))).toEqual([])
  const database = new DatabaseSync(file)
  expect(database.prepare('SELECT count(*) AS numbers FROM do_not_call_numbers').get()).toEqual({ numbers: 0 })
  database.close()
})

const digits = (length: number) => fc.nat({ max: 10 ** length - 1 }).map((one) => String(one).padStart(length, '0'))

/** A country code, a trunk prefix, and a number in groups. */
const numberIn = (country: string, trunk: string, ...groups: fc.Arbitrary<string>[]) =>
  fc.tuple(...groups).map((parts) => ({ country, trunk, parts }))

const area = fc.constantFrom('202', '415', '646')
const anyNumber = fc.oneof(
  numberIn('1', '', area, fc.constant('555'), digits(4)),
  numberIn('1', '1', area, fc.constant('555'), digits(4)),
  numberIn('44', '0', fc.constant('20'), fc.constant('7946'), digits(4)),
  numberIn('49', '0', fc.constant('30'), digits(6)),
  numberIn('49', '0', fc.constant('30'), digits(2), digits(2), digits(2)),
  numberIn('49', '0', fc.constant('151'), digits(8)),
  numberIn('43', '0', fc.constant('1'), digits(3), digits(2), digits(2)),
  numberIn('33', '0', fc.constant('4'), digits(2), digits(2), digits(2), digits(2)),
  numberIn('47', '', fc.constant('22'), digits(2), digits(2), digits(2)),
  numberIn('47', '', fc.constant('400'), digits(2), digits(3)),
)

/** A number as people write it, with the number that must be blocked. */
const writtenNumber = fc
  .record({
    number: anyNumber,
    form: fc.constantFrom('+', '00', 'national', 'local'),
    separator: fc.constantFrom('', ' ', '-', '.'),
    areaEnd: fc.constantFrom(null, '/', ' / '),
    ending: fc.constantFrom('', '', '*', ' *'),
    before: fc.constantFrom('', '', 'Ann ', 'Tel. ', 'mobile: ', '('),
    after: fc.constantFrom('', '', ' (home)', ' office', ')', ' 12', ' (2)', ' 9-5', ' 10-17', ' 3/4/24', ' 24.12.'),
  })
  // Digits after an asterisk belong to the next number.
  .filter(({ ending, after }) => !/\d/.test(after) || ending === '')
  .map(({ number: { country, trunk, parts }, form, separator, areaEnd, ending, before, after }) => {
    const [first = '', ...rest] = parts
    const subscriber = rest.join(separator)
    const national = `${first}${areaEnd ?? separator}${subscriber}`
    const inForm = form === 'local' && country === '1' ? subscriber : `${trunk}${national}`
    const text = form === '+' || form === '00' ? `${form}${country}${separator}${national}` : inForm
    return { text: `${before}${text}${ending}${after}`, blocked: `+${country}${parts.join('')}` }
  })

const writtenPrefix = fc
  .record({
    prefix: fc.constantFrom('+1900', '+49 1511', '+44 (0)70'),
    ending: fc.constantFrom('*', ' *', '* (mobile)'),
  })
  .map(({ prefix, ending }) => ({
    text: `${prefix}${ending}`,
    blocked: `${prefix.replace('(0)', '').replaceAll(' ', '')}5551234`,
  }))

const anyCell = fc.record({
  entries: fc.array(fc.oneof({ weight: 5, arbitrary: writtenNumber }, { weight: 1, arbitrary: writtenPrefix }), {
    minLength: 1,
    maxLength: 4,
  }),
  separator: fc.constantFrom(' ', ', ', ' / ', '/', '\n', '; ', ' or ', ' – ', ' - '),
})

it('blocks every number in any cell, or counts the cell as refused', async () => {
  const { storage, importFile, find } = await setUp()
  const readNumber = createNumberReader({ homeCountry: null, chosenCountry: null, repair: false })
  const check = async ({ entries, separator }: { entries: { text: string; blocked: string }[]; separator: string }) => {
    const cell = entries.map(({ text }) => text).join(separator)
    const imported = await value(importFile(`phone;why\n"${cell}";x\n+4790000000;x`))
    if (imported === null) throw new Error('canceled')
    const numbers = entries.map(({ blocked }) => blocked).filter((one) => readNumber(one).phoneNumber === one)
    for (const number of imported.refused > 0 ? [] : numbers)
      expect([cell, number, await find(number)]).not.toEqual([cell, number, null])
    await value(storage.run('removeDoNotCallImport', { importId: imported.register.importId }))
  }
  const beforeDate = [
    { text: '+4722000000', blocked: '+4722000000' },
    { text: '555 0000 24.12.', blocked: '+12025550000' },
  ]
  await fc.assert(fc.asyncProperty(anyCell, check), {
    numRuns: 150,
    examples: [[{ entries: beforeDate, separator: ' ' }]],
  })
})
