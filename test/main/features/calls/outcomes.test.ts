import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Call, CallState, CallStateName } from '../../../../src/contract/call.ts'
import { createCallOutcomes, mayResolve, statesBefore } from '../../../../src/main/features/calls/outcomes.ts'
import { createStorage } from '../../../../src/main/storage/storage.ts'
import { aCall } from '../../../support/a-call.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { createRun } from '../../../support/run-samples.ts'
import { valueOf } from '../../../support/test-app.ts'
import { filesWith } from '../../storage/open-storage.ts'
import { displayStateOf, endOfTime, mayBeInProgressAt } from '../../../../src/domain/call-state.ts'
import { storageThread } from '../../../support/thread-entries.ts'

const at = '2026-11-21T09:15:00.000Z'
const unknown = { state: 'unknown', cause: 'cut', status: null, detail: '' } as const
const dialing: CallState = {
  state: 'accepted',
  workflowRunId: 48_213,
  workflowRunName: 'WR-API-7823',
  status: '',
  reconciled: true,
  progress: 'dialing',
}
const started: CallState = { ...dialing, progress: 'started' }
const closed: CallState = { state: 'closedByOperator', decision: 'placed', who: 'ana', at, note: 'x' }

/** Opens call outcomes on a real database, with one call in state "sending". */
const openOutcomes = async () => {
  const file = join(temporaryFolder(), 'data', 'rundesk.db')
  const storage = createStorage({ file, worker: storageThread })
  onTestFinished(() => storage.close())
  const announced: string[][] = []
  const ledger = createCallOutcomes({ storage, clock: () => Date.parse(at), announce: (ids) => announced.push(ids) })
  const call = aCall({ outcome: { state: 'sending', since: at } })
  await valueOf(storage.run('recordCall', { call, initialContext: {}, repeatSince: endOfTime, confirmedAfter: [] }))
  const settled = async (outcome: CallState = unknown): Promise<Call> => {
    const moved = await valueOf(ledger.settle(call.callId, outcome, { endedAt: at, serverDate: null }))
    if (moved === null) throw new Error('not settled')
    return moved
  }
  return { file, storage, ledger, announced, call, settled }
}

describe('the end of the run of a call that a person resolved', () => {
  const run = createRun({ isCompleted: true, disposition: 'user_hangup', durationSeconds: 20 })
  const decided = { ...closed, runIds: [run.workflowRunId], ownRunIds: [run.workflowRunId] }
  const later = '2026-11-21T09:35:00.000Z'

  it('is stored with the decision, whose time doesn’t change, so that lists don’t hold rows again', async () => {
    const { ledger, storage, announced, call, settled } = await openOutcomes()
    const resolved = await valueOf(ledger.resolve(await settled(), decided))
    const moved: Call[] = []
    const onMoved = (one: Call): void => void moved.push(one)
    const announce = (ids: string[]): void => void announced.push(ids)
    const laterLedger = createCallOutcomes({ storage, clock: () => Date.parse(later), announce, onMoved })
    announced.length = 0
    const ended = await valueOf(laterLedger.recordEnd(call.callId, run, false))
    const end = { kind: 'reached', disposition: 'user_hangup', durationSeconds: 20 }
    expect(ended).toEqual({ ...resolved, outcome: { ...decided, end } })
    expect([announced, moved]).toEqual([[[call.callId]], []])
    const detail = await valueOf(storage.run('getCall', { callId: call.callId }))
    expect(detail?.events.at(-1)).toMatchObject({ at: later, outcome: { end } })
    expect(await valueOf(laterLedger.recordEnd(call.callId, run, false))).toBeNull()
    expect(ended === null || mayBeInProgressAt(ended, at)).toBe(false)
  })

  it.each([run, { ...run, disposition: 'busy', durationSeconds: 0 }])(
    'is reported as a change for a call that was resolved as not placed, because lists hold rows or call them',
    async (how) => {
      const { storage, call, settled, ledger } = await openOutcomes()
      await valueOf(ledger.resolve(await settled(), { ...decided, decision: 'notPlaced' }))
      const moved: Call[] = []
      const onMoved = (one: Call): void => void moved.push(one)
      const deps = { storage, clock: () => Date.parse(later), announce: () => {}, onMoved }
      const ended = await valueOf(createCallOutcomes(deps).recordEnd(call.callId, how, false))
      expect(moved).toEqual([ended])
    },
  )

  it.each([
    ['only may be the call’s', { ...closed, runIds: [run.workflowRunId] }],
    ['is one of two', { ...decided, runIds: [1, run.workflowRunId], ownRunIds: [1, run.workflowRunId] }],
  ])('is not stored if the run %s', async (_case, outcome) => {
    const { ledger, call, settled } = await openOutcomes()
    await valueOf(ledger.resolve(await settled(), outcome))
    expect(await valueOf(ledger.recordEnd(call.callId, run, false))).toBeNull()
  })

  it('doesn’t show that the call is over if another run may be the call’s', () => {
    const end = { kind: 'reached', disposition: null, durationSeconds: 20 } as const
    const outcome: CallState = { ...decided, runIds: [1, run.workflowRunId], end }
    expect(mayBeInProgressAt({ outcome, preparedAt: at }, at)).toBe(true)
  })
})

