import { describe, expect, it } from 'vitest'
import { type Failure, fail, succeed } from '../../../../src/contract/failure.ts'
import {
  countRuns,
  findAgent,
  findRuns,
  isPermanentFailure,
  type ListClient,
  readAllRuns,
} from '../../../../src/main/features/reconciliation/read-lists.ts'
import { isoAt, noon, pageOf, runsUpTo } from './create-run.ts'

type RunQuery = Parameters<ListClient['runsOfOrganization']>[0]

const agentUuid = '7f3c2a1e-0000-4000-8000-000000009b21'
const agent = { workflowId: 7, agentUuid, name: 'Agent', status: 'archived' } as const

const number = '+14155550101'

/** Creates a client with a list of `count` runs, `own` of which are to the number; records the requests. */
const createClient = (count: number, own: readonly number[] = []) => {
  const requested: RunQuery[] = []
  const ofAgent: Parameters<ListClient['runsOfAgent']>[] = []
  const all = runsUpTo(count).map((run) => (own.includes(run.workflowRunId) ? { ...run, calledNumber: number } : run))
  const inTime = ({ from = '', to = '9' }: { from?: string; to?: string }) =>
    all.filter(({ createdAt }) => createdAt >= from && createdAt <= to)
  const client: ListClient = {
    agents: () => Promise.resolve(succeed([{ ...agent, agentUuid: null }, agent])),
    run: () => Promise.resolve(fail({ kind: 'notFound', detail: '' })),
    runsOfAgent: (workflowId, which = {}) => {
      ofAgent.push([workflowId, which])
      return Promise.resolve(pageOf(inTime(which), which.page ?? 1, which.limit ?? 50))
    },
    runsOfOrganization: (which = {}) => {
      requested.push(which)
      const { page = 1, limit = 50, calledNumber } = which
      const runs = inTime(which).filter((run) => calledNumber === undefined || run.calledNumber === calledNumber)
      return Promise.resolve(pageOf(runs, page, limit))
    },
  }
  return { client, requested, ofAgent }
}

const time = { from: noon + 100_000, to: noon + 160_000 }
const isoTime = { from: isoAt(time.from), to: isoAt(time.to) }

type Request = Parameters<typeof readAllRuns>[0]

const requestFor = (client: ListClient, change: Partial<Request> = {}): Request => ({
  client,
  list: 'organization',
  agentUuid,
  timeOf: () => time,
  now: () => ({ wall: 0, monotonic: 0 }),
  missingNumbers: (runs) => (runs.some(({ calledNumber }) => calledNumber === number) ? [] : [number]),
  earlierNewest: null,
  isOver: () => false,
  ...change,
})

const reading = async (requested: ReturnType<typeof readAllRuns>) => {
  const outcome = await requested
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure))
  return outcome.value
}

const once = { limit: 100, once: true }

describe('reading all runs in a time range', () => {
  it('takes one request if the whole list fits a page', async () => {
    const { client, requested } = createClient(90)
    expect((await reading(readAllRuns(requestFor(client)))).complete).toBe(true)
    expect(requested).toEqual([{ page: 1, ...once }])
  })

  it('reads the newest runs, and all runs in the time range', async () => {
    const { client, requested } = createClient(900)
    const { runs, complete, newestRunId } = await reading(readAllRuns(requestFor(client)))
    expect(requested).toEqual([
      { page: 1, ...once },
      { ...isoTime, page: 1, ...once },
    ])
    expect([complete, runs.length, newestRunId]).toEqual([true, 161, 900])
  })

  it('is incomplete if the list for the time range lacks one of the newest runs', async () => {
    const { client } = createClient(150)
    const lacking: ListClient['runsOfOrganization'] = async (which) => {
      const page = await client.runsOfOrganization(which)
      if (!page.ok || which?.from === undefined) return page
      return succeed({ ...page.value, runs: page.value.runs.slice(1), totalCount: page.value.totalCount - 1 })
    }
    const { complete } = await reading(readAllRuns(requestFor({ ...client, runsOfOrganization: lacking })))
    expect(complete).toBe(false)
  })

  it('reads the whole list if the start of the time range is unknown', async () => {
    const { client, requested } = createClient(350)
    const { runs, complete } = await reading(
      readAllRuns(requestFor(client, { timeOf: () => ({ from: -Infinity, to: noon }) })),
    )
    expect([runs.length, complete]).toEqual([350, true])
    expect(requested.every((which) => which?.from === undefined)).toBe(true)
  })

  it('reads the whole list if the runs contradict the service’s clock', async () => {
    const { client } = createClient(350)
    const early: ListClient['runsOfOrganization'] = async (which) => {
      const page = await client.runsOfOrganization(which)
      return page.ok ? succeed({ ...page.value, serverDate: isoAt(noon - 9 * 3_600_000) }) : page
    }
    for (const list of ['organization', 'agent'] as const) {
      const wrong = { ...client, runsOfOrganization: early, runsOfAgent: (_id: number, page?: RunQuery) => early(page) }
      const { runs, complete, server } = await reading(readAllRuns(requestFor(wrong, { list })))
      expect([runs.length, complete, server]).toEqual([350, true, null])
    }
  })

  it('is incomplete for more than 5,000 runs', async () => {
    const { client } = createClient(5_001)
    const { complete } = await reading(
      readAllRuns(requestFor(client, { timeOf: () => ({ from: -Infinity, to: noon }) })),
    )
    expect(complete).toBe(false)
  })

  it('stops once the run is found', async () => {
    const { client, requested } = createClient(900, [880])
    expect((await reading(readAllRuns(requestFor(client)))).complete).toBe(false)
    expect(requested.length).toBe(1)
  })

  it('returns the newest runs if the rest cannot be read', async () => {
    const { client } = createClient(900)
    const failure: Failure = { kind: 'unavailable', cause: 'timedOut' }
    const readPage: ListClient['runsOfOrganization'] = (which) =>
      which?.from === undefined ? client.runsOfOrganization(which) : Promise.resolve(fail(failure))
    const answer = await reading(readAllRuns(requestFor({ ...client, runsOfOrganization: readPage })))
    expect([answer.runs.length, answer.complete, answer.failure]).toEqual([100, false, failure])
  })

  it('sends no request after it was canceled', async () => {
    const { client, requested } = createClient(90)
    expect((await readAllRuns(requestFor(client, { isOver: () => true }))).ok).toBe(false)
    expect(requested).toEqual([])
  })
})

