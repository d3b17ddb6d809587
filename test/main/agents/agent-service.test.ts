import { describe, expect, it } from 'vitest'
import type { AgentText } from '../../../src/contract/agent-text.ts'
import { fail, succeed } from '../../../src/contract/failure.ts'
import { operations } from '../../../src/contract/operations.ts'
import { piecesText, renderTemplate } from '../../../src/contract/render-template.ts'
import { parseTemplate } from '../../../src/contract/template.ts'
import { type AgentReads, readAgentText } from '../../../src/main/agents/read-agent-text.ts'
import type { AgentVersion } from '../../../src/main/service/wire-agents.ts'
import { aCallingDesk } from '../calls/a-calling-desk.ts'
import { valueOf } from '../../support/test-desk.ts'
import { aConversation, aNode } from './a-graph.ts'

const uuid = '7f3c2a1e-0000-4000-8000-000000009b21'
const clock = () => Date.UTC(2026, 10, 21, 11)
const agent = { workflowId: 4, agentUuid: uuid, name: 'A', status: 'active', totalRuns: 1 } as const

const version = (versionNumber: number, status: string, change: Partial<AgentVersion> = {}): AgentVersion => ({
  id: versionNumber,
  versionNumber,
  status,
  createdAt: null,
  publishedAt: status === 'draft' ? null : '2026-11-01T08:00:00.000Z',
  graph: { nodes: [], edges: [] },
  templateVariables: {},
  ...change,
})

/** A service with these versions, newest first; it writes down which parts were asked for. */
const reads = (versions: readonly AgentVersion[], asked: string[] = []): AgentReads => ({
  agents: () => Promise.resolve(succeed([agent])),
  versions: (workflowId, { limit = 100, offset = 0 } = {}) => {
    asked.push(`${workflowId} ${offset}+${limit}`)
    return Promise.resolve(succeed(versions.slice(offset, offset + limit)))
  },
})

const read = (client: AgentReads): Promise<AgentText> => valueOf(readAgentText(client, uuid, clock))

describe('what a call to an agent runs', () => {
  it('is the published version, with its fields and its opening, and never the draft', async () => {
    const draft = version(3, 'draft', { graph: { nodes: [aNode('s', 'start', { prompt: '{{draft}}' })], edges: [] } })
    const published = version(2, 'published', { graph: aConversation, templateVariables: { greeting: 'Ada' } })
    const text = await read(reads([draft, published, version(1, 'archived')]))
    expect(text).toMatchObject({
      state: 'published',
      agentUuid: uuid,
      workflowId: 4,
      name: 'A',
      archived: false,
      versionNumber: 2,
      publishedAt: '2026-11-01T08:00:00.000Z',
      draftNumber: 3,
      opening: { kind: 'greeting', text: 'Hello {{greeting}} {{near}}', nodeName: 'start' },
      fetchesFields: false,
      spokenRaw: [{ text: '{{way}}', nodeName: 'near' }],
      checkedAt: '2026-11-21T11:00:00.000Z',
    })
    expect(text.state === 'published' && text.variables[0]).toMatchObject({ name: 'greeting', sample: 'Ada' })
    expect(text.state === 'published' && text.variables.map(({ name }) => name)).not.toContain('draft')
  })

  it('is looked for further back only when it is not near the top', async () => {
    const near: string[] = []
    await read(reads([version(2, 'draft'), version(1, 'published')], near))
    expect(near).toEqual(['4 0+4'])
    const far: string[] = []
    const many = Array.from({ length: 70 }, (_, n) => version(70 - n, n === 60 ? 'published' : 'archived'))
    expect(await read(reads(many, far))).toMatchObject({ versionNumber: 10, draftNumber: null })
    expect(far).toEqual(['4 0+4', '4 4+50', '4 54+50'])
  })

  it('is nothing when none of the versions is published, and it is not looked for without end', async () => {
    expect(await read(reads([]))).toMatchObject({ state: 'unpublished', workflowId: 4, archived: false })
    const asked: string[] = []
    const endless = Array.from({ length: 5_000 }, (_, n) => version(n, 'archived'))
    expect(await read(reads(endless, asked))).toMatchObject({ state: 'unpublished' })
    expect(asked.length).toBeLessThan(25)
  })

  it('is said to be archived, or not to be listed', async () => {
    const client = reads([version(1, 'published', { graph: aConversation })])
    const archived = { ...client, agents: () => Promise.resolve(succeed([{ ...agent, status: 'archived' as const }])) }
    expect(await read(archived)).toMatchObject({ state: 'published', archived: true })
    const other = { ...client, agents: () => Promise.resolve(succeed([{ ...agent, agentUuid: null }])) }
    expect(await read(other)).toEqual({ state: 'notListed', agentUuid: uuid, checkedAt: '2026-11-21T11:00:00.000Z' })
  })

  it('is told to be fed by another system where it is', async () => {
    const graph = { nodes: [aNode('s', 'start', { prompt: 'P', fetchesFields: true })], edges: [] }
    expect(await read(reads([version(1, 'published', { graph })]))).toMatchObject({ fetchesFields: true })
  })

  it('fails with the words of the service when it cannot tell', async () => {
    const failure = fail({ kind: 'notFound', detail: 'Not Found' })
    const noVersions = { ...reads([]), versions: () => Promise.resolve(failure) }
    expect(await readAgentText(noVersions, uuid, clock)).toBe(failure)
    const noList = { ...reads([]), agents: () => Promise.resolve(failure) }
    expect(await readAgentText(noList, uuid, clock)).toBe(failure)
  })
})

