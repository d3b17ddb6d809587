import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Call } from '../../../../src/contract/call.ts'
import { outcomeOfRun, ownRuns, possibleRuns } from '../../../../src/main/features/reconciliation/match-runs.ts'
import type { RunListItem } from '../../../../src/main/service/wire/runs.ts'
import { aCall, anId } from '../../../support/a-call.ts'
import { createRun, noon } from './create-run.ts'

const call = aCall({
  phoneNumber: '+14155550101',
  outcome: { state: 'unknown', cause: 'cut', status: null, detail: '' },
})
const withReference = (id: number, reference: string | string[], change: Partial<RunListItem> = {}): RunListItem =>
  createRun(id, { initialContext: { rundesk_call_id: reference }, calledNumber: '+1 415 555 0101', ...change })

const ids = (runs: readonly RunListItem[]): number[] => runs.map((run) => run.workflowRunId)

describe('the runs of a call', () => {
  it('are only the runs with its reference', () => {
    const runs = [
      withReference(1, anId()),
      withReference(2, call.callId),
      withReference(3, call.callId.toLowerCase()),
      withReference(4, `${call.callId} `),
      withReference(5, [call.callId]),
      createRun(6, { calledNumber: call.phoneNumber }),
    ]
    expect(ids(ownRuns(call, runs))).toEqual([2])
  })

  it('are found by the reference name of the call', () => {
    const run = createRun(1, { initialContext: { crm_reference: call.callId }, calledNumber: null })
    expect(ownRuns(call, [run])).toEqual([])
    expect(ownRuns({ ...call, referenceName: 'crm_reference' }, [run])).toEqual([run])
  })

  it('are empty for a call without a reference', () => {
    expect(ownRuns({ ...call, referenceName: null }, [withReference(1, call.callId)])).toEqual([])
  })

  it('do not match inherited object properties', () => {
    expect(ownRuns({ ...call, referenceName: 'constructor' }, [createRun(1)])).toEqual([])
  })

  it('exclude a call to another number with a copied context', () => {
    const copy = withReference(2, call.callId, { calledNumber: '+442079460018' })
    expect(ids(ownRuns(call, [copy, withReference(1, call.callId)]))).toEqual([1])
    expect(ids(ownRuns(call, [copy]))).toEqual([])
  })

  it.each([
    null,
    '+1415*****01',
    '…0101',
    '+1 415 ... 0101',
    '+14150000101',
    '31343135353535303130310000',
    '3431353535353031',
  ])('may have no readable number: %s', (number) => {
    expect(ids(ownRuns(call, [withReference(2, call.callId, { calledNumber: number })]))).toEqual([2])
  })
})