describe('the end of an answered run', () => {
  const run = createRun({ isCompleted: true, steps: [{ status: 'in-progress', at: null }] })

  it('has no result before the service reports voicemail', async () => {
    const { ledger, storage, call, settled } = await openOutcomes()
    await settled(started)
    await valueOf(ledger.recordEnd(call.callId, run, true))
    await valueOf(ledger.recordEnd(call.callId, { ...run, disposition: 'voicemail_detected' }, true))
    const detail = await valueOf(storage.run('getCall', { callId: call.callId }))
    expect(detail?.events.slice(-2).map(({ outcome }) => displayStateOf(outcome))).toEqual(['ended', 'voicemail'])
  })

  it('is reached even if an earlier report is written at the same time as the last one', async () => {
    const { ledger, call, settled } = await openOutcomes()
    await settled(started)
    await Promise.all([ledger.recordEnd(call.callId, run, true), ledger.recordEnd(call.callId, run, false)])
    const found = await valueOf(ledger.find(call.callId))
    expect(found?.outcome).toMatchObject({ end: { kind: 'reached' } })
  })

  it('keeps its result when an older report is the last one of a poll', async () => {
    const { ledger, call, settled } = await openOutcomes()
    await settled(started)
    const ended = await valueOf(
      ledger.recordEnd(call.callId, { ...run, disposition: 'voicemail_detected', durationSeconds: 12 }, true),
    )
    expect(await valueOf(ledger.recordEnd(call.callId, run, false))).toBeNull()
    expect(await valueOf(ledger.recordEnd(call.callId, run, true))).toBeNull()
    expect(await valueOf(ledger.find(call.callId))).toEqual(ended)
  })

  it.each(['last', 'earlier'])(
    'keeps the result of a newer report that is written at the same time as an older one (%s)',
    async (report) => {
      const { ledger, storage, call, settled } = await openOutcomes()
      await settled(started)
      const result = { ...run, disposition: 'voicemail_detected', durationSeconds: 12 }
      let isFirst = true
      const slow = createCallOutcomes({
        clock: () => Date.parse(at),
        announce: () => {},
        storage: {
          async run(name, input) {
            if (name === 'moveCall' && isFirst) {
              isFirst = false
              await valueOf(ledger.recordEnd(call.callId, result, true))
            }
            return storage.run(name, input)
          },
        },
      })
      expect(await valueOf(slow.recordEnd(call.callId, run, report === 'earlier'))).toBeNull()
      const found = await valueOf(ledger.find(call.callId))
      expect(found?.outcome).toMatchObject({ end: { kind: 'voicemail', durationSeconds: 12 } })
    },
  )

  it('is reached if no result follows, and stays reached when the run is read again', async () => {
    const { ledger, call, settled } = await openOutcomes()
    await settled(started)
    const reached = await valueOf(ledger.recordEnd(call.callId, run, false))
    expect(reached?.outcome).toMatchObject({ end: { kind: 'reached' } })
    expect(await valueOf(ledger.recordEnd(call.callId, run, true))).toBeNull()
    expect(await valueOf(ledger.find(call.callId))).toEqual(reached)
  })
})

