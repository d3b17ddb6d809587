import { fail, type Outcome, succeed } from '../../../src/contract/failure.ts'
import type { RunListItem, RunPage } from '../../../src/main/service/wire-runs.ts'

/** The moment that all of these tests count from, by the service's clock. */
export const noon = Date.UTC(2026, 10, 21, 12, 0, 0)

export const isoAt = (milliseconds: number): string => new Date(milliseconds).toISOString()

/** A run as the organization's list tells it; name what matters to the test. */
export const aRun = (workflowRunId: number, change: Partial<RunListItem> = {}): RunListItem => ({
  workflowRunId,
  workflowRunName: `WR-API-${workflowRunId}`,
  workflowId: 7,
  createdAt: isoAt(noon + workflowRunId * 1000),
  isCompleted: null,
  calledNumber: '+442079460018',
  callerNumber: null,
  carrierCallId: `CA${workflowRunId}`,
  error: null,
  disposition: null,
  durationSeconds: null,
  initialContext: {},
  ...change,
})

/** Runs 1 to `count`, the newest first. */
export const runsUpTo = (count: number): RunListItem[] =>
  Array.from({ length: count }, (_, index) => aRun(count - index))

export const serverError = fail({ kind: 'unavailable', cause: 'serverError' } as const)

/** One page of a list as the service gives it: it breaks when a poisoned run is on it. */
export const pageOf = (
  runs: readonly RunListItem[],
  page: number,
  limit: number,
  poisoned: ReadonlySet<number> = new Set(),
): Outcome<RunPage> => {
  const rows = runs.slice((page - 1) * limit, page * limit)
  if (rows.some(({ workflowRunId }) => poisoned.has(workflowRunId))) return serverError
  const serverDate = isoAt(noon + 3_600_000)
  return succeed({ runs: rows, totalCount: runs.length, page, totalPages: Math.ceil(runs.length / limit), serverDate })
}
