import { describe, expect, it, onTestFinished } from 'vitest'
import type { ColumnTarget, Pasted, PastedRow } from '../../../../src/contract/pasted.ts'
import { defaultSettings } from '../../../../src/contract/settings.ts'
import { createPaste } from '../../../../src/main/features/paste/index.ts'
import { createStorage } from '../../../../src/main/storage/storage.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { valueOf } from '../../../support/test-app.ts'
import { join } from 'node:path'
import { storageThread } from '../../../support/thread-entries.ts'

const names = ['customer_name', 'amount_due', 'due_date']
const phone = '+14155550123'

type Where = { home?: string | null; names?: readonly string[] | null; offered?: readonly string[] }

const read = async (text: string, where: Where = {}): Promise<Pasted> => {
  const { home = null, offered = ['US'] } = where
  const { operations } = createPaste({
    storage: { run: () => Promise.reject(new Error('nothing is saved without an agent')) },
    settings: { known: () => ({ ...defaultSettings, homeCountry: home }) },
    countriesFor: () => [...(home === null ? [] : [home]), ...offered],
  })
  const wanted = where.names === undefined ? names : where.names
  const outcome = await operations.readPasted({ text, names: wanted && [...wanted], agentUuid: null, callerId: null })
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure))
  return outcome.value
}

const row = async (text: string, where: Where = {}): Promise<PastedRow> => {
  const pasted = await read(text, where)
  if (pasted.kind !== 'row') throw new Error(`${text} is ${pasted.kind}`)
  return pasted
}

/** Returns each column's name and the reason, or why the column was dropped. */
const mapping = ({ columns }: PastedRow): string[] =>
  columns.map(({ target, by, dropped }) =>
    target.to === 'nowhere' ? `- ${dropped}` : `${target.to === 'context' ? target.name : target.to} ${by}`,
  )

const byContent = ['number content', 'customer_name content', 'amount_due content', 'due_date content']

describe('a row without headers', () => {
  it.each<[string, string[], Record<string, string>, Where?]>([
    [
      `${phone}\tJane Doe\t120.50\t2026-11-28`,
      byContent,
      { customer_name: 'Jane Doe', amount_due: '120.50', due_date: '2026-11-28' },
    ],
    [
      `${phone}\tJane Doe\t120.50\tfriday`,
      byContent,
      { customer_name: 'Jane Doe', amount_due: '120.50', due_date: 'friday' },
    ],
    [
      `"${phone}","Doe, Jane","1,204.50","Nov 28, 2026"`,
      byContent,
      { customer_name: 'Doe, Jane', amount_due: '1,204.50', due_date: 'Nov 28, 2026' },
    ],
    [
      `${phone};Jane Doe;1.204,50 €;28.11.2026`,
      byContent,
      { customer_name: 'Jane Doe', amount_due: '1.204,50 €', due_date: '28.11.2026' },
    ],
    [`${phone}|Jane|$120|11/28/2026`, byContent, { customer_name: 'Jane', amount_due: '$120', due_date: '11/28/2026' }],
    // An amount does not need decimals.
    [
      `${phone}\tJane\t12`,
      ['number content', 'customer_name content', 'amount_due content'],
      { customer_name: 'Jane', amount_due: '12' },
    ],
    // Only surrounding spaces are removed; zeros, signs and letter case are kept.
    [
      `  ${phone} \t  Jane  DOE \t 007.10 \t`,
      [...byContent.slice(0, 3), '- empty'],
      { customer_name: 'Jane  DOE', amount_due: '007.10' },
    ],
    // Ambiguous columns are dropped.
    [`${phone}\tJane\tDoe`, ['number content', '- unclear', '- unclear'], {}],
    [`${phone}\t2026-11-28\t2026-11-29`, ['number content', '- unclear', '- unclear'], {}],
    [`Jane\t(415) 555-0123`, ['customer_name content', 'number content'], { customer_name: 'Jane' }],
    [
      `${phone}\tjane@example.com`,
      ['number content', 'email content'],
      { email: 'jane@example.com' },
      { names: ['email'] },
    ],
    [`${phone}\tJane`, ['number content', '- unknownNames'], {}, { names: null }],
    [`${phone}\tJane`, ['number content', '- noName'], {}, { names: [] }],
  ])('%j', async (text, columns, context, where = {}) => {
    const pasted = await row(text, where)
    expect(pasted.hasHeader).toBe(false)
    expect(mapping(pasted)).toEqual(columns)
    expect(pasted.context).toEqual(context)
  })
})