describe('a reconciled outcome', () => {
  it('is stored if the call has not changed since', async () => {
    const { ledger, announced, settled } = await openOutcomes()
    const before = await settled()
    const after = await valueOf(ledger.resolve(before, dialing))
    expect(after).toEqual({ ...before, outcome: dialing })
    expect(await valueOf(ledger.find(before.callId))).toEqual(after)
    expect(announced.length).toBe(2)
  })

  it('is stored once, even if found several times concurrently', async () => {
    const { ledger, storage, settled } = await openOutcomes()
    const before = await settled()
    const outcomes: CallState[] = [dialing, started, closed, { state: 'candidate', runIds: [3] }, dialing]
    const written = await Promise.all(outcomes.map((outcome) => valueOf(ledger.resolve(before, outcome))))
    expect(written.filter((call) => call !== null).length).toBe(1)
    const detail = await valueOf(storage.run('getCall', { callId: before.callId }))
    expect(detail?.events.map(({ state }) => state)).toEqual(['queued', 'sending', 'unknown', 'accepted'])
  })

  it('does not replace another outcome of the same state', async () => {
    const { ledger, settled } = await openOutcomes()
    const first = await settled()
    const second = await valueOf(ledger.resolve(first, dialing))
    if (second === null) throw new Error('not written')
    await valueOf(ledger.resolve(second, started))
    expect(await valueOf(ledger.resolve(second, { ...dialing, progress: 'orphaned' }))).toBeNull()
    expect((await valueOf(ledger.find(first.callId)))?.outcome).toEqual(started)
  })

  it('does not change a call in flight or a settled one', async () => {
    const { ledger, call, settled } = await openOutcomes()
    expect(await valueOf(ledger.resolve(call, closed))).toBeNull()
    const done = await settled({ state: 'rejected', status: 404, detail: '', issues: [] })
    expect(await valueOf(ledger.resolve(done, closed))).toBeNull()
    expect(await valueOf(ledger.resolve({ ...done, outcome: unknown }, closed))).toBeNull()
    expect((await valueOf(ledger.find(call.callId)))?.outcome.state).toBe('rejected')
  })

  it('adds the run that was found before the response, once', async () => {
    const { ledger, call, settled } = await openOutcomes()
    const found: CallState = { state: 'sending', since: at, foundRunId: 7005 }
    const after = await valueOf(ledger.resolve(call, found))
    expect(after?.outcome).toEqual(found)
    expect(mayResolve(found, { ...found, foundRunId: 7006 })).toBe(false)
    expect((await settled()).outcome).toEqual({ ...unknown, foundRunId: 7005 })
  })

  it.each<[number, CallState]>([
    [402, { state: 'rejected', status: 402, detail: 'x', issues: [], workflowRunId: 7005 }],
    [429, { state: 'unknown', cause: 'unexpected', status: 429, detail: 'x', foundRunId: 7005 }],
  ])('keeps the run that was found before a refusal with status %i', async (status, expected) => {
    const { ledger, call, settled } = await openOutcomes()
    await valueOf(ledger.resolve(call, { state: 'sending', since: at, foundRunId: 7005 }))
    expect((await settled({ state: 'rejected', status, detail: 'x', issues: [] })).outcome).toEqual(expected)
  })

  it('returns the reason if the database refuses it', async () => {
    const { ledger, storage, settled } = await openOutcomes()
    const before = await settled()
    await storage.close()
    expect(await ledger.resolve(before, dialing)).toMatchObject({ failure: { kind: 'storage' } })
    expect(await ledger.find(before.callId)).toMatchObject({ failure: { kind: 'storage' } })
  })
})