describe('the agents of practice', () => {
  const open = async () => {
    const { ask, profileId } = await aCallingDesk()
    const agents = await valueOf(ask.listAgents({ profileId }))
    const text = async (place: number) => {
      const agentUuid = agents[place]?.agentUuid ?? ''
      const told = await valueOf(ask.readAgentText({ profileId, agentUuid }))
      return operations.readAgentText.output.parse(told)
    }
    return { ask, profileId, text }
  }

  it('ask for what their published texts hold, in every state an agent can be in', async () => {
    const { text } = await open()
    const first = await text(0)
    if (first.state !== 'published') throw new Error('the first agent is published')
    expect(first.variables.map(({ name, required, fallback }) => [name, required, fallback])).toEqual([
      ['customer_name', true, null],
      ['policy_number', true, null],
      ['renewal_date', false, 'the last day of the month'],
      ['amount_due', false, 'the same amount as last year'],
      ['adviser.name', false, 'our adviser'],
      ['discount', false, 'ten per cent'],
      ['reference', false, null],
    ])
    expect(first).toMatchObject({ versionNumber: 2, draftNumber: null, archived: false, spokenRaw: [] })
    expect(first.variables[0]?.sample).toBe('Ada Example')
    const said = renderTemplate(
      parseTemplate(first.opening?.text ?? ''),
      { customer_name: 'Jane', policy_number: 7 },
      0,
    )
    expect(piecesText(said)).toBe(
      'Hello Jane, this is the renewal desk of Harbour Insurance about your policy 7, which ends on the last day of the month.',
    )
    expect(await text(2)).toMatchObject({ state: 'published', archived: true, variables: [] })
    expect(await text(3)).toMatchObject({ state: 'unpublished' })
    expect(await text(5)).toMatchObject({ state: 'published', variables: [], opening: null })
  })

  it('show what a draft has not changed yet', async () => {
    const { text } = await open()
    const told = await text(4)
    expect(told).toMatchObject({ state: 'published', versionNumber: 1, draftNumber: 2, opening: { kind: 'prompt' } })
    expect(told.state === 'published' && told.variables.map(({ name }) => name)).toEqual([
      'patient_name',
      'appointment.date',
      'appointment.time',
    ])
  })

  it('have one that uses every form there is', async () => {
    const { text } = await open()
    const told = await text(6)
    if (told.state !== 'published') throw new Error('it is published')
    const required = told.variables.filter((one) => one.required).map(({ name }) => name)
    expect(required).toEqual([
      'name',
      'company',
      'user.name',
      'city',
      'customer-name',
      'имя',
      '名前',
      '{tier',
      'nickname',
    ])
    expect(told.variables.filter((one) => !one.required).map(({ name, fallback }) => [name, fallback])).toEqual([
      ['title', 'there'],
      ['plan', 'Unknown'],
      ['account_manager', 'Account_Manager'],
      ['website', 'http'],
      ['colours', null],
      ['reference', null],
    ])
    expect(told.spokenRaw.map(({ text: raw }) => raw)).toEqual(['{{first name}}', '{{}}', '{{a}b}}', '{{nickname}}'])
  })

  it('are unknown under an Agent UUID that no list has', async () => {
    const { ask, profileId } = await open()
    expect(await valueOf(ask.readAgentText({ profileId, agentUuid: uuid }))).toMatchObject({
      state: 'notListed',
    })
  })
})
