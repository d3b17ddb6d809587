import { expect, it } from 'vitest'
import type { Call, CallState } from '../../../../src/contract/call.ts'
import { foundRunOf } from '../../../../src/domain/answered-calls.ts'
import { mayBeInProgressAt, runIdOf } from '../../../../src/domain/call-state.ts'
import { succeed } from '../../../../src/contract/failure.ts'
import type { Profile } from '../../../../src/contract/profile.ts'
import { createCallOutcomes } from '../../../../src/main/features/calls/outcomes.ts'
import { createRecordRuns } from '../../../../src/main/features/reconciliation/record-runs.ts'
import type { RunListItem } from '../../../../src/main/service/wire/runs.ts'
import type { Storage } from '../../../../src/main/storage/storage.ts'
import { aCall, anId } from '../../../support/a-call.ts'
import { newFile, open, place, settle, value } from '../../storage/open-storage.ts'
import { createRun, isoAt, noon } from './create-run.ts'
import { sending } from './create-test-job.ts'

const anyText: unknown = expect.any(String)

const origin = 'https://voice.acme.example'
const profile: Profile = {
  kind: 'service',
  id: anId(),
  name: 'Acme',
  color: 'blue',
  createdAt: isoAt(noon),
  referenceName: null,
  origin,
  keyStorage: 'session',
}
const phoneNumber = '+14155550101'
const closedAt = (seconds: number): Extract<CallState, { state: 'closedByOperator' }> => ({
  state: 'closedByOperator',
  decision: 'notPlaced',
  who: 'Ana',
  at: isoAt(noon + seconds * 1000),
  note: '',
})

/** Opens a storage and records the runs that a reading contains. `inputs` are those of the search for calls. */
const openRecords = () => {
  const storage = open(newFile())
  const inputs: unknown[] = []
  const run: Storage['run'] = (name, input) => {
    if (name === 'callsNotPlaced') inputs.push(input)
    return storage.run(name, input)
  }
  const recordRuns = createRecordRuns({
    storage: { run },
    profiles: { list: () => Promise.resolve(succeed({ profiles: [profile], selectedId: null })) },
    outcomes: createCallOutcomes({ storage, clock: () => noon, announce: () => {} }),
    watch: () => {},
  })
  /** Records a call that was sent some seconds after noon, with its outcome. */
  const add = async (seconds: number, outcome: CallState | null, change: Partial<Call> = {}): Promise<Call> => {
    const preparedAt = isoAt(noon + seconds * 1000)
    const of = { profileId: profile.id, phoneNumber, referenceName: null }
    const call = aCall({ ...of, preparedAt, changedAt: preparedAt, outcome: sending, ...change })
    await place(storage, call)
    if (outcome !== null) await settle(storage, call.callId, outcome, preparedAt)
    return call
  }
  return {
    storage,
    inputs,
    add,
    read: (...runs: RunListItem[]) => recordRuns(profile.id, runs),
    outcomeOf: async ({ callId }: Call) => (await value(storage.run('getCall', { callId })))?.call.outcome,
  }
}

const runTo = (id: number, change: Partial<RunListItem> = {}): RunListItem =>
  createRun(id, { calledNumber: phoneNumber, ...change })

it('a run without a readable time is not recorded with a call without a reference', async () => {
  const { add, read, outcomeOf } = openRecords()
  const outcome: CallState = { state: 'notFound', since: isoAt(noon + 200_000) }
  const call = await add(0, outcome)
  await read(runTo(1, { createdAt: '' }))
  expect(await outcomeOf(call)).toEqual(outcome)
  await read(runTo(1))
  expect(await outcomeOf(call)).toEqual({ state: 'candidate', runIds: [1] })
})

it.each(['rundesk_call_id', null])(
  'a run that failed before dialing leaves a decision as it is (reference name: %s)',
  async (referenceName) => {
    const { add, read, outcomeOf } = openRecords()
    const call = await add(0, closedAt(60), { referenceName })
    const run = { carrierCallId: null, initialContext: { rundesk_call_id: call.callId } }
    await read(runTo(1, { ...run, error: 'You have exhausted your trial credits.' }))
    expect(await outcomeOf(call)).toEqual(closedAt(60))
    await read(runTo(1, { ...run, error: '' }))
    const own = referenceName === null ? {} : { ownRunIds: [1] }
    expect(await outcomeOf(call)).toEqual({ ...closedAt(60), runIds: [1], ...own, workflowRunName: anyText })
  },
)

