import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestService, sendForBody, sendForText } from '../../service/test-service.ts'

const list = z.array(
  z.looseObject({ id: z.int(), name: z.string(), status: z.string(), workflow_uuid: z.string(), total_runs: z.int() }),
)
const agent = z.looseObject({ workflow_definition: z.unknown(), version_status: z.string().nullable() })
const versions = z.array(
  z.looseObject({
    status: z.string(),
    version_number: z.int(),
    published_at: z.string().nullable(),
    workflow_json: z.unknown(),
  }),
)

describe('the list of agents', () => {
  it.each([
    ['', 9],
    ['?status=active', 8],
    ['?status=archived', 1],
    ['?status=active,archived', 9],
  ])('lists the agents with status filter "%s": %i', async (query, count) => {
    expect(list.parse(await sendForBody(createTestService(), `/api/v1/workflow/fetch${query}`))).toHaveLength(count)
  })

  it('refuses an unknown status', async () => {
    expect(await sendForText(createTestService(), '/api/v1/workflow/fetch?status=foo')).toEqual({
      status: 422,
      text: `{"detail":"Invalid workflow status filter: ['foo']. Allowed values: ['active', 'archived']."}`,
    })
  })

  it('counts each agent’s runs, including failed ones', async () => {
    const service = createTestService()
    for (const number of ['+14155550200', '+14155550133']) {
      const uuid = service.organizations[0]?.agents[1]?.uuid ?? ''
      await sendForText(service, `/api/v1/public/agent/workflow/${uuid}`, { body: { phone_number: number } })
    }
    const rows = list.parse(await sendForBody(service, '/api/v1/workflow/fetch'))
    expect(rows.map((row) => row.total_runs)).toEqual([0, 2, 0, 0, 0, 0, 0, 0, 0])
  })
})

describe('drafts and published versions', () => {
  it('are returned by different endpoints: the draft by fetch, the published version by versions', async () => {
    const service = createTestService()
    const shown = agent.parse(await sendForBody(service, '/api/v1/workflow/fetch/5'))
    const [draft, published] = versions.parse(await sendForBody(service, '/api/v1/workflow/5/versions'))
    expect(shown).toMatchObject({
      version_status: 'draft',
      version_number: 2,
      workflow_definition: draft?.workflow_json,
    })
    expect([draft, published]).toMatchObject([
      { status: 'draft', published_at: null },
      { status: 'published', version_number: 1 },
    ])
    expect(draft?.workflow_json).not.toEqual(published?.workflow_json)
    expect(shown['current_definition_id']).toBe(published?.['id'])
  })

  it.each([
    ['limit=1', [2]],
    ['limit=1&offset=1', [1]],
    ['offset=2', []],
  ])('are paged: %s', async (query, numbers) => {
    const listed = versions.parse(await sendForBody(createTestService(), `/api/v1/workflow/5/versions?${query}`))
    expect(listed.map((version) => version.version_number)).toEqual(numbers)
  })

  it.each([
    ['fetch/2147483648', 500],
    ['fetch/999', 404],
    ['fetch/7a1f0c30-5b2e-4d8a-9c61-2f90e4d7b610', 422],
    ['999/versions', 404],
    ['5/versions?limit=200', 422],
    ['5/versions?offset=-1', 422],
  ])('%s is answered with %i', async (path, status) => {
    expect((await sendForText(createTestService(), `/api/v1/workflow/${path}`)).status).toBe(status)
  })
})

describe('the sample prompts', () => {
  it.each([
    '{{name}}',
    '{{ company }}',
    '{{title | there}}',
    '{{plan | fallback:Unknown}}',
    '{{account_manager | fallback}}',
    '{{website | http://shop.example}}',
    '{{user.name}}',
    '{{initial_context.city}}',
    '{{customer-name}}',
    '{{имя}}',
    '{{first name}}',
    '{{}}',
    '{{a}b}}',
    '{{{tier}}}',
    '{{current_time}}',
    '{{current_time_Europe/London}}',
    '{{current_weekday}}',
    '{{current_weekday_Asia/Kolkata}}',
  ])('contain %s', async (form) => {
    expect((await sendForText(createTestService(), '/api/v1/workflow/fetch/7')).text).toContain(form)
  })

  it('of the first agent contain typical variables', async () => {
    const { text } = await sendForText(createTestService(), '/api/v1/workflow/fetch/1')
    expect(text).toContain('{{customer_name}}')
    expect(text).toContain('"trigger_path":"renewal-desk"')
  })

  it('are missing for the empty agent, which can still be called', async () => {
    const service = createTestService()
    expect(agent.parse(await sendForBody(service, '/api/v1/workflow/fetch/6')).workflow_definition).toEqual({})
    const uuid = service.organizations[0]?.agents[5]?.uuid ?? ''
    expect(
      (await sendForText(service, `/api/v1/public/agent/workflow/${uuid}`, { body: { phone_number: '+14155550200' } }))
        .status,
    ).toBe(200)
  })
})

describe('creating an agent', () => {
  const path = '/api/v1/workflow/create/definition'
  const startNode = (id: string) => ({ id, type: 'startCall', data: {} })
  const triggerNode = (trigger_path: string) => ({ id: 't', type: 'trigger', data: { trigger_path } })

  it('publishes it, keeps its definition as sent, and omits the Agent UUID', async () => {
    const service = createTestService()
    const definition = { nodes: [startNode('a')], '2': 1, '1': 2 }
    const made = await sendForBody(service, path, { body: { name: '', workflow_definition: definition } })
    expect(made).toMatchObject({ name: '', workflow_uuid: null, version_number: null, version_status: null })
    const rows = list.parse(await sendForBody(service, '/api/v1/workflow/fetch'))
    const uuid = rows.at(-1)?.workflow_uuid ?? ''
    expect(
      (await sendForText(service, `/api/v1/public/agent/workflow/${uuid}`, { body: { phone_number: '1' } })).status,
    ).toBe(200)
    expect((await sendForText(service, '/api/v1/workflow/19/versions')).text).toContain('"status":"published"')
  })

  it.each([
    ['two start nodes', [startNode('a'), startNode('b')], 422, 'workflow', null],
    ['a trigger path that is already in use', [triggerNode('renewal-desk')], 409, 'node', 't'],
    ["another organization's trigger path", [triggerNode('parcel-desk')], 409, 'node', 't'],
  ])('is refused for %s with an object as detail', async (_what, nodes, status, kind, id) => {
    const service = createTestService()
    const seen = await sendForText(service, path, { body: { name: 'x', workflow_definition: { nodes } } })
    expect(seen.status).toBe(status)
    expect(JSON.parse(seen.text)).toMatchObject({ detail: { is_valid: false, errors: [{ kind, id }] } })
    expect(service.world.agents).toHaveLength(18)
  })
})