describe('a response', () => {
  it('is stored once, with the end of its connection and the service’s clock', async () => {
    const { ledger, call } = await openOutcomes()
    const ending = { endedAt: '2026-11-21T09:14:30.000Z', serverDate: '2026-11-21T10:14:29.000Z' }
    expect(await valueOf(ledger.settle(call.callId, unknown, ending))).toMatchObject(ending)
    expect(await valueOf(ledger.settle(call.callId, unknown, ending))).toBeNull()
  })

  it('does not replace a decision of the user', async () => {
    const { ledger, settled } = await openOutcomes()
    const before = await settled()
    await valueOf(ledger.resolve(before, closed))
    expect(await valueOf(ledger.settle(before.callId, started, { endedAt: at, serverDate: null }))).toBeNull()
  })
})

describe('what this process knows about its own call', () => {
  const ending = { endedAt: at, serverDate: null }
  const interrupted: CallState = { state: 'unknown', cause: 'interrupted', status: null, detail: '' }
  const rejected: CallState = { state: 'rejected', status: 401, detail: '', issues: [] }
  const notFound: CallState = { state: 'notFound', since: at }
  const candidate: CallState = { state: 'candidate', runIds: [3] }

  it.each([
    ['an interruption', [interrupted]],
    ['"not found"', [interrupted, notFound]],
    ['a candidate', [interrupted, candidate]],
  ])('replaces %s', async (_what, guesses) => {
    const { ledger, storage, call } = await openOutcomes()
    const { callId } = call
    for (const outcome of guesses) {
      const from = ['sending', 'unknown'] as const
      await valueOf(storage.run('moveCall', { callId, from, outcome, at, endedAt: at }))
    }
    expect(await valueOf(ledger.settleInFlight(callId, rejected, ending))).toMatchObject({ outcome: rejected })
  })

  it.each<[string, CallState]>([
    ["the user's decision", closed],
    ['a run that was found to be placed', started],
    ['another response', unknown],
  ])('keeps %s, and returns it', async (_what, stored) => {
    const { ledger, storage, call, announced } = await openOutcomes()
    const { callId } = call
    await valueOf(storage.run('moveCall', { callId, from: ['sending'], outcome: stored, at }))
    expect(await valueOf(ledger.settleInFlight(callId, rejected, ending))).toMatchObject({ outcome: stored })
    expect(announced).toEqual([[callId]])
  })

  it('is stored once, even if it is written again after an apparent failure', async () => {
    const { ledger, storage, call } = await openOutcomes()
    for (let count = 0; count < 3; count += 1)
      expect(await valueOf(ledger.settleInFlight(call.callId, started, ending))).toMatchObject({ outcome: started })
    const detail = await valueOf(storage.run('getCall', { callId: call.callId }))
    expect(detail?.events.map(({ state }) => state)).toEqual(['queued', 'sending', 'accepted'])
  })

  it('is null for a call without a record, and restores it as "sending" with all sent values', async () => {
    const { ledger, storage } = await openOutcomes()
    const lost = aCall({ outcome: { state: 'sending', since: at } })
    expect(await valueOf(ledger.settleInFlight(lost.callId, rejected, ending))).toBeNull()
    const own = { call: lost, initialContext: { name: 'Jane' }, until: 0, answered: false }
    expect(await valueOf(ledger.restore(own))).toEqual(lost)
    const detail = await valueOf(storage.run('getCall', { callId: lost.callId }))
    expect([detail?.call, detail?.initialContext]).toEqual([lost, { name: 'Jane' }])
    expect((await valueOf(storage.run('verifyHistory', { now: at }))).intact).toBe(true)
  })

  it('overwrites a guess and its end time when it restores a call, but not a decision or a response', async () => {
    const { ledger, storage, call } = await openOutcomes()
    const own = { call, initialContext: {}, until: 0, answered: false }
    const { callId } = call
    await valueOf(storage.run('moveCall', { callId, from: ['sending'], outcome: interrupted, at, endedAt: at }))
    expect(await valueOf(ledger.restore(own))).toEqual({ ...call, changedAt: at })
    await valueOf(storage.run('moveCall', { callId, from: ['sending'], outcome: closed, at, endedAt: at }))
    expect(await valueOf(ledger.restore(own))).toMatchObject({ outcome: closed, endedAt: at })
  })
})

