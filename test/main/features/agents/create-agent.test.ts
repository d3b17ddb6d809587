import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { agentUuidSchema, workflowFileSchema } from '../../../../src/contract/agent.ts'
import { createAgent, createNewAgents } from '../../../../src/main/features/agents/index.ts'
import { startPracticeListener } from '../../../../src/main/practice/host.ts'
import { createPracticeService } from '../../../../src/main/practice/practice-service.ts'
import { openTestApp, valueOf } from '../../../support/test-app.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { createTestClient } from '../../service/create-test-client.ts'
import { sampleDefinition } from './agent-samples.ts'
import { issueCodes, type Outcome } from '../../../../src/contract/failure.ts'
import { createSeededRandom } from '../../../labs/seeded-random.ts'
import { connectService } from '../../../support/connect-service.ts'

/** What happens to a creation request. `go`: it succeeds; `lose`: the response is lost; `drop`: nothing is created. */
type Handling = 'go' | 'lose' | 'drop'

/** Starts a service that may lose creation requests, and an app that is connected to it and has a file to choose. */
const setUp = async (
  handlings: readonly Handling[] = [],
  file: unknown = { name: 'Visits', workflow_definition: sampleDefinition },
) => {
  const service = createPracticeService({ clock: { now: () => Date.now() }, random: Math.random })
  const posts: string[] = []
  const closed = { afterMs: 0, how: 'closed' } as const
  const listener = await startPracticeListener({
    ...service,
    async handle(request) {
      if (!request.url.endsWith('/create/definition')) return service.handle(request)
      const handling = handlings[posts.length] ?? 'go'
      posts.push(await request.clone().text())
      if (handling === 'drop') return { response: new Response(''), delivery: closed }
      const answer = await service.handle(request)
      return handling === 'lose' ? { ...answer, delivery: closed } : answer
    },
  })
  onTestFinished(() => listener.close())
  const path = join(temporaryFolder(), 'visit reminder.json')
  writeFileSync(path, typeof file === 'string' ? file : JSON.stringify(file))
  let now = 1_000
  const app = openTestApp({ parts: { chooseWorkflowFile: async () => path, monotonic: () => now } })
  const { operations } = app
  const key = service.organizations[0]?.keys.active ?? ''
  const profile = await connectService(operations, { origin: listener.origin, key })
  const choose = async () => {
    const { file: chosen } = await valueOf(operations.chooseWorkflowFile({}))
    if (chosen === null) throw new Error('Nothing was chosen.')
    return chosen
  }
  const named = (name: string) => service.world.agents.filter((agent) => agent.name === name)
  const pass = (milliseconds: number): void => void (now += milliseconds)
  return { operations, choose, posts, named, pass, profileId: profile.id, origin: listener.origin }
}

