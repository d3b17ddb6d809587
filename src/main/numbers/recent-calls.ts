import type { Call } from '../../contract/call.ts'
import { type Outcome, succeed } from '../../contract/failure.ts'
import type { RecentCalls } from '../../contract/recent.ts'
import type { Storage } from '../storage/storage.ts'

export type ToNumber = { phoneNumber: string; practice: boolean }

/** Nobody is called more often than this in the days that an operator asks about. */
const enough = 50

/** Reads this computer's calls to a number; `callsTo` gives as many as are of use for telling whose a run is. */
export const createRecentCalls = (storage: Pick<Storage, 'ask'>) => ({
  async recentCalls(to: ToNumber): Promise<Outcome<RecentCalls>> {
    const calls = await storage.ask('callsToNumber', { ...to, limit: enough + 1 })
    return calls.ok ? succeed({ calls: calls.value.slice(0, enough), more: calls.value.length > enough }) : calls
  },
  callsTo: (to: ToNumber): Promise<Outcome<Call[]>> => storage.ask('callsToNumber', { ...to, limit: 500 }),
})
