import { describe, expect, it } from 'vitest'
import type { Pasted, PastedRow } from '../../../src/contract/pasted.ts'
import { defaultSettings } from '../../../src/contract/settings.ts'
import { createPasteService } from '../../../src/main/pasted/paste-service.ts'

const names = ['customer_name', 'amount_due', 'due_date']
const phone = '+14155550123'

type Where = { home?: string | null; names?: readonly string[] | null; offered?: readonly string[] }

const read = async (text: string, where: Where = {}): Promise<Pasted> => {
  const { home = null, offered = ['US'] } = where
  const service = createPasteService({
    storage: { ask: () => Promise.reject(new Error('nothing is remembered without an agent')) },
    settings: { known: () => ({ ...defaultSettings, homeCountry: home }) },
    countriesFor: () => [...(home === null ? [] : [home]), ...offered],
  })
  const wanted = where.names === undefined ? names : where.names
  const outcome = await service.readPasted({ text, names: wanted && [...wanted], agentUuid: null, callerId: null })
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure))
  return outcome.value
}

const row = async (text: string, where: Where = {}): Promise<PastedRow> => {
  const pasted = await read(text, where)
  if (pasted.kind !== 'row') throw new Error(`${text} is ${pasted.kind}`)
  return pasted
}

/** One word a column: its name and by what, or why it goes nowhere. */
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
    // A sum without cents is a sum, where nothing else is.
    [
      `${phone}\tJane\t12`,
      ['number content', 'customer_name content', 'amount_due content'],
      { customer_name: 'Jane', amount_due: '12' },
    ],
    // Blanks around go, and nothing else: no zero, no sign, no case.
    [
      `  ${phone} \t  Jane  DOE \t 007.10 \t`,
      [...byContent.slice(0, 3), '- empty'],
      { customer_name: 'Jane  DOE', amount_due: '007.10' },
    ],
    // What could be two things is none.
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
      ['customer_name alike', 'number header', 'amount_due alike', 'due_date alike'],
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
      // A count that says it is one is no sum, even where a sum is all that is left.
      `Phone\tAccount no\n${phone}\t4711`,
      ['number header', '- noName'],
      {},
    ],
    [
      // Nor does it make the other count the only one that could be meant.
      `Phone\tAccount no\tZip\n${phone}\t4711\t90210`,
      ['number header', '- noName', '- noName'],
      {},
    ],
    [
      // One that says it is a sum is one, whatever the other counts.
      `Phone\tAccount no\tBalance\n${phone}\t4711\t90`,
      ['number header', '- noName', 'amount_due content'],
      { amount_due: '90' },
    ],
    [
      // A header that promises a sum over a column of days is not believed.
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
    expect(pasted.number.reading?.isE164).toBe(true)
  })

  it('tells which names are still empty', async () => {
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
    // An order's number has as many digits as a telephone's; the one with a plus is the telephone's.
    [`30901820\t${phone}\tJane`, phone, 'none', [], { home: 'DE' }],
    [`order\tphone\n4155550199\t4155550123`, phone, 'none', [], { home: 'US' }],
  ])('%j: %s, %s', async (text, dial, trouble, offers, where = {}) => {
    const { number } = await row(text, where)
    expect(number.reading?.dial ?? null).toBe(dial)
    expect(number.trouble).toBe(trouble)
    expect(number.offers.map((one) => one.dial)).toEqual(offers)
  })

  it('tells the agent that a row names', async () => {
    const uuid = '7F3C2A1E-5D4B-4C3A-9F8E-1A2B3C4D9B21'
    const named = await row(`phone\tagent\n${phone}\t${uuid}`)
    expect([named.agentUuid, mapping(named)]).toEqual([uuid.toLowerCase(), ['number header', 'agent header']])
    // Under another header it is somebody else's id.
    expect((await row(`phone\trequest id\n${phone}\t${uuid}`)).agentUuid).toBeNull()
  })
})

describe('several rows', () => {
  it('are told, with the number that came before, and only the first is taken', async () => {
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

  it('may be a list of numbers, under a header or not', async () => {
    for (const text of [
      `${phone}\n+14155550177`,
      `Phone\n${phone}\r\n+14155550177\r\n`,
      `(415) 555-0123\n(415) 555-0177`,
    ])
      expect((await row(text)).rows).toBe(2)
  })

  it('are told up to a thousand', async () => {
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

describe('what is no row', () => {
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

  it('may be a row without a number, where its headers are the names', async () => {
    const pasted = await row('customer_name\tamount_due\nJane\t12.50')
    expect(pasted.number.trouble).toBe('empty')
    expect(pasted.context).toEqual({ customer_name: 'Jane', amount_due: '12.50' })
  })
})
