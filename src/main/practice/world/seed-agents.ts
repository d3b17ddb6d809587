import type { Printable } from '../json/json-value.ts'
import {
  emptyDefinition,
  everyFormDefinition,
  plainDefinition,
  promptDefinition,
  renewalDefinition,
} from './seed-definitions.ts'
import { prompts } from './seed-prompts.ts'
import type { Agent } from './world.ts'

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

type Definitions = { published: Printable | null; draft: Printable | null }

type AgentSeed = { state: AgentState; names: readonly [string, string]; variables?: Printable } & Definitions

/** The trigger path of the normal agent of each organization; it belongs to an API Trigger node and is not an Agent UUID. */
export const triggerPaths = ['renewal-desk', 'parcel-desk'] as const

const seeds = (triggerPath: string): readonly AgentSeed[] => [
  {
    state: 'normal',
    names: ['Renewal reminder', 'Parcel delivery'],
    published: renewalDefinition(triggerPath),
    draft: null,
    variables: { customer_name: 'Ada Example', policy_number: 'HI-1001', renewal_date: '1 December' },
  },
  { state: 'noVariables', names: ['Opening hours', 'Feedback'], published: plainDefinition(), draft: null },
  { state: 'archived', names: ['Summer survey', 'Winter offer'], published: plainDefinition(), draft: null },
  { state: 'unpublished', names: ['Welcome call', 'Spring offer'], published: null, draft: plainDefinition() },
  {
    state: 'draftDiffers',
    names: ['Appointment confirmation', 'Table booking'],
    published: promptDefinition(prompts.draft.published),
    draft: promptDefinition(prompts.draft.draft),
  },
  { state: 'emptyGraph', names: ['Blank page', 'Empty shell'], published: emptyDefinition, draft: null },
  {
    state: 'everyPlaceholder',
    names: ['Placeholder showcase', 'Word puzzle'],
    published: everyFormDefinition(),
    draft: null,
  },
  { state: 'restricted', names: ['Board line', 'Director line'], published: plainDefinition(), draft: null },
  { state: 'noOwner', names: ['Left behind', 'Nobody home'], published: plainDefinition(), draft: null },
]

/** The agents of the organization with this index (0 or 1), with the state each one shows; ids are counted by the caller. */
export function seedAgents(
  index: 0 | 1,
  organizationId: number,
  now: number,
  ids: { agent(): number; definition(): number },
): readonly { state: AgentState; agent: Agent }[] {
  return seeds(triggerPaths[index]).map((seed, place) => {
    const id = ids.agent()
    return {
      state: seed.state,
      agent: {
        id,
        organizationId,
        uuid: seededUuid(index, place),
        name: seed.names[index],
        status: seed.state === 'archived' ? 'archived' : 'active',
        createdAt: now,
        hasOwner: seed.state !== 'noOwner',
        isRestricted: seed.state === 'restricted',
        versions: versionsOf(seed, now, ids.definition),
      },
    }
  })
}

function versionsOf(seed: AgentSeed, now: number, nextId: () => number): Agent['versions'] {
  const both = [
    { status: 'published', definition: seed.published, publishedAt: now },
    { status: 'draft', definition: seed.draft, publishedAt: null },
  ] as const
  return both
    .filter((version) => version.definition !== null)
    .map((version, index) => ({
      ...version,
      id: nextId(),
      versionNumber: index + 1,
      createdAt: now,
      variables: seed.variables ?? {},
    }))
}

// The same on every start, so that a desk's history still knows the agents it has called.
function seededUuid(index: number, place: number): string {
  return `7a1f0c3${index}-5b2e-4d8a-9c61-2f90e4d7b6${(16 + place).toString(16)}`
}