describe('the runs that may belong to a call', () => {
  const time = { from: noon, to: noon + 60_000 }
  const like = (id: number, change: Partial<RunListItem> = {}): RunListItem =>
    createRun(id, { calledNumber: '+1 (415) 555-0101', ...change })
  const found = (runs: RunListItem[], of: Call = call): number[] => ids(possibleRuns(of, runs, time))

  it('have the same number in any format, or none that rules the call out, and a possible time', () => {
    const runs = [
      like(1),
      like(2, { calledNumber: '14155550101' }),
      like(3, { calledNumber: '+14155550102' }),
      like(4, { workflowId: 8 }),
      like(61),
      like(5, { createdAt: 'once upon a time' }),
      like(6, { calledNumber: null }),
    ]
    expect(found(runs)).toEqual([1, 2, 4, 5, 6])
  })

  it.each([
    '+1415*****01',
    '+1415•••0101',
    '0101',
    '+1415555',
    '%2B14155550101',
    'KzE0MTU1NTUwMTAx',
    'sha256:0b3f1c',
    'xxxxxxx0101',
    '00000000000',
    '   ',
    'PJSIP/+14155550101@trunk',
    'sip:+14155550199@pbx.example',
    '7946',
  ])('may have the number %s', (number) => {
    expect(found([like(1, { calledNumber: number })])).toEqual([1])
  })

  it.each([
    '+49 30 ... 820',
    '+49-30----820',
    '+49 30 - 820',
    '+49300000820',
    '+49999999820',
    '0300000820',
    '4930820',
    '+4930901800000',
    '34393330393031383230',
    '33303930313832',
    '1234567890123456789012',
    'd41d8cd98f00b204e9800998ecf8427e',
    '98f00b2',
    'KzQ5MzA5MDE4MjA=',
    '+49 (30) 9018··',
    '+49(30',
    'sip:+4930----820@pbx.example',
  ])('may have the number %s for a call to +4930901820', (number) => {
    const inBerlin = { ...call, phoneNumber: '+4930901820' }
    expect(found([like(1, { calledNumber: number })], inBerlin)).toEqual([1])
    const own = like(1, { calledNumber: number, initialContext: { rundesk_call_id: call.callId } })
    expect(ids(ownRuns(inBerlin, [own]))).toEqual([1])
  })

  it('may have the number with a country code although it was called without', () => {
    expect(found([like(1, { calledNumber: '+49300000820' })], { ...call, phoneNumber: '030901820' })).toEqual([1])
  })

  /** Every way to leave out or replace digits in the middle of a number. */
  const masks = fc.record({
    from: fc.nat(10),
    to: fc.nat(11),
    filler: fc.constantFrom('', '0', '9', '-', ' ', '.', '*', 'x'),
  })

  it('may have the number with any part left out or replaced', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10_000_000_000, max: 19_999_999_999 }), masks, (digits, { from, to, filler }) => {
        const whole = String(digits)
        const hidden = Math.max(to - from, 0)
        fc.pre(hidden >= 3)
        const calledNumber = `+${whole.slice(0, from)}${filler.repeat(hidden)}${whole.slice(from + hidden)}`
        expect(found([like(1, { calledNumber })], { ...call, phoneNumber: `+${whole}` })).toEqual([1])
      }),
    )
  })

  it.each(['+442079460018', '020 7946 0018', 'tel:+442079460018', '+44 (20) 7946-0018', '(415) 555-0102'])(
    'do not have the number %s',
    (number) => {
      expect(found([like(1, { calledNumber: number })])).toEqual([])
    },
  )

  it('do not have a different endpoint than the call', () => {
    const toEndpoint = { ...call, phoneNumber: 'PJSIP/1001@trunk' }
    const [same, other] = [like(1, { calledNumber: 'PJSIP/1001@trunk' }), like(2, { calledNumber: 'PJSIP/1002@trunk' })]
    expect(found([same, other], toEndpoint)).toEqual([1])
    const masked = ['PJSIP/1..1@trunk', 'PJSIP/xxxx@trunk', 'PJSIP/0000@trunk', 'PJSIP/11@trunk', 'SIP/0b3f1c@trunk']
    expect(masked.filter((number) => found([like(1, { calledNumber: number })], toEndpoint).length === 0)).toEqual([])
  })

  it.each([
    ['PJSIP/1001@trunk', '+14155550123'],
    ['sip:alice@pbx.example', '+14155550123'],
    ['+525512345678', '+5215512345678'],
    ['+5215512345678', '+525512345678'],
    ['+541123456789', '+5491123456789'],
  ])('of %s may have the number %s, which a network reports', (phoneNumber, calledNumber) => {
    expect(found([like(1, { calledNumber })], { ...call, phoneNumber })).toEqual([1])
  })

  it('may have the number only in the context, as older services report it', () => {
    expect(found([like(1, { calledNumber: null, initialContext: { phone_number: '+14155550101' } })])).toEqual([1])
    expect(found([like(1, { calledNumber: null, initialContext: { phone_number: '+14155550102' } })])).toEqual([])
  })

  it('do not have the ID of another call', () => {
    const runs = [
      like(1, { initialContext: { rundesk_call_id: anId() } }),
      like(2, { initialContext: { rundesk_call_id: 'typed by hand' } }),
      like(3, { initialContext: { other_name: anId() } }),
    ]
    expect(found(runs)).toEqual([2, 3])
  })

  it('do not include runs from browsers, campaigns or incoming calls', () => {
    const without = { calledNumber: null, initialContext: {} }
    const runs = [
      like(1, { ...without, mode: 'smallwebrtc' }),
      like(2, { ...without, callType: 'inbound' }),
      like(3, { ...without, workflowRunName: 'WR-CAMPAIGN-3-17', initialContext: { campaign_id: 3 } }),
      like(4, { ...without, initialContext: { campaign_id: 3 } }),
      like(5, { ...without, mode: null, callType: null }),
    ]
    expect(found(runs)).toEqual([4, 5])
  })

  it('include runs with the call’s ID and another number, at any time', () => {
    const copy = withReference(900, call.callId, { calledNumber: '+442079460018', workflowId: 8 })
    expect(found([copy])).toEqual([900])
  })

  it('include all runs to the number if the call has no reference', () => {
    const runs = [like(1, { initialContext: { rundesk_call_id: anId() } })]
    expect(found(runs, { ...call, referenceName: null })).toEqual([1])
  })
})

