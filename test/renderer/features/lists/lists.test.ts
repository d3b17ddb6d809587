import { describe, expect, it } from 'vitest'
import { brakes, defaultListOptions, type ListTarget, noCounts, type RowState } from '../../../../src/contract/list.ts'
import type { ListPolicy } from '../../../../src/contract/policy.ts'
import { severalNumbers, withExtension, withLetter } from '../../../../src/domain/lists/checked-row.ts'
import { namesOf, withTarget } from '../../../../src/renderer/features/lists/check/plan-settings.tsx'
import { startProblem } from '../../../../src/renderer/features/lists/check/check-screen.tsx'
import { contextOfRow } from '../../../../src/renderer/features/lists/check/row-preview.tsx'
import { barsOf } from '../../../../src/renderer/features/lists/outcome-chart.tsx'
import { paceText } from '../../../../src/renderer/features/lists/run/run-screen.tsx'
import { nativeMessages } from '../../../../src/messages/native.ts'
import { messages } from '../../../../src/messages/index.ts'

const context = (name: string): ListTarget => ({ to: 'context', name })

describe('the columns', () => {
  it('removes a target from the column that previously had it', () => {
    const targets: ListTarget[] = [{ to: 'number' }, context('name'), { to: 'none' }]
    expect(withTarget(targets, 2, { to: 'number' })).toEqual([{ to: 'none' }, context('name'), { to: 'number' }])
    expect(withTarget(targets, 0, context('name'))).toEqual([context('name'), { to: 'none' }, { to: 'none' }])
    expect(withTarget(targets, 1, { to: 'none' })).toEqual([{ to: 'number' }, { to: 'none' }, { to: 'none' }])
  })

  it('does not offer names that the service sets', () => {
    expect(namesOf(null, [context('name'), context('telephony_configuration_id'), context('name')])).toEqual(['name'])
  })

  it('uses the agent’s names in the context, nests dotted names, and omits empty cells', () => {
    const targets = [
      { to: 'number' } as const,
      context('user.name'),
      context('amount'),
      context('initial_context.city'),
    ]
    expect(contextOfRow({ targets }, { cells: ['+1', 'Ada', '', 'Oslo'] })).toEqual({
      user: { name: 'Ada' },
      city: 'Oslo',
    })
  })
})

const period = (from: string, counts: Partial<Record<RowState, number>>) => ({
  from,
  // The chart reads only the counts of states that it knows.
  counts: counts as Record<RowState, number>,
})

describe('the outcomes over time', () => {
  const outcomes = {
    minutes: 5,
    periods: [
      period('2026-11-21T10:00:00.000Z', { reached: 4, noAnswer: 2 }),
      period('2026-11-21T10:15:00.000Z', { reached: 6, unknown: 1, held: 9 }),
    ],
  }

  it('shows a period without outcomes as a gap', () => {
    expect(barsOf(outcomes).map(({ from, rows }) => [from.slice(11, 16), rows])).toEqual([
      ['10:00', 6],
      ['10:05', 0],
      ['10:10', 0],
      ['10:15', 7],
    ])
    expect(barsOf({ minutes: 5, periods: [] })).toEqual([])
  })
})

const agent = { agentUuid: '7f3c2a1e-0000-4000-8000-000000009b21', agentName: 'Renewals', version: null }
const draft = {
  options: defaultListOptions,
  state: 'draft',
  agent,
  targets: [{ to: 'number' }],
  checked: true,
} as const

it('says that a list without a ready row needs a decision only if rows are held', () => {
  const { noneReady } = messages.lists.start
  const problemWith = (counts: Partial<Record<RowState, number>>): string | null =>
    startProblem({ ...draft, targets: [...draft.targets], counts: { ...noCounts(), ...counts } }, null, {}, false)
  expect(problemWith({ refused: 2, skipped: 1 })).toBe(noneReady(0))
  expect(problemWith({ refused: 2, held: 1 })).toBe(noneReady(1))
  expect(noneReady(0)).not.toBe(noneReady(1))
  expect(problemWith({ ready: 1, refused: 2 })).toBeNull()
})

it('says the limit of the policy and where to change it, and that no row is ready', () => {
  const { start, options } = messages.lists
  const problemWith = (policy: ListPolicy, counts: Partial<Record<RowState, number>>) =>
    startProblem(
      {
        ...draft,
        options: { ...draft.options, atOnce: 2 },
        targets: [...draft.targets],
        counts: { ...noCounts(), ...counts },
      },
      null,
      policy,
      false,
    )
  const none = problemWith({ maxAtOnce: 1 }, { refused: 2 })
  expect(none).toContain(start.notAllowed('maxAtOnce'))
  expect(none).toMatch(new RegExp(`${options.pace}.* 1 `))
  expect(none).toContain(start.noneReady(0))
  const some = problemWith({ maxCalls: 7 }, { ready: 1 })
  expect(some).toContain(options.maxCalls)
  expect(some).toMatch(/ 7\./)
  expect(some).not.toContain(start.noneReady(0))
})

