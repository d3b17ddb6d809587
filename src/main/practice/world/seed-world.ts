import type { AgentState } from './seed-agents.ts'
import { seedAgents } from './seed-agents.ts'
import { keyRecord, type SeededKey } from './seed-keys.ts'
import { seedConfigurations, seedPhoneNumbers } from './seed-telephony.ts'
import type { Organization, World } from './world.ts'

/** The keys of both organizations. */
export type SeededKeys = readonly [readonly SeededKey[], readonly SeededKey[]]

/** A fresh world, and which agent shows which state. */
export type SeededWorld = { world: World; states: ReadonlyMap<number, AgentState> }

const organizations: readonly Organization[] = [
  {
    id: 1,
    name: 'Practice',
    owner: { id: 1, email: 'desk@harbour.example', providerId: 'oss_practice_1' },
    concurrentCallLimit: 10,
  },
  {
    id: 2,
    name: 'Neighbour',
    owner: { id: 2, email: 'desk@parcel.example', providerId: 'oss_practice_2' },
    concurrentCallLimit: 10,
  },
]

/** Builds the made-up world: two organizations with agents, keys, telephony configurations and caller IDs. */
export function seedWorld(keys: SeededKeys, firstRunId: number, now: number): SeededWorld {
  const next = { agent: 1, definition: 1, key: 1, run: firstRunId }
  const world: World = {
    organizations: [...organizations],
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
