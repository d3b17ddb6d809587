import type { Outcome } from '../../../contract/failure.ts'
import type { HistoryCheck } from '../../../contract/history.ts'
import { type Check, found } from '../check.ts'

/** Is every event of the history what was written, from the first to the last? A long history takes its time. */
export const checkHistoryChain = (check: () => Promise<Outcome<HistoryCheck>>): Check => ({
  name: 'history',
  after: ['database'],
  milliseconds: 60_000,
  look: async () => {
    const told = await check()
    if (!told.ok)
      return found('historyUnreadable', { reason: told.failure.kind === 'storage' ? told.failure.reason : '' })
    const { intact, events, firstBroken } = told.value
    return found(intact ? 'historyWhole' : 'historyBroken', { events, firstBroken })
  },
})
