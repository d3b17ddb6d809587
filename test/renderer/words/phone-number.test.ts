import { describe, expect, it } from 'vitest'
import { hourDoubts, type CalleeHour, type QuietVerdict } from '../../../src/contract/callee-hour.ts'
import { droppedReasons, mappingReasons, numberTroubles, type PastedColumn } from '../../../src/contract/pasted.ts'
import { lineTypes, numberKinds, numberStandings, type PhoneNumberReading } from '../../../src/contract/phone-number.ts'
import { words } from '../../../src/renderer/words/words.ts'
import { readFakeNumber } from '../../support/fake-desk/fake-service.ts'

const said = words.phoneNumber

const at = (...times: string[]): CalleeHour => ({
  zones: [],
  localTimes: times.map((time) => ({ zone: 'Europe/London', time, date: '2026-11-21', offsetMinutes: 0 })),
  doubt: 'none',
  source: 'prefix',
  quiet: { verdict: 'no', from: null, to: null, endsAt: null },
})

describe('words about a number', () => {
  it('say the hour, or between which hours it is', () => {
    expect(said.hour(at('09:14'))).toBe('09:14 there')
    expect(said.hour(at('06:14', '07:14', '09:14'))).toBe('06:14 to 09:14 there')
    expect(said.hour(at())).toBe('hour there unknown')
  })

  it('say what was assumed', () => {
    const reading = readFakeNumber('+14155550123', false)
    if (!reading) throw new Error('not read')
    const assume = (assumed: PhoneNumberReading['assumed']) => said.assumed({ ...reading, assumed })
    expect(assume(null)).toBeNull()
    expect(assume('country')).toBe('Read as a number of United States: it says no country.')
    expect(assume('plus')).toContain('Read with a + before it')
  })

  it('never say of quiet hours that a call is held back', () => {
    const verdicts: QuietVerdict['verdict'][] = ['off', 'no', 'yes', 'perhaps', 'unknown']
    const sentences = verdicts.map((verdict) =>
      said.quiet({ verdict, from: '21:00', to: '08:00', endsAt: '2026-11-22T08:00:00Z' }),
    )
    expect(new Set(sentences).size).toBe(verdicts.length)
    expect(sentences.join(' ')).not.toMatch(/block|cannot|must not|refuse/i)
    expect(said.quiet({ verdict: 'yes', from: '21:00', to: '08:00', endsAt: null })).not.toContain('null')
  })

  it('have a sentence of its own for each thing that can be', () => {
    const all = [
      numberKinds.map(said.kind),
      numberStandings.map(said.standing),
      lineTypes.map(said.line),
      hourDoubts.map(said.doubt),
      numberTroubles.filter((one) => one !== 'none').map(words.pasted.trouble),
    ]
    for (const sentences of all) expect(new Set(sentences).size).toBe(sentences.length)
    expect(all.flat().every((sentence) => sentence)).toBe(true)
    expect(words.pasted.trouble('none')).toBeNull()
  })
})

describe('words about a pasted column', () => {
  const column: PastedColumn = {
    header: null,
    value: 'Jane',
    content: 'text',
    target: { to: 'nowhere' },
    by: null,
    dropped: null,
  }

  it('say where it goes and why, or why it does not', () => {
    const { why } = words.pasted
    const used = mappingReasons.map((by) => why({ ...column, target: { to: 'number' }, by }))
    const dropped = droppedReasons.map((because) => why({ ...column, dropped: because }))
    expect(new Set([...used, ...dropped]).size).toBe(used.length + dropped.length)
    expect(dropped.every((sentence) => sentence.startsWith('not used: '))).toBe(true)
    expect(words.pasted.target({ ...column, target: { to: 'context', name: 'customer_name' } })).toBe('customer_name')
    expect(words.pasted.column(column, 2)).toBe('Column 3')
    expect(words.pasted.column({ ...column, header: 'Name' }, 2)).toBe('Name')
  })

  it('say what becomes of the other rows', () => {
    const further = [
      { row: 2, text: '', dial: null, display: null, sameAs: null },
      { row: 3, text: '', dial: '+14155550123', display: null, sameAs: 1 },
    ]
    const row = { rows: 3, further }
    const number = { text: '', reading: null, offers: [], trouble: 'empty' as const }
    const rest = { kind: 'row' as const, hasHeader: true, signature: '', columns: [], number, context: {} }
    expect(words.pasted.further({ ...rest, ...row, agentUuid: null, unfilled: [] })).toContain(
      'One of them has a number',
    )
  })
})
