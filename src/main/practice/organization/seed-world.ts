import { type AgentState, seedAgents } from './seed-agents.ts'
import {
  type ApiKey,
  hashOfKey,
  makeKeyText,
  type Organization,
  type PhoneNumber,
  type TelephonyConfiguration,
  type World,
  type Randomness,
  type Agent,
  makeUuid,
  type Run,
} from './world.ts'
import { JsonNumber, type JsonObject, type JsonValue } from '../json.ts'

/** The keys of both organizations. */
export type SeededKeys = readonly [readonly SeededKey[], readonly SeededKey[]]

/** A new world, and the state that each agent demonstrates. */
type SeededWorld = { world: World; states: ReadonlyMap<number, AgentState> }

const organizationsOf = (keys: SeededKeys): readonly Organization[] => [
  { id: 1, name: 'Practice', owner: ownerOf(1, 'desk@harbour.example', keys[0]), concurrentCallLimit: 10 },
  { id: 2, name: 'Neighbour', owner: ownerOf(2, 'desk@parcel.example', keys[1]), concurrentCallLimit: 10 },
]

// The provider ID must differ from that of every other service, so it is derived from the organization's first key.
const ownerOf = (id: number, email: string, [key]: readonly SeededKey[]): Organization['owner'] => ({
  id,
  email,
  providerId: `oss_${hashOfKey(key?.text ?? '').slice(0, 16)}`,
})

/**
 * Creates two sample organizations with agents, keys, telephony configurations and caller IDs, and with earlier runs
 * unless `random` is null.
 */
export function seedWorld(keys: SeededKeys, firstRunId: number, now: number, random: Randomness | null): SeededWorld {
  const next = { agent: 1, definition: 1, key: 1, run: 1 }
  const world: World = {
    organizations: [...organizationsOf(keys)],
    agents: [],
    keys: [],
    configurations: [],
    phoneNumbers: [],
    runs: [],
    dials: [],
    next,
  }
  const states = new Map<number, AgentState>()
  for (const index of [0, 1] as const) fillOrganization(world, states, index, keys[index], now)
  if (random !== null) {
    const firstAgents = world.organizations.flatMap(
      ({ id }) => world.agents.find((one) => one.organizationId === id) ?? [],
    )
    world.runs.push(...firstAgents.flatMap((agent) => seedRuns(agent, random, () => next.run++, now)))
  }
  // The earlier runs always have the lowest IDs, so that no run of an earlier session has the same ID.
  next.run = Math.max(next.run, firstRunId)
  return { world, states }
}

function fillOrganization(
  world: World,
  states: Map<number, AgentState>,
  index: 0 | 1,
  keys: readonly SeededKey[],
  now: number,
): void {
  const { next } = world
  const organizationId = index + 1
  const ids = { agent: () => next.agent++, definition: () => next.definition++ }
  for (const { agent, state } of seedAgents(index, organizationId, now, ids)) {
    world.agents.push(agent)
    states.set(agent.id, state)
  }
  for (const key of keys) {
    const record = keyRecord(next.key++, organizationId, key.name, key.text, now)
    world.keys.push({ ...record, archivedAt: key.state === 'archived' ? now : null })
  }
  world.configurations.push(...seedConfigurations(index, organizationId, now))
  world.phoneNumbers.push(...seedPhoneNumbers(index, organizationId, now))
}

/** What a client needs before its first request. */
export type PracticeOrganizations = readonly OrganizationSummary[]

export type OrganizationSummary = {
  readonly id: number
  readonly name: string
  readonly keys: {
    readonly active: string
    readonly archived: string
    readonly archivedId: number
    readonly activeId: number
  }
  readonly agents: readonly {
    readonly id: number
    readonly name: string
    readonly uuid: string
    readonly state: AgentState | null
  }[]
  readonly configurations: readonly {
    readonly id: number
    readonly name: string
    readonly state: 'default' | 'ready' | 'notReady' | 'deactivated'
  }[]
  readonly callerIds: readonly {
    readonly id: number
    readonly configurationId: number
    readonly number: string
    readonly state: 'default' | 'active' | 'inactive'
  }[]
}

/** Describes the organizations, including the keys themselves, which the world does not contain. */
export function summarizeOrganizations(
  world: World,
  states: ReadonlyMap<number, AgentState>,
  keys: SeededKeys,
): PracticeOrganizations {
  return world.organizations.map((organization, index) => ({
    id: organization.id,
    name: organization.name,
    keys: keySummary(world, organization, keys[index === 0 ? 0 : 1]),
    agents: world.agents
      .filter((agent) => agent.organizationId === organization.id)
      .map(({ id, name, uuid }) => ({ id, name, uuid, state: states.get(id) ?? null })),
    configurations: configurationSummaries(world, organization),
    callerIds: callerIdSummaries(world, organization),
  }))
}

function keySummary(world: World, { id }: Organization, keys: SeededKeys[number]): OrganizationSummary['keys'] {
  const textOf = (state: 'active' | 'archived') => keys.find((key) => key.state === state)?.text ?? ''
  const idOf = (text: string) =>
    world.keys.find((key) => key.organizationId === id && key.prefix === text.slice(0, 8))?.id ?? 0
  const active = textOf('active')
  const archived = textOf('archived')
  return { active, archived, activeId: idOf(active), archivedId: idOf(archived) }
}