it('two runs with the call’s ID are both recorded as its own, in one reading or in several', async () => {
  const of = (call: Call, id: number) => runTo(id, { initialContext: { rundesk_call_id: call.callId } })
  for (const isLater of [false, true]) {
    const { add, read, outcomeOf } = openRecords()
    const call = await add(0, closedAt(60), { referenceName: 'rundesk_call_id' })
    await read(...(isLater ? [of(call, 1)] : [of(call, 1), of(call, 2)]))
    if (isLater) await read(of(call, 2))
    const outcome = await outcomeOf(call)
    expect(outcome).toEqual({ ...closedAt(60), runIds: [1, 2], ownRunIds: [1, 2] })
  }
})

it('a second own run removes neither the answer of the first nor the doubt whether the call is over', async () => {
  const { add, read, outcomeOf } = openRecords()
  const end = { kind: 'reached', disposition: 'user_hangup', durationSeconds: 95 } as const
  const known = { ...closedAt(60), runIds: [1], ownRunIds: [1], end }
  const call = await add(0, known, { referenceName: 'rundesk_call_id' })
  await read(runTo(2, { initialContext: { rundesk_call_id: call.callId } }))
  const outcome = await outcomeOf(call)
  expect(outcome).toEqual({ ...known, runIds: [1, 2], ownRunIds: [1, 2] })
  expect(outcome && foundRunOf(outcome)).toBe('answered')
  expect(outcome && mayBeInProgressAt({ outcome, preparedAt: call.preparedAt }, call.preparedAt)).toBe(true)
})

it('a run that only may be the call’s does not hide its own, also if that was known before it', async () => {
  const { add, read, outcomeOf } = openRecords()
  const call = await add(0, { ...closedAt(60), runIds: [1, 2] }, { referenceName: 'rundesk_call_id' })
  const own = runTo(1, { initialContext: { rundesk_call_id: call.callId } })
  await read(own)
  const outcome = await outcomeOf(call)
  const name = own.workflowRunName
  expect(outcome).toEqual({ ...closedAt(60), runIds: [1, 2], ownRunIds: [1], workflowRunName: name })
  expect(outcome && runIdOf({ outcome })).toBe(1)
})

it('a call that was resolved as placed gets only its own run, also if that failed before dialing', async () => {
  const { add, read, outcomeOf } = openRecords()
  const placed: CallState = {
    state: 'closedByOperator',
    decision: 'placed',
    who: 'Ana',
    at: isoAt(noon + 60_000),
    note: '',
  }
  const call = await add(0, placed, { referenceName: 'rundesk_call_id' })
  await read(runTo(1))
  expect(await outcomeOf(call)).toEqual(placed)
  await read(runTo(2, { carrierCallId: null, error: 'x', initialContext: { rundesk_call_id: call.callId } }))
  expect(await outcomeOf(call)).toMatchObject({ ...placed, runIds: [2] })
})

it.each<[number, number | undefined, Partial<RunListItem>, Partial<CallState>]>([
  [429, undefined, {}, { state: 'accepted', workflowRunId: 1, progress: 'started' }],
  [429, 1, { carrierCallId: null }, { state: 'accepted', workflowRunId: 1, progress: 'dialing' }],
  [402, 1, {}, { state: 'accepted', workflowRunId: 1, progress: 'started' }],
  [402, undefined, { carrierCallId: null }, { state: 'rejected', workflowRunId: 1 }],
])(
  'a refused call (status %i, run %s) gets the outcome of its run, but no other run to its number (%j)',
  async (status, workflowRunId, change, expected) => {
    const { add, read, outcomeOf } = openRecords()
    const known = workflowRunId === undefined ? {} : { workflowRunId }
    const refused: CallState = { state: 'rejected', status, detail: '', issues: [], ...known }
    const call = await add(0, refused, { referenceName: 'rundesk_call_id' })
    await read(runTo(2))
    expect(await outcomeOf(call)).toEqual(refused)
    await read(runTo(1, { initialContext: { rundesk_call_id: call.callId }, ...change }))
    expect(await outcomeOf(call)).toMatchObject(expected)
  },
)

it('only call IDs in a context are searched for', async () => {
  const { inputs, read } = openRecords()
  const callId = anId()
  await read(runTo(1, { initialContext: { name: 'Jane Doe', reference: callId, age: 41 } }))
  expect(inputs).toEqual([{ callIds: [callId], phoneNumbers: [phoneNumber] }])
})

it('a run is recorded without a reference only if no other call to its number is unresolved', async () => {
  const { storage, add, read, outcomeOf } = openRecords()
  const call = await add(0, closedAt(60))
  const later = await add(65, null)
  await read(runTo(35))
  expect(await outcomeOf(call)).toEqual(closedAt(60))
  await settle(storage, later.callId, { state: 'rejected', status: 401, detail: '', issues: [] })
  await read(runTo(35))
  expect(await outcomeOf(call)).toMatchObject({ runIds: [35] })
})
