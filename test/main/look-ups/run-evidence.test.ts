import { describe, expect, it } from 'vitest'
import type { Call } from '../../../src/contract/call.ts'
import { candidateRuns, outcomeOfRun, ownRuns } from '../../../src/main/look-ups/run-evidence.ts'
import type { RunListItem } from '../../../src/main/service/wire-runs.ts'
import { aCall, anId } from '../../support/a-call.ts'
import { aRun, noon } from './a-run.ts'

const call = aCall({
  phoneNumber: '+14155550101',
  outcome: { state: 'unknown', cause: 'cut', status: null, detail: '' },
})
const withReference = (id: number, reference: string | string[], change: Partial<RunListItem> = {}): RunListItem =>
  aRun(id, { initialContext: { rundesk_call_id: reference }, calledNumber: '+1 415 555 0101', ...change })

const ids = (runs: readonly RunListItem[]): number[] => runs.map((run) => run.workflowRunId)

describe('the runs of a call', () => {
  it('are those that carry its own reference, and no others however like they are', () => {
    const runs = [
      withReference(1, anId()),
      withReference(2, call.callId),
      withReference(3, call.callId.toLowerCase()),
      withReference(4, `${call.callId} `),
      withReference(5, [call.callId]),
      aRun(6, { calledNumber: call.phoneNumber }),
    ]
    expect(ids(ownRuns(call, runs))).toEqual([2])
  })

  it('are sought under the name that the call was sent with', () => {
    const run = aRun(1, { initialContext: { crm_reference: call.callId }, calledNumber: null })
    expect(ownRuns(call, [run])).toEqual([])
    expect(ownRuns({ ...call, referenceName: 'crm_reference' }, [run])).toEqual([run])
  })

  it('are none for a call that was sent without a reference', () => {
    expect(ownRuns({ ...call, referenceName: null }, [withReference(1, call.callId)])).toEqual([])
  })

  it('do not come from what every object has', () => {
    expect(ownRuns({ ...call, referenceName: 'constructor' }, [aRun(1)])).toEqual([])
  })

  it('are not those of somebody who copied its context into a call to another number', () => {
    const copy = withReference(2, call.callId, { calledNumber: '+442079460018' })
    expect(ids(ownRuns(call, [copy, withReference(1, call.callId)]))).toEqual([1])
    expect(ids(ownRuns(call, [copy]))).toEqual([])
  })

  it('may be those of a service that tells no number', () => {
    expect(ids(ownRuns(call, [withReference(2, call.callId, { calledNumber: null })]))).toEqual([2])
  })
})

describe('candidates', () => {
  const where = { from: noon, to: noon + 60_000, workflowId: 7 }
  const like = (id: number, change: Partial<RunListItem> = {}): RunListItem =>
    aRun(id, { calledNumber: '+1 (415) 555-0101', ...change })
  const found = (runs: RunListItem[], of: Call = call): number[] => ids(candidateRuns(of, runs, where))

  it('have the same number in any spelling, the same agent, and were made in the same minutes', () => {
    const runs = [
      like(1),
      like(2, { calledNumber: '14155550101' }),
      like(3, { calledNumber: '+14155550102' }),
      like(4, { workflowId: 8 }),
      like(61),
      like(5, { createdAt: 'once upon a time' }),
      like(6, { calledNumber: null }),
    ]
    expect(found(runs)).toEqual([1, 2, 5])
  })

  it('have the number that an older service tells only in the context', () => {
    expect(found([like(1, { calledNumber: null, initialContext: { phone_number: '+14155550101' } })])).toEqual([1])
  })

  it('are not the runs of other calls, which carry other ids where ours would stand', () => {
    const runs = [
      like(1, { initialContext: { rundesk_call_id: anId() } }),
      like(2, { initialContext: { rundesk_call_id: 'typed by hand' } }),
      like(3, { initialContext: { other_name: anId() } }),
    ]
    expect(found(runs)).toEqual([2, 3])
  })

  it('are also those that carry our id to another number, at any time', () => {
    const copy = withReference(900, call.callId, { calledNumber: '+442079460018', workflowId: 8 })
    expect(found([copy])).toEqual([900])
  })

  it('are all that fit where our call carries no reference: its own context may hold anything', () => {
    const runs = [like(1, { initialContext: { rundesk_call_id: anId() } })]
    expect(found(runs, { ...call, referenceName: null })).toEqual([1])
  })
})

describe('what its own run says', () => {
  const dialling = aRun(9, { carrierCallId: null })

  it.each([
    ['the carrier has it', aRun(9), 0, 'started'],
    ['the carrier has it under an empty name', aRun(9, { carrierCallId: '' }), 0, 'started'],
    ['it is over', { ...dialling, isCompleted: true }, 0, 'started'],
    ['it has a result', { ...dialling, disposition: 'busy' }, 0, 'started'],
    ['an error came later, in the conversation', aRun(9, { error: 'pipeline error' }), 0, 'started'],
    ['it is being dialled', dialling, 310_000, 'dialling'],
    ['no dial takes that long', dialling, 310_001, 'orphaned'],
  ])('%s: accepted', (_what, run, age, progress) => {
    expect(outcomeOfRun(call, run, age)).toEqual({
      state: 'accepted',
      workflowRunId: 9,
      workflowRunName: 'WR-API-9',
      status: '',
      reconciled: true,
      progress,
    })
  })

  it.each([
    ['Failed to initiate call: 400: Invalid To', false],
    ['Failed to initiate call: Cannot connect to host pbx:5060 ssl:default', false],
    ['You have exhausted your trial credits.', false],
    ['Failed to initiate call: ', true],
    ['Failed to initiate call: Expecting value: line 1 column 1 (char 0)', true],
    ['Server disconnected', true],
    ['Failed to initiate call: 503 attempts, then Server disconnected', true],
    ['', true],
    ['  ', true],
  ])('its start failed with the words "%s": in doubt %s', (error, doubt) => {
    expect(outcomeOfRun(call, { ...dialling, error }, 0)).toMatchObject({
      state: 'failedAtProvider',
      status: null,
      doubt,
      workflowRunId: 9,
    })
  })

  it('keeps the status of the answer that told of the failure first', () => {
    const outcome = { state: 'failedAtProvider', status: 400, detail: 'x', doubt: true, workflowRunId: null } as const
    expect(outcomeOfRun({ ...call, outcome }, { ...dialling, error: 'x' }, 0)).toMatchObject({ status: 400 })
  })
})
