import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { nothingLearned } from '../../support/run-samples.ts'
import {
  accountSchema,
  campaignDefaultsSchema,
  healthAnswerSchema,
  type Shape,
  toIso,
} from '../../../src/main/service/wire/common.ts'
import { agentDetailSchema, agentsShape, versionsShape } from '../../../src/main/service/wire/agents.ts'
import {
  callerIdsShape,
  createdKeySchema,
  keysShape,
  telephonyConfigurationsShape,
} from '../../../src/main/service/wire/organization.ts'
import { runPageShape, runSchema } from '../../../src/main/service/wire/runs.ts'
import { createSecret, openSecret } from '../../../src/main/vault/secret.ts'

const read = <T>(schema: z.ZodType<T>, body: object): T => schema.parse(JSON.parse(JSON.stringify(body)))
const readShape = async <T>(shape: Shape<T>, body: object): Promise<T> => {
  const value = await shape(JSON.parse(JSON.stringify(body)))
  if (value === null) throw new Error('The answer has another shape.')
  return value
}
const uuid = '7f3c2a1e-0000-4000-8000-000000009b21'

describe('dates', () => {
  it.each([
    ['2026-11-21T11:26:32.594941Z', '2026-11-21T11:26:32.594Z'],
    ['2026-11-21T11:28:51.064326+00:00', '2026-11-21T11:28:51.064Z'],
    ['2026-11-21T11:28:51.001+00:00', '2026-11-21T11:28:51.001Z'],
    ['2026-11-21T11:28:51Z', '2026-11-21T11:28:51.000Z'],
    ['2026-11-21T11:28:51', '2026-11-21T11:28:51.000Z'],
    ['2026-11-21T13:28:51+02:00', '2026-11-21T11:28:51.000Z'],
    ['2026-11-21', '2026-11-21T00:00:00.000Z'],
    ['yesterday', null],
    ['1', null],
    ['2026-13-01T00:00:00Z', null],
    ['9999-12-31T23:59:59Z', null],
    ['9999-12-31T23:59:59-10:00', null],
    ['+275760-09-13T00:00:00Z', null],
    ['0001-01-01T00:00:00Z', null],
    ['1969-12-31T23:59:59Z', null],
  ])('%s', (text, iso) => expect(toIso(text)).toBe(iso))
})

describe('agents', () => {
  it('accept unknown fields, an unknown status and a service without UUIDs', async () => {
    const current = {
      id: 1,
      name: 'A',
      status: 'active',
      created_at: 'x',
      total_runs: 3,
      folder_id: null,
      workflow_uuid: uuid,
    }
    const agents = await readShape(agentsShape, [
      current,
      { id: 2, name: 'B', status: 'paused', brand_new: [1] },
      { ...current, id: 3, status: 'archived', total_runs: null },
    ])
    expect(agents).toEqual([
      { workflowId: 1, agentUuid: uuid, name: 'A', status: 'active' },
      { workflowId: 2, agentUuid: null, name: 'B', status: 'other' },
      { workflowId: 3, agentUuid: uuid, name: 'A', status: 'archived' },
    ])
  })

  it('require an ID', async () => {
    expect(await agentsShape([{ name: 'A' }])).toBeNull()
  })

  it.each([null, undefined, 5, {}])('are named by their UUID if the name is %j', async (name) => {
    const rows = [
      { id: 1, name, workflow_uuid: uuid },
      { id: 2, name },
      { id: 3, name: 'C' },
    ]
    const agents = await readShape(agentsShape, rows)
    expect(agents.map((agent) => agent.name)).toEqual([uuid, '2', 'C'])
  })

  it('include their definition', () => {
    const definition = { nodes: [{ id: '1', type: 'brandNew', data: {} }], edges: [] }
    const body = {
      id: 4,
      name: 'C',
      status: 'active',
      workflow_definition: definition,
      version_number: 2,
      version_status: 'draft',
    }
    expect(read(agentDetailSchema, body)).toEqual({
      agent: { workflowId: 4, agentUuid: null, name: 'C', status: 'active' },
      definition,
      templateVariables: {},
      versionNumber: 2,
    })
  })

  it('have a list of versions', async () => {
    const body = [
      {
        id: 9,
        version_number: 1,
        status: 'published',
        created_at: '2026-11-21T11:26:32.594941Z',
        published_at: null,
        workflow_json: { nodes: [{ id: 's', type: 'startCall', data: { greeting: 'Hello {{name}}' } }] },
      },
    ]
    expect(await readShape(versionsShape, body)).toEqual([
      {
        id: 9,
        versionNumber: 1,
        status: 'published',
        createdAt: '2026-11-21T11:26:32.594Z',
        publishedAt: null,
        graph: { nodes: [expect.objectContaining({ kind: 'start', greeting: 'Hello {{name}}' })], edges: [] },
        templateVariables: {},
      },
    ])
  })
})