describe('a row under headers', () => {
  it.each<[string, string[], Record<string, string>, Where?]>([
    [
      `customer_name\tphone\tamount_due\tdue_date\nJane\t${phone}\t120.50\tfriday`,
      ['customer_name header', 'number header', 'amount_due header', 'due_date header'],
      { customer_name: 'Jane', amount_due: '120.50', due_date: 'friday' },
    ],
    [
      `Customer Name,Phone Number,AmountDue,due-date\nJane,${phone},120.50,friday`,
      ['customer_name spelling', 'number header', 'amount_due spelling', 'due_date spelling'],
      { customer_name: 'Jane', amount_due: '120.50', due_date: 'friday' },
    ],
    [
      `Name,Mobile,Amount,Due\nJane,${phone},120.50,friday`,
      ['customer_name similar', 'number header', 'amount_due similar', 'due_date similar'],
      { customer_name: 'Jane', amount_due: '120.50', due_date: 'friday' },
    ],
    [`First name\tLast name\tMobile\nJane\tDoe\t${phone}`, ['- unclear', '- unclear', 'number header'], {}],
    [
      `Kunde;Telefonnummer;Betrag;Fällig\nMüller;030 901820;12,50;28.11.2026`,
      ['- noName', 'number header', 'amount_due content', 'due_date content'],
      { amount_due: '12,50', due_date: '28.11.2026' },
      { home: 'DE' },
    ],
    [
      `phone\tnotes\tcustomer_name\tCustomer name\n${phone}\tnice\tJane\tJohn`,
      ['number header', '- noName', 'customer_name header', '- taken'],
      { customer_name: 'Jane' },
    ],
    [
      `phone\tcalled_number\tcustomer_name\n${phone}\t+442079460018\tJane`,
      ['number header', '- reserved', 'customer_name header'],
      { customer_name: 'Jane' },
    ],
    [`Phone\tBetrag\n${phone}\t120`, ['number header', 'amount_due content'], { amount_due: '120' }],
    [
      // A header that suggests an integer is not matched to an amount field, even if that is the only field left.
      `Phone\tAccount no\n${phone}\t4711`,
      ['number header', '- noName'],
      {},
    ],
    [
      // It does not turn the other integer column into the only candidate, either.
      `Phone\tAccount no\tZip\n${phone}\t4711\t90210`,
      ['number header', '- noName', '- noName'],
      {},
    ],
    [
      // A header that suggests an amount decides the match.
      `Phone\tAccount no\tBalance\n${phone}\t4711\t90`,
      ['number header', '- noName', 'amount_due content'],
      { amount_due: '90' },
    ],
    [
      // A header that suggests an amount is not matched to a column of dates.
      `phone\tamount\n${phone}\t2026-11-28`,
      ['number header', 'due_date content'],
      { due_date: '2026-11-28' },
    ],
    [
      `Phone\tFirst Name\tstreet.city\n${phone}\tJane\tBerlin`,
      ['number header', 'first_name headerItself', 'street.city headerItself'],
      { first_name: 'Jane', 'street.city': 'Berlin' },
      { names: null },
    ],
    [
      `Phone\tcustomer.name\tcustomer.city\n${phone}\tJane\tBerlin`,
      ['number header', 'customer.name header', 'customer.city header'],
      { 'customer.name': 'Jane', 'customer.city': 'Berlin' },
      { names: ['customer.name', 'customer.city'] },
    ],
  ])('%j', async (text, columns, context, where = {}) => {
    const pasted = await row(text, where)
    expect(pasted.hasHeader).toBe(true)
    expect(mapping(pasted)).toEqual(columns)
    expect(pasted.context).toEqual(context)
    expect(pasted.number.reading?.kind).toBe('telephone')
  })

  it('lists the names without a value', async () => {
    const pasted = await row(`customer_name\tphone\tamount_due\nJane\t${phone}\t`)
    expect(pasted.unfilled).toEqual(['amount_due', 'due_date'])
  })
})

