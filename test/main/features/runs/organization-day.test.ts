import { expect, it } from 'vitest'
import { fail, type Failure, type Outcome, succeed } from '../../../../src/contract/failure.ts'
import { readOrganizationDay } from '../../../../src/main/features/runs/index.ts'
import type { RunListItem, RunPage } from '../../../../src/main/service/wire/runs.ts'
import { valueOf } from '../../../support/test-app.ts'
import { openCallingApp } from '../calls/open-calling-app.ts'
import { createRun } from '../reconciliation/create-run.ts'

const now = Date.parse('2026-11-21T15:00:00.000Z')
const since = '2026-11-21T00:00:00.000Z'
const broken: Failure = { kind: 'unavailable', cause: 'serverError' }

/** Returns a run as it appears in the organization's list: without `isCompleted`. */
const listed = (id: number, change: Partial<RunListItem> = {}): RunListItem => ({
  ...createRun(id),
  isCompleted: null,
  callType: 'outbound',
  mode: 'twilio',
  createdAt: new Date(now - 3_600_000).toISOString(),
  ...change,
})

type ListOptions = {
  /** Every page with one of these runs fails, as with a run that the service cannot send. */
  brokenIds?: readonly number[]
  failFrom?: number
}

/** Lists these runs in pages, and counts the requests. */
const openList = (runs: readonly RunListItem[], { brokenIds = [], failFrom = Infinity }: ListOptions = {}) => {
  const requests: { page: number; limit: number }[] = []
  const runsOfOrganization = async ({
    page = 1,
    limit = 50,
    from,
  }: { page?: number; limit?: number; from?: string } = {}): Promise<Outcome<RunPage>> => {
    expect(from).toBe(since)
    requests.push({ page, limit })
    const shown = runs.slice((page - 1) * limit, page * limit)
    if (shown.some(({ workflowRunId }) => brokenIds.includes(workflowRunId))) return fail(broken)
    if (page >= failFrom) return fail({ kind: 'unreachable', cause: 'other' })
    return succeed({ runs: shown, totalCount: runs.length, page, totalPages: null, serverDate: null })
  }
  const agents = async () =>
    succeed([{ workflowId: 7, agentUuid: null, name: 'Renewal reminder', status: 'active' as const }])
  const read = () => readOrganizationDay({ runsOfOrganization, agents }, since, () => now)
  return { read, requests }
}

const manyRuns = (count: number): RunListItem[] => Array.from({ length: count }, (_, index) => listed(count - index))

it.each<[name: string, change: Partial<RunListItem>, outcome: string | null]>([
  ['answered', { disposition: 'user_hangup', durationSeconds: 30 }, 'reached'],
  ['a result of the agent', { disposition: 'qualified', durationSeconds: 30 }, 'reached'],
  ['busy', { disposition: 'busy', durationSeconds: 0 }, 'busy'],
  ['no answer', { disposition: 'no-answer', durationSeconds: 0 }, 'noAnswer'],
  ['voicemail', { disposition: 'voicemail_detected', durationSeconds: 4 }, 'other'],
  ['in progress', { disposition: null }, 'other'],
  [
    'being dialed',
    { disposition: null, carrierCallId: null, createdAt: new Date(now - 60_000).toISOString() },
    'other',
  ],
  ['never reported', { disposition: null, carrierCallId: null }, 'unknown'],
  ['a failure that says nothing about the phone', { disposition: 'error', error: '', carrierCallId: null }, 'unknown'],
  [
    'no credits',
    { disposition: 'error', error: 'You have exhausted your trial credits', carrierCallId: null },
    'notPlaced',
  ],
  ['an error during the conversation', { disposition: 'error', error: 'Pipeline error', durationSeconds: 9 }, 'other'],
  ['an incoming call', { callType: 'inbound' }, null],
  ['a browser test', { mode: 'smallwebrtc' }, null],
])('counts a run: %s', async (_name, change, outcome) => {
  const { summary } = await valueOf(openList([listed(1, change)]).read())
  expect(Object.entries(summary.counts).filter(([, count]) => count > 0)).toEqual(
    outcome === null ? [] : [[outcome, 1]],
  )
  expect(summary.calls).toBe(outcome === null ? 0 : 1)
})