describe('looking for a run', () => {
  const found = async (client: ListClient, change: Partial<Request> = {}) =>
    reading(findRuns(requestFor(client, change)))

  it('takes one request if the newest runs contain it', async () => {
    const { client, requested } = createClient(900, [870])
    expect((await found(client)).runs.some(({ workflowRunId }) => workflowRunId === 870)).toBe(true)
    expect(requested.length).toBe(1)
  })

  it('takes one request if the newest runs reach back to the call, and proves nothing', async () => {
    const { client, requested } = createClient(190)
    expect((await found(client, { timeOf: () => ({ from: noon + 120_000, to: noon }) })).complete).toBe(false)
    expect(requested.length).toBe(1)
  })

  it('searches the runs to the number if they do not', async () => {
    const { client, requested } = createClient(900, [300])
    expect((await found(client)).runs.some(({ workflowRunId }) => workflowRunId === 300)).toBe(true)
    expect(requested[1]).toEqual({ calledNumber: number, page: 1, ...once })
  })

  it('does not repeat that while the newest runs overlap the previous reading', async () => {
    const { client, requested } = createClient(900)
    await found(client, { earlierNewest: [895, 812] })
    expect(requested.length).toBe(1)
    await found(client, { earlierNewest: [895, 700] })
    expect(requested.length).toBe(3)
  })

  it('searches the runs to the number if an unreadable run breaks the newest page', async () => {
    const { client } = createClient(900, [300])
    const broken: ListClient['runsOfOrganization'] = (which) =>
      which?.calledNumber === undefined
        ? Promise.resolve(fail({ kind: 'unavailable', cause: 'serverError' } as const))
        : client.runsOfOrganization(which)
    const { runs } = await found({ ...client, runsOfOrganization: broken })
    expect(runs.map(({ workflowRunId }) => workflowRunId)).toEqual([300])
  })

  it('reads all runs in the time range for more than three numbers', async () => {
    const { client, requested } = createClient(900)
    const { complete } = await found(client, {
      missingNumbers: () => Array.from({ length: 4 }, (_, index) => String(index)),
    })
    expect(complete).toBe(true)
    expect(requested.at(-1)).toMatchObject(isoTime)
  })
})

describe('the agent’s list', () => {
  it('belongs to the agent with the call’s UUID, archived or not', async () => {
    const { client, ofAgent } = createClient(900)
    expect((await reading(readAllRuns(requestFor(client, { list: 'agent' })))).runs.length).toBe(161)
    expect(ofAgent).toEqual([
      [7, { page: 1, ...once }],
      [7, { ...isoTime, page: 1, ...once }],
    ])
  })

  it('is not requested for an agent that the key cannot see, because the service would return no runs', async () => {
    const { client, ofAgent } = createClient(90)
    const unseen = { list: 'agent', agentUuid: '00000000-0000-4000-8000-000000000000' } as const
    expect(await readAllRuns(requestFor(client, unseen))).toEqual(fail({ kind: 'notFound', detail: '' }))
    expect(ofAgent).toEqual([])
  })

  it('fails if the agents cannot be read', async () => {
    const failure: Failure = { kind: 'forbidden', detail: '' }
    const client = { ...createClient(90).client, agents: () => Promise.resolve(fail(failure)) }
    expect(await findRuns(requestFor(client, { list: 'agent' }))).toEqual(fail(failure))
  })
})

it('finds an agent by its UUID in any form', () => {
  expect(findAgent([agent], agentUuid.toUpperCase())).toBe(agent)
})

it('counts the runs of a time range with a page beyond its end, which no run can break', async () => {
  const { client, requested } = createClient(900)
  expect(await countRuns(client, { from: noon + 100_000, to: noon + 160_000 })).toEqual(succeed(61))
  expect(requested[0]).toMatchObject({ page: 1_000_000, limit: 1, once: true })
})

it.each<[Failure, boolean]>([
  [{ kind: 'unauthorized', detail: '' }, true],
  [{ kind: 'forbidden', detail: '' }, true],
  [{ kind: 'notFound', detail: '' }, true],
  [{ kind: 'refused', status: 400, detail: '' }, true],
  [{ kind: 'invalid', issues: [] }, true],
  [{ kind: 'unavailable', cause: 'serverError' }, false],
  [{ kind: 'unreachable', cause: 'refused' }, false],
  [{ kind: 'closing' }, false],
])('classifies %o as a refusal: %s', (failure, refused) => {
  expect(isPermanentFailure(failure)).toBe(refused)
})
