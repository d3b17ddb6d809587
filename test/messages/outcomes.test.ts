import { describe, expect, it } from 'vitest'
import type { CallEnd, CallState, CallStateName } from '../../src/contract/call.ts'
import type { LiveRun } from '../../src/contract/run.ts'
import { erasedDetail, isUnresolved, longestDial } from '../../src/domain/call-state.ts'
import { messages } from '../../src/messages/index.ts'
import { accepted, aCall } from '../support/a-call.ts'
import { createRun } from '../support/run-samples.ts'
import { carriers, everyState, refusals } from '../support/messages/every-state.ts'

const { describe: outcomeOf, describeFailure, event, placed, summary } = messages.callState
const all = Object.values(everyState).flatMap((variants) => Object.entries(variants))
const placedOf = (name: CallStateName) =>
  new Set(Object.values(everyState[name]).map((state) => outcomeOf(state).placed))

/** Returns an outcome's advice, without the service's message. */
const adviceOf = (state: CallState): string => {
  const { title, why, next } = outcomeOf(state)
  return [title, why, next].join(' ')
}

describe('outcomes', () => {
  it.each(all)('say what happened, whether a call was placed, why, and what to do: %s', (_name, state) => {
    const outcome = outcomeOf(state)
    for (const text of [outcome.tag, outcome.title, outcome.why, outcome.next]) expect(text).toMatch(/\S{2,}/)
    expect(placed(outcome.placed)).toMatch(/\S{2,}/)
    expect([outcome.title, outcome.why, outcome.next].join(' ')).not.toMatch(/\boops\b|undefined|null|\[object| {2}/i)
    expect(outcome.next).toMatch(/[.:]$/)
  })

  it('have different text for each answer to "was a call placed"', () => {
    const texts = (['yes', 'no', 'unknown', 'notYet'] as const).map(placed)
    expect(new Set(texts).size).toBe(4)
  })

  it('describe every variant differently, even without the service’s message', () => {
    const texts = all.map(([name, state]) => ({ name, text: `${outcomeOf(state).placed} ${adviceOf(state)}` }))
    const twice = texts.filter(({ name, text }) => texts.some((one) => one.text === text && one.name !== name))
    expect(twice).toEqual([])
  })

  it.each(all.filter(([, state]) => isUnresolved(state) && state.state !== 'queued'))(
    'warn against calling again while a call is unresolved, and never say that it failed: %s',
    (_name, state) => {
      const outcome = outcomeOf(state)
      expect(outcome.placed).toMatch(/unknown|notYet/)
      expect(outcome.next).toMatch(/don’t call again/i)
      expect(`${outcome.tag} ${outcome.title}`).not.toMatch(/fail/i)
    },
  )

  it('do not say that a response was lost, because it may have arrived unreadable or as an error', () => {
    const found = Object.values(everyState.accepted).filter((state) => 'reconciled' in state && state.reconciled)
    expect(found).not.toEqual([])
    expect(found.map(adviceOf).join(' ')).not.toMatch(/response was lost/i)
  })

  it('say that a server on the way timed out only for a status that means this', () => {
    const whyOf = (status: number) =>
      outcomeOf({ state: 'unknown', cause: 'timedOut', status, detail: '' }).why.replace(String(status), '')
    expect(whyOf(504)).toBe(whyOf(408))
    expect(whyOf(200)).not.toBe(whyOf(408))
  })

  it.each(all)('never advise calling a number of the do-not-call list again: %s', (_name, state) => {
    const { next } = outcomeOf(state, true)
    expect(next.replaceAll(/don’t call again/gi, '')).not.toMatch(/call again|try again/i)
  })

  it('say "no" only if no call was placed, and "yes" only for a started run or a manual decision', () => {
    for (const name of ['rejected', 'notSent', 'cancelled', 'notFound'] as const)
      expect(placedOf(name)).toEqual(new Set(['no']))
    for (const name of ['queued', 'sending'] as const) expect(placedOf(name)).toEqual(new Set(['notYet']))
    expect(placedOf('unknown')).toEqual(new Set(['unknown']))
    expect(placedOf('candidate')).toEqual(new Set(['unknown']))
    expect(placedOf('failedAtProvider')).toEqual(new Set(['no', 'unknown']))
    expect(placedOf('accepted')).toEqual(new Set(['yes', 'notYet', 'unknown']))
    expect(placedOf('closedByOperator')).toEqual(new Set(['yes', 'no']))
  })

  it('do not say that the service dials if its run has no report from the carrier', () => {
    const states = Object.values(everyState.accepted).filter(
      (state) => state.state === 'accepted' && state.progress !== 'started',
    )
    expect(states).toHaveLength(2)
    for (const { title, why } of states.map((state) => outcomeOf(state))) expect(`${title} ${why}`).not.toMatch(/dial/i)
  })

  it('say what a run without a carrier report had when it was last read, and to check it before it is resolved', () => {
    const call = aCall({ outcome: { ...accepted, progress: 'orphaned' } })
    const earlier = { ...call, at: call.preparedAt, state: call.outcome.state }
    const now = Date.parse(call.preparedAt) + longestDial + 1
    const run = createRun()
    const live: LiveRun = {
      callId: call.callId,
      workflowRunId: run.workflowRunId,
      run,
      reportedAt: call.preparedAt,
      step: 'waiting',
      failure: { kind: 'unavailable', cause: 'cut' },
    }
    const { noCarrierReport, summaryNoReport } = messages.reconciliation
    const { next } = outcomeOf(call.outcome)
    for (const text of [
      ...(['dialing', 'orphaned'] as const).flatMap((progress) => {
        const { title, why } = outcomeOf({ ...accepted, progress })
        return [title, why]
      }),
      noCarrierReport,
      summaryNoReport,
      messages.live.summary(live, call.preparedAt, now),
      messages.failure.describe({ kind: 'numberLocked', call: earlier }).why,
    ])
      expect(text).toMatch(/\blast read\b/)
    for (const text of [next, noCarrierReport, summaryNoReport]) expect(text).toMatch(/check the run/i)
    for (const text of [next, noCarrierReport]) expect(text).toMatch(/check the run.*resolve/i)
  })

  it('allow another call once no run was found', () => {
    for (const state of Object.values(everyState.notFound)) {
      expect(outcomeOf(state).next).toMatch(/call again/i)
      expect(outcomeOf(state).next).not.toMatch(/don’t/i)
    }
  })

  it('say "unknown" after an unexpected failure of the call action', () => {
    expect(describeFailure({ kind: 'internal', reference: 'x' }).placed).toBe('unknown')
    expect(describeFailure({ kind: 'unavailable', cause: 'cut' }).placed).toBe('unknown')
    expect(describeFailure({ kind: 'storage', reason: 'full' }).placed).toBe('no')
  })
})

describe('an erased message', () => {
  const withMessages = [...Object.entries(refusals), ...Object.entries(carriers)].flatMap(([name, state]) =>
    state.state === 'rejected' || state.state === 'failedAtProvider' ? [{ name, state }] : [],
  )
  const erase = (state: (typeof withMessages)[number]['state']): CallState =>
    state.state === 'rejected'
      ? { ...state, detail: erasedDetail, issues: [] }
      : { ...state, detail: erasedDetail, workflowRunId: null }

  it.each(withMessages)('does not change whether the call was placed, and is not shown: $name', ({ state }) => {
    expect(outcomeOf(erase(state)).placed).toBe(outcomeOf(state).placed)
    expect(outcomeOf(erase(state)).service).toBeNull()
  })

  it('leaves no reason: only the status and whether the call was placed remain', () => {
    const advice = withMessages.map(({ state }) => {
      const status = state.state === 'rejected' ? state.status : outcomeOf(state).placed
      return { key: `${state.state} ${status}`, text: adviceOf(erase(state)) }
    })
    const keys = new Set(advice.map(({ key }) => key))
    expect(new Set(advice.map(({ key, text }) => `${key} ${text}`)).size).toBe(keys.size)
  })

  it('of a carrier is not taken for a carrier that did not respond', () => {
    const silent: CallState = { state: 'failedAtProvider', status: null, detail: '', doubt: true, workflowRunId: null }
    expect(adviceOf({ ...silent, detail: erasedDetail })).not.toBe(adviceOf(silent))
  })
})

describe('refusals', () => {
  const rejectedStates = Object.entries(refusals).flatMap(([name, state]) =>
    state.state === 'rejected' ? [{ name, state }] : [],
  )

  it.each(rejectedStates.filter(({ name, state }) => state.issues.length === 0 && !/^another|^refused/.test(name)))(
    'give advice for $name that an unknown status does not get',
    ({ state }) => {
      expect(adviceOf(state)).not.toBe(adviceOf({ ...state, status: 499 }))
    },
  )

  it.each(
    rejectedStates.filter(
      ({ name, state }) =>
        [400, 402, 403, 404, 409, 429].includes(state.status) &&
        !name.startsWith('another') &&
        name !== 'no permission',
    ),
  )('recognize the service’s message: $name', ({ state }) => {
    const unknownMessage = { ...state, detail: 'A message that no release sends' }
    expect(adviceOf(state)).not.toBe(adviceOf(unknownMessage))
  })

  it('mention the run that a refused payment leaves in the list', () => {
    const unpaid = rejectedStates.filter(({ state }) => state.status === 402)
    expect(unpaid).toHaveLength(7)
    for (const { state } of unpaid) expect(outcomeOf(state).why).toMatch(/\brun\b/)
  })

  it('advise to replace a rejected key only if it doesn’t work later either', () => {
    const { next } = outcomeOf({ state: 'rejected', status: 401, detail: 'Invalid API key', issues: [] })
    expect(next).toMatch(/^If .*still.*replace/)
  })

  it('name the rejected fields instead of the raw list', () => {
    const state = refusals['a field is refused']
    if (state?.state !== 'rejected') throw new Error('No refused field among the refusals.')
    const [issue] = state.issues
    expect(issue && outcomeOf(state).why).toContain(issue && messages.issue.withField(issue))
    expect(outcomeOf(state).service).toBeNull()
  })

  it.each(Object.entries(carriers).filter(([name]) => !name.endsWith('erased')))(
    'pass on the carrier’s message: %s',
    (_name, state) => {
      const outcome = outcomeOf(state)
      expect(outcome.placed).toBe(state.state === 'failedAtProvider' && state.doubt ? 'unknown' : 'no')
      expect(outcome.service).toBe(state.state === 'failedAtProvider' ? state.detail : null)
    },
  )

  it('have a tag that does not say that the carrier refused a call that it never received', () => {
    const unreached = carriers['carrier unreachable']
    expect(unreached && outcomeOf(unreached).tag).not.toMatch(/carrier|refuse|reject/i)
  })
})

it('uses one word for a known run without a carrier report, whether the service reported an error or nothing', () => {
  const run = { workflowRunId: 7, workflowRunName: 'WR-API-7' }
  const doubtful = outcomeOf({ state: 'failedAtProvider', status: 400, detail: '', doubt: true, ...run })
  const found = { state: 'accepted', ...run, status: '', reconciled: true } as const
  const silent = outcomeOf({ ...found, progress: 'orphaned' })
  const possible = outcomeOf({ state: 'candidate', runIds: [7] })
  expect([silent.tag, possible.tag]).toEqual([doubtful.tag, doubtful.tag])
  for (const { tag, title } of [doubtful, silent, possible]) expect(title.toLowerCase()).toMatch(new RegExp(`^${tag}:`))
})

it('shows in the timeline that the run was found before the response', () => {
  const sending = { state: 'sending', since: '2026-11-21T09:14:00.000Z' } as const
  const found = event({ ...sending, foundRunId: 7005 })
  expect(found).toContain('7005')
  expect(found).not.toContain(event(sending))
})

it.each<CallState>([
  { state: 'sending', since: '2026-11-21T09:14:00.000Z', foundRunId: 7, workflowRunName: 'WR-API-7' },
  { state: 'rejected', status: 402, detail: '', issues: [], workflowRunId: 7, workflowRunName: 'WR-API-7' },
  { state: 'failedAtProvider', status: 400, detail: '', doubt: false, workflowRunId: 7, workflowRunName: 'WR-API-7' },
  { state: 'failedAtProvider', status: 400, detail: '', doubt: true, workflowRunId: 7, workflowRunName: 'WR-API-7' },
  { state: 'unknown', cause: 'cut', status: null, detail: '', foundRunId: 7, workflowRunName: 'WR-API-7' },
])('names the run of the outcome %j', (outcome) => {
  expect(outcomeOf(outcome).why).toContain('WR-API-7')
})

it('refers to a run that was found before the response instead of a phone that may ring', () => {
  const sending = { state: 'sending', since: '2026-11-21T09:14:00.000Z' } as const
  const [waiting, found] = [outcomeOf(sending), outcomeOf({ ...sending, foundRunId: 7005 })]
  expect(found.title).toContain('7005')
  expect(found.why).toContain('7005')
  expect(found.why).not.toContain(waiting.why)
  expect(found.next).toBe(waiting.next)
})

it.each<[string, CallState, CallState]>([
  [
    'unknown',
    { state: 'unknown', cause: 'timedOut', status: null, detail: '' },
    { state: 'unknown', cause: 'timedOut', status: null, detail: '', foundRunId: 7005 },
  ],
  [
    'with a run in its response',
    { state: 'unknown', cause: 'unexpected', status: 200, detail: '' },
    { state: 'unknown', cause: 'unexpected', status: 200, detail: '', workflowRunId: 7005 },
  ],
  [
    'in doubt at the carrier',
    { state: 'failedAtProvider', status: 400, detail: '', doubt: true, workflowRunId: null },
    { state: 'failedAtProvider', status: 400, detail: '', doubt: true, workflowRunId: 7005 },
  ],
])(
  'refers to the known run of a call whose outcome is unknown, because the run may be over: %s',
  (_name, alone, run) => {
    const [without, found] = [outcomeOf(alone), outcomeOf(run)]
    expect(found.title).not.toBe(without.title)
    expect(found.next).toContain('7005')
    const { summary: summaryOf, summaryNow } = messages.reconciliation
    const { lockedWithRun } = messages.call.number
    const texts = [
      found.title,
      found.next,
      summaryOf(null, 7005),
      summaryOf(1_000, 7005),
      summaryNow(7005),
      lockedWithRun('now', 'Cobalt', 7005, found.tag),
    ]
    for (const text of texts) expect(text).not.toMatch(/may (be|ring)/i)
  },
)

describe('an accepted call', () => {
  const started = Object.values(everyState.accepted).find(
    (state) => state.state === 'accepted' && state.progress === 'started',
  )
  if (started?.state !== 'accepted') throw new Error('No started call among the states.')

  it('labels its run name, so that the name is not mistaken for an outcome', () => {
    const name = started.workflowRunName
    expect(outcomeOf({ ...started, reconciled: false }).why).toContain(name)
    expect(outcomeOf({ ...started, reconciled: false }).why).not.toBe(name)
    expect(summary({ outcome: started })).toContain(name)
    expect(summary({ outcome: started })).not.toBe(name)
  })

  it('says that its end is unknown if its profile was removed before the end, and only then', () => {
    const { end: _end, ...inProgress } = started
    const [known, removed] = [outcomeOf(inProgress), outcomeOf(inProgress, false, false)]
    expect(removed).toEqual({ ...known, next: removed.next })
    expect(removed.next).not.toBe(known.next)
    expect(summary({ outcome: inProgress }, false)).not.toBe(summary({ outcome: inProgress }))
    const ended = { ...inProgress, end: { kind: 'busy', disposition: null, durationSeconds: null } } as const
    expect(outcomeOf(ended, false, false)).toEqual(outcomeOf(ended))
    expect(summary({ outcome: ended }, false)).toBe(summary({ outcome: ended }))
  })

  it.each(['do_not_call', 'Do not call', 'DO-NOT-CALL'])(
    'advises to add the number to the do-not-call list after the result %s, unless it is there',
    (disposition) => {
      const withResult = (result: string) =>
        ({ ...started, end: { kind: 'reached', disposition: result, durationSeconds: 20 } }) as const
      const { next } = outcomeOf(withResult(disposition))
      expect(next).not.toBe(outcomeOf(withResult('user_hangup')).next)
      expect(outcomeOf(withResult(disposition), true).next).not.toBe(next)
    },
  )

  it.each(['placed', 'notPlaced'] as const)(
    'advises the same after the result do_not_call of a call that a person resolved as %s',
    (decision) => {
      const decided = {
        decision,
        who: 'Ana',
        at: '2026-11-21T09:00:00.000Z',
        note: '',
        runIds: [7005],
        ownRunIds: [7005],
      }
      const end = { kind: 'reached', disposition: 'do_not_call', durationSeconds: 20 } as const
      for (const isListed of [false, true]) {
        const { next } = outcomeOf({ state: 'closedByOperator', ...decided, end }, isListed)
        expect(next).toBe(outcomeOf({ ...started, end }, isListed).next)
      }
    },
  )

  it('does not say that the answer is unknown if the result is: the carrier may have reported an answer', () => {
    const ended = { kind: 'ended', disposition: null, durationSeconds: null } as const
    expect(outcomeOf({ ...started, end: ended }).why).not.toMatch(/answered/)
  })

  it('names no run and no later report for an end without a result: its run may be of another call, or missing', () => {
    const ended = { kind: 'ended', disposition: null, durationSeconds: null } as const
    expect(adviceOf({ ...started, end: ended })).not.toMatch(/\bruns?\b|\byet\b/)
  })

  it('shows the status of the response in its own sentence, not as the service’s message', () => {
    const outcome = outcomeOf({ ...started, reconciled: false, status: 'initiated' })
    expect(outcome.why).toContain('initiated')
    expect(outcome.service).toBeNull()
  })
})

it('shows the date with both times of a call', () => {
  const { windowOf } = messages.reconciliation
  const [from, to] = [new Date(2026, 10, 21, 9, 14, 2), new Date(2026, 10, 21, 9, 19, 12)]
  expect(windowOf(from.toISOString(), to.toISOString()).split('2026')).toHaveLength(3)
})

it('a run that was found after a person’s decision is the only text of its event', () => {
  const decision = { decision: 'notPlaced', who: 'Ana', at: '2026-11-21T09:00:00.000Z', note: 'Asked them.' } as const
  const before = { state: 'closedByOperator', ...decision } as const
  const after = { ...before, runIds: [7005] }
  expect(messages.callState.event(after, before)).toBe(messages.runDespiteDecision(after))
  expect(messages.runDespiteDecision(before)).toBeNull()
  expect(messages.callState.describe(after).next).not.toBe(messages.callState.describe(before).next)
  expect(messages.callState.describe(after).title).not.toBe(messages.callState.describe(before).title)
})

it('doesn’t say how long the service waited for a carrier that didn’t respond', () => {
  const silent = { state: 'failedAtProvider', status: 400, detail: '', doubt: true, workflowRunId: 7 } as const
  expect(messages.callState.describe(silent).why).not.toContain('minutes')
})

it('says that a call that was resolved as not placed was answered, if its run shows it', () => {
  const decision = { decision: 'notPlaced', who: 'Ana', at: '2026-11-21T09:00:00.000Z', note: '' } as const
  const resolved: Extract<CallState, { state: 'closedByOperator' }> = {
    state: 'closedByOperator',
    ...decision,
    runIds: [7005],
    ownRunIds: [7005],
  }
  const titleWith = (kind: CallEnd['kind']) =>
    messages.callState.describe({ ...resolved, end: { kind, disposition: null, durationSeconds: 20 } }).title
  const textWith = (kind: CallEnd['kind'], runIds = [7005], ownRunIds = [7005]) => {
    const outcome = { ...resolved, runIds, ownRunIds, end: { kind, disposition: null, durationSeconds: 20 } }
    return [messages.runDespiteDecision(outcome), summary({ outcome })]
  }
  expect(textWith('noAnswer')[1]).toBe(summary({ outcome: resolved }))
  for (const kind of ['reached', 'voicemail'] as const)
    for (const text of [...textWith(kind), titleWith(kind)]) {
      expect(text).toContain('answered')
      expect(text).not.toContain('may have rung')
    }
  expect(textWith('reached')[0]).toMatch(/Ana.*7005/)
  expect(textWith('reached', [7005, 7006])[0]).toMatch(/answered.*7006/)
  expect(textWith('reached', [7005, 7006], [7005, 7006])[0]).toMatch(/one of this call’s runs 7005.*7006 shows/)
  expect(
    messages.callState.describe({ ...resolved, end: { kind: 'reached', disposition: null, durationSeconds: 20 } }).why,
  ).toContain('answered')
})

it('asks to look up the run of a call that was resolved as not placed only while its result is unknown', () => {
  const decision = { decision: 'notPlaced', who: 'Ana', at: '2026-11-21T09:00:00.000Z', note: '' } as const
  const resolved: Extract<CallState, { state: 'closedByOperator' }> = {
    state: 'closedByOperator',
    ...decision,
    runIds: [7005],
    ownRunIds: [7005],
  }
  const unknown = messages.callState.describe(resolved)
  expect(messages.runDespiteDecision(resolved)).toContain('may have rung')
  for (const kind of ['busy', 'noAnswer', 'reached'] as const) {
    const end = { kind, disposition: 'busy', durationSeconds: null }
    expect(messages.runDespiteDecision({ ...resolved, end })).not.toContain('may have rung')
    expect(messages.callState.describe({ ...resolved, end }).next).toBe(outcomeOf({ ...accepted, end }).next)
  }
  const end = { kind: 'busy', disposition: 'busy', durationSeconds: null } as const
  expect(messages.callState.describe({ ...resolved, end }).why).toContain('ended · busy')
  for (const other of [
    // The end shows no result.
    { ...resolved, end: { kind: 'ended', disposition: null, durationSeconds: null } as const },
    // Another run may be the call's.
    { ...resolved, runIds: [7005, 7006], end },
  ]) {
    expect(messages.runDespiteDecision(other)).toContain('may have rung')
    expect(messages.callState.describe(other).next).toBe(unknown.next)
  }
})

it('names a run that only may be that of a call resolved as not placed as a possible one', () => {
  const decision = { decision: 'notPlaced', who: 'Ana', at: '2026-11-21T09:00:00.000Z', note: '' } as const
  const possible: CallState = { state: 'closedByOperator', ...decision, runIds: [7005] }
  const { runs } = messages.call.outcome
  expect(runs({ outcome: possible })).toBe(runs({ outcome: { state: 'candidate', runIds: [7005] } }))
  expect(runs({ outcome: { ...possible, ownRunIds: [7005] } })).not.toBe(runs({ outcome: possible }))
})

it('says how the run of a call that a person resolved ended when the service reported it', () => {
  const decision = { decision: 'placed', who: 'Ana', at: '2026-11-21T09:00:00.000Z', note: '' } as const
  const before: Extract<CallState, { state: 'closedByOperator' }> = {
    state: 'closedByOperator',
    ...decision,
    runIds: [7005],
    ownRunIds: [7005],
  }
  const end = { kind: 'reached', disposition: 'user_hangup', durationSeconds: 20 } as const
  const text = messages.callState.event({ ...before, end }, before)
  expect(text).toMatch(/7005.*0:20/)
  expect(messages.callState.shortEvent({ ...before, end }, before)).toBe(text)
  expect(messages.callState.event({ ...before, end, runIds: [7005, 7006] }, { ...before, end })).not.toContain('0:20')
})

it('says in short that a run was found although a person resolved the call as not placed', () => {
  const decision = { decision: 'notPlaced', who: 'Ana', at: '2026-11-21T09:00:00.000Z', note: '' } as const
  const resolved = { state: 'closedByOperator', ...decision } as const
  const possible = summary({ outcome: { ...resolved, runIds: [7005] } })
  const own = summary({ outcome: { ...resolved, runIds: [7005], ownRunIds: [7005] } })
  expect([possible, own]).toEqual([messages.lists.table.runFound.possible, messages.lists.table.runFound.own])
  const end = { kind: 'ended', disposition: 'do_not_call', durationSeconds: 9 } as const
  const answered = summary({ outcome: { ...resolved, runIds: [7005], ownRunIds: [7005], end } })
  expect(answered).toBe(messages.lists.table.runFound.answered)
  expect(answered).toMatch(/^answered/)
  for (const text of [possible, own]) expect(text).toMatch(/^may have rung/)
  const resolvedPlaced = { ...resolved, decision: 'placed' as const, runIds: [7005] }
  for (const outcome of [resolved, resolvedPlaced])
    expect(summary({ outcome })).toBe(messages.callState.describe(outcome).title)
})

it('says when the service’s list showed after a decision that the call has no run', () => {
  const before = {
    state: 'closedByOperator',
    decision: 'notPlaced',
    who: 'Ana',
    at: '2026-11-21T09:16:00.000Z',
    note: '',
  } as const
  const after = { ...before, noRunAt: before.at }
  const { event: eventText, describe: textOf } = messages.callState
  expect(eventText(after, before)).toContain(messages.time.full(before.at))
  expect(eventText(after, before)).not.toBe(eventText(before))
  expect(textOf(after).why).toContain(eventText(after, before))
})

it('says that a run with the ID of a call that was resolved is this call’s, and only that any other may be', () => {
  const decision = { decision: 'notPlaced', who: 'Ana', at: '2026-11-21T09:00:00.000Z', note: '' } as const
  const before = { state: 'closedByOperator', ...decision } as const
  const [possible, own] = [
    { ...before, runIds: [7005] },
    { ...before, runIds: [7005], ownRunIds: [7005] },
  ]
  expect(messages.runDespiteDecision(possible)).toContain('may be')
  expect(messages.runDespiteDecision(own)).toMatch(/this call’s run 7005/)
  expect(messages.runDespiteDecision(own)).not.toContain('may be')
  const both = messages.runDespiteDecision({ ...before, runIds: [7005, 7006], ownRunIds: [7005, 7006] })
  expect(both).toMatch(/7005.*7006/)
  expect(both).not.toContain('may be')
  expect(messages.runDespiteDecision({ ...own, runIds: [7005, 7006] })).toMatch(/this call’s run 7005.*7006.*may be/)
  const resolvedAsPlaced = { ...own, decision: 'placed' } as const
  const text = messages.callState.event(resolvedAsPlaced, { ...before, decision: 'placed' })
  expect(text).toContain('7005')
  expect(text).not.toContain('Ana')
})

it('says what the look-up after a person’s decision found instead of the decision again', () => {
  const { shortEvent, describe: describeOutcome } = messages.callState
  const at = '2026-11-21T09:15:00.000Z'
  const decided = { state: 'closedByOperator', decision: 'notPlaced', who: 'ana', at, note: '' } as const
  expect(shortEvent(decided, { state: 'notFound', since: at })).toBe(describeOutcome(decided).tag)
  for (const found of [
    { ...decided, noRunAt: at },
    { ...decided, runIds: [7], ownRunIds: [7] },
  ])
    expect(shortEvent(found, decided)).not.toBe(describeOutcome(found).tag)
})

it('says in the timeline that a result was not known then, once it has arrived', () => {
  const ended: CallState = { ...accepted, end: { kind: 'ended', disposition: null, durationSeconds: 72 } }
  const reached: CallState = { ...accepted, end: { kind: 'reached', disposition: 'qualified', durationSeconds: 72 } }
  const { title, why } = outcomeOf(ended)
  expect(event(ended, accepted)).toBe(`${title}. ${why}`)
  expect(event(ended, accepted, ended)).toBe(`${title}. ${why}`)
  const past = event(ended, accepted, reached)
  expect(past).toMatch(/\bwas over\b/)
  expect(past).not.toMatch(/unknown|\bis over\b|doesn’t/)
})

it('names the carrier’s report, not the run again, if a run was known before the report arrived', () => {
  const [run, report] = [
    { ...accepted, reconciled: true, progress: 'orphaned' } as const,
    { ...accepted, reconciled: true },
  ]
  expect(event(report, { state: 'unknown', cause: 'cut', status: null, detail: '' })).toContain(outcomeOf(report).title)
  for (const before of [run, { ...run, progress: 'dialing' } as const]) {
    expect(event(report, before)).not.toContain(outcomeOf(report).title)
    expect(event(report, before)).toMatch(new RegExp(`report.*${report.workflowRunId}`))
  }
})
