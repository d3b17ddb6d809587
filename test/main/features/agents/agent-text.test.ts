import { describe, expect, it } from 'vitest'
import type { AgentText } from '../../../../src/contract/agent.ts'
import { fail, succeed } from '../../../../src/contract/failure.ts'
import { operations } from '../../../../src/contract/operations.ts'
import { parseTemplate, piecesText, renderTemplate } from '../../../../src/domain/template/template.ts'
import {
  type AgentReads,
  findUnfilledBraces,
  findVariables,
  openingOf,
  readAgentText,
  spokenTexts,
} from '../../../../src/main/features/agents/agent-text.ts'
import type { AgentVersion } from '../../../../src/main/service/wire/agents.ts'
import { openCallingApp } from '../calls/open-calling-app.ts'
import { valueOf } from '../../../support/test-app.ts'
import { aConversation, anEdge, aNode } from './agent-samples.ts'
import { caseTime, listedCases, placeholderCases } from './placeholder-samples.ts'

const uuid = '7f3c2a1e-0000-4000-8000-000000009b21'
const clock = () => Date.UTC(2026, 10, 21, 11)
const agent = { workflowId: 4, agentUuid: uuid, name: 'A', status: 'active' } as const

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

/** Returns these versions, newest first, and records the requested pages. */
const reads = (versions: readonly AgentVersion[], requests: string[] = []): AgentReads => ({
  agents: () => Promise.resolve(succeed([agent])),
  versions: (workflowId, { limit = 100, offset = 0 } = {}) => {
    requests.push(`${workflowId} ${offset}+${limit}`)
    return Promise.resolve(succeed(versions.slice(offset, offset + limit)))
  },
})

const read = (client: AgentReads): Promise<AgentText> => valueOf(readAgentText(client, uuid, clock))