describe('the number of a row', () => {
  it.each<[string, string | null, string, string[], Where?]>([
    [`Jane\t${phone}`, phone, 'none', []],
    [`Jane\t'${phone}`, phone, 'none', []],
    [`Jane\t="${phone}"`, phone, 'none', []],
    [`Jane\ttel:${phone}`, phone, 'none', []],
    [`Jane\t(415) 555-0123`, null, 'nationalNumber', [phone]],
    [`Jane\t(415) 555-0123`, phone, 'none', [], { home: 'US' }],
    [`Jane\t4155550123\t12`, phone, 'none', [], { home: 'US' }],
    [`name\tphone\nJane\t${phone} x5\nBob\t+14155550124`, null, 'extension', [phone]],
    [`name\tphone\nJane\t${phone} / +14155550124\nBob\t+14155550125`, null, 'several', [phone, '+14155550124']],
    [`name\tphone\nJane\tnone\nBob\t+14155550125`, null, 'unreadable', []],
    [`name\tphone\nJane\t\nBob\t+14155550125`, null, 'empty', []],
    [`name\tphone\nJane\t1.41556E+10\nBob\t1.41556E+10`, null, 'rounded', []],
    // An order number may have as many digits as a phone number; the one with a plus sign is the phone number.
    [`30901820\t${phone}\tJane`, phone, 'none', [], { home: 'DE' }],
    [`order\tphone\n4155550199\t4155550123`, phone, 'none', [], { home: 'US' }],
  ])('%j: %s, %s', async (text, dial, problem, offers, where = {}) => {
    const { number } = await row(text, where)
    expect(number.reading?.dial ?? null).toBe(dial)
    expect(number.problem).toBe(problem)
    expect(number.offers.map((one) => one.dial)).toEqual(offers)
  })

  it('returns the agent of a row', async () => {
    const uuid = '7F3C2A1E-5D4B-4C3A-9F8E-1A2B3C4D9B21'
    const named = await row(`phone\tagent\n${phone}\t${uuid}`)
    expect([named.agentUuid, mapping(named)]).toEqual([uuid.toLowerCase(), ['number header', 'agent header']])
    // Under another header, it is a different kind of ID.
    expect((await row(`phone\trequest id\n${phone}\t${uuid}`)).agentUuid).toBeNull()
  })
})

describe('several rows', () => {
  it('are listed with duplicates, and only the first is read', async () => {
    const text = `phone,customer_name\n${phone},Jane\n+1 (415) 555-0177,Bob\n+1 (415) 555-0123,Eve\n,Nobody\n0014155550177,Bob`
    const pasted = await row(text)
    expect(pasted.rows).toBe(5)
    expect(pasted.context).toEqual({ customer_name: 'Jane' })
    expect(pasted.further.map(({ row: at, dial, sameAs }) => [at, dial, sameAs])).toEqual([
      [2, '+14155550177', null],
      [3, phone, 1],
      [4, null, null],
      [5, '+14155550177', 2],
    ])
  })

  it('may be a list of numbers with or without a header', async () => {
    for (const text of [
      `${phone}\n+14155550177`,
      `Phone\n${phone}\r\n+14155550177\r\n`,
      `(415) 555-0123\n(415) 555-0177`,
    ])
      expect((await row(text)).rows).toBe(2)
  })

  it('are listed up to a thousand', async () => {
    const text = Array.from({ length: 1_500 }, (_, at) => `+1415555${1000 + at}\tJane`).join('\n')
    const pasted = await row(text)
    expect([pasted.rows, pasted.further.length, pasted.further.at(-1)?.row]).toEqual([1_500, 1_000, 1_001])
  })
})

describe('odd quotes', () => {
  it.each([
    [`"Doe; ""JJ"" Jane";${phone};12,50`, 'Doe; "JJ" Jane'],
    [`"two\nlines"\t${phone}\t12.50`, 'two\nlines'],
    [`5" pipe\t${phone}\t12.50`, '5" pipe'],
    [`"half a quote\t${phone}\t12.50`, '"half a quote'],
    [`say "hi" now\t${phone}\t12.50`, 'say "hi" now'],
  ])('%j', async (text, value) => {
    const pasted = await row(text)
    expect(pasted.columns[0]?.value).toBe(value)
    expect(pasted.number.reading?.dial).toBe(phone)
    expect(pasted.rows).toBe(1)
  })
})

describe('text that is not a row', () => {
  it.each<[string, string, Where?]>([
    [phone, 'number'],
    ['(415) 555-0123', 'number', { home: 'US' }],
    ['(415) 555-0123', 'offers'],
    ['please call Jane at (415) 555-0123 ext. 5 tomorrow', 'offers'],
    [`Jane, please call ${phone}, today`, 'number'],
    [`Hi,\nher number is ${phone}, thanks\nBob`, 'number'],
    [`Tel ${phone}\nFax +14155550177`, 'offers'],
    ['PJSIP/1001', 'offers'],
    ['a\tb\tc', 'nothing'],
    ['one, two, three', 'nothing'],
    ['', 'nothing'],
    ['\n\t\n', 'nothing'],
    ['\0', 'nothing'],
    ['x\t'.repeat(300), 'nothing'],
  ])('%j is %s', async (text, kind, where = {}) => expect((await read(text, where)).kind).toBe(kind))

  it('is a row without a number if its headers are names of variables', async () => {
    const pasted = await row('customer_name\tamount_due\nJane\t12.50')
    expect(pasted.number.problem).toBe('empty')
    expect(pasted.context).toEqual({ customer_name: 'Jane', amount_due: '12.50' })
  })
})

const agentUuid = '7f3c2a1e-5d4b-4c3a-9f8e-1a2b3c4d9b21'
const other = '00000000-5d4b-4c3a-9f8e-1a2b3c4d9b21'
const columnNames = ['first', 'second']