describe('an agent from a file', () => {
  it('is described, created unchanged, and found with its Agent UUID', async () => {
    const { operations, choose, posts, named, profileId } = await setUp()
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
    expect(file.opening).toMatchObject({ kind: 'greeting', text: sampleDefinition.nodes[0]?.data['greeting'] })
    const made = await valueOf(operations.createWorkflow({ profileId, fileId: file.fileId, name: 'Visits' }))
    if (made.step !== 'made') throw new Error('No agent was made.')
    expect(made).toMatchObject({ wasLost: false, agent: { name: 'Visits', agentUuid: named('Visits')[0]?.uuid } })
    expect(agentUuidSchema.safeParse(made.agent.agentUuid).success).toBe(true)
    expect(posts).toEqual([JSON.stringify({ name: 'Visits', workflow_definition: sampleDefinition })])
    const text = await valueOf(operations.readAgentText({ profileId, agentUuid: made.agent.agentUuid ?? '' }))
    expect(text).toMatchObject({ state: 'published', versionNumber: 1, variables: file.variables })
    const again = operations.createWorkflow({ profileId, fileId: file.fileId, name: 'Visits 2' })
    expect(await again).toMatchObject({ failure: { issues: [{ code: 'chooseFileAgain' }] } })
  })

  it('is found by its name after a lost response, and never created twice', async () => {
    const { operations, choose, posts, named, profileId } = await setUp(['lose'])
    const request = { profileId, fileId: (await choose()).fileId, name: 'Visits' }
    const [made, second] = await Promise.all([operations.createWorkflow(request), operations.createWorkflow(request)])
    expect(made).toMatchObject({
      value: { step: 'made', wasLost: true, agent: { agentUuid: named('Visits')[0]?.uuid } },
    })
    expect(second).toMatchObject({ failure: { issues: [{ code: 'chooseFileAgain' }] } })
    const repeated = operations.createWorkflow({ ...request, fileId: (await choose()).fileId })
    expect(await repeated).toMatchObject({ failure: { issues: [{ code: 'agentNameTaken', words: 'Visits' }] } })
    expect([posts.length, named('Visits').length]).toEqual([1, 1])
  })

  it(
    'stays unclear if no list contains it, and cannot be requested again for a while',
    { timeout: 20_000 },
    async () => {
      const { operations, choose, posts, named, pass, profileId } = await setUp(['drop'])
      const request = { profileId, fileId: (await choose()).fileId, name: 'Visits' }
      const unclear = await valueOf(operations.createWorkflow(request))
      expect(unclear).toMatchObject({ step: 'unclear', name: 'Visits', failure: { kind: 'unavailable', cause: 'cut' } })
      expect(await operations.createWorkflow(request)).toMatchObject({
        failure: { issues: [{ code: 'agentUnclear' }] },
      })
      expect(posts).toHaveLength(1)
      pass(120_000)
      expect(await valueOf(operations.createWorkflow(request))).toMatchObject({ step: 'made', wasLost: false })
      expect([posts.length, named('Visits').length]).toEqual([2, 1])
      const entries = (await valueOf(operations.listAudit({ before: null, limit: 50 }))).entries.toReversed()
      const actions = entries.filter(({ action: act }) => act === 'createWorkflow')
      expect(actions.map(({ phase, failure, about, profileName }) => [phase, failure, about, profileName])).toEqual([
        ['started', null, 'agent Visits', 'Acme'],
        ['unknown', 'unavailable', 'agent Visits', 'Acme'],
        ['started', null, 'agent Visits', 'Acme'],
        ['failed', 'invalid', 'agent Visits', 'Acme'],
        ['started', null, 'agent Visits', 'Acme'],
        ['done', null, 'agent Visits', 'Acme'],
      ])
    },
  )

  it('reports the service’s refusal and keeps the file', async () => {
    const twice = { nodes: [...sampleDefinition.nodes, { ...sampleDefinition.nodes[0], id: 'again' }], edges: [] }
    const { operations, choose, named, profileId } = await setUp([], twice)
    const file = await choose()
    expect(file.suggestedName).toBe('visit reminder')
    const refused = await operations.createWorkflow({ profileId, fileId: file.fileId, name: 'Visits' })
    expect(refused).toMatchObject({
      failure: { kind: 'invalid', issues: [{ code: 'service', words: 'A workflow has one start node.' }] },
    })
    const again = await operations.createWorkflow({ profileId, fileId: file.fileId, name: 'Visits' })
    expect(again).toEqual(refused)
    expect(named('Visits')).toEqual([])
  })

  it('needs a printable name', async () => {
    const { operations, choose, posts, profileId } = await setUp()
    const { fileId } = await choose()
    const failed = async (name: string) => operations.createWorkflow({ profileId, fileId, name })
    expect(await failed('a\0b')).toMatchObject({ failure: { issues: [{ path: ['name'], code: 'invalid' }] } })
    expect(await failed('a\ud83d')).toMatchObject({ failure: { issues: [{ path: ['name'], code: 'loneSurrogate' }] } })
    expect(posts).toEqual([])
  })

  it('keeps a variable whose name starts like a key, in the file and in the text of the service', async () => {
    const name = 'dgr_policy_holder_first_name'
    const node = { id: 'start', type: 'startCall', data: { name: 'Start', greeting: `Hello {{${name}}}` } }
    const { operations, choose, profileId } = await setUp([], { name, workflow_definition: { nodes: [node] } })
    const file = await choose()
    expect(file).toMatchObject({ suggestedName: name, variables: [{ name }] })
    const made = await valueOf(operations.createWorkflow({ profileId, fileId: file.fileId, name: 'Visits' }))
    const agentUuid = made.step === 'made' ? made.agent.agentUuid : null
    const text = await valueOf(operations.readAgentText({ profileId, agentUuid: agentUuid ?? '' }))
    expect(text).toMatchObject({ variables: [{ name }] })
  })

  it('shows no key from the file, and sends the file unchanged', async () => {
    const key = 'dgr_A_key_that_someone_put_in_here_0123'
    const node = { id: 'start', type: 'startCall', data: { name: key, greeting: `Say ${key}` } }
    const escaped = JSON.stringify({ name: key, workflow_definition: { nodes: [node] } }).replaceAll(
      'dgr_',
      '\\u0064gr_',
    )
    const { operations, choose, posts, profileId } = await setUp([], escaped)
    const file = await choose()
    expect(JSON.stringify(file)).not.toContain('A_key_that')
    await valueOf(operations.createWorkflow({ profileId, fileId: file.fileId, name: 'Visits' }))
    expect(posts[0]).toContain(key)
  })
})

it('stays unclear if two new agents have the name', async () => {
  const client = createTestClient('http://127.0.0.1:9')
  const agent = (workflowId: number) => ({ workflowId, agentUuid: null, name: 'Visits', status: 'active' }) as const
  let requests = 0
  const agents: typeof client.agents = async () => ({ ok: true, value: requests++ === 0 ? [] : [agent(1), agent(2)] })
  const createWorkflow: typeof client.createWorkflow = async () => ({
    ok: false,
    failure: { kind: 'unavailable', cause: 'timedOut' },
  })
  const parts = { client: { agents, createWorkflow }, wait: () => Promise.resolve() }
  const made = await createAgent(parts, { name: 'Visits', definition: {} })
  expect(made).toMatchObject({ ok: true, value: { step: 'unclear' } })
})