function configurationSummaries(world: World, { id }: Organization): OrganizationSummary['configurations'] {
  return world.configurations
    .filter((one) => one.organizationId === id)
    .map((one) => {
      const works = one.isDefault ? 'default' : 'ready'
      const usable = one.blockedReason === null ? works : 'notReady'
      return { id: one.id, name: one.name, state: one.deactivated === null ? usable : 'deactivated' }
    })
}

function callerIdSummaries(world: World, { id }: Organization): OrganizationSummary['callerIds'] {
  return world.phoneNumbers
    .filter((one) => one.organizationId === id)
    .map((one) => ({
      id: one.id,
      configurationId: one.configurationId,
      number: one.normalized,
      state: one.isActive ? (one.isDefault ? 'default' : 'active') : 'inactive',
    }))
}

/** A sample key, including the key itself, which the service does not store. */
type SeededKey = { readonly name: string; readonly text: string; readonly state: 'active' | 'archived' }

/** Creates the keys. They are created once, so that they remain valid after a reset. */
export function makeSeededKeys(random: Randomness): readonly SeededKey[] {
  return [
    { name: 'Front office', text: makeKeyText(random), state: 'active' },
    { name: 'Retired laptop', text: makeKeyText(random), state: 'archived' },
    // Measured: every organization has an active key from sign-up, which was never shown.
    { name: 'Default API Key', text: makeKeyText(random), state: 'active' },
  ]
}

/** Returns the stored record of a key. */
export function keyRecord(id: number, organizationId: number, name: string, text: string, now: number): ApiKey {
  return {
    id,
    organizationId,
    name,
    hash: hashOfKey(text),
    prefix: text.slice(0, 8),
    createdAt: now,
    lastUsedAt: null,
    archivedAt: null,
  }
}

type ConfigurationSeed = Omit<TelephonyConfiguration, 'organizationId' | 'createdAt' | 'deactivated'> & {
  deactivatedFor?: string
}
type NumberSeed = Pick<PhoneNumber, 'id' | 'configurationId' | 'address' | 'label' | 'isActive' | 'isDefault'>

const noNumbers =
  'Outbound calls need a number to dial from. Add at least one number from your Twilio account under Phone numbers below.'

const ready = { blockedReason: null, isDefault: false, connectivity: 'api' } as const

const configurations: readonly (readonly ConfigurationSeed[])[] = [
  [
    { ...ready, id: 11, name: 'Main line', provider: 'twilio', isDefault: true },
    { ...ready, id: 12, name: 'Second carrier', provider: 'vonage' },
    { ...ready, id: 14, name: 'Spare line', provider: 'twilio', blockedReason: noNumbers },
    {
      ...ready,
      id: 15,
      name: 'Old exchange',
      provider: 'ari',
      connectivity: 'sip',
      deactivatedFor: 'The exchange did not answer 5 times in a row.',
    },
  ],
  [
    { ...ready, id: 21, name: 'Depot line', provider: 'twilio', isDefault: true },
    { ...ready, id: 22, name: 'Depot exchange', provider: 'ari', connectivity: 'sip' },
  ],
]

const numbers: readonly (readonly NumberSeed[])[] = [
  [
    {
      id: 101,
      configurationId: 11,
      address: '+1 (415) 555-0181',
      label: 'Front desk',
      isActive: true,
      isDefault: true,
    },
    { id: 102, configurationId: 11, address: '+1 (415) 555-0182', label: 'Claims', isActive: true, isDefault: false },
    {
      id: 104,
      configurationId: 11,
      address: '+1 (415) 555-0183',
      label: 'Retired fax',
      isActive: false,
      isDefault: false,
    },
    {
      id: 105,
      configurationId: 12,
      address: '+44 20 7946 0181',
      label: 'London office',
      isActive: true,
      isDefault: false,
    },
    { id: 106, configurationId: 15, address: '1001', label: 'Old extension', isActive: true, isDefault: true },
  ],
  [
    { id: 201, configurationId: 21, address: '+44 20 7946 0191', label: 'Depot', isActive: true, isDefault: true },
    { id: 202, configurationId: 21, address: '+44 20 7946 0192', label: null, isActive: true, isDefault: false },
    { id: 204, configurationId: 22, address: '2001', label: 'Workshop', isActive: true, isDefault: false },
  ],
]

/** Creates telephony configurations: a default, another ready one, one not ready, one deactivated. */
function seedConfigurations(index: 0 | 1, organizationId: number, now: number): TelephonyConfiguration[] {
  return (configurations[index] ?? []).map(({ deactivatedFor, ...seed }) => ({
    ...seed,
    organizationId,
    createdAt: now,
    deactivated: deactivatedFor === undefined ? null : { since: now, reason: deactivatedFor },
  }))
}

/** Creates phone numbers: the default, another active one, an inactive one, and one of another configuration. */
function seedPhoneNumbers(index: 0 | 1, organizationId: number, now: number): PhoneNumber[] {
  return (numbers[index] ?? []).map((seed) => ({
    ...seed,
    ...describeAddress(seed.address),
    organizationId,
    createdAt: now,
  }))
}

function describeAddress(address: string): Pick<PhoneNumber, 'normalized' | 'type' | 'countryCode'> {
  if (!address.startsWith('+')) return { normalized: address, type: 'sip_extension', countryCode: null }
  const normalized = address.replace(/[^+\d]/g, '')
  return { normalized, type: 'pstn', countryCode: normalized.startsWith('+1') ? 'US' : 'GB' }
}

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
function seedRuns(agent: Agent, random: Randomness, nextId: () => number, now: number): Run[] {
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
