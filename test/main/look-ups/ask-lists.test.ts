import { describe, expect, it } from 'vitest'
import { type Failure, fail, succeed } from '../../../src/contract/failure.ts'
import { askLists, countRuns, findAgent, isRefusal, type ListClient } from '../../../src/main/look-ups/ask-lists.ts'
import { isoAt, noon, pageOf, runsUpTo } from './a-run.ts'

type Asked = Parameters<ListClient['runsOfOrganization']>[0]

const agentUuid = '7f3c2a1e-0000-4000-8000-000000009b21'
const agent = { workflowId: 7, agentUuid, name: 'Agent', status: 'archived', totalRuns: null } as const

/** A client over a list of `count` runs, which keeps what it was asked. */
const aClient = (count: number) => {
  const asked: Asked[] = []
  const ofAgent: number[] = []
  const client: ListClient = {
    agents: () => Promise.resolve(succeed([{ ...agent, agentUuid: null }, agent])),
    runsOfAgent: (workflowId, { page = 1, limit = 50 } = {}) => {
      ofAgent.push(workflowId)
      return Promise.resolve(pageOf(runsUpTo(count), page, limit))
    },
    runsOfOrganization: (which = {}) => {
      asked.push(which)
      const { page = 1, limit = 50, from = '', to = '9' } = which
      const runs = runsUpTo(count).filter(({ createdAt }) => createdAt >= from && createdAt <= to)
      return Promise.resolve(pageOf(runs, page, limit))
    },
  }
  return { client, asked, ofAgent }
}

const question = (client: ListClient, change: Partial<Parameters<typeof askLists>[0]> = {}) => ({
  client,
  list: 'organization' as const,
  agentUuid,
  timeOf: () => ({ from: noon + 100_000, to: noon + 160_000 }),
  now: () => ({ wall: 0, monotonic: 0 }),
  isEnough: () => false,
  isOver: () => false,
  ...change,
})

const reading = async (asked: ReturnType<typeof askLists>) => {
  const outcome = await asked
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.failure))
  return outcome.value
}

describe('the organization’s list', () => {
  it('shows the newest runs first, whatever their time; each page is asked for once', async () => {
    const { client, asked } = aClient(90)
    expect((await reading(askLists(question(client)))).complete).toBe(true)
    expect(asked).toEqual([{ page: 1, limit: 100, once: true }])
  })

  it('is asked for the time that matters where the newest runs do not reach back to it', async () => {
    const { client, asked } = aClient(900)
    const { runs, complete } = await reading(askLists(question(client)))
    expect(asked[1]).toEqual({
      from: isoAt(noon + 100_000),
      to: isoAt(noon + 160_000),
      page: 1,
      limit: 100,
      once: true,
    })
    expect(complete).toBe(true)
    expect(runs.length).toBe(161)
  })

  it('is read whole where the service’s clock is not known', async () => {
    const { client, asked } = aClient(350)
    const { runs, complete } = await reading(
      askLists(question(client, { timeOf: () => ({ from: -Infinity, to: noon }) })),
    )
    expect([runs.length, complete]).toEqual([350, true])
    expect(asked.every((which) => which?.from === undefined)).toBe(true)
  })

  it('is read whole where the runs contradict the service’s clock', async () => {
    const { client } = aClient(350)
    const early: ListClient['runsOfOrganization'] = async (which) => {
      const page = await client.runsOfOrganization(which)
      return page.ok ? succeed({ ...page.value, serverDate: isoAt(noon - 9 * 3_600_000) }) : page
    }
    const timeOf = () => ({ from: noon + 300_000, to: noon + 360_000 })
    for (const list of ['organization', 'agent'] as const) {
      const asked = askLists(
        question({ ...client, runsOfOrganization: early, runsOfAgent: (_id, page) => early(page) }, { list, timeOf }),
      )
      const { runs, complete, server } = await reading(asked)
      expect([runs.length, complete, server]).toEqual([350, true, null])
    }
  })

  it('longer than five thousand runs is then not complete', async () => {
    const { client } = aClient(5_001)
    expect(
      (await reading(askLists(question(client, { timeOf: () => ({ from: -Infinity, to: noon }) })))).complete,
    ).toBe(false)
  })

  it('is asked no further once what was looked for is there', async () => {
    const { client, asked } = aClient(900)
    const { complete } = await reading(askLists(question(client, { isEnough: () => true })))
    expect([asked.length, complete]).toEqual([1, false])
  })

  it('keeps the newest runs when the rest cannot be read', async () => {
    const { client } = aClient(900)
    const failure: Failure = { kind: 'unavailable', cause: 'timedOut' }
    const ask: ListClient['runsOfOrganization'] = (which) =>
      which?.from === undefined ? client.runsOfOrganization(which) : Promise.resolve(fail(failure))
    const { runs, complete, failure: told } = await reading(askLists(question({ ...client, runsOfOrganization: ask })))
    expect([runs.length, complete, told]).toEqual([100, false, failure])
  })

  it('is not asked once nobody waits any more', async () => {
    const { client, asked } = aClient(90)
    expect((await askLists(question(client, { isOver: () => true }))).ok).toBe(false)
    expect(asked).toEqual([])
  })
})

describe('the agent’s list', () => {
  it('is that of the agent with the call’s UUID, archived or not', async () => {
    const { client, ofAgent } = aClient(90)
    expect((await reading(askLists(question(client, { list: 'agent' })))).runs.length).toBe(90)
    expect(ofAgent).toEqual([7])
  })

  it('is never asked for an agent that this key does not see: the service would say that it has no runs', async () => {
    const { client, ofAgent } = aClient(90)
    const unseen = { list: 'agent', agentUuid: '00000000-0000-4000-8000-000000000000' } as const
    expect(await askLists(question(client, unseen))).toEqual(fail({ kind: 'notFound', detail: '' }))
    expect(ofAgent).toEqual([])
  })

  it('cannot be asked where the agents cannot be', async () => {
    const failure: Failure = { kind: 'forbidden', detail: '' }
    const client = { ...aClient(90).client, agents: () => Promise.resolve(fail(failure)) }
    expect(await askLists(question(client, { list: 'agent' }))).toEqual(fail(failure))
  })
})

it('finds an agent however its UUID is written', () => {
  expect(findAgent([agent], agentUuid.toUpperCase())).toBe(agent)
})

it('counts the runs of a time by a page beyond its end, which no run can break', async () => {
  const { client, asked } = aClient(900)
  expect(await countRuns(client, { from: noon + 100_000, to: noon + 160_000 })).toEqual(succeed(61))
  expect(asked[0]).toMatchObject({ page: 1_000_000, limit: 1, once: true })
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
])('takes %o for a refusal: %s', (failure, refused) => {
  expect(isRefusal(failure)).toBe(refused)
})
