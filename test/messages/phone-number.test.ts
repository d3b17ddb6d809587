import { describe, expect, it } from 'vitest'
import {
  type CalleeHour,
  hourDoubts,
  lineTypes,
  numberKinds,
  numberValidities,
  type PhoneNumberReading,
  type QuietState,
} from '../../src/contract/phone-number.ts'
import { droppedReasons, mappingReasons, numberProblems, type PastedColumn } from '../../src/contract/pasted.ts'
import type { CallState } from '../../src/contract/call.ts'
import type { RecentRun } from '../../src/contract/call-list.ts'
import { messages } from '../../src/messages/index.ts'
import { accepted } from '../support/a-call.ts'
import { fakeRecentRun, readFakeNumber } from '../support/fake-api/numbers.ts'

const texts = messages.phoneNumber

const at = (...times: string[]): CalleeHour => ({
  zones: [],
  localTimes: times.map((time) => ({ zone: 'Europe/London', time, date: '2026-11-21', offsetMinutes: 0 })),
  doubt: 'none',
  source: 'prefix',
  quiet: { state: 'no', from: null, to: null, endsAt: null },
})

/** Returns the text about a run in the service's list whose call has this outcome. */
const lineOf = (run: Partial<RecentRun>, outcome: CallState | null): string =>
  texts.recent.run(fakeRecentRun(48_230, 0, { ...run, outcome }), '9 min ago', 'Acme')

describe('phone number messages', () => {
  it('say only that a run is not in this history, because this computer may have lost its call', () => {
    const shown = texts.recent.run(fakeRecentRun(48_230, 0), '9 min ago', 'Acme')
    expect(shown).toContain('history')
    expect(shown).not.toContain('elsewhere')
  })

  it('show what the service reports about a run, not a person’s decision about its call', () => {
    const decidedAt = '2026-11-21T08:00:00.000Z'
    const outcome = { state: 'closedByOperator', decision: 'notPlaced', who: 'ana', at: decidedAt, note: '' } as const
    expect(lineOf({}, outcome)).toBe(lineOf({}, null))
  })

  it('show what the service reports about a run unless the call has a later report that agrees with it', () => {
    const result = { disposition: 'user_hangup', durationSeconds: 20 }
    const reached: CallState = { ...accepted, end: { kind: 'reached', ...result } }
    const { tag } = messages.callState.describe(reached)
    const dialing: CallState = { ...accepted, progress: 'dialing' }
    for (const outcome of [
      dialing,
      { ...accepted, progress: 'orphaned' },
      { state: 'unknown', cause: 'cut', status: null, detail: '' },
      { state: 'rejected', status: 402, detail: '', issues: [] },
      accepted,
      { ...accepted, end: { kind: 'busy', disposition: 'busy', durationSeconds: 0 } },
    ] satisfies CallState[])
      expect(lineOf(result, outcome)).toBe(lineOf(result, null))
    expect(lineOf(result, reached)).toContain(tag)
    const noReport = { state: 'noReport', disposition: null } as const
    expect(lineOf(noReport, reached)).toContain(tag)
    expect(lineOf(noReport, dialing)).toBe(lineOf(noReport, null))
    expect(lineOf(noReport, accepted)).not.toBe(lineOf(noReport, null))
  })

  it('show the end of quiet hours to the minute', () => {
    const endsAt = '2026-11-21T08:00:00.000Z'
    const shown = texts.quiet({ state: 'yes', from: '21:00', to: '08:00', endsAt })
    expect(shown).toContain(messages.time.hour(endsAt))
    expect(shown).not.toContain(messages.time.clock(endsAt))
  })

  it('show the local time, or its range', () => {
    expect(texts.localTime(at('09:14'))).toMatch(/^09:14\b/)
    expect(texts.localTime(at('06:14', '07:14', '09:14'))).toMatch(/06:14.*09:14/)
    expect(texts.localTime(at())).toMatch(/unknown/)
  })

  it('show that a range of local times ends on the next day', () => {
    const range = at('06:39', '23:39')
    const [first] = range.localTimes
    if (first === undefined) throw new Error('There are two times.')
    const overnight = { ...range, localTimes: [first, { ...first, time: '03:39', date: '2026-11-22' }] }
    expect(texts.localTime(overnight)).toMatch(/06:39.*03:39.*next day/)
    expect(texts.localTime(range)).not.toContain('next day')
  })

  it('say what was assumed about the number', () => {
    const reading = readFakeNumber('+14155550123', false)
    if (!reading) throw new Error('not read')
    const assume = (assumed: PhoneNumberReading['assumed']) => texts.assumed({ ...reading, assumed })
    expect(assume(null)).toBeNull()
    expect(assume('country')).toContain(messages.common.country('US'))
    expect(assume('plus')).toContain('+')
  })

  it('never say that quiet hours block a call', () => {
    const states: QuietState['state'][] = ['off', 'no', 'yes', 'maybe', 'unknown']
    const sentences = states.map((state) =>
      texts.quiet({ state, from: '21:00', to: '08:00', endsAt: '2026-11-22T08:00:00Z' }),
    )
    expect(new Set(sentences).size).toBe(states.length)
    expect(sentences.join(' ')).not.toMatch(/block|can’t|cannot|must not|refuse/i)
    expect(texts.quiet({ state: 'yes', from: '21:00', to: '08:00', endsAt: null })).not.toContain('null')
  })

  it('differ for every kind, validity, line type, doubt and problem', () => {
    const all = [
      numberKinds.map(texts.kind),
      numberValidities.map(texts.validity),
      lineTypes.map(texts.line),
      hourDoubts.map(texts.doubt),
      numberProblems.filter((one) => one !== 'none').map(messages.paste.problem),
    ]
    for (const sentences of all) expect(new Set(sentences).size).toBe(sentences.length)
    expect(all.flat().every((sentence) => sentence)).toBe(true)
    expect(messages.paste.problem('none')).toBeNull()
  })
})

