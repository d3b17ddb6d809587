import { setTimeout as wait } from 'node:timers/promises'
import type { Agent } from '../../contract/agent.ts'
import type { Outcome } from '../../contract/failure.ts'
import type { Health } from '../../contract/health.ts'
import type { ProfileCheck } from '../../contract/profile.ts'
import type { Run } from '../../contract/run.ts'
import type { CallerId, TelephonyConfiguration } from '../../contract/telephony.ts'
import type { Secret } from '../vault/secret.ts'
import { type ApiKeys, createApiKeys, type KeyPathMemory } from './api-keys.ts'
import { createArtifacts, type RunArtifacts } from './artifacts.ts'
import { createAskAgain } from './ask-again.ts'
import { type AskService, createAskService } from './ask-service.ts'
import { checkHealth } from './check-health.ts'
import { type Connector, createConnector } from './connector.ts'
import { createKeylessGet } from './keyless-get.ts'
import { defaultLimits, type ServiceLimits } from './limits.ts'
import { createRunLists, type RunLists } from './run-lists.ts'
import { createTransport } from './transport.ts'
import { createTriggerCall, type TriggerCall } from './trigger-call.ts'
import { accountSchema, type CampaignDefaults, campaignDefaultsSchema } from './wire.ts'
import { type AgentDetail, agentDetailSchema, agentsSchema, type AgentVersion, versionsSchema } from './wire-agents.ts'
import { runSchema } from './wire-runs.ts'
import { callerIdsSchema, telephonyConfigurationsSchema } from './wire-telephony.ts'

export type { DialResult, TriggerOptions, TriggerRequest } from './trigger-call.ts'

export type ServiceClientParts = {
  /** scheme://host[:port]; the key goes there and nowhere else. */
  origin: string
  key: Secret
  /** Wall time in milliseconds since 1970. */
  clock: () => number
  limits?: Partial<ServiceLimits>
  /** Whether the policy of this computer lets keys go over plain http to a local network. */
  plainHttpOnLan?: boolean
  /** How sockets are opened: directly unless handed in. */
  connect?: Connector
  /** The same for the storage of recordings, which is another host. */
  connectTo?: (origin: string) => Connector
  /** What is remembered of where this origin keeps its keys. */
  keyPaths?: KeyPathMemory
  /** How the pauses between two tries pass, and the chance that spreads them; real ones unless handed in. */
  wait?: (milliseconds: number) => Promise<void>
  random?: () => number
}

/** A whole definition stands in every version: `limit` keeps an answer small, `offset` counts from the newest. */
export type PageOfVersions = { limit?: number; offset?: number }

/** The questions about agents, trunks, runs and the account; each answers a value or a failure. */
export type Reads = {
  account(): Promise<Outcome<NonNullable<ProfileCheck['account']>>>
  agents(): Promise<Outcome<Agent[]>>
  agent(workflowId: number): Promise<Outcome<AgentDetail>>
  /** Newest first; the service gives at most 100 at a time. */
  versions(workflowId: number, page?: PageOfVersions): Promise<Outcome<AgentVersion[]>>
  /** Creates a workflow and publishes it at once; its Agent UUID stands in the list of agents, not in this answer. */
  createWorkflow(workflow: { name: string; definition: Record<string, unknown> }): Promise<Outcome<AgentDetail>>
  telephonyConfigurations(): Promise<Outcome<TelephonyConfiguration[]>>
  callerIds(telephonyConfigurationId: number): Promise<Outcome<CallerId[]>>
  run(workflowRunId: number): Promise<Outcome<Run>>
  campaignDefaults(): Promise<Outcome<CampaignDefaults>>
}

/** What the service keeps of a run beside its record, fetched without the key. */
export type Artifacts = { artifacts(workflowRunId: number): Promise<Outcome<RunArtifacts>> }

/** Everything Rundesk asks of the service, for one origin and one key. What is sent again is in `retry-rules.ts`; nothing throws. */
export type ServiceClient = Reads &
  ApiKeys &
  Artifacts &
  RunLists & {
    /** Asks without the key whether the service is reachable (specification section 4.2). */
    health(): Promise<Outcome<Health>>
    triggerCall: TriggerCall
  }

const createReads = (ask: AskService): Reads => ({
  account: () => ask.read({ path: '/api/v1/auth/me' }, accountSchema),
  agents: () => ask.read({ path: '/api/v1/workflow/fetch', list: true }, agentsSchema),
  agent: (workflowId) => ask.read({ path: `/api/v1/workflow/fetch/${workflowId}`, list: true }, agentDetailSchema),
  versions: (workflowId, { limit = 100, offset = 0 } = {}) => {
    const query = { limit: String(limit), ...(offset === 0 ? {} : { offset: String(offset) }) }
    return ask.read({ path: `/api/v1/workflow/${workflowId}/versions`, query, list: true }, versionsSchema)
  },
  createWorkflow: ({ name, definition }) =>
    ask.create(
      'createWorkflow',
      { path: '/api/v1/workflow/create/definition', list: true },
      { name, workflow_definition: definition },
      agentDetailSchema,
    ),
  telephonyConfigurations: () =>
    ask.read({ path: '/api/v1/organizations/telephony-configs', list: true }, telephonyConfigurationsSchema),
  callerIds: (telephonyConfigurationId) =>
    ask.read(
      { path: `/api/v1/organizations/telephony-configs/${telephonyConfigurationId}/phone-numbers`, list: true },
      callerIdsSchema,
    ),
  // The service looks at the organization and the run only; any workflow id in the path will do.
  run: (workflowRunId) => ask.read({ path: `/api/v1/workflow/0/runs/${workflowRunId}`, list: true }, runSchema),
  campaignDefaults: () => ask.read({ path: '/api/v1/organizations/campaign-defaults' }, campaignDefaultsSchema),
})

/** Makes the client of one origin and one key. It keeps no connection: each request opens its own and closes it. */
export const createServiceClient = (parts: ServiceClientParts): ServiceClient => {
  const limits = { ...defaultLimits, ...parts.limits }
  const connect = parts.connect ?? createConnector({ connectMilliseconds: limits.connectMilliseconds })
  const { origin, key, plainHttpOnLan = false } = parts
  const transport = createTransport({ origin, key, connect, plainHttpOnLan })
  const pace = {
    now: () => performance.now(),
    wait: parts.wait ?? ((milliseconds: number) => wait(milliseconds)),
    random: parts.random ?? Math.random,
  }
  const ask = createAskService(transport, limits, createAskAgain(pace, limits))
  const connectTo = parts.connectTo ?? (() => createConnector({ connectMilliseconds: limits.connectMilliseconds }))
  const get = createKeylessGet({ connectTo, deadlineMilliseconds: limits.downloadMilliseconds })
  return {
    artifacts: createArtifacts({ origin: parts.origin, ask, get }),
    ...createReads(ask),
    ...createApiKeys({ ask, key: parts.key, wait: pace.wait, paths: parts.keyPaths }),
    ...createRunLists(ask),
    health: () => checkHealth(transport, limits, parts.clock),
    triggerCall: createTriggerCall(transport, limits),
  }
}