describe('telephony', () => {
  it('reads configurations of newer and older services', async () => {
    const deactivated = {
      id: 5,
      name: 'PBX',
      provider: 'ari',
      connectivity: 'sip',
      is_default_outbound: true,
      inactive: true,
      is_ready_for_outbound: true,
      outbound_blocked_reason: null,
    }
    const body = { configurations: [deactivated, { id: 6, name: 'Old', provider: 'exotel' }] }
    expect(await readShape(telephonyConfigurationsShape, body)).toEqual([
      { id: 5, name: 'PBX', provider: 'ari', isDefault: true, inactive: true, ready: true, blockedReason: null },
      { id: 6, name: 'Old', provider: 'exotel', isDefault: false, inactive: false, ready: null, blockedReason: null },
    ])
  })

  it('reads caller IDs', async () => {
    const row = {
      id: 11,
      telephony_configuration_id: 5,
      address: '+1 (415) 555-0101',
      address_normalized: '+14155550101',
      label: 'Front',
      is_active: true,
      is_default_caller_id: false,
      provider_sync: null,
    }
    expect(await readShape(callerIdsShape, { phone_numbers: [row] })).toEqual([
      {
        id: 11,
        telephonyConfigurationId: 5,
        address: '+1 (415) 555-0101',
        label: 'Front',
        isActive: true,
        isDefault: false,
      },
    ])
  })
})

describe('keys', () => {
  const key = createSecret('dgr_AbCd-0123456789-0123456789')
  const row = {
    id: 1,
    name: 'Default API Key',
    key_prefix: 'dgr_AbCd',
    is_active: true,
    created_at: '2026-11-21T11:26:32.594941Z',
    last_used_at: null,
    archived_at: null,
  }

  it('are marked as in use by their prefix, and as archived', async () => {
    const archived = {
      ...row,
      id: 2,
      key_prefix: 'dgr_Zzzz',
      is_active: false,
      archived_at: '2026-11-21T11:28:51.064326+00:00',
    }
    expect(await readShape(keysShape(key), [row, archived])).toEqual([
      {
        id: 1,
        name: 'Default API Key',
        prefix: 'dgr_AbCd',
        archived: false,
        createdAt: '2026-11-21T11:26:32.594Z',
        lastUsedAt: null,
        archivedAt: null,
        usedByThisApp: true,
      },
      {
        id: 2,
        name: 'Default API Key',
        prefix: 'dgr_Zzzz',
        archived: true,
        createdAt: '2026-11-21T11:26:32.594Z',
        lastUsedAt: null,
        archivedAt: '2026-11-21T11:28:51.064Z',
        usedByThisApp: false,
      },
    ])
  })

  it('keep only the prefix, even if the service sends more', async () => {
    const [listed] = await readShape(keysShape(key), [
      { ...row, key_prefix: 'dgr_AbCd-0123456789-0123456789', is_active: undefined },
    ])
    expect(listed).toMatchObject({ prefix: 'dgr_AbCd-012', archived: false })
    expect(JSON.stringify(listed)).not.toContain('0123456789')
  })

  it('return a new key as a secret', () => {
    const made = read(createdKeySchema, {
      id: 3,
      name: 'New',
      key_prefix: 'dgr_New0',
      api_key: 'dgr_New0-whole-text',
      created_at: 'x',
    })
    expect(openSecret(made.key)).toBe('dgr_New0-whole-text')
    expect(JSON.stringify(made)).toBe('{"id":3,"name":"New","prefix":"dgr_New0","key":"[secret]"}')
  })
})