describe('pasted column messages', () => {
  const column: PastedColumn = {
    header: null,
    value: 'Jane',
    content: 'text',
    target: { to: 'nowhere' },
    by: null,
    dropped: null,
  }

  it('say where the column goes and why, or why it is not used', () => {
    const { why } = messages.paste
    const used = mappingReasons.map((by) => why({ ...column, target: { to: 'number' }, by }))
    const dropped = droppedReasons.map((because) => why({ ...column, dropped: because }))
    expect(new Set([...used, ...dropped]).size).toBe(used.length + dropped.length)
    expect(dropped.every((sentence) => sentence.startsWith('not used: '))).toBe(true)
    expect(messages.paste.target({ ...column, target: { to: 'context', name: 'customer_name' } })).toBe('customer_name')
    expect(messages.paste.column(column, 2)).toBe('Column 3')
    expect(messages.paste.column({ ...column, header: 'Name' }, 2)).toBe('Name')
  })

  it('say that only the first row is used, and how many other rows repeat a number', () => {
    const further = [
      { row: 2, text: '', dial: null, display: null, sameAs: null },
      { row: 3, text: '', dial: '+14155550123', display: null, sameAs: 1 },
    ]
    const row = { rows: 3, further }
    const number = { text: '', reading: null, offers: [], problem: 'empty' as const }
    const rest = { kind: 'row' as const, hasHeader: true, signature: '', columns: [], number, context: {} }
    const otherRows = (rows: typeof further) =>
      messages.paste.otherRows({ ...rest, ...row, further: rows, agentUuid: null, unfilled: [] })
    expect(otherRows(further)).toContain('3')
    expect(otherRows(further)).not.toBe(otherRows(further.slice(0, 1)))
  })
})

it('says of a number without a listed call only what the history has, because numbers are erased from it', () => {
  for (const isPractice of [true, false]) expect(messages.person.noCalls(isPractice)).toMatch(/in the history.*erased/)
})