const inputs = 10_000
const whole = JSON.stringify({ name: 'Visits', workflow_definition: sampleDefinition })
const hostile = [
  '\\ud83d',
  '\\u0000',
  '"__proto__":',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '"__proto__":{"polluted":true},',
  '1e999',
  '-0',
  '12345678901234567890',
  '\uFEFF',
  '[[[[[[[[',
  '{"a":'.repeat(200),
  '['.repeat(2_000),
  '{{',
  '}}',
  '{{a|',
  'null',
  ',',
  '"nodes":',
  '"type":"startCall"',
  '"greeting":{"toString":null}',
  '"prompt":["{{x}}"]',
  '\u202E',
  '\\',
  '"',
  '\r\n',
] as const

/** Valid JSON that must not be sent. */
const invalidValues = [
  '['.repeat(150) + ']'.repeat(150),
  '{"a":'.repeat(5_000) + '0' + '}'.repeat(5_000),
  '"half \\ud83d"',
  '"\\u0000"',
  '{"__proto__":{"polluted":true}}',
  '[1e999]',
  '123456789012345678901',
] as const

/** Unusual JSON that may be sent. */
const unusualValues = [
  '{"constructor":{"prototype":{"polluted":true}}}',
  '["{{x}}"]',
  'null',
  '-0',
  '{"toString":1}',
] as const

type Random = ReturnType<typeof createSeededRandom>

/** Returns a definition with a few changes that may break parsers; one in five is random bytes. */
const corrupt = (random: Random): Buffer => {
  const below = (n: number): number => Math.floor(random() * n)
  if (below(5) === 0) return Buffer.from(Array.from({ length: below(60) }, () => below(256)))
  const values = below(3) === 0 ? unusualValues : invalidValues
  const strings = [...whole.matchAll(/(?<=[:,[])"[^"]*"(?=[,\]}])/g)]
  const one = strings[below(strings.length)]
  let text = whole
  if (below(3) === 0 && one !== undefined)
    text = text.slice(0, one.index) + values[below(values.length)] + text.slice(one.index + one[0].length)
  if (text !== whole && below(2) === 0) return Buffer.from(text)
  for (let times = below(4); times >= 0; times -= 1) {
    const at = below(text.length + 1)
    const put = hostile[below(hostile.length)] ?? ''
    text = text.slice(0, at) + put + text.slice(at + below(4) * below(40))
  }
  const encoding = (['utf8', 'utf8', 'utf8', 'utf16le', 'latin1'] as const)[below(5)] ?? 'utf8'
  const bytes = Buffer.from(text, encoding)
  for (let times = below(3) * below(3); times > 0; times -= 1) bytes[below(bytes.length)] = below(256)
  return bytes
}

const expectedResults = [
  'accepted',
  'workflowJson',
  'workflowEncoding',
  'workflowShape',
  'workflowName',
  'tooDeep',
  'loneSurrogate',
  'nul',
  'unsafeInteger',
  'notFinite',
]

/**
 * Returns 'accepted' for a file whose description matches the contract, the issue of a refusal, or null for anything
 * else.
 */
const resultOf = (chosen: Outcome<{ file: unknown }>): string | null => {
  if (chosen.ok) return workflowFileSchema.safeParse(chosen.value.file).success ? 'accepted' : null
  const code = chosen.failure.kind === 'invalid' ? chosen.failure.issues[0]?.code : undefined
  return issueCodes.find((one) => one === code) ?? null
}

describe('broken and hostile files', () => {
  it(`are refused with an issue or described completely (${inputs} files)`, { timeout: 120_000 }, async () => {
    const random = createSeededRandom(20_261_121)
    const file = join(temporaryFolder(), 'agent.json')
    const { chooseFile } = createNewAgents({
      chooseWorkflowFile: async () => file,
      createUuid: () => '7f3c2a1e-5d4b-4c3a-9f8e-1a2b3c4d9b21',
      monotonic: () => 0,
      connections: { client: () => Promise.reject(new Error('Choosing a file must not use the service.')) },
    })
    const counts = new Map<string, number>()
    const unexpected: string[] = []
    for (let n = 0; n < inputs; n += 1) {
      writeFileSync(file, corrupt(random))
      const result = resultOf(await chooseFile())
      if (result === null) unexpected.push(`input ${n}`)
      else counts.set(result, (counts.get(result) ?? 0) + 1)
    }
    expect(unexpected).toEqual([])
    // Every result must occur, so that none goes untested.
    expect([...counts.keys()]).toEqual(expect.arrayContaining(expectedResults))
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false)
  })
})
