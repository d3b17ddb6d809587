import { expect, it } from 'vitest'
import type { CallState } from '../../../../src/contract/call.ts'
import type { ReconciliationJob } from '../../../../src/contract/run.ts'
import { displayStateOf, shownOutcome } from '../../../../src/domain/call-state.ts'
import { messages } from '../../../../src/messages/index.ts'
import { explanationOf, notFoundDelay } from '../../../../src/renderer/ui/call-resolution/reconciliation-panel.tsx'
import { accepted, aCall } from '../../../support/a-call.ts'

const job: ReconciliationJob = {
  callId: aCall().callId,
  step: 'waiting',
  lists: 'readable',
  foundRunId: null,
  lastAttemptAt: null,
  lastFailure: null,
  nextAttemptAt: null,
  quietUntil: null,
  window: { from: '2026-11-21T10:00:00.000Z', to: '2026-11-21T10:00:01.000Z' },
}
const failed: CallState = { state: 'failedAtProvider', status: null, detail: '', doubt: true, workflowRunId: 48_213 }

it.each<[string, CallState]>([
  ['is being dialed', { ...accepted, reconciled: true, progress: 'dialing' }],
  ['was abandoned', { ...accepted, reconciled: true, progress: 'orphaned' }],
  ['failed without a report from the carrier', failed],
])('asks the user to decide on a run that %s only once dialing must be over', (_title, outcome) => {
  const call = aCall({ outcome })
  const sentAt = Date.parse(call.preparedAt)
  const { waitsForCarrier, noCarrierReport } = messages.reconciliation
  expect(explanationOf(call, job, { canCheck: true, now: sentAt + 300_000 })).toBe(waitsForCarrier)
  expect(explanationOf(call, job, { canCheck: true, now: sentAt + 311_000 })).toBe(noCarrierReport)
})

it('shows a run as being dialed no longer than the advice below its outcome does, whatever was recorded at the last check', () => {
  const call = aCall({ outcome: { ...accepted, reconciled: true, progress: 'dialing' } })
  const sentAt = Date.parse(call.preparedAt)
  const stateAt = (now: number) => displayStateOf(shownOutcome(call, now))
  expect([300_000, 311_000].map((passed) => stateAt(sentAt + passed))).toEqual(['dialing', 'toCheck'])
})

it('does not say that a run without a response has no report from the carrier, because it was only seen in a list', () => {
  const call = aCall({ outcome: { state: 'unknown', cause: 'timedOut', status: null, detail: '', foundRunId: 48_213 } })
  const now = Date.parse(call.preparedAt) + 311_000
  expect(explanationOf(call, job, { canCheck: true, now })).toBeNull()
  const refused = { ...job, lists: 'refused' } as const
  expect(explanationOf(call, refused, { canCheck: true, now })).toBe(messages.reconciliation.refused)
})

it('does not say when the call can be not found if a run was found', () => {
  const call = aCall({ outcome: { state: 'unknown', cause: 'timedOut', status: null, detail: '' } })
  const now = Date.parse(call.preparedAt)
  const quiet = { ...job, quietUntil: new Date(now + 120_000).toISOString() }
  expect(notFoundDelay(call, quiet, now)).toBe(messages.reconciliation.notBefore(120_000))
  const found = { ...call, outcome: { ...call.outcome, foundRunId: 48_213 } } as const
  expect(notFoundDelay(found, quiet, now)).toBeNull()
})