it('stores how an erased call ended, without any text about the person', async () => {
  const { ledger, file, storage, call, settled } = await openOutcomes()
  await settled(started)
  await valueOf(storage.run('erasePerson', { phoneNumber: call.phoneNumber, now: at }))
  const disposition = 'asked for a call at +14155550101'
  const run = createRun({ workflowRunId: 48_213, isCompleted: true, durationSeconds: 64, disposition })
  const end = { kind: 'reached', disposition: null, durationSeconds: 64 }
  expect(await valueOf(ledger.recordEnd(call.callId, run, false))).toMatchObject({ phoneNumber: '', outcome: { end } })
  expect(await valueOf(ledger.recordEnd(call.callId, run, false))).toBeNull()
  expect(await valueOf(storage.run('saveLearned', { callId: call.callId, learned: run.learned }))).toBe(false)
  expect(filesWith(file, [disposition, call.phoneNumber])).toEqual([])
})

it('does not interrupt the calls of this process', async () => {
  const { ledger, storage, call } = await openOutcomes()
  const other = aCall({ phoneNumber: '+14155550199', outcome: { state: 'sending', since: at } })
  const placement = { call: other, initialContext: {}, repeatSince: endOfTime, confirmedAfter: [] }
  await valueOf(storage.run('recordCall', placement))
  await valueOf(ledger.settleInterrupted((callId) => callId === call.callId))
  expect((await valueOf(ledger.find(call.callId)))?.outcome.state).toBe('sending')
  expect((await valueOf(ledger.find(other.callId)))?.outcome).toMatchObject({ cause: 'interrupted' })
})

it('returns nothing for a missing call', async () => {
  const { ledger } = await openOutcomes()
  expect(await valueOf(ledger.find('01JD0000000000000000000000'))).toBeNull()
})

const time = '2026-11-21T09:14:00.000Z'
const accepted = { state: 'accepted', workflowRunId: 1, workflowRunName: 'x', status: '', reconciled: true } as const
const failed = { state: 'failedAtProvider', status: 400, detail: '', workflowRunId: null } as const

/** One outcome for every state, and one of each kind for the two states that may or may not be settled. */
const states = {
  queued: { state: 'queued' },
  sending: { state: 'sending', since: time },
  started: { ...accepted, progress: 'started' },
  dialing: { ...accepted, progress: 'dialing' },
  orphaned: { ...accepted, progress: 'orphaned' },
  rejected: { state: 'rejected', status: 404, detail: '', issues: [] },
  notSent: { state: 'notSent', cause: 'refused' },
  failed: { ...failed, doubt: false },
  failedRun: { ...failed, doubt: false, workflowRunId: 4 },
  rejectedRun: { state: 'rejected', status: 402, detail: '', issues: [], workflowRunId: 4 },
  doubtful: { ...failed, doubt: true },
  unknown: { state: 'unknown', cause: 'cut', status: null, detail: '' },
  candidate: { state: 'candidate', runIds: [1] },
  notFound: { state: 'notFound', since: time },
  closed: { state: 'closedByOperator', decision: 'placed', who: 'ana', at: time, note: 'x' },
  cancelled: { state: 'cancelled' },
} satisfies Record<string, CallState>

type Name = keyof typeof states
const names = Object.keys(states).filter((name): name is Name => name in states)