describe('the outcome of the matched run', () => {
  const dialing = createRun(9, { carrierCallId: null })

  it.each([
    ['the carrier has it', createRun(9), 0, 'started'],
    ['it is over', { ...dialing, isCompleted: true }, 0, 'started'],
    ['it has a result', { ...dialing, disposition: 'busy' }, 0, 'started'],
    ['an error came later, in the conversation', createRun(9, { error: 'pipeline error' }), 0, 'started'],
    ['it is being dialed', dialing, 310_000, 'dialing'],
    ['no dial takes that long', dialing, 310_001, 'orphaned'],
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

  it.each(['initiated', 'ringing', 'answered', 'busy', 'completed', 'something new'])(
    'is accepted with any report of its carrier, such as %s',
    (status) => {
      const steps = [{ status, at: null }]
      expect(outcomeOfRun(call, { ...dialing, steps }, 999_999)).toMatchObject({
        state: 'accepted',
        progress: 'started',
      })
      const late = { ...dialing, steps, error: 'Failed to initiate call: ' }
      expect(outcomeOfRun(call, late, 0)).toMatchObject({ state: 'accepted', progress: 'started' })
    },
  )

  it.each(['Failed to initiate call: 400: Invalid To', 'Failed to initiate call: '])(
    'is a doubtful failure if the error %j contradicts the carrier’s ID',
    (error) => {
      expect(outcomeOfRun(call, createRun(9, { error }), 0)).toMatchObject({ state: 'failedAtProvider', doubt: true })
    },
  )

  it('is a doubtful failure if the run has the result "error" without any text', () => {
    expect(outcomeOfRun(call, { ...dialing, disposition: 'error' }, 0)).toMatchObject({
      state: 'failedAtProvider',
      doubt: true,
    })
  })

  it.each([
    ['Failed to initiate call: 400: Invalid To', false],
    [
      "Failed to initiate call: Cannot connect to host pbx:5060 ssl:default [Connect call failed ('10.0.0.7', 5060)]",
      false,
    ],
    ['You have exhausted your trial credits.', false],
    ['Failed to initiate call: ', true],
    ['Failed to initiate call: Expecting value: line 1 column 1 (char 0)', true],
    ['Server disconnected', true],
    ['Failed to initiate call: 503 attempts, then Server disconnected', true],
    ['', true],
    ['  ', true],
  ])('failed at the start with "%s": in doubt %s', (error, doubt) => {
    expect(outcomeOfRun(call, { ...dialing, error }, 0)).toMatchObject({
      state: 'failedAtProvider',
      status: null,
      doubt,
      workflowRunId: 9,
    })
  })

  it('keeps the status of the first response that reported the failure', () => {
    const outcome = { state: 'failedAtProvider', status: 400, detail: 'x', doubt: true, workflowRunId: null } as const
    expect(outcomeOfRun({ ...call, outcome }, { ...dialing, error: 'x' }, 0)).toMatchObject({ status: 400 })
  })
})
