import { expect, it } from 'vitest'
import { longestCall } from '../../../../../src/domain/call-state.ts'
import { messages } from '../../../../../src/messages/index.ts'
import type { CallFormState } from '../../../../../src/renderer/features/call/form/call-form-state.ts'
import { repeatSentences } from '../../../../../src/renderer/features/call/form/call-screen.tsx'
import { entrySentence } from '../../../../../src/renderer/features/call/number/recent-calls.tsx'
import { accepted, aCall, aDraft } from '../../../../support/a-call.ts'
import { fakeCall } from '../../../../support/fake-api/data.ts'
import { fakeRecentRun } from '../../../../support/fake-api/numbers.ts'

const now = Date.parse('2026-11-21T09:00:00Z')
const draft = aDraft()
const failure = { kind: 'repeat', reason: 'historyGap', call: null, confirmation: '' } as const
const { repeatCall } = messages
const { text } = repeatCall.questions.historyGap
const unknown = [repeatCall.historyGap(draft.phoneNumberDisplay), text]

it('states the call that the form knows after a gap in the history', () => {
  const listed = { profileId: draft.profileId, profileName: 'Acme', run: fakeRecentRun(7_039, now - 120_000) }
  const sentencesWith = (recent: Partial<CallFormState['recent']>) =>
    repeatSentences(
      { step: 'repeat', draft, failure },
      { dial: draft.phoneNumber, calls: [], runs: [listed], unread: null, ...recent },
      { practice: false, now, valuesFrom: null },
    )
  const known = sentencesWith({})
  const call = entrySentence({ kind: 'run', listed, at: now - 120_000 }, now)
  expect(known[0]).toBe(repeatCall.knownCall(draft.phoneNumberDisplay, call))
  expect(known[0]).toMatch(/: called/)
  for (const sentence of unknown) expect(known).not.toContain(sentence)
  expect(sentencesWith({ runs: [], unread: null })).toEqual(unknown)
  expect(sentencesWith({ dial: '+14155550299' })).toEqual(unknown)
})

it.each([
  ['accepted', longestCall, 'recentInProgress'],
  ['accepted', longestCall + 1, 'recentCall'],
  ['resolvedPlaced', longestCall, 'resolvedPlaced'],
  ['resolvedPlaced', longestCall + 1, 'recentCall'],
  ['resolvedNotPlaced', 60_000, 'resolvedNotPlaced'],
  ['noAnswer', 60_000, 'recentCall'],
] as const)('says whether a recent call that is %s may still be in progress', (state, age, sentence) => {
  const { phoneNumberDisplay } = draft
  const call = { callId: '', state, at: new Date(now - age).toISOString(), profileName: 'Acme', phoneNumberDisplay }
  const [first] = repeatSentences(
    { step: 'repeat', draft, failure: { ...failure, reason: 'calledRecently', call } },
    { dial: null, calls: [], runs: [], unread: null },
    { practice: false, now, valuesFrom: null },
  )
  expect(first).toBe(repeatCall[sentence](phoneNumberDisplay, messages.time.ago(age), 'Acme'))
})

it('doesn’t say that a call that was resolved as placed may be in progress if its run is over', () => {
  const { phoneNumberDisplay } = draft
  const at = new Date(now - 60_000).toISOString()
  const call = { callId: '', state: 'resolvedPlaced', at, profileName: 'Acme', phoneNumberDisplay }
  const end = { kind: 'reached', disposition: null, durationSeconds: 20 } as const
  const decision = { decision: 'placed', who: 'Ana', at, note: '' } as const
  const known = aCall({
    preparedAt: at,
    outcome: { state: 'closedByOperator', ...decision, runIds: [7], ownRunIds: [7], end },
  })
  const sentencesOf = (ofCall: Partial<typeof call> & { hasEnded?: boolean; callId: string }, calls = [known]) =>
    repeatSentences(
      { step: 'repeat', draft, failure: { ...failure, reason: 'calledRecently', call: { ...call, ...ofCall } } },
      { dial: null, calls, runs: [], unread: null },
      { practice: false, now, valuesFrom: null },
    )
  const recent = repeatCall.recentCall(phoneNumberDisplay, messages.time.ago(60_000), 'Acme')
  expect(sentencesOf({ callId: '', hasEnded: true }, [])).toContain(recent)
  expect(sentencesOf({ callId: known.callId })).toContain(recent)
})

it('says of a call that was resolved as placed and whose run ended that another run may be this call’s', () => {
  const { phoneNumberDisplay } = draft
  const at = new Date(now - 60_000).toISOString()
  const call = { callId: '', state: 'resolvedPlaced', at, profileName: 'Acme', phoneNumberDisplay }
  const end = { kind: 'reached', disposition: null, durationSeconds: 20 } as const
  const decision = { decision: 'placed', who: 'Ana', at, note: '' } as const
  const runs = { runIds: [7, 8], ownRunIds: [7], end }
  const known = aCall({ preparedAt: at, outcome: { state: 'closedByOperator', ...decision, ...runs } })
  const firstOf = (ofCall: { hasOtherRun?: boolean; callId: string }) =>
    repeatSentences(
      { step: 'repeat', draft, failure: { ...failure, reason: 'inProgress', call: { ...call, ...ofCall } } },
      { dial: null, calls: [known], runs: [], unread: null },
      { practice: false, now, valuesFrom: null },
    )[0]
  const ofRuns = repeatCall.resolvedPlaced(phoneNumberDisplay, messages.time.ago(60_000), 'Acme', true)
  expect([firstOf({ callId: '', hasOtherRun: true }), firstOf({ callId: known.callId })]).toEqual([ofRuns, ofRuns])
  expect(firstOf({ callId: '' })).not.toBe(ofRuns)
})