/** All allowed transitions of a call: by its own process, by its response, or by reconciliation. */
const allowed: Record<CallStateName, CallStateName[]> = {
  queued: ['cancelled', 'sending'],
  sending: ['accepted', 'failedAtProvider', 'notSent', 'rejected', 'unknown'],
  accepted: ['accepted', 'closedByOperator', 'failedAtProvider'],
  rejected: ['accepted', 'candidate', 'failedAtProvider', 'rejected'],
  notSent: [],
  failedAtProvider: ['accepted', 'candidate', 'closedByOperator', 'failedAtProvider', 'notFound'],
  unknown: ['accepted', 'candidate', 'closedByOperator', 'failedAtProvider', 'notFound'],
  candidate: ['accepted', 'closedByOperator', 'failedAtProvider'],
  notFound: ['accepted', 'candidate', 'closedByOperator', 'failedAtProvider'],
  closedByOperator: [],
  cancelled: [],
}

/** Reconciliation may replace only these: the unresolved outcomes and "not found". */
const replaceable: Name[] = ['dialing', 'orphaned', 'doubtful', 'unknown', 'candidate', 'notFound']

/** A run of a refused call was found: its ID is added, or the runs decide. */
const found: [Name, Name][] = [
  ['failed', 'failedRun'],
  ['rejected', 'rejectedRun'],
  ...(['started', 'dialing', 'orphaned', 'candidate'] as const).map((to): [Name, Name] => ['failed', to]),
  ...(['rejected', 'rejectedRun'] as const).flatMap((from) =>
    (['started', 'dialing', 'orphaned', 'failedRun', 'candidate'] as const).map((to): [Name, Name] => [from, to]),
  ),
]

const pairs = names.flatMap((from) => names.map((to): [Name, Name] => [from, to]))

describe('the transitions of a call', () => {
  // Object.keys widens the keys to strings.
  it.each(Object.keys(allowed) as CallStateName[])('allow %s from these states only', (to) => {
    const from = names.map((name) => states[name].state).filter((name) => allowed[name].includes(to))
    expect(statesBefore(to).toSorted()).toEqual([...new Set(from)].toSorted())
  })

  it.each(pairs)('apply to reconciliation: from %s to %s', (from, to) => {
    const isReplaceable = replaceable.includes(from) && allowed[states[from].state].includes(states[to].state)
    const isAllowed = isReplaceable || found.some(([before, after]) => before === from && after === to)
    expect(mayResolve(states[from], states[to])).toBe(isAllowed)
  })

  it('add runs to a person’s decision, and change nothing else of it', () => {
    const decided = { state: 'closedByOperator', decision: 'notPlaced', who: 'Ana', at: '', note: '' } as const
    const withRun: CallState = { ...decided, runIds: [7] }
    expect(mayResolve(decided, withRun)).toBe(true)
    expect(mayResolve(withRun, { ...decided, runIds: [7, 8] })).toBe(true)
    expect(mayResolve(withRun, { ...decided, runIds: [8, 9] })).toBe(false)
    expect(mayResolve(decided, { ...withRun, decision: 'placed' })).toBe(false)
    expect(mayResolve(decided, { ...withRun, note: 'x' })).toBe(false)
    const withoutRun: CallState = { ...decided, noRunAt: '2026-11-21T09:16:00.000Z' }
    expect(mayResolve(decided, withoutRun)).toBe(true)
    expect(mayResolve(withoutRun, withRun)).toBe(true)
    expect(mayResolve(withRun, { ...withRun, ...withoutRun })).toBe(false)
    expect(mayResolve(withoutRun, { ...decided, noRunAt: '2026-11-21T09:17:00.000Z' })).toBe(false)
  })

  it('never return to "sending"', () => {
    expect(statesBefore('sending')).toEqual(['queued'])
    expect(pairs.filter(([from, to]) => to === 'sending' && mayResolve(states[from], states[to]))).toEqual([])
  })
})
