import type { Call } from '../../../src/contract/call.ts'
import { type LookUpCase, openCase } from '../../../src/main/look-ups/look-up-case.ts'
import { aCall } from '../../support/a-call.ts'

export const sending = { state: 'sending', since: '2026-11-21T09:14:00.000Z' } as const
export const unknown = { state: 'unknown', cause: 'cut', status: null, detail: '' } as const

export const sentWall = Date.parse('2026-11-21T09:14:00.000Z')

/** A call of this life of the app, sent at 1,000 s by the forward clock. */
export const aWatchedCase = (change: Partial<LookUpCase> = {}, call: Partial<Call> = {}): LookUpCase => ({
  ...openCase(aCall({ outcome: sending, ...call }), { wall: sentWall, monotonic: 1_000_000 }),
  ...change,
})