const run = {
  id: 7,
  workflow_id: 1,
  definition_id: 2,
  name: 'WR-API-7823',
  mode: 'ari',
  call_type: 'outbound',
  created_at: '2026-11-21T11:26:32.594941Z',
  is_completed: false,
  recording_url: null,
  transcript_url: null,
  initial_context: { customer_name: 'Jané', called_number: '+14155550101', rundesk_call_id: '01J' },
  gathered_context: {},
  logs: {},
  annotations: {},
  cost_info: null,
  usage_info: null,
}

describe('a run', () => {
  it('is read while it is dialing', () => {
    expect(read(runSchema, run)).toEqual({
      workflowRunId: 7,
      workflowRunName: 'WR-API-7823',
      workflowId: 1,
      isCompleted: false,
      createdAt: '2026-11-21T11:26:32.594Z',
      calledNumber: '+14155550101',
      callerNumber: null,
      carrierCallId: null,
      disposition: null,
      error: null,
      durationSeconds: null,
      steps: [],
      hasRecording: false,
      hasTranscript: false,
      learned: nothingLearned,
      initialContext: run.initial_context,
    })
  })

  it('is read with what the agent learned; values in any other form are omitted', () => {
    const gathered_context = {
      call_tags: ['paid', 5, '', null],
      nodes_visited: ['Start', 'Payment'],
      extracted_variables: {
        pay_date: 'December 1',
        amount: 120.5,
        agreed: false,
        missing: null,
        empty: '',
        list: [1],
      },
    }
    const cost_info = { dograh_token_usage: 0.14, call_duration_seconds: 72 }
    expect(read(runSchema, { ...run, gathered_context, cost_info }).learned).toEqual({
      variables: [
        { name: 'pay_date', value: 'December 1' },
        { name: 'amount', value: '120.5' },
        { name: 'agreed', value: 'false' },
        { name: 'list', value: '[1]' },
      ],
      tags: ['paid'],
      steps: ['Start', 'Payment'],
      credits: 0.14,
    })
    const invalidFields = { call_tags: 'paid', nodes_visited: {}, extracted_variables: ['x'] }
    expect(read(runSchema, { ...run, gathered_context: invalidFields }).learned).toEqual(nothingLearned)
  })

  it('is read with shortened values that storage accepts', () => {
    const extracted_variables = { ['n'.repeat(900)]: `a\u0000b\ud800${'x'.repeat(5_000)}` }
    const [variable] = read(runSchema, { ...run, gathered_context: { extracted_variables } }).learned.variables
    expect(variable?.name.length).toBe(100)
    expect(variable?.value.length).toBeLessThanOrEqual(1_000)
    expect(variable?.value.isWellFormed()).toBe(true)
    expect(variable?.value).not.toMatch(/\p{Cc}/u)
  })

  it('is read with carrier callbacks, whose own fields are ignored', () => {
    const callbacks = [
      { status: 'ringing', timestamp: '2026-11-21T11:26:33.000001+00:00', call_id: 'c', duration: '7' },
      { status: 5, timestamp: null },
      'odd',
      { status: 'busy', timestamp: 12 },
    ]
    const ended = {
      ...run,
      is_completed: true,
      recording_url: 'recordings/7.wav',
      gathered_context: {
        call_id: 'c',
        call_disposition: 'busy',
        mapped_call_disposition: 'busy',
        call_tags: ['not_connected'],
      },
      cost_info: { dograh_token_usage: 0, call_duration_seconds: 0 },
      logs: { telephony_status_callbacks: callbacks },
    }
    expect(read(runSchema, ended)).toMatchObject({
      isCompleted: true,
      disposition: 'busy',
      durationSeconds: 0,
      hasRecording: true,
      steps: [
        { status: 'ringing', at: '2026-11-21T11:26:33.000Z' },
        { status: 'busy', at: null },
      ],
    })
  })

  it('is read if it failed to start, and if it has only required fields', () => {
    const error = 'Failed to initiate call: Server disconnected'
    const failed = {
      ...run,
      is_completed: true,
      gathered_context: { error, call_disposition: 'error' },
      initial_context: null,
      logs: null,
    }
    expect(read(runSchema, failed)).toMatchObject({
      error,
      disposition: 'error',
      initialContext: {},
      calledNumber: null,
    })
    const bare = { id: 8, workflow_id: 1, name: 'WR', created_at: 'x', gathered_context: 'odd', logs: [] }
    expect(read(runSchema, bare)).toMatchObject({
      workflowRunId: 8,
      createdAt: '',
      error: null,
      steps: [],
      isCompleted: false,
    })
  })
})

