import { JsonNumber, type JsonObject, type JsonValue } from '../json.ts'
import { type Agent, makeUuid, type Randomness, type Run } from './world.ts'

type OtherRun = Pick<Run, 'source' | 'provider' | 'calledNumber' | 'callerNumber' | 'start' | 'ending'> & {
  /** Without the number that follows it. */
  readonly name: string
  /** How long before the start of the world the run was created, in milliseconds. */
  readonly ageMs: number
  readonly context: readonly (readonly [string, JsonValue])[]
}

const hour = 3_600_000
const inbound = ['direction', 'inbound'] as const
const campaign = [
  ['campaign_id', new JsonNumber('1')],
  ['direction', 'outbound'],
  ['source_uuid', 'row-1'],
] as const

/**
 * Runs that no API request created. Measured: the lists contain them among the others. A browser run has only a
 * direction; runs of a caller who withholds the number, and of a campaign row that could not be dialed, have no caller
 * number.
 */
const otherRuns: readonly OtherRun[] = [
  {
    source: 'browser',
    name: 'WR-WEB',
    provider: 'smallwebrtc',
    ageMs: 5 * hour,
    calledNumber: null,
    callerNumber: null,
    context: [inbound],
    start: { kind: 'dialed' },
    ending: 'completed',
  },
  {
    source: 'inbound',
    name: 'WR-TEL-IN',
    provider: 'twilio',
    ageMs: 4 * hour,
    calledNumber: null,
    callerNumber: null,
    context: [inbound],
    start: { kind: 'dialed' },
    ending: 'completed',
  },
  {
    source: 'campaign',
    name: 'WR-CAMPAIGN-1',
    provider: 'twilio',
    ageMs: 3 * hour,
    calledNumber: '+14155550290',
    callerNumber: '+14155550181',
    context: [...campaign, ['called_number', '+14155550290']],
    start: { kind: 'dialed' },
    ending: 'completed',
  },
  {
    source: 'campaign',
    name: 'WR-CAMPAIGN-1',
    provider: 'twilio',
    ageMs: 2 * hour,
    calledNumber: null,
    callerNumber: null,
    context: campaign,
    start: { kind: 'failed', error: 'Failed to initiate call: 400: {"code": 21211, "message": "Invalid To"}' },
    ending: 'completed',
  },
]

/** Creates an organization's runs, dated before the start of the world. `nextId` returns their IDs. */
export function seedRuns(agent: Agent, random: Randomness, nextId: () => number, now: number): Run[] {
  const version = agent.versions.findLast((one) => one.status === 'published')
  return otherRuns.map(({ name, ageMs, context, ...run }) => ({
    ...run,
    id: nextId(),
    organizationId: agent.organizationId,
    agentId: agent.id,
    definitionId: version?.id ?? 0,
    name: `${name}-${1000 + Math.floor(random() * 9000)}`,
    createdAt: now - ageMs,
    dialedAt: now - ageMs,
    callId: makeUuid(random),
    publicToken: makeUuid(random),
    initialContext: new Map(context) satisfies JsonObject,
    losesCallbacks: false,
    breaks: { lists: false, numberFilter: false },
  }))
}
