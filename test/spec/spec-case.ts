import type { z } from 'zod'
import type { OrganizationSummary } from '../../src/main/practice/organization/seed-world.ts'

/** An operation of the service; a plain request and a client can both run it. */
export type SpecOperation =
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

/** An invalid request that the client cannot send, in HTTP form. */
export type RawRequest = {
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string>
  readonly body?: string
}

/** The meaning of a response. */
export type Meaning = 'done' | 'unauthorized' | 'forbidden' | 'notFound' | 'invalid' | 'refused'

export type Expectation = {
  readonly status: number
  readonly meaning: Meaning
  /** The exact body, with this order of fields. */
  readonly body?: unknown
  /** Alternatively, the schema of the body, with exactly these fields. */
  readonly shape?: z.ZodType
  /** Number of phones that ring because of this step; the default is 0. */
  readonly rings?: number
}

/** One request and its expected response; `key` is sent as X-API-Key, and null omits the header. */
export type Step = ({ readonly act: SpecOperation; readonly key: string | null } | { readonly raw: RawRequest }) & {
  readonly expect: Expectation
}

/** The seeded data, and the results of the case's earlier steps. */
export type SpecWorld = {
  readonly own: OrganizationSummary
  readonly other: OrganizationSummary
  /** The key of the last `createKey` step; set by the runner. */
  created: { readonly id: number; readonly text: string } | null
  /** The run of the last `triggerCall` step; set by the runner. */
  startedRunId: number | null
}

/** One row of the specification: steps in order, on fresh data. */
export type SpecCase = {
  /** Section number in the interface specification. */
  readonly section: string
  readonly title: string
  /** Where the service has its key endpoints, if not under the prefix. */
  readonly keyPrefixes?: readonly string[]
  readonly steps: readonly ((world: SpecWorld) => Step)[]
}

/** Returns the options of the service that a case runs against. */
export const optionsOf = ({ keyPrefixes }: SpecCase) => (keyPrefixes === undefined ? {} : { keyPrefixes })

/** Returns the Agent UUID of an organization's agent in this state. */
export function agentOf(
  organization: OrganizationSummary,
  state: OrganizationSummary['agents'][number]['state'],
): string {
  const found = organization.agents.find((agent) => agent.state === state)
  if (found === undefined) throw new Error(`no ${state} agent`)
  return found.uuid
}

/** Returns the ID of the configuration or caller ID in this state. */
export function idOf<T extends { readonly id: number; readonly state: string }>(
  list: readonly T[],
  state: T['state'],
): number {
  const found = list.find((one) => one.state === state)
  if (found === undefined) throw new Error(`nothing is ${state}`)
  return found.id
}

/** Returns the default configuration's caller ID in this state. */
export function callerIdOf(organization: OrganizationSummary, state: 'default' | 'active' | 'inactive'): number {
  const configurationId = idOf(organization.configurations, 'default')
  return idOf(
    organization.callerIds.filter((one) => one.configurationId === configurationId),
    state,
  )
}
