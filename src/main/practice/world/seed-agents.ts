import type { Printable } from '../json/json-value.ts'
import {
  emptyDefinition,
  everyFormDefinition,
  firstDefinition,
  plainDefinition,
  promptDefinition,
  workDefinition,
} from './seed-definitions.ts'
import { prompts } from './seed-prompts.ts'
import type { Agent, AgentVersion } from './world.ts'

/** What a seeded agent is there to show. */
export type AgentState =
  | 'normal'
  | 'noVariables'
  | 'archived'
  | 'unpublished'
  | 'draftDiffers'
  | 'emptyGraph'
  | 'everyPlaceholder'
  | 'restricted'
  | 'noOwner'

type VersionSeed = Pick<AgentVersion, 'status' | 'definition'>

type AgentSeed = {
  state: AgentState
  names: readonly [string, string]
  versions: readonly VersionSeed[]
  variables?: Printable
}

/** The trigger path of the normal agent of each organization; it belongs to an API Trigger node and is not an Agent UUID. */
export const triggerPaths = ['renewal-desk', 'parcel-desk'] as const

const published = (definition: Printable): VersionSeed => ({ status: 'published', definition })
const draft = (definition: Printable): VersionSeed => ({ status: 'draft', definition })
const archived = (definition: Printable): VersionSeed => ({ status: 'archived', definition })

/** What the author of each organization's first agent left for trial calls. */
const samples = [
  {
    customer_name: 'Ada Example',
    policy_number: 'HI-1001',
    renewal_date: '1 December',
    amount_due: '120.50',
    adviser: { name: 'Grace Sample' },
  },
  { recipient_name: 'Ada Example', sender: 'Bookshop', delivery: { day: 'tomorrow', from: 'nine', until: 'noon' } },
] as const

const seeds = (index: 0 | 1): readonly AgentSeed[] => {
  const texts = [prompts.renewal, prompts.parcel][index] ?? prompts.renewal
  const path = triggerPaths[index]
  return [
    {
      state: 'normal',
      names: ['Renewal reminder', 'Parcel delivery'],
      versions: [archived(firstDefinition(texts, path)), published(workDefinition(texts, path))],
      variables: samples[index],
    },
    { state: 'noVariables', names: ['Opening hours', 'Feedback'], versions: [published(plainDefinition())] },
    { state: 'archived', names: ['Summer survey', 'Winter offer'], versions: [published(plainDefinition())] },
    { state: 'unpublished', names: ['Welcome call', 'Spring offer'], versions: [draft(plainDefinition())] },
    {
      state: 'draftDiffers',
      names: ['Appointment confirmation', 'Table booking'],
      versions: [published(promptDefinition(prompts.draft.published)), draft(promptDefinition(prompts.draft.draft))],
    },
    { state: 'emptyGraph', names: ['Blank page', 'Empty shell'], versions: [published(emptyDefinition)] },
    {
      state: 'everyPlaceholder',
      names: ['Placeholder showcase', 'Word puzzle'],
      versions: [published(everyFormDefinition())],
    },
    { state: 'restricted', names: ['Board line', 'Director line'], versions: [published(plainDefinition())] },
    { state: 'noOwner', names: ['Left behind', 'Nobody home'], versions: [published(plainDefinition())] },
  ]
}

/** The agents of the organization with this index (0 or 1), with the state each one shows; ids are counted by the caller. */
export function seedAgents(
  index: 0 | 1,
  organizationId: number,
  now: number,
  ids: { agent(): number; definition(): number },
): readonly { state: AgentState; agent: Agent }[] {
  return seeds(index).map((seed, place) => {
    const id = ids.agent()
    return {
      state: seed.state,
      agent: {
        id,
        organizationId,
        uuid: seededUuid(index, place),
        name: seed.names[index],
        status: seed.state === 'archived' ? 'archived' : 'active',
        createdAt: now - 90 * day,
        hasOwner: seed.state !== 'noOwner',
        isRestricted: seed.state === 'restricted',
        versions: versionsOf(seed, now, ids.definition),
      },
    }
  })
}

const day = 86_400_000

/** The newest version is a week old, and each one before it a month older. */
function versionsOf(seed: AgentSeed, now: number, nextId: () => number): Agent['versions'] {
  return seed.versions.map(({ status, definition }, index) => {
    const createdAt = now - (7 + 30 * (seed.versions.length - 1 - index)) * day
    return {
      id: nextId(),
      versionNumber: index + 1,
      status,
      createdAt,
      publishedAt: status === 'draft' ? null : createdAt + 3_600_000,
      definition,
      variables: seed.variables ?? {},
    }
  })
}

// The same on every start, so that a desk's history still knows the agents it has called.
function seededUuid(index: number, place: number): string {
  return `7a1f0c3${index}-5b2e-4d8a-9c61-2f90e4d7b6${(16 + place).toString(16)}`
}