it('says that the run of a call that was resolved as not placed is the call’s, also if it was found since', () => {
  const { phoneNumberDisplay } = draft
  const at = new Date(now - 60_000).toISOString()
  const decision = { decision: 'notPlaced', who: 'Ana', at, note: '' } as const
  const known = aCall({
    preparedAt: at,
    outcome: { state: 'closedByOperator', ...decision, runIds: [7], ownRunIds: [7] },
  })
  const call = { callId: known.callId, state: 'resolvedNotPlaced', at, profileName: 'Acme', phoneNumberDisplay }
  const [first] = repeatSentences(
    { step: 'repeat', draft, failure: { ...failure, reason: 'calledRecently', call } },
    { dial: null, calls: [known], runs: [], unread: null },
    { practice: false, now, valuesFrom: null },
  )
  expect(first).toBe(repeatCall.resolvedNotPlaced(phoneNumberDisplay, messages.time.ago(60_000), 'Acme', 'own'))
})

it('states the time of a call from when the clock was ahead, because its age is unknown', () => {
  const at = now + 3_600_000
  const { phoneNumberDisplay } = draft
  const call = { callId: '', state: 'noAnswer', at: new Date(at).toISOString(), profileName: 'Acme' } as const
  const status = {
    step: 'repeat',
    draft,
    failure: { ...failure, reason: 'calledRecently', call: { ...call, phoneNumberDisplay } },
  } as const
  const listed = { profileId: draft.profileId, profileName: 'Acme', run: fakeRecentRun(7_039, at) }
  const texts = [
    repeatSentences(
      status,
      { dial: null, calls: [], runs: [], unread: null },
      { practice: false, now, valuesFrom: null },
    ).join(' '),
    entrySentence({ kind: 'run', listed, at }, now),
    messages.preflight.detail({ check: 'recent', state: 'called', at }, now),
  ]
  for (const sentence of texts) {
    expect(sentence).toContain(messages.time.atOrOn(call.at, now))
    expect(sentence).not.toContain(messages.time.ago(0))
  }
})

it('names the number that is about to be called if the data of the earlier call was erased', () => {
  const sentencesFor = (state: 'accepted' | 'reached') => {
    const at = new Date(now - 43_000).toISOString()
    const call = { callId: draft.callId, state, at, profileName: 'Acme', phoneNumberDisplay: '' }
    const status = { step: 'repeat', draft, failure: { ...failure, reason: 'calledRecently', call } } as const
    return repeatSentences(
      status,
      { dial: '', calls: [], runs: [], unread: null },
      { practice: false, now, valuesFrom: null },
    )
  }
  const about = [draft.phoneNumberDisplay, messages.time.ago(43_000), 'Acme'] as const
  expect(sentencesFor('accepted')).toContain(repeatCall.recentInProgress(...about))
  expect(sentencesFor('reached')).toContain(repeatCall.recentCall(...about))
})

it.each(['calledRecently', 'inProgress'] as const)(
  'shows the present state of a call (%s) that has ended',
  (reason) => {
    const at = now - 40_000
    const end = { kind: 'reached', disposition: 'user_hangup', durationSeconds: 20 } as const
    const ended = fakeCall(1, at, { ...accepted, end }, { phoneNumber: draft.phoneNumber })
    const { callId, profileName, phoneNumberDisplay } = ended
    const call = { callId, state: 'accepted', at: ended.preparedAt, profileName, phoneNumberDisplay } as const
    const status = { step: 'repeat', draft, failure: { ...failure, reason, call } } as const
    const recent = { dial: draft.phoneNumber, calls: [ended], runs: [], unread: null }
    expect(repeatSentences(status, recent, { practice: false, now, valuesFrom: null })).toEqual([
      repeatCall.recentCall(phoneNumberDisplay, messages.time.ago(40_000), profileName),
      repeatCall.outcome(messages.callState.describe(ended.outcome).tag),
      repeatCall.questions.calledRecently.text,
    ])
  },
)

it.each(['historyGap', 'doNotCall', 'shortNumber'] as const)(
  'says in the question %s that the values came with another number, before what calling means',
  (reason) => {
    const sentencesWith = (valuesFrom: string | null) =>
      repeatSentences(
        { step: 'repeat', draft, failure: { ...failure, reason } },
        { dial: null, calls: [], runs: [], unread: null },
        { practice: false, now, valuesFrom },
      )
    const without = sentencesWith(null)
    const sentence = repeatCall.valuesFrom('+1 415 555 0199')
    expect(sentencesWith('+1 415 555 0199')).toEqual([...without.slice(0, -1), sentence, ...without.slice(-1)])
  },
)
