import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { agentUuidSchema } from '../../../src/contract/agent.ts'
import { createAgent } from '../../../src/main/workflows/create-agent.ts'
import { startPracticeListener } from '../../../src/main/practice/practice-listener.ts'
import { createPracticeService } from '../../../src/main/practice/practice-service.ts'
import { openTestDesk, valueOf } from '../../support/test-desk.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { aClient } from '../service/a-client.ts'
import { aDefinition } from './a-workflow-file.ts'

/** What may happen to the creation: `go`, nothing; `lose`, it is done and its answer lost; `drop`, it is not done. */
type Fate = 'go' | 'lose' | 'drop'

/** A service over real sockets whose creations may be lost, and a desk connected to it with a file to choose. */
const setUp = async (
  fates: readonly Fate[] = [],
  file: unknown = { name: 'Visits', workflow_definition: aDefinition },
) => {
  const service = createPracticeService({ clock: { now: () => Date.now() }, random: Math.random })
  const posts: string[] = []
  const closed = { afterMs: 0, how: 'closed' } as const
  const listener = await startPracticeListener({
    ...service,
    async handle(request) {
      if (!request.url.endsWith('/create/definition')) return service.handle(request)
      const fate = fates[posts.length] ?? 'go'
      posts.push(await request.clone().text())
      if (fate === 'drop') return { response: new Response(''), delivery: closed }
      const answer = await service.handle(request)
      return fate === 'lose' ? { ...answer, delivery: closed } : answer
    },
  })
  onTestFinished(() => listener.close())
  const path = join(temporaryFolder(), 'visit reminder.json')
  writeFileSync(path, typeof file === 'string' ? file : JSON.stringify(file))
  let now = 1_000
  const desk = openTestDesk({ parts: { chooseWorkflowFile: async () => path, monotonic: () => now } })
  const { ask } = desk
  const { entryId } = await valueOf(ask.enterKey({ from: 'typed', text: service.facts[0]?.keys.active ?? '' }))
  const label = { kind: 'service', name: 'Acme', color: 'blue', custody: 'keychain', unchecked: false } as const
  const { profile } = await valueOf(ask.addProfile({ ...label, origin: listener.origin, entryId }))
  const choose = async () => {
    const { file: chosen } = await valueOf(ask.chooseWorkflowFile({}))
    if (chosen === null) throw new Error('Nothing was chosen.')
    return chosen
  }
  const named = (name: string) => service.world.agents.filter((agent) => agent.name === name)
  const pass = (milliseconds: number): void => void (now += milliseconds)
  return { ask, choose, posts, named, pass, profileId: profile.id, origin: listener.origin }
}

