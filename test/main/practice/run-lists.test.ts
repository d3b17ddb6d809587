import { beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { PracticeService } from '../../../src/main/practice/practice-service.ts'
import {
  anyText,
  createTestService,
  sendForBody,
  movingClock,
  triggerCall,
  sendForText,
} from '../../service/test-service.ts'

const agentRuns = '/api/v1/workflow/1/runs'
const organizationRuns = '/api/v1/organizations/usage/runs'
const pageSchema = z.looseObject({
  runs: z.array(z.looseObject({ id: z.int() })),
  total_count: z.int(),
  page: z.int(),
  limit: z.int(),
  total_pages: z.int(),
})

let service: PracticeService
let clock: ReturnType<typeof movingClock>

// 7001 was answered, 7002 was busy, 7003 failed to start, 7004 is in progress.
beforeEach(async () => {
  clock = movingClock()
  service = createTestService({ clock, timings: { ringMs: 0, answerMs: 1000, talkMs: 60_000, saveMs: 0 } })
  for (const number of ['+14155550200', '+14155550170', '+14155550133']) {
    await triggerCall(service, number)
    clock.pass(120_000)
  }
  await triggerCall(service, '+442079460200')
})

const page = async (path: string, query: Record<string, string> = {}) =>
  pageSchema.parse(await sendForBody(service, `${path}?${new URLSearchParams(query)}`))
const idsOf = async (path: string, query: Record<string, string> = {}) =>
  (await page(path, query)).runs.map(({ id }) => id)
const filtered = (attribute: string, value: unknown, type: string | null = 'any') => ({
  filters: JSON.stringify([{ attribute, ...(type === null ? {} : { type }), value }]),
})
const refusal = async (path: string, query: Record<string, string>) =>
  sendForText(service, `${path}?${new URLSearchParams(query)}`)

describe('both lists', () => {
  it.each([agentRuns, organizationRuns])('%s is newest first and includes runs in progress', async (path) => {
    expect(await idsOf(path)).toEqual([7004, 7003, 7002, 7001])
  })

  it.each([agentRuns, organizationRuns])('%s is reversed by sort_order', async (path) => {
    expect(await idsOf(path, { sort_order: 'asc' })).toEqual([7001, 7002, 7003, 7004])
  })

  it.each([agentRuns, organizationRuns])('%s puts runs without a duration last', async (path) => {
    expect((await idsOf(path, { sort_by: 'duration', sort_order: 'asc' })).at(-1)).toBe(7004)
    const downwards = await idsOf(path, { sort_by: 'duration' })
    expect([downwards[0], downwards.at(-1)]).toEqual([7001, 7004])
  })

  it.each([agentRuns, organizationRuns])('%s is paged', async (path) => {
    const second = await page(path, { page: '2', limit: '3' })
    expect(second).toMatchObject({ runs: [{ id: 7001 }], total_count: 4, page: 2, limit: 3, total_pages: 2 })
    expect(await page(path, { page: '9' })).toMatchObject({ runs: [], total_count: 4 })
  })

  it.each([
    ['limit', '200', 'less_than_equal', { le: 100 }],
    ['limit', '0', 'greater_than_equal', { ge: 1 }],
    ['page', '-1', 'greater_than_equal', { ge: 1 }],
    ['limit', 'abc', 'int_parsing', undefined],
    ['limit', '1.5', 'int_parsing', undefined],
    ['limit', '', 'int_parsing', undefined],
  ])('refuse %s=%s', async (name, text, type, ctx) => {
    for (const path of [agentRuns, organizationRuns]) {
      const { status, text: sent } = await refusal(path, { [name]: text })
      expect(status).toBe(422)
      expect(JSON.parse(sent)).toMatchObject({
        detail: [{ type, loc: ['query', name], input: text, ...(ctx && { ctx }) }],
      })
    }
  })

  it.each([
    [filtered('dispositionCode', { codes: ['busy', 'error'] }), [7003, 7002]],
    [filtered('duration', { min: 1, max: 300 }), [7001]],
    [filtered('duration', { min: 0 }), [7003, 7002, 7001]],
    [{ filters: '[]' }, [7004, 7003, 7002, 7001]],
    [{ filters: '{}' }, [7004, 7003, 7002, 7001]],
    [filtered('duration', { min: 1 }, null), [7004, 7003, 7002, 7001]],
  ])('filter by %j', async (query, ids) => {
    expect([await idsOf(agentRuns, query), await idsOf(organizationRuns, query)]).toEqual([ids, ids])
  })

  it('list only runs of their organization', async () => {
    const key = service.organizations[1]?.keys.active ?? ''
    for (const path of [agentRuns, organizationRuns])
      expect(await sendForBody(service, path, { key })).toMatchObject({ runs: [], total_count: 0 })
  })
})

describe('the list of an agent', () => {
  it('is empty for an unknown agent and fails for an invalid ID', async () => {
    expect(await idsOf('/api/v1/workflow/999/runs')).toEqual([])
    expect((await sendForText(service, '/api/v1/workflow/2147483648/runs')).status).toBe(500)
  })

  it.each([
    ['completed', [7003, 7002, 7001]],
    ['in_progress', [7004]],
  ])('filters by status %s and repeats the filters', async (status, ids) => {
    const query = filtered('status', { status })
    expect(await idsOf(agentRuns, query)).toEqual(ids)
    expect((await page(agentRuns, query))['applied_filters']).toEqual(JSON.parse(query.filters))
  })

  it('filters by date', async () => {
    expect(
      await idsOf(agentRuns, filtered('dateRange', { from: '2026-11-21T10:01:00Z', to: '2026-11-21T10:03' })),
    ).toEqual([7002])
    expect(await idsOf(agentRuns, filtered('dateRange', { from: '2026-11-22' }))).toEqual([])
  })

  it('contains is_completed, and null for what only the detail contains', async () => {
    const { runs } = await page(agentRuns)
    expect(runs.map((run) => run['is_completed'])).toEqual([false, true, true, true])
    expect(runs[3]).toMatchObject({ usage_info: null, logs: null, annotations: null, public_access_token: null })
  })

  it.each([
    [filtered('runId', { value: 7001 }), 403, `{"detail":"Invalid attribute 'runId'"}`],
    [{ filters: 'x' }, 400, '{"detail":"Invalid filter format"}'],
    [{ filters: 'null' }, 500, 'Internal Server Error'],
    [{ filters: '[1]' }, 500, 'Internal Server Error'],
    [filtered('dateRange', { from: 'soon' }), 500, 'Internal Server Error'],
  ])('answers %j with %i', async (query, status, text) => {
    expect(await refusal(agentRuns, query)).toEqual({ status, text })
  })

  it('accepts an unknown order', async () => {
    expect(await idsOf(agentRuns, { sort_order: 'up', sort_by: 'colour' })).toEqual([7004, 7003, 7002, 7001])
  })
})

describe('the list of the organization', () => {
  it.each([
    [filtered('runId', { value: 7002 }), [7002]],
    [filtered('workflowId', { value: 2 }), []],
    [filtered('campaignId', { value: 1 }), []],
    [filtered('calledNumber', { value: '0170' }), [7002]],
    [filtered('calledNumber', { value: '44%0200' }), [7004]],
    [filtered('calledNumber', { value: '.' }), []],
    [filtered('callerNumber', { value: '0181' }), [7004, 7002, 7001]],
    [filtered('callDirection', { status: 'inbound' }), []],
    [filtered('callChannel', { status: 'telephony' }), [7004, 7003, 7002, 7001]],
    [filtered('status', { status: 'completed' }), [7004, 7003, 7002, 7001]],
    [filtered('dateRange', { from: '2030-01-01' }), [7004, 7003, 7002, 7001]],
    [{ filters: 'null' }, [7004, 7003, 7002, 7001]],
    [{ start_date: '2026-11-21T10:01:00+00:00', end_date: '2026-11-21T10:05:00.000Z' }, [7003, 7002]],
  ])('finds by %j', async (query, ids) => expect(await idsOf(organizationRuns, query)).toEqual(ids))

  it('does not contain is_completed, but contains how a run ended', async () => {
    const { runs, ...rest } = await page(organizationRuns)
    expect(runs[0]).not.toHaveProperty('is_completed')
    expect(runs.map((run) => run['disposition'])).toEqual([null, 'error', 'busy', 'user_hangup'])
    expect(runs[1]).toMatchObject({
      caller_number: null,
      called_number: '+14155550133',
      workflow_name: 'Renewal reminder',
    })
    expect(runs[3]?.['public_access_token']).toEqual(anyText)
    expect(rest).toMatchObject({ total_duration_seconds: 60 })
  })

  it.each([
    [filtered('runId', 7001), 500],
    [filtered('runId', { value: '7001' }), 500],
    [filtered('calledNumber', { value: 415 }), 500],
    [{ filters: '[1]' }, 500],
    [{ filters: 'x' }, 400],
    [{ sort_order: 'up' }, 422],
    [{ start_date: 'xyz' }, 500],
    [{ start_date: '2026-11-21T10:00:00 00:00' }, 500],
  ])('answers %j with %i', async (query, status) =>
    expect((await refusal(organizationRuns, query)).status).toBe(status),
  )
})
