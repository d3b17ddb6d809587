import type { AgentState } from './seed-agents.ts'
import type { SeededKeys } from './seed-world.ts'
import type { Organization, World } from './world.ts'

/** What a client needs to know about the practice world before it asks anything. */
export type PracticeFacts = readonly OrganizationFacts[]

export type OrganizationFacts = {
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
    readonly state: 'default' | 'ready' | 'notReady' | 'parked'
  }[]
  readonly callerIds: readonly {
    readonly id: number
    readonly configurationId: number
    readonly number: string
    readonly state: 'default' | 'active' | 'inactive'
  }[]
}

/** Reads the facts off the world and adds the key texts, which the world itself does not hold. */
export function factsOf(world: World, states: ReadonlyMap<number, AgentState>, keys: SeededKeys): PracticeFacts {
  return world.organizations.map((organization, index) => ({
    id: organization.id,
    name: organization.name,
    keys: keyFacts(world, organization, keys[index === 0 ? 0 : 1]),
    agents: world.agents
      .filter((agent) => agent.organizationId === organization.id)
      .map(({ id, name, uuid }) => ({ id, name, uuid, state: states.get(id) ?? null })),
    configurations: configurationFacts(world, organization),
    callerIds: callerIdFacts(world, organization),
  }))
}

function keyFacts(world: World, { id }: Organization, keys: SeededKeys[number]): OrganizationFacts['keys'] {
  const textOf = (state: 'active' | 'archived') => keys.find((key) => key.state === state)?.text ?? ''
  const idOf = (text: string) =>
    world.keys.find((key) => key.organizationId === id && key.prefix === text.slice(0, 8))?.id ?? 0
  const active = textOf('active')
  const archived = textOf('archived')
  return { active, archived, activeId: idOf(active), archivedId: idOf(archived) }
}

function configurationFacts(world: World, { id }: Organization): OrganizationFacts['configurations'] {
  return world.configurations
    .filter((one) => one.organizationId === id)
    .map((one) => {
      const works = one.isDefault ? 'default' : 'ready'
      const usable = one.blockedReason === null ? works : 'notReady'
      return { id: one.id, name: one.name, state: one.parked === null ? usable : 'parked' }
    })
}

function callerIdFacts(world: World, { id }: Organization): OrganizationFacts['callerIds'] {
  return world.phoneNumbers
    .filter((one) => one.organizationId === id)
    .map((one) => ({
      id: one.id,
      configurationId: one.configurationId,
      number: one.normalized,
      state: one.isActive ? (one.isDefault ? 'default' : 'active') : 'inactive',
    }))
}
