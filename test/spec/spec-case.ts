import type { z } from 'zod'
import type { OrganizationFacts } from '../../src/main/practice/world/facts.ts'

/** What is asked of the service, in words that a plain request and a client can both follow. */
export type Act =
  | {
      readonly operation: 'triggerCall'
      readonly agentUuid: string
      readonly phoneNumber: string
      readonly initialContext?: Record<string, unknown> | null
      readonly telephonyConfigurationId?: number | null
      readonly fromPhoneNumberId?: number | null
    }
  | { readonly operation: 'health' | 'account' | 'agents' | 'telephonyConfigurations' | 'campaignDefaults' }
  | { readonly operation: 'agent' | 'versions'; readonly workflowId: number }
  | { readonly operation: 'createWorkflow'; readonly name: string; readonly definition: Record<string, unknown> }
  | { readonly operation: 'callerIds'; readonly telephonyConfigurationId: number }
  | { readonly operation: 'run'; readonly workflowRunId: number }
  | { readonly operation: 'listKeys'; readonly includeArchived?: boolean }
  | { readonly operation: 'createKey'; readonly name: string }
  | { readonly operation: 'archiveKey' | 'reactivateKey'; readonly keyId: number }

/** A request that no careful client would send, as it goes over the wire. */
export type RawRequest = {
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string>
  readonly body?: string
}

/** What an answer means to the person who asked. */
export type Meaning = 'done' | 'unauthorized' | 'forbidden' | 'notFound' | 'invalid' | 'refused'

export type Expectation = {
  readonly status: number
  readonly meaning: Meaning
  /** The body, exactly, in this order of fields. */
  readonly body?: unknown
  /** Or the form of the body, nothing more and nothing less than its fields. */
  readonly shape?: z.ZodType
  /** How many phones ring because of this step; 0 unless said. */
  readonly rings?: number
}

/** One question and the answer it must get; `key` is sent as X-API-Key, null sends no such header. */
export type Step = ({ readonly act: Act; readonly key: string | null } | { readonly raw: RawRequest }) & {
  readonly expect: Expectation
}

/** What a case may know: the seeded world, and what its own earlier steps brought. */
export type SpecWorld = {
  readonly own: OrganizationFacts
  readonly other: OrganizationFacts
  /** The key made by the last `createKey` step; the runner fills it in. */
  created: { readonly id: number; readonly text: string } | null
  /** The run started by the last `triggerCall` step; the runner fills it in. */
  startedRunId: number | null
}

/** One row of the specification: a fresh world, a few steps in order. */
export type SpecCase = {
  /** The section of the interface specification that is being read, as it is numbered there. */
  readonly section: string
  readonly title: string
  readonly steps: readonly ((world: SpecWorld) => Step)[]
}

/** The Agent UUID of the agent of an organization that shows this state. */
export function agentOf(facts: OrganizationFacts, state: OrganizationFacts['agents'][number]['state']): string {
  const found = facts.agents.find((agent) => agent.state === state)
  if (found === undefined) throw new Error(`no ${state} agent`)
  return found.uuid
}

/** The configuration, or caller ID, of this state. */
export function idOf<T extends { readonly id: number; readonly state: string }>(
  list: readonly T[],
  state: T['state'],
): number {
  const found = list.find((one) => one.state === state)
  if (found === undefined) throw new Error(`nothing is ${state}`)
  return found.id
}

/** The caller ID of this state that belongs to the default configuration. */
export function callerIdOf(facts: OrganizationFacts, state: 'default' | 'active' | 'inactive'): number {
  const configurationId = idOf(facts.configurations, 'default')
  return idOf(
    facts.callerIds.filter((one) => one.configurationId === configurationId),
    state,
  )
}