describe('a page of runs', () => {
  const rest = { total_count: 2, page: 1, limit: 50, total_pages: 1 }

  it.each([null, '3', 0, 1.5, undefined])('is read with a run whose workflow ID is %j', async (workflow_id) => {
    const page = await readShape(runPageShape, { runs: [run, { ...run, id: 8, workflow_id }], ...rest })
    expect(page.runs.map(({ workflowRunId, workflowId }) => [workflowRunId, workflowId])).toEqual([
      [7, 1],
      [8, null],
    ])
    expect(read(runSchema, { ...run, workflow_id })).toMatchObject({ workflowRunId: 7, workflowId: null })
  })

  it.each(['', ' ', '\t\n'])('has no carrier ID, result, number or carrier report in %j', async (blank) => {
    const gathered_context = { call_id: blank, call_disposition: blank, mapped_call_disposition: blank }
    const telephony_status_callbacks = [{ status: blank, timestamp: null }]
    const blanks = { ...run, gathered_context, logs: { telephony_status_callbacks } }
    const nothing = { carrierCallId: null, disposition: null }
    expect(read(runSchema, blanks)).toMatchObject({ ...nothing, steps: [] })
    const listed = { ...blanks, disposition: blank, called_number: blank }
    const page = await readShape(runPageShape, { runs: [listed], ...rest })
    expect(page.runs[0]).toMatchObject({ ...nothing, calledNumber: '+14155550101' })
  })

  it('is read for an agent', async () => {
    const ended = {
      ...run,
      is_completed: true,
      cost_info: { call_duration_seconds: 31 },
      gathered_context: { call_id: 'c-1' },
    }
    const page = await readShape(runPageShape, { runs: [ended], ...rest, applied_filters: null })
    expect(page).toMatchObject({ totalCount: 2, page: 1, totalPages: 1 })
    expect(page.runs[0]).toMatchObject({
      isCompleted: true,
      carrierCallId: 'c-1',
      durationSeconds: 31,
      calledNumber: '+14155550101',
    })
  })

  it('is read for the organization, which has fewer fields', async () => {
    const { is_completed: _untold, ...row } = run
    const listed = {
      ...row,
      created_at: '2026-11-21T11:28:51.064326+00:00',
      called_number: '+1',
      caller_number: null,
      disposition: 'error',
      call_duration_seconds: 0,
      gathered_context: null,
    }
    const page = await readShape(runPageShape, { runs: [listed], ...rest, total_dograh_tokens: 0 })
    expect(page.runs[0]).toMatchObject({
      isCompleted: null,
      carrierCallId: null,
      disposition: 'error',
      calledNumber: '+1',
      durationSeconds: 0,
      createdAt: '2026-11-21T11:28:51.064Z',
    })
    expect(page.runs[0]?.initialContext).toEqual(run.initial_context)
  })
})

describe('other responses', () => {
  it('reads health from a service that returns only its status', () => {
    expect(read(healthAnswerSchema, { status: 'ok' })).toEqual({ status: 'ok', version: null })
    expect(read(healthAnswerSchema, { status: 'ok', version: '1.45.0', signup_enabled: true })).toEqual({
      status: 'ok',
      version: '1.45.0',
    })
  })

  it('reads the account and its limits', () => {
    const me = { id: 1, email: 'a@example.com', name: null, organization_id: 1, provider_id: 'oss_1' }
    expect(read(accountSchema, me)).toEqual({ email: 'a@example.com', organizationId: 1, providerId: 'oss_1' })
    expect(read(campaignDefaultsSchema, { concurrent_call_limit: 10 })).toEqual({ concurrentCallLimit: 10 })
  })
})
