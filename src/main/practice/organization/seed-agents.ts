import type { Printable } from '../json.ts'
import type { Agent, AgentVersion } from './world.ts'

/** What a sample agent demonstrates. */
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

/** The trigger path of each organization's normal agent. It belongs to an API Trigger node and is not an Agent UUID. */
const triggerPaths = ['renewal-desk', 'parcel-desk'] as const

const published = (definition: Printable): VersionSeed => ({ status: 'published', definition })
const draft = (definition: Printable): VersionSeed => ({ status: 'draft', definition })
const archived = (definition: Printable): VersionSeed => ({ status: 'archived', definition })

/** Test values of each organization's first agent. */
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
    { state: 'noOwner', names: ['Left behind', 'Without an owner'], versions: [published(plainDefinition())] },
  ]
}

/** Creates an organization's agents with the state that each demonstrates. `ids` returns the next unused IDs. */
export function seedAgents(
  index: 0 | 1,
  organizationId: number,
  now: number,
  ids: { agent(): number; definition(): number },
): readonly { state: AgentState; agent: Agent }[] {
  return seeds(index).map((seed, position) => {
    const id = ids.agent()
    return {
      state: seed.state,
      agent: {
        id,
        organizationId,
        uuid: seededUuid(index, position),
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

/** The newest version is a week old; each earlier one is 30 days older than the next. */
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

// Returns the same UUID on every launch, so that the call history still matches the agents.
function seededUuid(index: number, position: number): string {
  return `7a1f0c3${index}-5b2e-4d8a-9c61-2f90e4d7b6${(16 + position).toString(16)}`
}

type NodeFields = { readonly [name: string]: Printable }

const node = (id: string, type: string, y: number, data: NodeFields) => ({ id, type, position: { x: 0, y }, data })
const edge = (source: string, target: string, data: NodeFields) => ({ id: `${source}-${target}`, source, target, data })
const graph = (nodes: readonly Printable[], edges: readonly Printable[]) => ({
  nodes,
  edges,
  viewport: { x: 0, y: 0, zoom: 1 },
})

const triggerNode = (path: string) =>
  node('trigger', 'trigger', -100, { name: 'API trigger', trigger_path: path, enabled: true })

const startOf = ({ greeting, start }: Pick<WorkTexts, 'greeting' | 'start'>) =>
  node('start', 'startCall', 0, { name: 'Start', prompt: start, greeting, greeting_type: 'text' })

/** An agent with typical variables, global rules, two branches, and a trigger path that differs from its Agent UUID. */
export function workDefinition(texts: WorkTexts, triggerPath: string): Printable {
  const extraction = {
    extraction_enabled: true,
    extraction_prompt: texts.found,
    extraction_variables: [{ name: 'agreed', type: 'boolean', prompt: 'Yes or no' }],
  }
  return graph(
    [
      triggerNode(triggerPath),
      node('end', 'endCall', 400, { name: 'Goodbye', prompt: texts.end }),
      node('later', 'agentNode', 300, { name: 'Call back', prompt: texts.transfer }),
      node('offer', 'agentNode', 200, { name: 'Offer', prompt: texts.middle, ...extraction }),
      startOf(texts),
      node('rules', 'globalNode', 500, { name: 'House rules', prompt: texts.rules }),
      node('hook', 'webhook', 600, {
        name: 'Tell the office',
        payload_template: { ref: '{{initial_context.reference}}' },
      }),
    ],
    [
      edge('start', 'offer', { label: 'Hesitates', condition: 'They hesitate', transition_speech: texts.speech }),
      edge('offer', 'later', { label: 'Not now', condition: 'They want to think about it' }),
      edge('offer', 'end', { label: 'Done', condition: 'They have decided' }),
      edge('later', 'end', { label: 'Agreed', condition: 'An hour is found' }),
    ],
  )
}

/** The first version of the same agent. */
export function firstDefinition(texts: WorkTexts, triggerPath: string): Printable {
  return graph([triggerNode(triggerPath), startOf({ greeting: texts.before, start: texts.start })], [])
}

/** An agent without variables. */
export function plainDefinition(): Printable {
  const { greeting, start } = prompts.plain
  return graph([node('start', 'startCall', 0, { name: 'Start', prompt: start, greeting, greeting_type: 'text' })], [])
}

/** An agent with one node. */
export function promptDefinition(prompt: string): Printable {
  return graph(
    [
      node('start', 'startCall', 0, { name: 'Start', prompt }),
      node('end', 'endCall', 200, { name: 'End', prompt: 'Say goodbye.' }),
    ],
    [edge('start', 'end', { label: 'Done', condition: 'All points are covered' })],
  )
}

/** An agent with every form of placeholder, including in fields that the service does not render. */
export function everyFormDefinition(): Printable {
  return graph(
    [
      node('start', 'startCall', 0, { name: 'Start', prompt: prompts.everyForm, greeting: 'Good day {{name}}.' }),
      node('house', 'globalNode', 100, { name: 'House rules', prompt: 'Always say {{company}} in full.' }),
      node('ask', 'agentNode', 200, {
        name: 'Ask',
        prompt: 'Ask for the colour.',
        extraction_enabled: true,
        extraction_prompt: 'Find the colour {{name}} likes.',
        extraction_variables: [{ name: 'colour', type: 'string', prompt: 'One of {{colours}}' }],
      }),
      node('hook', 'webhook', 300, { name: 'Tell us', payload_template: { ref: '{{initial_context.reference}}' } }),
      node('review', 'qa', 400, { name: 'Review', qa_enabled: true }),
    ],
    [
      edge('start', 'ask', {
        label: 'Go on',
        condition: 'They agree',
        transition_speech: 'Just a second, {{nickname}}.',
      }),
    ],
  )
}

/** An empty graph. The service dials anyway (measured). */
export const emptyDefinition: Printable = {}

/**
 * Prompts and messages of the sample agents. Together they contain every form of placeholder, including malformed ones.
 */
export const prompts = {
  renewal: {
    greeting:
      'Hello {{customer_name}}, this is the renewal desk of Harbour Insurance about your policy {{policy_number}}, which ends on {{renewal_date | the last day of the month}}.',
    start:
      'Ask whether {{customer_name}} wants to renew policy {{policy_number}} for {{amount_due | the same amount as last year}}. Be friendly and short, and let them finish.',
    middle:
      'Their adviser is {{adviser.name | our adviser}}. If they hesitate, offer {{ discount | fallback:ten per cent }} off the first year.',
    transfer: 'Say that {{adviser.name | our adviser}} will call back today, and ask which hour suits them.',
    end: 'Wish them a good {{current_weekday}} and say goodbye.',
    rules:
      'You speak for Harbour Insurance. Never promise a price that you were not given. It is {{current_time_Europe/London}}.',
    speech: 'One moment, please.',
    found: 'Did {{customer_name}} agree to renew?',
    /** The previous version. */
    before: 'Hello {{customer_name}}, this is Harbour Insurance. Do you want to renew your policy?',
  },
  parcel: {
    greeting:
      'Good day {{recipient_name}}, this is Depot Parcels: your parcel from {{sender | a shop}} comes {{delivery.day}} between {{delivery.from | nine}} and {{delivery.until | five}}.',
    start: 'Ask {{recipient_name}} whether someone will be at home, or where the parcel may be left.',
    middle: 'The driver may leave it with {{neighbour_name | a neighbour}} or at {{pickup_point | the depot}}.',
    transfer: 'Offer another day: {{other_day | the day after}}.',
    end: 'Repeat what was agreed, and say goodbye.',
    rules: 'You speak for Depot Parcels. Today is {{current_weekday_Europe/London}}.',
    speech: 'Let me look.',
    found: 'Where may the parcel for {{recipient_name}} be left?',
    before: 'Good day, a parcel will come to you tomorrow.',
  },
  plain: {
    greeting: 'Hello, this is a short message about our opening hours.',
    start: 'Say that the office is open from nine to five, answer one question, and say goodbye.',
  },
  draft: {
    published:
      'Confirm the appointment of {{patient_name}} on {{appointment.date}} at {{appointment.time | the usual hour}}.',
    draft:
      'Confirm the appointment of {{patient_name}} on {{appointment.date}} at {{appointment.time}} with {{doctor_name}}.',
  },
  /** One sentence for each form. */
  everyForm: [
    'Plain {{name}}, blanks {{ company }}.',
    'Default {{title | there}}, older default {{plan | fallback:Unknown}}, default from the name {{account_manager | fallback}}.',
    'A colon cuts this default: {{website | http://shop.example}}.',
    'Nested {{user.name}}, with prefix {{initial_context.city}}.',
    'Dash {{customer-name}}, other script {{имя}} and {{名前}}.',
    'Spoken as they stand: {{first name}}, {{}}, {{a}b}}.',
    'Three braces {{{tier}}}.',
    'Built in: {{current_time}}, {{current_time_Europe/London}}, {{current_weekday}}, {{current_weekday_Asia/Kolkata}}.',
  ].join('\n'),
} as const

type WorkTexts = Readonly<Record<keyof (typeof prompts)['renewal'], string>>