it('reads every page once, with the names of the agents and the talk time', async () => {
  const runs = manyRuns(230).map((run) => ({ ...run, workflowId: 7, disposition: 'user_hangup', durationSeconds: 10 }))
  const { read, requests } = openList(runs)
  const day = await valueOf(read())
  expect(requests.map(({ page }) => page)).toEqual([1, 2, 3])
  expect(day).toMatchObject({ read: 230, total: 230, summary: { calls: 230, talkSeconds: 2_300 } })
  expect(day.summary.agents).toMatchObject([{ agentId: '7', name: 'Renewal reminder', calls: 230 }])
})

it('counts a run once if a later page lists it again', async () => {
  const runs = manyRuns(150)
  const [last] = runs.slice(99)
  const { read } = openList([...runs.slice(0, 100), ...(last ? [last] : []), ...runs.slice(100)])
  const { read: count, summary } = await valueOf(read())
  expect([count, summary.calls]).toEqual([150, 150])
})

it('reads at most 2,000 runs, and returns the total number', async () => {
  const { read, requests } = openList(manyRuns(2_345))
  expect(await valueOf(read())).toMatchObject({ read: 2_000, total: 2_345, summary: { calls: 2_000 } })
  expect(requests).toHaveLength(20)
})

it('skips the smallest page with a run that the service cannot send, and counts all other runs', async () => {
  const { read, requests } = openList(manyRuns(150), { brokenIds: [140] })
  // The five runs of the smallest page with run 140 are missing.
  expect(await valueOf(read())).toMatchObject({ read: 145, total: 150 })
  expect(requests).toHaveLength(1 + 4 + 5 + 1)
})

it('counts the runs read so far if a later page fails, and fails if the list cannot be read at all', async () => {
  expect(await valueOf(openList(manyRuns(250), { failFrom: 2 }).read())).toMatchObject({ read: 100, total: 250 })
  const failed = await openList(manyRuns(250), { failFrom: 1 }).read()
  expect(failed).toMatchObject({ ok: false, failure: { kind: 'unreachable' } })
  expect(await valueOf(openList(manyRuns(3), { brokenIds: [2] }).read())).toMatchObject({ read: 0, total: 3 })
})

it('reports an empty day', async () => {
  expect(await valueOf(openList([]).read())).toMatchObject({ read: 0, total: 0, summary: { calls: 0, hours: [] } })
})

it('counts the calls of every computer, over real sockets, and marks a key that the service rejects', async () => {
  const app = await openCallingApp()
  await app.call({ phoneNumber: '+14155550101' })
  const headers = { 'x-api-key': app.service.organizations[0]?.keys.active ?? '', 'content-type': 'application/json' }
  const { agentUuid } = app.draft()
  const url = `http://service.example/api/v1/public/agent/workflow/${agentUuid}`
  await app.service.handle(new Request(url, { method: 'POST', headers, body: '{"phone_number":"+14155550102"}' }))
  const today = new Date(Date.now() - 3_600_000).toISOString()
  const day = () => app.operations.readOrganizationDay({ profileId: app.profileId, since: today })
  const counted = await valueOf(day())
  expect(counted).toMatchObject({ read: 2, total: 2, summary: { calls: 2 } })
  expect(counted.summary.agents.map(({ name, calls }) => [name === null, calls])).toEqual([[false, 2]])
  for (const key of app.service.world.keys) key.archivedAt = Date.now()
  expect(await day()).toMatchObject({ ok: false, failure: { kind: 'unauthorized' } })
  expect(await valueOf(app.operations.listRefusedKeys({}))).toMatchObject([{ profileId: app.profileId }])
})