describe('the pace of a running list', () => {
  it('has the words of the plan', () => {
    const { run, options } = messages.lists
    for (const atOnce of [1, 4]) expect(run.pace(atOnce, null, 0)).toBe(options.paceValue(atOnce).replace('Up', 'up'))
  })

  it('has the end that the start button shows, and none without a forecast', () => {
    const { run, start } = messages.lists
    const now = Date.parse('2026-11-21T10:20:00.000Z')
    for (const endsAt of ['2026-11-21T10:40:00.000Z', '2026-11-24T10:40:00.000Z', null])
      for (const pausesAfter of [null, 2]) {
        const forecast = { endsAt, pausesAfter, atOnce: 4, resumesAt: null, blocking: 0 }
        const shown = `${run.pace(4, null, now)} · ${start.finish(forecast, now)}`
        expect(run.pace(10, forecast, now).toLowerCase()).toBe(shown.toLowerCase())
      }
  })

  it('says on the start button which calls are not due yet', () => {
    const { run, start } = messages.lists
    const now = Date.parse('2026-11-21T10:20:00.000Z')
    const startsAt = '2026-11-21T14:00:00.000Z'
    const [unknown, none, some] = [null, { startsAt: null, later: 0 }, { startsAt: null, later: 3 }].map((times) =>
      start.start(7, times, now),
    )
    expect(none).toBe(unknown)
    expect(some).toContain('3')
    expect(some?.startsWith(unknown ?? '')).toBe(true)
    const all = start.start(7, { startsAt, later: 7 }, now)
    expect(all).toContain(messages.time.hour(startsAt))
    for (const n of [1, 7])
      expect(run.resume(n, 'Acme', { startsAt, later: n }, now)).toContain(messages.time.hour(startsAt))
  })

  it('says how many calls without a result the list waits for', () => {
    const { run } = messages.lists
    const texts = [0, 1, 3].map((blocking) =>
      run.pace(3, { endsAt: null, pausesAfter: null, atOnce: 3, resumesAt: null, blocking }, 0),
    )
    expect(new Set(texts).size).toBe(3)
    for (const text of texts) expect(texts[0]?.split(' · ').every((part) => text.includes(part))).toBe(true)
  })

  it('has no end, but says that the last check of the service failed, while the service is down', () => {
    const now = Date.parse('2026-11-21T10:20:00.000Z')
    const endsAt = '2026-11-21T10:40:00.000Z'
    const times = { endsAt, pausesAfter: null, resumesAt: null, startsAt: null, later: 0 }
    const forecast = { ...times, atOnce: 4, blocking: 0, callSeconds: 120 }
    const list = { state: 'running', brake: null, waiting: { rows: 0, until: null } } as const
    const counts = { ...noCounts(), ready: 4, sending: 2 }
    const running = { ...list, counts, options: defaultListOptions }
    const partsOf = (isDown: boolean) => paceText(running, forecast, now, isDown).toLowerCase().split(' · ')
    const { run, start } = messages.lists
    const pace = run.pace(4, null, now).toLowerCase()
    expect(partsOf(true)).toEqual([pace, start.serviceDown.toLowerCase()])
    expect(partsOf(false)).toEqual([pace, start.finish(forecast, now).toLowerCase()])
    const retried = { ...running, options: { ...running.options, retry: { ...running.options.retry, attempts: 1 } } }
    expect(paceText(retried, forecast, now)).toContain(start.finish(forecast, now, true).slice(1))
    expect(start.finish(forecast, now, true)).not.toBe(start.finish(forecast, now))
  })

  it('says until when the list waits after the service refused a call, until that time', () => {
    const { run } = messages.lists
    const resumesAt = '2026-11-21T10:20:40.000Z'
    const [before, after] = [Date.parse(resumesAt) - 1, Date.parse(resumesAt)]
    const text = (time: string | null, now: number) =>
      run.pace(3, { endsAt: null, pausesAfter: null, atOnce: 3, resumesAt: time, blocking: 0 }, now)
    expect(text(resumesAt, before)).toContain(messages.time.clock(resumesAt))
    expect(text(resumesAt, after)).toBe(text(null, after))
  })

  it('names the next call only if no call in progress or without a result may come before it', () => {
    const { run } = messages.lists
    const until = '2026-11-27T16:00:00.000Z'
    const waiting = { rows: 1, until }
    const textWith = (counts: Partial<Record<RowState, number>>): string =>
      paceText(
        {
          state: 'running',
          brake: null,
          waiting,
          options: defaultListOptions,
          counts: { ...noCounts(), ready: 1, ...counts },
        },
        null,
        0,
      )
    expect(textWith({ notFound: 3 })).toBe(run.waitsFor(until, 0))
    for (const counts of [{ unknown: 3 }, { toCheck: 1 }, { accepted: 1 }, { ready: 2 }])
      expect(textWith(counts)).toBe(run.pace(defaultListOptions.atOnce, null, 0))
  })
})