const open = () => {
  const storage = createStorage({ file: join(temporaryFolder(), 'rundesk.db'), worker: storageThread })
  onTestFinished(() => storage.close())
  const { operations: service } = createPaste({
    storage,
    settings: { known: () => defaultSettings },
    countriesFor: () => [],
  })
  const readRow = async (text: string, agent = agentUuid): Promise<PastedRow> => {
    const pasted = await valueOf(service.readPasted({ text, names: columnNames, agentUuid: agent, callerId: null }))
    if (pasted.kind !== 'row') throw new Error(pasted.kind)
    return pasted
  }
  const remember = (signature: string, targets: ColumnTarget[]) =>
    valueOf(service.saveColumnMapping({ agentUuid, signature, targets }))
  return { storage, readRow, remember }
}

const swappedColumns: ColumnTarget[] = [
  { to: 'context', name: 'second' },
  { to: 'number' },
  { to: 'context', name: 'first' },
  { to: 'nowhere' },
]

describe('saved column mappings', () => {
  it('apply to the same agent with any rows', async () => {
    const { readRow, remember } = open()
    const header = 'A\tPhone\tB\tC'
    const before = await readRow(`${header}\nx\t${phone}\ty\tz`)
    expect(before.context).toEqual({})
    await remember(before.signature, swappedColumns)
    const after = await readRow(`${header}\n1\t+14155550177\t2\t3`)
    expect(after.context).toEqual({ second: '1', first: '2' })
    expect(after.columns.map(({ by, dropped }) => by ?? dropped)).toEqual([
      'remembered',
      'remembered',
      'remembered',
      'remembered',
    ])
    expect((await readRow(`${header}\n1\t${phone}\t2\t3`, other)).context).toEqual({})
    // A different order of columns is a different layout.
    expect((await readRow(`A\tB\tPhone\tC\n1\t2\t${phone}\t3`)).context).toEqual({})
  })

  it('are identified without headers by the number of columns and the position of the number', async () => {
    const { readRow, remember } = open()
    await remember((await readRow(`x\t${phone}\ty\tz`)).signature, swappedColumns)
    expect((await readRow(`a\t+14155550177\tb\tc`)).context).toEqual({ second: 'a', first: 'b' })
    expect((await readRow(`${phone}\ta\tb\tc`)).context).toEqual({})
  })

  it('can move the number', async () => {
    const { readRow, remember } = open()
    const text = `${phone}\t+442079460018`
    const { signature, number } = await readRow(text)
    expect(number.text).toBe(phone)
    await remember(signature, [{ to: 'nowhere' }, { to: 'number' }])
    expect((await readRow(text)).number.reading?.dial).toBe('+442079460018')
  })

  it('contain no personal data: neither rows nor supposed headers', async () => {
    const { storage, readRow, remember } = open()
    const pasted = await readRow(`Jane Doe\tSecret Street\n${phone}\tx`)
    expect(pasted.hasHeader).toBe(true)
    await remember(pasted.signature, [{ to: 'number' }, { to: 'nowhere' }])
    const kept = await valueOf(storage.run('readSetting', { name: `columns:${agentUuid}` }))
    expect(kept).toContain(pasted.signature)
    expect(kept).not.toMatch(/jane|secret|4155550123/i)
  })

  it('are limited to the last twenty layouts', async () => {
    const { storage, remember } = open()
    for (let at = 0; at < 25; at += 1)
      await remember(`signature-${String(at).padStart(12, '0')}`, [{ to: 'number' }, { to: 'nowhere' }])
    const kept: unknown = JSON.parse(
      (await valueOf(storage.run('readSetting', { name: `columns:${agentUuid}` }))) ?? '',
    )
    expect(kept).toHaveLength(20)
    expect(JSON.stringify(kept)).not.toContain('signature-000000000004')
  })

  it('are treated as empty if they cannot be read', async () => {
    const { storage, readRow, remember } = open()
    const { signature } = await readRow(`x\t${phone}\ty\tz`)
    await remember(signature, swappedColumns)
    await valueOf(storage.run('writeSetting', { name: `columns:${agentUuid}`, value: '[{"signature":7}]' }))
    expect((await readRow(`x\t${phone}\ty\tz`)).context).toEqual({})
  })
})

it('has no number with a letter among its digits, neither alone nor in a row', async () => {
  for (const number of ['+49 30 23125 O33', '+49 30 23125 l33']) {
    expect(await read(number)).toMatchObject({ kind: 'nothing' })
    const pasted = await read(`${number}\tJane Doe\t120.50`)
    expect(JSON.stringify(pasted)).not.toContain('+493023125')
  }
})
