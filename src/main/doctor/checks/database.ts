import type { Outcome } from '../../../contract/failure.ts'
import type { HistoryHealth } from '../../../contract/history.ts'
import { type Check, found } from '../check.ts'

/** Can calls be written down? Without that nothing is dialled. */
export const checkDatabase = (health: () => Promise<Outcome<HistoryHealth>>): Check => ({
  name: 'database',
  after: [],
  milliseconds: 15_000,
  look: async () => {
    const told = await health()
    if (!told.ok)
      return found('databaseStopped', { reason: told.failure.kind === 'storage' ? told.failure.reason : '' })
    const { stopped, backups } = told.value
    if (stopped !== null) return found('databaseStopped', { reason: stopped })
    return found('databaseWritable', { backups: backups.count, newestAt: backups.newestAt })
  },
})
