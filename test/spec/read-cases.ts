import { z } from 'zod'
import { healthBody, workflowBody, workflowRow } from './shapes.ts'
import type { SpecOperation, Expectation, SpecCase, SpecWorld } from './spec-case.ts'

const done: Expectation = { status: 200, meaning: 'done' }
const unauthorized = (detail: string): Expectation => ({ status: 401, meaning: 'unauthorized', body: { detail } })

function actCase(
  section: string,
  title: string,
  act: SpecOperation,
  expect: Expectation,
  key?: (world: SpecWorld) => string | null,
): SpecCase {
  return {
    section,
    title,
    steps: [(world) => ({ act, expect, key: key === undefined ? world.own.keys.active : key(world) })],
  }
}

function rawCase(
  section: string,
  title: string,
  method: string,
  path: string,
  expect: Expectation,
  more: { body?: string; withoutKey?: true } = {},
): SpecCase {
  return {
    section,
    title,
    steps: [
      ({ own }) => ({
        raw: {
          method,
          path,
          headers: { 'content-type': 'application/json', ...(more.withoutKey ? {} : { 'x-api-key': own.keys.active }) },
          ...(more.body === undefined ? {} : { body: more.body }),
        },
        expect,
      }),
    ],
  }
}

const reads = ['account', 'agents', 'telephonyConfigurations', 'campaignDefaults'] as const
const missing = (field: string, input: unknown) => ({
  type: 'missing',
  loc: ['body', field],
  msg: 'Field required',
  input,
})
const problems = (...detail: readonly object[]): Expectation => ({ status: 422, meaning: 'invalid', body: { detail } })

/** Specification sections 4.2, 5 and 7: health, agents, and credentials on every endpoint. */
export const readCases: readonly SpecCase[] = [
  actCase('4.2', 'health answers without a key', { operation: 'health' }, { ...done, shape: healthBody }, () => null),
  actCase(
    '4.2',
    'agents are listed with their Agent UUIDs, including archived ones',
    { operation: 'agents' },
    { ...done, shape: z.array(workflowRow).length(9) },
  ),
  actCase(
    '4.2',
    'one agent is fetched by its number',
    { operation: 'agent', workflowId: 1 },
    { ...done, shape: workflowBody },
  ),
  actCase(
    '5.3',
    "another organization's agent is not found",
    { operation: 'agent', workflowId: 10 },
    { status: 404, meaning: 'notFound', body: { detail: 'Workflow with id 10 not found' } },
  ),
  actCase(
    '4.2',
    'an agent is created from a name and a definition',
    { operation: 'createWorkflow', name: 'New one', definition: { nodes: [], edges: [] } },
    { ...done, shape: workflowBody },
  ),
  rawCase(
    '4.2',
    'an agent needs both fields',
    'POST',
    '/api/v1/workflow/create/definition',
    problems(missing('name', {}), missing('workflow_definition', {})),
    { body: '{}' },
  ),
  rawCase(
    '4.2',
    'a definition is an object',
    'POST',
    '/api/v1/workflow/create/definition',
    problems({
      type: 'dict_type',
      loc: ['body', 'workflow_definition'],
      msg: 'Input should be a valid dictionary',
      input: [],
    }),
    { body: '{"name":"x","workflow_definition":[]}' },
  ),
  ...reads.flatMap((operation) => [
    actCase('5.3', `${operation} answers to a good key`, { operation }, done),
    actCase(
      '7',
      `${operation} refuses an unknown key`,
      { operation },
      unauthorized('Invalid or expired API key'),
      () => 'dgr_wrong',
    ),
    actCase(
      '5.6',
      `${operation} refuses an archived key`,
      { operation },
      unauthorized('Invalid or expired API key'),
      ({ own }) => own.keys.archived,
    ),
    actCase(
      '7',
      `${operation} refuses a missing key`,
      { operation },
      unauthorized('Authorization header required'),
      () => null,
    ),
  ]),
  rawCase('4', 'every path but the keys has the prefix', 'GET', '/health', {
    status: 404,
    meaning: 'notFound',
    body: { detail: 'Not Found' },
  }),
  rawCase('9', 'there is no other version', 'GET', '/api/v2/health', {
    status: 404,
    meaning: 'notFound',
    body: { detail: 'Not Found' },
  }),
  rawCase('4.1', 'a trigger is a POST', 'GET', '/api/v1/public/agent/workflow/x', {
    status: 405,
    meaning: 'refused',
    body: { detail: 'Method Not Allowed' },
  }),
]
