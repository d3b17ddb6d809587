import { Check, CircleHelp, X } from 'lucide-react'
import { describe, expect, it } from 'vitest'
import type { Call, CallState } from '../../../../../src/contract/call.ts'
import { type Failure, repeatReasons } from '../../../../../src/contract/failure.ts'
import type { LiveRun } from '../../../../../src/contract/run.ts'
import { shownOutcome } from '../../../../../src/domain/call-state.ts'
import { awaitingResult } from '../../../../../src/messages/en/call-end.ts'
import { messages } from '../../../../../src/messages/index.ts'
import { keysOf } from '../../../../../src/renderer/lib/commands.ts'
import { buttonState, callKeys, type Readiness } from '../../../../../src/renderer/features/call/form/call-button.tsx'
import { accepted } from '../../../../support/a-call.ts'
import { fakeCall } from '../../../../support/fake-api/data.ts'
import { createRun } from '../../../../support/run-samples.ts'
import { everyState } from '../../../../support/messages/every-state.ts'

const dial = {
  number: '+1 415 555 0123',
  agent: 'Renewal reminder',
  callerId: '+1 800 555 0100',
  configuration: 'Twilio main',
  profile: 'Acme Billing',
}
const draft = {
  callId: '01KAJ0000000000000000000AB',
  profileId: 'acme',
  agentUuid: '7f3c2a1e-5d4b-4c3a-9f8e-000000009b21',
  agentName: dial.agent,
  phoneNumber: '+14155550123',
  phoneNumberDisplay: dial.number,
  initialContext: {},
  telephonyConfigurationId: 11,
  telephonyConfigurationName: dial.configuration,
  fromPhoneNumberId: null,
  fromPhoneNumberText: null,
  redialOf: null,
  confirmation: null,
}
const readiness: Readiness = { ready: true, draft, dial }
const shared = { readiness, foundRunId: null, live: null, without: [], cautions: [] }
const editing = (without: string[]) => buttonState({ ...shared, status: { step: 'editing' }, without }, Date.now())
const settled = (outcome: CallState, change: Partial<Call> = {}) =>
  buttonState({ ...shared, status: { step: 'settled', call: { ...fakeCall(1, 0, outcome), ...change } } }, 0)

describe('the call button', () => {
  it('shows the number, the route, and the values that are missing', () => {
    expect(editing(['customer_name', 'amount_due'])).toMatchObject({
      title: messages.call.button(dial),
      line: messages.call.buttonRoute(dial),
      caution: messages.call.without(['customer_name', 'amount_due']),
    })
    expect(editing([])).toMatchObject({ line: messages.call.buttonRoute(dial), caution: null })
  })

  it('lists the first few missing values and counts the others', () => {
    const text = editing(['first', 'second', 'third', 'fourth']).caution
    expect(text).toContain('second')
    expect(text).not.toContain('third')
    expect(text).toContain('2')
  })

  it('says that the number of a finished call was erased', () => {
    const end = { kind: 'reached', disposition: null, durationSeconds: 4 } as const
    const outcome: CallState = { ...accepted, end }
    const { title } = messages.callState.describe(outcome)
    const erased = { phoneNumber: '', phoneNumberDisplay: '' }
    expect(settled(outcome, erased).title).toBe(messages.call.resolved(title, messages.common.numberErased))
  })

  it.each<[string, CallState | undefined, unknown]>([
    ['was placed', everyState.accepted['accepted'], Check],
    ['was certainly not placed', everyState.rejected['key unknown or archived'], X],
    ['may have been placed', Object.values(everyState.unknown)[0], CircleHelp],
  ])('shows the icon of a call that %s', (_title, outcome, icon) => {
    if (!outcome) throw new Error('No such state.')
    expect(settled(outcome).icon).toBe(icon)
  })

  it.each<[string, Failure, unknown]>([
    ['was certainly not placed', { kind: 'closing' }, X],
    ['may have been placed', { kind: 'internal', reference: 'ab12' }, CircleHelp],
  ])('shows the same icon for a refused call that %s', (_title, failure, icon) => {
    expect(buttonState({ ...shared, status: { step: 'refused', failure } }, 0).icon).toBe(icon)
  })

  it('shows a different title, text and button for each guard that can stop a call', () => {
    const questions = repeatReasons.map((reason) => messages.repeatCall.questions[reason])
    const shown = repeatReasons.map((reason) => {
      const failure = { kind: 'repeat', reason, call: null, confirmation: draft.callId } as const
      return buttonState({ ...shared, status: { step: 'repeat', draft, failure } }, 0).title
    })
    expect(shown).toEqual(questions.map(({ title }) => title))
    for (const part of ['title', 'text'] as const)
      expect(new Set(questions.map((question) => question[part])).size).toBe(repeatReasons.length)
    // The text says "Call again" only if the number was called before.
    const again = messages.repeatCall.questions.calledRecently.confirm(dial.number)
    expect(questions.filter(({ confirm }) => confirm(dial.number) === again)).toEqual([
      messages.repeatCall.questions.calledRecently,
      messages.repeatCall.questions.inProgress,
    ])
  })

  it('shows the key that starts the call from the focused element', () => {
    const enter = keysOf('call')
    const ctrlEnter = keysOf('callFromField')
    expect(enter).not.toBe(ctrlEnter)
    expect(callKeys('field', false)).toBe(enter)
    expect(callKeys('field', true)).toBe(ctrlEnter)
    expect(callKeys('button', true)).toBe(enter)
    expect(callKeys('elsewhere', false)).toBe(ctrlEnter)
  })
})

it('waits for the result of a call that is over while its run is polled, and then shows it', () => {
  const end = { kind: 'ended', disposition: null, durationSeconds: null } as const
  const call = fakeCall(1, 0, { ...accepted, end })
  const run = createRun({ isCompleted: true })
  const titleWith = (live: Pick<LiveRun, 'run' | 'step'>, from = call) => {
    const reported = { callId: call.callId, workflowRunId: 1, reportedAt: null, failure: null, ...live }
    return buttonState({ ...shared, live: reported, status: { step: 'settled', call: from } }, 0).title
  }
  const titleOf = (title: string) => messages.call.resolved(title, call.phoneNumberDisplay)
  const titleOfEnd = (outcome: CallState) => titleOf(messages.callState.describe(outcome).title)
  expect(titleWith({ run, step: 'waiting' })).toBe(titleOf(awaitingResult.title))
  expect(titleWith({ run, step: 'polling' }, fakeCall(1, 0, accepted))).toBe(titleOf(awaitingResult.title))
  expect(titleWith({ run, step: 'ended' })).toBe(titleOfEnd(call.outcome))
  const busy = { ...run, disposition: 'busy' }
  expect(titleWith({ run: busy, step: 'waiting' }, fakeCall(1, 0, accepted))).toBe(
    titleOfEnd({ ...accepted, end: { ...end, kind: 'busy' } }),
  )
})

it('says that the outcome is unknown once dialing is over without a carrier report', () => {
  const call = fakeCall(1, 0, { ...accepted, reconciled: true, progress: 'dialing' })
  const later = Date.parse(call.preparedAt) + 3_600_000
  const { title } = buttonState({ ...shared, status: { step: 'settled', call } }, later)
  const { title: unknown } = messages.callState.describe(shownOutcome(call, later))
  expect(title).toBe(messages.call.resolved(unknown, call.phoneNumberDisplay))
  expect(title).not.toBe(buttonState({ ...shared, status: { step: 'settled', call } }, 0).title)
})
