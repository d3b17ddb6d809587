import { randomBytes } from 'node:crypto'
import type { Call, CallDetail, CallState } from '../../../../../src/contract/call.ts'
import { succeed } from '../../../../../src/contract/failure.ts'
import {
  evidencePage,
  gatherEvidence,
  type EvidenceSources,
} from '../../../../../src/main/features/support/evidence.ts'
import { sealText } from '../../../../../src/main/features/support/verify-evidence.ts'
import { createScrub } from '../../../../../src/main/log/redact.ts'
import { linkHash, textDigest } from '../../../../../src/main/storage/chain.ts'
import type { ProofEvent } from '../../../../../src/main/storage/call-reader.ts'
import { aCall, accepted } from '../../../../support/a-call.ts'

export const plainScrub = createScrub((text) => text)

/** Returns events as storage writes them, starting in the middle of the history. */
const eventsOf = (call: Call, outcomes: readonly CallState[]): ProofEvent[] => {
  const events: ProofEvent[] = []
  for (const [index, outcome] of outcomes.entries()) {
    const text = JSON.stringify(outcome)
    const salt = randomBytes(16).toString('hex')
    const at = new Date(Date.parse('2026-11-21T09:14:00.000Z') + index * 1000).toISOString()
    const previous = events.at(-1)?.hash ?? '7'.repeat(64)
    const digest = textDigest(salt, text)
    const { state } = outcome
    const hash = linkHash({ previous, callId: call.callId, at, state, digest })
    events.push({ sequence: 41 + index, at, state, outcome: text, salt, digest, previous, hash })
  }
  return events
}

/** Returns a call with a number in every field that may contain one. */
export const createSources = (change: Partial<Call> = {}, detailChange: Partial<CallDetail> = {}): EvidenceSources => {
  const outcome: CallState = accepted
  const call = aCall({ outcome, ...change })
  const events = eventsOf(call, [{ state: 'queued' }, { state: 'sending', since: '2026-11-21T09:14:00.000Z' }, outcome])
  return {
    detail: {
      call,
      learned: null,
      note: { text: 'Call back on +1 (415) 555-0101 <b>soon</b>', at: '2026-11-21T09:20:00.000Z' },
      initialContext: { customer_name: 'Jane Doe', mobile: '+14155550101', amount: 120.5, also: 14155550101 },
      erasedAt: null,
      events: [],
      ...detailChange,
    },
    proof: { events, erasedAt: null, head: { events: 99, hash: events.at(-1)?.hash ?? '' }, recoveries: [] },
    check: { events: 99, intact: true, firstBroken: null },
    serviceRun: {
      at: '2026-11-21T09:30:00.000Z',
      run: succeed({
        workflowRunId: 48_213,
        workflowRunName: 'WR-API-7823',
        workflowId: 12_345_678,
        isCompleted: true,
        createdAt: '2026-11-21T09:14:01.000Z',
        calledNumber: '+14155550101',
        callerNumber: '+18005550100',
        disposition: 'qualified',
        error: null,
        carrierCallId: null,
        durationSeconds: 72,
        steps: [{ status: 'answered', at: '2026-11-21T09:14:09.000Z' }],
        hasRecording: true,
        hasTranscript: true,
        learned: {
          variables: [{ name: 'pay_date', value: 'December 1' }],
          tags: ['paid'],
          steps: ['Start'],
          credits: 2,
        },
        initialContext: { customer_name: 'Jane Doe', mobile: '+14155550101' },
      }),
    },
  }
}

export const createEvidence = (known = createSources(), scrub = plainScrub) =>
  gatherEvidence(known, { scrub, madeAt: '2026-11-21T10:00:00.000Z', operator: 'ana', app: 'Rundesk 0.1.0' })

/** The bytes of the file, and its seal. */
export const createBundle = (known = createSources(), scrub = plainScrub) =>
  sealText(evidencePage(createEvidence(known, scrub)))
