import { fail, type Outcome, succeed } from '../../../../src/contract/failure.ts'
import type { RunListItem, RunPage } from '../../../../src/main/service/wire/runs.ts'

/** The base time of these tests, by the service's clock. */
export const noon = Date.UTC(2026, 10, 21, 12, 0, 0)

export const isoAt = (milliseconds: number): string => new Date(milliseconds).toISOString()

/** A run in the organization's list. */
export const createRun = (workflowRunId: number, change: Partial<RunListItem> = {}): RunListItem => ({
  workflowRunId,
  workflowRunName: `WR-API-${workflowRunId}`,
  workflowId: 7,
  createdAt: isoAt(noon + workflowRunId * 1000),
  isCompleted: null,
  calledNumber: '+442079460018',
  callerNumber: null,
  mode: 'twilio',
  callType: 'outbound',
  carrierCallId: `CA${workflowRunId}`,
  error: null,
  disposition: null,
  durationSeconds: null,
  initialContext: {},
  ...change,
})

/** Runs 1 to `count`, the newest first. */
export const runsUpTo = (count: number): RunListItem[] =>
  Array.from({ length: count }, (_, index) => createRun(count - index))

export const serverError = fail({ kind: 'unavailable', cause: 'serverError' } as const)

/** One page of a list; it fails if it contains an unreadable run. */
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
