import {
  agentOf,
  callerIdOf,
  idOf,
  type SpecOperation,
  type Expectation,
  type SpecCase,
  type SpecWorld,
  type Step,
} from './spec-case.ts'
import { errorBody, triggerCallResponse } from './shapes.ts'

type Trigger = Omit<Extract<SpecOperation, { operation: 'triggerCall' }>, 'operation'>

const number = '+14155550200'
const started: Expectation = { status: 200, meaning: 'done', shape: triggerCallResponse, rings: 1 }
const notFound = (detail: string): Expectation => ({ status: 404, meaning: 'notFound', body: { detail } })
const refused = (status: number, detail: string): Expectation => ({ status, meaning: 'refused', body: { detail } })

/** Creates a case with one trigger and the organization's active key; `change` replaces fields or the key. */
function triggerCase(
  section: string,
  title: string,
  expect: Expectation,
  change: (world: SpecWorld) => Partial<Trigger> & { key?: string },
): SpecCase {
  return { section, title, steps: [(world) => triggerStep(world, expect, change(world))] }
}

export function triggerStep(
  world: SpecWorld,
  expect: Expectation,
  change: Partial<Trigger> & { key?: string } = {},
): Step {
  const { key = world.own.keys.active, ...rest } = change
  const usual = { agentUuid: agentOf(world.own, 'normal'), phoneNumber: number }
  return { act: { operation: 'triggerCall', ...usual, ...rest }, key, expect }
}

const configuration = (world: SpecWorld, state: 'default' | 'ready' | 'notReady' | 'deactivated') =>
  idOf(world.own.configurations, state)

/** Specification section 4.1: the response to a trigger request, and whether a phone rings. */
export const triggerCases: readonly SpecCase[] = [
  triggerCase('4.1', 'a number alone starts a run', started, () => ({})),
  triggerCase('2', 'the three optional fields may be null', started, () => ({
    initialContext: null,
    telephonyConfigurationId: null,
    fromPhoneNumberId: null,
  })),
  triggerCase('2', 'initial_context may have any properties', started, () => ({
    initialContext: { customer_name: 'Zoë 😀', nested: { list: [1, 2.5, true, null] }, '': '', 'a b.c': {} },
  })),
  triggerCase('2', 'the format of the number is not prescribed', started, () => ({ phoneNumber: '+44 20 7946 0200' })),
  triggerCase('4.1', 'an agent without variables is called as well', started, ({ own }) => ({
    agentUuid: agentOf(own, 'noVariables'),
  })),
  triggerCase('4.1 rule 2', 'a configuration can be chosen', started, (world) => ({
    telephonyConfigurationId: configuration(world, 'ready'),
  })),
  triggerCase('4.1 rule 3', 'a caller ID of the default configuration can be chosen', started, ({ own }) => ({
    fromPhoneNumberId: callerIdOf(own, 'active'),
  })),
  triggerCase('4.1 rule 3', 'a caller ID of the chosen configuration can be chosen', started, (world) => ({
    telephonyConfigurationId: configuration(world, 'default'),
    fromPhoneNumberId: callerIdOf(world.own, 'default'),
  })),
  triggerCase('4.1', 'an unknown Agent UUID is not found', notFound('Workflow not found'), () => ({
    agentUuid: '00000000-0000-4000-8000-000000000000',
  })),
  triggerCase('1', 'a trigger_path is not an Agent UUID', notFound('Workflow not found'), () => ({
    agentUuid: 'renewal-desk',
  })),
  triggerCase(
    '4.1 rule 1',
    "another organization's agent is not found",
    notFound('Workflow not found'),
    ({ other }) => ({
      agentUuid: agentOf(other, 'normal'),
    }),
  ),
  triggerCase('4.1', 'an archived agent is not found', notFound('Workflow is not active'), ({ own }) => ({
    agentUuid: agentOf(own, 'archived'),
  })),
  triggerCase('4.1', 'an agent must be published', notFound('Workflow has no published definition'), ({ own }) => ({
    agentUuid: agentOf(own, 'unpublished'),
  })),
  triggerCase(
    '7',
    'an agent that the key has no permission for is forbidden',
    { status: 403, meaning: 'forbidden', shape: errorBody },
    ({ own }) => ({
      agentUuid: agentOf(own, 'restricted'),
    }),
  ),
  triggerCase(
    '2',
    'an agent without an owner is refused',
    refused(409, 'Workflow has no execution owner'),
    ({ own }) => ({
      agentUuid: agentOf(own, 'noOwner'),
    }),
  ),
  triggerCase('4.1', 'an unknown configuration is not found', notFound('Telephony configuration not found'), () => ({
    telephonyConfigurationId: 9999,
  })),
  triggerCase(
    '4.1 rule 1',
    "another organization's configuration is not found",
    notFound('Telephony configuration not found'),
    ({ other }) => ({
      telephonyConfigurationId: idOf(other.configurations, 'default'),
    }),
  ),
  triggerCase(
    '4.1',
    'a deactivated configuration is not found',
    notFound('Telephony configuration not found'),
    (world) => ({
      telephonyConfigurationId: configuration(world, 'deactivated'),
    }),
  ),
  triggerCase(
    '2',
    'a configuration that is not ready is refused',
    { status: 400, meaning: 'refused', shape: errorBody },
    (world) => ({
      telephonyConfigurationId: configuration(world, 'notReady'),
    }),
  ),
  triggerCase(
    '4.1 rule 3',
    'an inactive caller ID is refused',
    refused(400, 'from_phone_number_not_found'),
    ({ own }) => ({
      fromPhoneNumberId: callerIdOf(own, 'inactive'),
    }),
  ),
  triggerCase(
    '4.1 rule 3',
    'a caller ID of another configuration is refused',
    refused(400, 'from_phone_number_not_found'),
    (world) => ({
      telephonyConfigurationId: configuration(world, 'ready'),
      fromPhoneNumberId: callerIdOf(world.own, 'default'),
    }),
  ),
  triggerCase(
    '4.1 rule 1',
    "another organization's caller ID is refused",
    refused(400, 'from_phone_number_not_found'),
    ({ other }) => ({
      fromPhoneNumberId: callerIdOf(other, 'default'),
    }),
  ),
  triggerCase(
    '7',
    'an unknown key is refused',
    { status: 401, meaning: 'unauthorized', body: { detail: 'Invalid API key' } },
    () => ({
      key: 'dgr_0000000000000000000000000000000000000000000',
    }),
  ),
  triggerCase(
    '5.6',
    'an archived key is refused',
    { status: 401, meaning: 'unauthorized', body: { detail: 'Invalid API key' } },
    ({ own }) => ({
      key: own.keys.archived,
    }),
  ),
  {
    section: '4.1 rule 4',
    title: 'the id of a started run identifies it later',
    steps: [
      (world) => triggerStep(world, started),
      ({ own, startedRunId }) => ({
        act: { operation: 'run', workflowRunId: startedRunId ?? 0 },
        key: own.keys.active,
        expect: { status: 200, meaning: 'done' },
      }),
      ({ other, startedRunId }) => ({
        act: { operation: 'run', workflowRunId: startedRunId ?? 0 },
        key: other.keys.active,
        expect: { status: 404, meaning: 'notFound', body: { detail: 'Workflow run not found' } },
      }),
    ],
  },
]