it('does not say of rows that may wait for another attempt that they have not started', () => {
  const titles = Object.values(messages.lists.run.groups).map((title) => title.toLowerCase())
  expect(titles).not.toContain(messages.lists.state('draft'))
})

it('says that no call of a paused list is in progress only if none is in progress or unknown', () => {
  const { run } = messages.lists
  const none = run.paused(0, 0)
  const texts = [run.paused(0, 1), run.paused(2, 0), run.paused(2, 1)]
  expect(new Set([none, ...texts]).size).toBe(4)
  const [, ...sentences] = none.match(/[^.]+\./g) ?? []
  for (const text of texts) expect(sentences.some((sentence) => text.includes(sentence))).toBe(false)
})

it('announces once that a list paused', () => {
  const { elsewhere, state } = messages.lists
  const brake = { reason: 'maxCalls', detail: '', at: '2026-11-27T16:00:00.000Z' } as const
  for (const reason of [null, brake]) {
    const announcement = elsewhere.announcement({ name: 'Renewals', state: 'paused', brake: reason })
    for (const next of [elsewhere.next('paused', 5, 8, 0), elsewhere.next('paused', 5, 0, 0)]) {
      expect(next).not.toBe('')
      expect(`${announcement}. ${next}`.toLowerCase().split(state('paused'))).toHaveLength(2)
    }
  }
})

it('says why a list paused in words that stay true after the cause was fixed', () => {
  for (const reason of brakes) {
    const { title, text } = messages.lists.run.brake(reason)
    expect(title).not.toMatch(/\b(can’t|isn’t|is|has)\b/u)
    expect(text).not.toMatch(/^(Ask|Open|Read|Replace|Restart)\b/u)
  }
})

it('names the states after which a row is called again as the rows do', () => {
  const { againNote, attempts } = messages.lists.options
  for (const state of ['busy', 'noAnswer', 'carrierRefused'] as const)
    for (const text of [againNote(1, 30), attempts]) expect(text).toContain(messages.lists.rowTag(state))
})

it('says that every call has a known outcome only if no call is unknown, missing or in progress', () => {
  const { unknownNote } = messages.lists.done
  expect(new Set([unknownNote(0, 0, 0), unknownNote(1, 0, 0), unknownNote(0, 1, 0)]).size).toBe(3)
  expect(unknownNote(1, 1, 0)).toBe(unknownNote(1, 0, 0))
  expect(unknownNote(0, 0, 1)).not.toContain(unknownNote(1, 0, 0))
  expect(unknownNote(1, 0, 1)).toBe(`${unknownNote(1, 0, 0)} ${unknownNote(0, 0, 1)}`)
  // One number and several numbers have different sentences.
  expect(unknownNote(2, 0, 0)).not.toBe(unknownNote(1, 0, 0))
  expect(unknownNote(3, 0, 0)).toBe(unknownNote(2, 0, 0))
})

it('uses no plural for a single row', () => {
  const { check, done } = messages.lists
  const earlier = { listId: '', name: '', createdAt: '2026-11-21T10:00:00.000Z', isOver: false }
  const texts: readonly (readonly [(n: number) => string, plural: RegExp])[] = [
    [(n) => done.unknownNote(0, 0, n), /\bthem\b/],
    [done.doNotCallText, /\bthese\b/],
    [(n) => check.sameFile({ ...earlier, called: n, calledElsewhere: 0 }), /\bhave\b/],
    [(n) => check.sameFile({ ...earlier, called: 1, calledElsewhere: n }), /\brows of other lists\b/],
    [check.unfixed, /\brows\b/],
    [nativeMessages.quit.title, /\blists are\b/],
    [nativeMessages.quit.detail, /\blists\b/],
  ]
  for (const [text, plural] of texts) {
    expect(text(1)).not.toMatch(plural)
    expect(text(2)).toMatch(plural)
  }
})