describe('readAgentText', () => {
  it('reads the published version with its variables and opening, never the draft', async () => {
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

  it('reads older versions only if the first page has no published one', async () => {
    const near: string[] = []
    await read(reads([version(2, 'draft'), version(1, 'published')], near))
    expect(near).toEqual(['4 0+4'])
    const far: string[] = []
    const many = Array.from({ length: 70 }, (_, n) => version(70 - n, n === 60 ? 'published' : 'archived'))
    expect(await read(reads(many, far))).toMatchObject({ versionNumber: 10, draftNumber: null })
    expect(far).toEqual(['4 0+4', '4 4+50', '4 54+50'])
  })

  it('reports an unpublished agent after a limited number of versions', async () => {
    expect(await read(reads([]))).toMatchObject({ state: 'unpublished', workflowId: 4, archived: false })
    const requests: string[] = []
    const endless = Array.from({ length: 5_000 }, (_, n) => version(n, 'archived'))
    expect(await read(reads(endless, requests))).toMatchObject({ state: 'unpublished' })
    expect(requests.length).toBeLessThan(25)
  })

  it('reports an agent that is archived or not listed', async () => {
    const client = reads([version(1, 'published', { graph: aConversation })])
    const archived = { ...client, agents: () => Promise.resolve(succeed([{ ...agent, status: 'archived' as const }])) }
    expect(await read(archived)).toMatchObject({ state: 'published', archived: true })
    const other = { ...client, agents: () => Promise.resolve(succeed([{ ...agent, agentUuid: null }])) }
    expect(await read(other)).toEqual({ state: 'notListed', agentUuid: uuid, checkedAt: '2026-11-21T11:00:00.000Z' })
  })

  it('reports an agent that fetches fields from another system', async () => {
    const graph = { nodes: [aNode('s', 'start', { prompt: 'P', fetchesFields: true })], edges: [] }
    expect(await read(reads([version(1, 'published', { graph })]))).toMatchObject({ fetchesFields: true })
  })

  it('returns the failure of the service', async () => {
    const failure = fail({ kind: 'notFound', detail: 'Not Found' })
    const noVersions = { ...reads([]), versions: () => Promise.resolve(failure) }
    expect(await readAgentText(noVersions, uuid, clock)).toBe(failure)
    const noList = { ...reads([]), agents: () => Promise.resolve(failure) }
    expect(await readAgentText(noList, uuid, clock)).toBe(failure)
  })
})

describe('the practice agents', () => {
  const open = async () => {
    const { operations: app, profileId } = await openCallingApp()
    const agents = await valueOf(app.listAgents({ profileId }))
    const text = async (index: number) => {
      const agentUuid = agents[index]?.agentUuid ?? ''
      const reported = await valueOf(app.readAgentText({ profileId, agentUuid }))
      return operations.readAgentText.output.parse(reported)
    }
    return { app, profileId, text }
  }

  it('have the variables of their published definitions, in every state', async () => {
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

  it('show the published definition while a draft exists', async () => {
    const { text } = await open()
    const reported = await text(4)
    expect(reported).toMatchObject({
      state: 'published',
      versionNumber: 1,
      draftNumber: 2,
      opening: { kind: 'prompt' },
    })
    expect(reported.state === 'published' && reported.variables.map(({ name }) => name)).toEqual([
      'patient_name',
      'appointment.date',
      'appointment.time',
    ])
  })

  it('include one with every form of placeholder', async () => {
    const { text } = await open()
    const reported = await text(6)
    if (reported.state !== 'published') throw new Error('it is published')
    const required = reported.variables.filter((one) => one.required).map(({ name }) => name)
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
    expect(reported.variables.filter((one) => !one.required).map(({ name, fallback }) => [name, fallback])).toEqual([
      ['title', 'there'],
      ['plan', 'Unknown'],
      ['account_manager', 'Account_Manager'],
      ['website', 'http'],
      ['colours', null],
      ['reference', null],
    ])
    expect(reported.spokenRaw.map(({ text: raw }) => raw)).toEqual([
      '{{first name}}',
      '{{}}',
      '{{a}b}}',
      '{{nickname}}',
    ])
  })

  it('do not include an unknown Agent UUID', async () => {
    const { app, profileId } = await open()
    expect(await valueOf(app.readAgentText({ profileId, agentUuid: uuid }))).toMatchObject({
      state: 'notListed',
    })
  })
})

const variablesOf = (samples = {}) => {
  const texts = spokenTexts(aConversation)
  return findVariables(texts, samples)
}

describe('spokenTexts', () => {
  it('returns strings in the order in which they are spoken', () => {
    expect(
      spokenTexts(aConversation).map(({ location, nodeName, text }) => `${location} ${nodeName}: ${text}`),
    ).toEqual([
      'greeting start: Hello {{greeting}} {{near}}',
      'prompt start: start {{start}}',
      'transition start: to near',
      'prompt rules: rules {{rules}}',
      'prompt near: near {{near | by}} {{start}}',
      'transition near: on the way {{way}}',
      'prompt end: end {{end}}',
      'prompt far: far {{far}}',
      'prompt island: island {{island}}',
      'extraction far: {{reply}} {{far}}',
      'webhook hook: {{initial_context.hook}} {{run_id}}',
    ])
  })

  it('keeps the listed order without a start node, and returns nothing for an empty graph', () => {
    const nodes = [aNode('b', 'agent', { prompt: 'b' }), aNode('a', 'agent', { prompt: 'a', greeting: 'never said' })]
    expect(spokenTexts({ nodes, edges: [anEdge('a', 'b')] }).map(({ text }) => text)).toEqual(['b', 'a'])
    expect(spokenTexts({ nodes: [], edges: [] })).toEqual([])
  })

  it('visits each node once in a cyclic graph', () => {
    const nodes = [aNode('s', 'start', { prompt: 's' }), aNode('a', 'agent', { prompt: 'a' })]
    const edges = [anEdge('s', 'a'), anEdge('a', 's'), anEdge('a', 'a'), anEdge('s', 's')]
    expect(spokenTexts({ nodes, edges }).map(({ text }) => text)).toEqual(['s', 'a'])
  })

  it('orders twenty thousand nodes', () => {
    const nodes = Array.from({ length: 20_000 }, (_, n) => aNode(`${n}`, n === 0 ? 'start' : 'agent', { prompt: 'x' }))
    const edges = nodes.slice(1).map((_, n) => anEdge(`${n}`, `${n + 1}`))
    expect(spokenTexts({ nodes, edges })).toHaveLength(20_000)
  })
})

describe('findVariables', () => {
  it('returns variables in this order, each with its first location', () => {
    expect(variablesOf().map(({ name, location, nodeName, required }) => [name, location, nodeName, required])).toEqual(
      [
        ['greeting', 'greeting', 'start', true],
        ['near', 'greeting', 'start', true],
        ['start', 'prompt', 'start', true],
        ['rules', 'prompt', 'rules', true],
        ['way', 'transition', 'near', true],
        ['end', 'prompt', 'end', true],
        ['far', 'prompt', 'far', true],
        ['island', 'prompt', 'island', true],
        ['reply', 'extraction', 'far', false],
        ['hook', 'webhook', 'hook', false],
      ],
    )
  })

  it('requires the same variables as the service', () => {
    // Section 7: names in prompts, the greeting and transitions count; names that contain a dot, have a default or are
    // filled in by the service do not.
    const required = variablesOf().filter((one) => one.required && !one.name.includes('.'))
    expect(required.map(({ name }) => name).toSorted()).toEqual(
      ['greeting', 'near', 'start', 'rules', 'way', 'end', 'far', 'island'].toSorted(),
    )
  })

  it('keeps the first default', () => {
    expect(variablesOf().find(({ name }) => name === 'near')?.fallback).toBe('by')
  })

  it('returns test values as shortened text', () => {
    const samples = { greeting: 'Ada', near: 12.5, start: { a: [1] }, rules: '', way: null, end: 'x'.repeat(500) }
    const shown = variablesOf(samples).map(({ sample }) => sample)
    expect(shown.slice(0, 5)).toEqual(['Ada', '12.5', '{"a":[1]}', null, null])
    expect(shown[5]).toBe(`${'x'.repeat(199)}…`)
    expect(shown.slice(6)).toEqual([null, null, null, null])
  })

  it('finds nested test values', () => {
    const texts = [
      { text: '{{user.name}} {{user.age}} {{name.first}} {{toString}}', location: 'prompt', nodeName: null } as const,
    ]
    const samples = { user: { name: 'Ada' }, name: 'Ada' }
    expect(findVariables(texts, samples).map(({ sample }) => sample)).toEqual(['Ada', null, null, null])
  })
})

describe('an oversized string', () => {
  it('returns at most 200 variables of limited length', () => {
    const many = Array.from({ length: 1_000 }, (_, n) => `{{field_${n} | ${'x'.repeat(500)}}}`).join('')
    const text = `{{${'n'.repeat(201)}}}${many}`
    const fields = findVariables([{ text, location: 'prompt', nodeName: null }], {})
    expect(fields).toHaveLength(200)
    expect(fields[0]).toMatchObject({ name: 'field_0', fallback: `${'x'.repeat(199)}…` })
  })

  it('shortens the opening', () => {
    const long = (change: object) => openingOf({ nodes: [aNode('s', 'start', change)], edges: [] })?.text.length
    expect(long({ greeting: 'x'.repeat(100_000) })).toBe(20_000)
    expect(long({ prompt: 'x'.repeat(100_000) })).toBe(20_000)
  })
})

describe('openingOf', () => {
  const opening = (change: object) =>
    openingOf({ nodes: [aNode('a', 'agent'), aNode('s', 'start', change)], edges: [] })

  it.each([
    [
      { greeting: 'G', prompt: 'P' },
      { kind: 'greeting', text: 'G', nodeName: 's' },
    ],
    [
      { greeting: ' \n', prompt: 'P' },
      { kind: 'prompt', text: 'P', nodeName: 's' },
    ],
    [
      { prompt: 'P', name: null },
      { kind: 'prompt', text: 'P', nodeName: null },
    ],
    [
      { greeting: 'G', prompt: 'P', isRecorded: true },
      { kind: 'recording', text: '', nodeName: 's' },
    ],
    [{ greeting: '', prompt: '' }, null],
    [{}, null],
  ])('returns the opening of a start node with %j', (change, expected) => {
    expect(opening(change)).toEqual(expected)
  })

  it('returns null without a start node', () => {
    expect(openingOf({ nodes: [aNode('a', 'agent', { prompt: 'P' })], edges: [] })).toBe(null)
  })
})

describe('findUnfilledBraces', () => {
  it('finds the braces in spoken text once, including all placeholders of transitions', () => {
    const texts = [
      { text: 'Dear {{first name}}, {{}} {{name}} {{first name}}', location: 'greeting', nodeName: 'Start' },
      { text: `One moment, {{name}} {{x | ${'y'.repeat(500)}}}`, location: 'transition', nodeName: 'Offer' },
      { text: '{{not said}}', location: 'webhook', nodeName: 'Hook' },
    ] as const
    expect(findUnfilledBraces(texts)).toEqual([
      { text: '{{first name}}', nodeName: 'Start' },
      { text: '{{}}', nodeName: 'Start' },
      { text: '{{name}}', nodeName: 'Offer' },
      { text: `{{x | ${'y'.repeat(93)}…`, nodeName: 'Offer' },
    ])
  })

  it('returns at most 20', () => {
    const text = Array.from({ length: 50 }, (_, n) => `{{a ${n}}}`).join('')
    expect(findUnfilledBraces([{ text, location: 'prompt', nodeName: null }])).toHaveLength(20)
  })
})

const titled = placeholderCases.map((one) => ({ ...one, title: JSON.stringify([one.text, one.context]).slice(0, 100) }))

const variablesIn = (text: string) => findVariables([{ text, location: 'prompt', nodeName: 'Start' }], {})

describe('placeholders', () => {
  it('are tested in at least sixty forms, including all known forms from the service', () => {
    expect(placeholderCases.length).toBeGreaterThanOrEqual(60)
    expect(listedCases.length).toBeGreaterThanOrEqual(30)
    expect(new Set(titled.map(({ title }) => title)).size).toBe(placeholderCases.length)
  })

  it.each(titled)('are rendered as the service renders them: $title', ({ text, context, says }) => {
    expect(piecesText(renderTemplate(parseTemplate(text), context, caseTime))).toBe(says)
  })

  it.each(titled)('are required as the service requires them: $title', ({ text, required, optional }) => {
    const fields = variablesIn(text)
    expect(fields.filter((field) => field.required).map(({ name }) => name)).toEqual(required)
    const withDefault = fields.filter((field) => !field.required).map(({ name, fallback }) => [name, fallback])
    expect(Object.fromEntries(withDefault)).toEqual(optional)
  })

  it.each(titled)('keep the entire text when parsed: $title', ({ text }) => {
    const { parts } = parseTemplate(text)
    expect(parts.map((part) => (typeof part === 'string' ? part : part.raw)).join('')).toBe(text)
  })
})

describe('a repeated name', () => {
  it('with and without a default is required and keeps the default', () => {
    expect(variablesIn('{{name | there}} {{name}}')).toMatchObject([
      { name: 'name', required: true, fallback: 'there' },
    ])
  })

  it('is returned once in any notation', () => {
    expect(variablesIn('{{user.name}} {{ initial_context.user.name | you }}')).toMatchObject([
      { name: 'user.name', path: ['user', 'name'], fallback: 'you' },
    ])
  })
})