describe('an agent of a file', () => {
  it('is shown, created as it stands, and found with its Agent UUID', async () => {
    const { ask, choose, posts, named, profileId } = await setUp()
    const file = await choose()
    expect(file).toMatchObject({ fileName: 'visit reminder.json', suggestedName: 'Visits' })
    expect(file.nodes).toEqual([
      { kind: 'start', count: 1 },
      { kind: 'agent', count: 2 },
      { kind: 'end', count: 1 },
      { kind: 'trigger', count: 1 },
      { kind: 'other', count: 1 },
    ])
    expect(file.variables.map(({ name, required, fallback }) => [name, required, fallback])).toEqual([
      ['customer_name', true, null],
      ['clinic', false, 'the clinic'],
      ['visit_date', true, null],
    ])
    expect(file.opening).toMatchObject({ kind: 'greeting', text: aDefinition.nodes[0]?.data['greeting'] })
    const made = await valueOf(ask.createWorkflow({ profileId, fileId: file.fileId, name: 'Visits' }))
    if (made.step !== 'made') throw new Error('No agent was made.')
    expect(made).toMatchObject({ wasLost: false, agent: { name: 'Visits', agentUuid: named('Visits')[0]?.uuid } })
    expect(agentUuidSchema.safeParse(made.agent.agentUuid).success).toBe(true)
    expect(posts).toEqual([JSON.stringify({ name: 'Visits', workflow_definition: aDefinition })])
    const text = await valueOf(ask.readAgentText({ profileId, agentUuid: made.agent.agentUuid ?? '' }))
    expect(text).toMatchObject({ state: 'published', versionNumber: 1, variables: file.variables })
    const again = ask.createWorkflow({ profileId, fileId: file.fileId, name: 'Visits 2' })
    expect(await again).toMatchObject({ failure: { issues: [{ code: 'workflowGone' }] } })
  })

  it('whose answer was lost is found by its name, and never created twice', async () => {
    const { ask, choose, posts, named, profileId } = await setUp(['lose'])
    const wish = { profileId, fileId: (await choose()).fileId, name: 'Visits' }
    const [made, second] = await Promise.all([ask.createWorkflow(wish), ask.createWorkflow(wish)])
    expect(made).toMatchObject({
      value: { step: 'made', wasLost: true, agent: { agentUuid: named('Visits')[0]?.uuid } },
    })
    expect(second).toMatchObject({ failure: { issues: [{ code: 'workflowGone' }] } })
    const anew = ask.createWorkflow({ ...wish, fileId: (await choose()).fileId })
    expect(await anew).toMatchObject({ failure: { issues: [{ code: 'agentNameTaken', words: 'Visits' }] } })
    expect([posts.length, named('Visits').length]).toEqual([1, 1])
  })

  it('that no list shows stays unclear, and waits before it may be wished for again', { timeout: 20_000 }, async () => {
    const { ask, choose, posts, named, pass, profileId } = await setUp(['drop'])
    const wish = { profileId, fileId: (await choose()).fileId, name: 'Visits' }
    const unclear = await valueOf(ask.createWorkflow(wish))
    expect(unclear).toMatchObject({ step: 'unclear', name: 'Visits', failure: { kind: 'unavailable', cause: 'cut' } })
    expect(await ask.createWorkflow(wish)).toMatchObject({ failure: { issues: [{ code: 'agentUnclear' }] } })
    expect(posts).toHaveLength(1)
    pass(120_000)
    expect(await valueOf(ask.createWorkflow(wish))).toMatchObject({ step: 'made', wasLost: false })
    expect([posts.length, named('Visits').length]).toEqual([2, 1])
    const entries = (await valueOf(ask.listAudit({ before: null, limit: 50 }))).entries.toReversed()
    const acts = entries.filter(({ act }) => act === 'createWorkflow')
    expect(acts.map(({ phase, failure, about, profileName }) => [phase, failure, about, profileName])).toEqual([
      ['begun', null, 'agent Visits', 'Acme'],
      ['failed', 'unavailable', 'agent Visits', 'Acme'],
      ['begun', null, 'agent Visits', 'Acme'],
      ['failed', 'invalid', 'agent Visits', 'Acme'],
      ['begun', null, 'agent Visits', 'Acme'],
      ['done', null, 'agent Visits', 'Acme'],
    ])
  })

  it('that the service refuses tells its words, and the file is still held', async () => {
    const twice = { nodes: [...aDefinition.nodes, { ...aDefinition.nodes[0], id: 'again' }], edges: [] }
    const { ask, choose, named, profileId } = await setUp([], twice)
    const file = await choose()
    expect(file.suggestedName).toBe('visit reminder')
    const refused = await ask.createWorkflow({ profileId, fileId: file.fileId, name: 'Visits' })
    expect(refused).toMatchObject({
      failure: { kind: 'invalid', issues: [{ code: 'service', words: 'A workflow has one start node.' }] },
    })
    const again = await ask.createWorkflow({ profileId, fileId: file.fileId, name: 'Visits' })
    expect(again).toEqual(refused)
    expect(named('Visits')).toEqual([])
  })

  it('needs a name that a list can show', async () => {
    const { ask, choose, posts, profileId } = await setUp()
    const { fileId } = await choose()
    const failed = async (name: string) => ask.createWorkflow({ profileId, fileId, name })
    expect(await failed('a\0b')).toMatchObject({ failure: { issues: [{ path: ['name'], code: 'invalid' }] } })
    expect(await failed('a\ud83d')).toMatchObject({ failure: { issues: [{ path: ['name'], code: 'loneSurrogate' }] } })
    expect(posts).toEqual([])
  })

  it('shows no key that stands in a file, and sends the file as it is', async () => {
    const key = 'dgr_a_key_that_somebody_put_in_here_0123'
    const node = { id: 'start', type: 'startCall', data: { name: key, greeting: `Say ${key}` } }
    const escaped = JSON.stringify({ name: key, workflow_definition: { nodes: [node] } }).replaceAll(
      'dgr_',
      '\\u0064gr_',
    )
    const { ask, choose, posts, profileId } = await setUp([], escaped)
    const file = await choose()
    expect(JSON.stringify(file)).not.toContain('a_key_that')
    await valueOf(ask.createWorkflow({ profileId, fileId: file.fileId, name: 'Visits' }))
    expect(posts[0]).toContain(key)
  })
})

it('leaves open which one is ours when two of the name come up at once', async () => {
  const client = aClient('http://127.0.0.1:9')
  const agent = (workflowId: number) =>
    ({ workflowId, agentUuid: null, name: 'Visits', status: 'active', totalRuns: 0 }) as const
  let asked = 0
  const agents: typeof client.agents = async () => ({ ok: true, value: asked++ === 0 ? [] : [agent(1), agent(2)] })
  const createWorkflow: typeof client.createWorkflow = async () => ({
    ok: false,
    failure: { kind: 'unavailable', cause: 'timedOut' },
  })
  const parts = { client: { agents, createWorkflow }, wait: () => Promise.resolve() }
  const made = await createAgent(parts, { name: 'Visits', definition: {} })
  expect(made).toMatchObject({ ok: true, value: { step: 'unclear' } })
})