it('says on which day a row is due if it is not today, and in whose time', () => {
  const { run, table } = messages.lists
  const now = new Date(2026, 10, 21, 9).getTime()
  const [today, tomorrow] = [21, 22].map((date) => new Date(2026, 10, date, 17).toISOString())
  for (const text of [run.waitsFor, table.waitsUntil]) {
    expect(text(today ?? '', now)).not.toBe(text(tomorrow ?? '', now))
    expect(text(tomorrow ?? '', now)).toContain(messages.time.minute(tomorrow ?? ''))
    for (const at of [today, tomorrow]) expect(text(at ?? '', now)).toContain('your time')
  }
})

it.each([withExtension, withLetter, severalNumbers])(
  'says that a number is refused because of %s, not that it is invalid',
  (name) => {
    const { check, table } = messages.lists
    const row = {
      state: 'refused',
      phoneNumber: null,
      phoneNumberDisplay: '1',
      cells: ['1'],
      heldManually: false,
    } as const
    const reasonFor = (detail: string) => table.reason({ ...row, findings: [{ code: 'invalidNumber', name: detail }] })
    expect(reasonFor(name)).not.toBe(reasonFor(''))
    for (const n of [1, 2])
      expect(check.finding('invalidNumber', name, n)).not.toBe(check.finding('invalidNumber', '', n))
  },
)

it('says that a row is due later because of the maximum of calls to its number', () => {
  const { waitsUntil } = messages.lists.table
  const at = '2026-11-21T17:00:00.000Z'
  expect(waitsUntil(at, 0, true).startsWith(waitsUntil(at, 0))).toBe(true)
  expect(waitsUntil(at, 0, true)).not.toBe(waitsUntil(at, 0))
})

it('names the holidays on which a list places no calls', () => {
  const { hoursNote } = messages.lists.options
  const notes = [undefined, [], ['2026-12-25']].map((holidays) => hoursNote(defaultListOptions, holidays))
  expect(new Set(notes).size).toBe(3)
  expect(notes.every((note) => note.startsWith(notes[1] ?? ''))).toBe(true)
})

it('says that a type needs consent if the policy requires it', () => {
  const { typeNote } = messages.lists.options
  expect(typeNote('debt', ['debt'])).toBe(typeNote('marketing', undefined))
  for (const required of [undefined, [], ['service' as const]])
    expect(typeNote('debt', required)).not.toBe(typeNote('marketing', required))
})

it('shows a time of another day with its date', () => {
  const { run, done, check, options } = messages.lists
  const { minute, hour } = messages.time
  const start = new Date(2026, 10, 25, 23, 51).toISOString()
  const end = new Date(2026, 10, 26, 0, 10).toISOString()
  const sameNight = new Date(2026, 10, 25, 23, 59).getTime()
  const afterMidnight = new Date(2026, 10, 26, 0, 20).getTime()
  const source = { fileName: null, format: 'paste', encoding: null, separator: null, sheet: null } as const
  for (const text of [
    (now: number) => run.about('', null, start, now),
    (now: number) => run.pausedAt(start, now),
    (now: number) => done.about('', null, start, null, now),
    (now: number) => check.about({ source, createdAt: start }, 1, now),
    (now: number) => options.waiting(1, start, now),
    (now: number) => messages.inbox.reminderLine('', start, now),
  ]) {
    expect(text(sameNight)).toContain(hour(start))
    expect(text(sameNight)).not.toContain(minute(start))
    expect(text(afterMidnight)).toContain(minute(start))
  }
  expect(done.about('', null, start, end, afterMidnight)).toBe(`${minute(start)}–${minute(end)}`)
  expect(done.about('', null, start, start, sameNight)).toBe(`${hour(start)}–${hour(start)}`)
})

it('says that a list’s profile is a practice profile, whatever its name is', () => {
  const { lists, shell } = messages
  expect(lists.elsewhere.owner({ kind: 'practice', name: 'Demo' })).toContain(shell.practice)
  expect(lists.elsewhere.owner({ kind: 'practice', name: shell.practice })).toBe(shell.practice)
  expect(lists.elsewhere.owner({ kind: 'service', name: 'Demo' })).toBe('Demo')
})

it('says that a call was unresolved, but not when: it may be resolved by now, and the row may not be held for it', () => {
  const { check, table } = messages.lists
  const row = { state: 'held', phoneNumber: '+1', phoneNumberDisplay: '+1', cells: [], heldManually: false } as const
  const reason = table.reason({ ...row, findings: [{ code: 'unresolvedCall', name: '' }] })
  const found = [1, 2].map((n) => check.finding('unresolvedCall', '', n))
  for (const text of [reason, ...found]) {
    expect(text).toMatch(/\bhad\b/)
    expect(text).not.toMatch(/\b(has|have|held|checked)\b/)
  }
})
