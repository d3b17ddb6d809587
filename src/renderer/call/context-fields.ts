import type { AgentText, PublishedText, RememberedField } from '../../contract/agent-text.ts'
import type { KnownField } from '../../contract/field-tree.ts'
import type { Fact } from '../shell/fact.ts'

/** One field of the form, with what the agent's author left for it. */
export type FormField = KnownField & { name: string; fallback: string | null; sample: string | null }

/**
 * The fields a form shows, and how it knows them: from the agent's published text (`agent`), from earlier calls where the
 * service does not tell it (`calls`), not yet (`asking`), or not at all while there is no agent (`nowhere`).
 */
export type KnownFields = {
  from: 'agent' | 'calls' | 'asking' | 'nowhere'
  fields: readonly FormField[]
  /** Names beside these are unknown to the agent. */
  isComplete: boolean
}

const ofAgent = ({ variables }: PublishedText): KnownFields => ({ from: 'agent', fields: variables, isComplete: true })

const remembered = ({ name, path }: RememberedField): FormField => ({
  name,
  path,
  required: false,
  fallback: null,
  sample: null,
})

const ofCalls = (recalled: Fact<RememberedField[]> | null): KnownFields => ({
  from: 'calls',
  fields: recalled?.known?.value.map(remembered) ?? [],
  isComplete: false,
})

const nowhere: KnownFields = { from: 'nowhere', fields: [], isComplete: false }

/** Which fields the form shows, from what the service told and what earlier calls carried; null stands for no agent yet. */
export const knownFields = (text: Fact<AgentText> | null, recalled: Fact<RememberedField[]> | null): KnownFields => {
  if (text === null) return nowhere
  if (text.known?.value.state === 'published') return ofAgent(text.known.value)
  return text.known === null && text.step !== 'failed' ? { ...nowhere, from: 'asking' } : ofCalls(recalled)
}
