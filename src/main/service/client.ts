import { setTimeout as wait } from 'node:timers/promises'
import type { Agent } from '../../contract/agent.ts'
import { type Outcome, succeed } from '../../contract/failure.ts'
import type { Health } from '../../contract/app-status.ts'
import type { ProfileCheck } from '../../contract/profile.ts'
import type { Run } from '../../contract/run.ts'
import type { CallerId, TelephonyConfiguration } from '../../contract/telephony.ts'
import type { Secret } from '../vault/secret.ts'
import { createArtifacts, type RunArtifacts } from './artifacts.ts'
import { readReply } from './classify.ts'
import { type Connector, createConnector } from './connector.ts'
import { createTransport, defaultLimits, type ServiceLimits, type Transport } from './exchange.ts'
import { createKeylessGet } from './keyless-get.ts'
import { type ApiKeys, createApiKeys, type KeyPathMemory } from './keys.ts'
import { createRequests, createRetry, type RequestOptions, type Requests, retryRules } from './retry.ts'
import { createTriggerCall, type TriggerCall } from './trigger-call.ts'
import { type AgentDetail, agentDetailSchema, agentsShape, type AgentVersion, versionsShape } from './wire/agents.ts'
import {
  accountSchema,
  type CampaignDefaults,
  campaignDefaultsSchema,
  healthAnswerSchema,
  shapeOf,
  shapeOfId,
} from './wire/common.ts'
import { callerIdsShape, telephonyConfigurationsShape } from './wire/organization.ts'
import { type RunPage, runPageShape, runSchema } from './wire/runs.ts'

export type ServiceClientDeps = {
  /** `scheme://host[:port]`. The key is sent only to this origin. */
  origin: string
  key: Secret
  /** Wall time in milliseconds since 1970. */
  clock: () => number
  limits?: Partial<ServiceLimits>
  /** Whether the policy allows keys over plain http on the local network. */
  plainHttpOnLan?: boolean
  /** How sockets to the service are opened; directly by default. */
  connect?: Connector
  /** How sockets to the storage of recordings, a different host, are opened; directly by default. */
  connectTo?: (origin: string) => Connector
  /** Remembers the path of this origin's key endpoint. */
  keyPaths?: KeyPathMemory
  /** Invoked with each response that shows whether the service accepts the key. */
  onKeyAnswer?: ((isAccepted: boolean) => void) | undefined
  /** Invoked when a request other than a health check, after its retries, couldn't reach the service. */
  onUnreachable?: (() => void) | undefined
  /** Pauses between retries, and the randomness that spreads them. */
  wait?: (milliseconds: number) => Promise<void>
  random?: () => number
}

/**
 * Every request that Rundesk sends to the service, for one origin and one key. `retry.ts` specifies what is retried. No
 * method throws.
 */
export type ServiceClient = Reads &
  ApiKeys &
  RunLists & {
    /** Reads the transcript and files that the service stores for a run; files are downloaded without the key. */
    artifacts(workflowRunId: number): Promise<Outcome<RunArtifacts>>
    /** Checks, without using the key, whether the service can be reached (specification section 4.2). */
    health(): Promise<Outcome<Health>>
    triggerCall: TriggerCall
  }

/** Creates the client. It keeps no connection open: each request opens its own and closes it. */
export const createServiceClient = (deps: ServiceClientDeps): ServiceClient => {
  const limits = { ...defaultLimits, ...deps.limits }
  const connectTo = deps.connectTo ?? (() => createConnector({ connectMilliseconds: limits.connectMilliseconds }))
  const connect = deps.connect ?? createConnector({ connectMilliseconds: limits.connectMilliseconds })
  const { origin, key, plainHttpOnLan = false } = deps
  const transport = createTransport({ origin, key, connect, plainHttpOnLan })
  const timing = {
    now: () => performance.now(),
    wait: deps.wait ?? ((milliseconds: number) => wait(milliseconds)),
    random: deps.random ?? Math.random,
  }
  const retry = createRetry(timing, limits)
  const noted: typeof retry = async (request) => {
    const outcome = await retry(request)
    if (outcome.ok) deps.onKeyAnswer?.(true)
    else if (outcome.failure.kind === 'unauthorized') deps.onKeyAnswer?.(false)
    else if (outcome.failure.kind === 'unreachable' && outcome.failure.cause !== 'policy') deps.onUnreachable?.()
    return outcome
  }
  const dial = createTriggerCall(transport, limits)
  const requests = createRequests(transport, limits, noted)
  const get = createKeylessGet({ connectTo, deadlineMilliseconds: limits.downloadMilliseconds })
  return {
    artifacts: createArtifacts({ origin, requests, get }),
    ...createReads(requests),
    ...createApiKeys({ requests, key, wait: timing.wait, paths: deps.keyPaths }),
    ...createRunLists(requests),
    health: () => checkHealth(transport, limits, deps.clock),
    async triggerCall(request, options) {
      const result = await dial(request, options)
      const { outcome } = result
      const isRefused = outcome.state === 'rejected' && outcome.status === 401
      // These run after the result is returned, so that an error in them cannot lose the outcome of a call.
      if (outcome.state === 'accepted' || isRefused) queueMicrotask(() => deps.onKeyAnswer?.(!isRefused))
      if (outcome.state === 'notSent' && outcome.cause !== 'policy') queueMicrotask(() => deps.onUnreachable?.())
      return result
    },
  }
}

/** Requests about agents, telephony, runs and the account. */
type Reads = {
  account(): Promise<Outcome<NonNullable<ProfileCheck['account']>>>
  agents(): Promise<Outcome<Agent[]>>
  agent(workflowId: number): Promise<Outcome<AgentDetail>>
  /** Newest first, at most 100 at a time. Each version contains a whole definition, so use `limit`. */
  versions(workflowId: number, page?: { limit?: number; offset?: number }): Promise<Outcome<AgentVersion[]>>
  /** Creates and publishes a workflow. Its Agent UUID is in the list of agents, not in this response. */
  createWorkflow(workflow: { name: string; definition: Record<string, unknown> }): Promise<Outcome<AgentDetail>>
  telephonyConfigurations(): Promise<Outcome<TelephonyConfiguration[]>>
  callerIds(telephonyConfigurationId: number): Promise<Outcome<CallerId[]>>
  run(workflowRunId: number): Promise<Outcome<Run>>
  campaignDefaults(): Promise<Outcome<CampaignDefaults>>
}

const createReads = (requests: Requests): Reads => ({
  account: () => requests.read({ path: '/api/v1/auth/me' }, shapeOf(accountSchema)),
  agents: () => requests.read({ path: '/api/v1/workflow/fetch', list: true }, agentsShape),
  agent: (workflowId) =>
    requests.read(
      { path: `/api/v1/workflow/fetch/${workflowId}`, list: true },
      shapeOfId(agentDetailSchema, workflowId, ({ agent }) => agent.workflowId),
    ),
  versions: (workflowId, { limit = 100, offset = 0 } = {}) => {
    const query = { limit: String(limit), ...(offset === 0 ? {} : { offset: String(offset) }) }
    return requests.read({ path: `/api/v1/workflow/${workflowId}/versions`, query, list: true }, versionsShape)
  },
  createWorkflow: ({ name, definition }) =>
    requests.create(
      'createWorkflow',
      { path: '/api/v1/workflow/create/definition', list: true },
      { name, workflow_definition: definition },
      shapeOf(agentDetailSchema),
    ),
  telephonyConfigurations: () =>
    requests.read({ path: '/api/v1/organizations/telephony-configs', list: true }, telephonyConfigurationsShape),
  callerIds: (telephonyConfigurationId) =>
    requests.read(
      { path: `/api/v1/organizations/telephony-configs/${telephonyConfigurationId}/phone-numbers`, list: true },
      callerIdsShape,
    ),
  // The service checks only the organization and the run; it accepts any workflow ID in the path.
  run: (workflowRunId) =>
    requests.read(
      { path: `/api/v1/workflow/0/runs/${workflowRunId}`, list: true },
      shapeOfId(runSchema, workflowRunId, (run) => run.workflowRunId),
    ),
  campaignDefaults: () =>
    requests.read({ path: '/api/v1/organizations/campaign-defaults' }, shapeOf(campaignDefaultsSchema)),
})

/** Page numbers start at 1, and pages contain at most 100 runs. `once` disables retries for callers that poll. */
type RunPageOptions = { page?: number; limit?: number; once?: boolean }

/** Limits a list to a time range: ISO 8601 with a zone. */
type RunTime = { from?: string; to?: string }

/** Filters the organization's list. `calledNumber` matches any part of the number. */
export type RunFilter = RunPageOptions &
  RunTime & {
    calledNumber?: string
    workflowRunId?: number
  }

/**
 * Lists of runs, newest first. The service responds with a 500 (`unavailable`, cause `serverError`) for every page that
 * contains a run that it cannot serialize; then request smaller pages.
 */
type RunLists = {
  runsOfAgent(workflowId: number, filter?: RunPageOptions & RunTime): Promise<Outcome<RunPage>>
  runsOfOrganization(filter?: RunFilter): Promise<Outcome<RunPage>>
}

const createRunLists = (requests: Requests): RunLists => {
  const readPage = async (options: RequestOptions, { once = false }: RunPageOptions): Promise<Outcome<RunPage>> => {
    const page = await requests.readDated({ ...options, list: true, once }, runPageShape)
    return page.ok ? succeed({ ...page.value.value, serverDate: page.value.serverDate }) : page
  }

  return {
    runsOfAgent: (workflowId, filter = {}) =>
      readPage({ path: `/api/v1/workflow/${workflowId}/runs`, query: agentQuery(filter) }, filter),
    runsOfOrganization: (filter = {}) =>
      readPage({ path: '/api/v1/organizations/usage/runs', query: organizationQuery(filter) }, filter),
  }
}

const pageQuery = ({ page = 1, limit = 50 }: RunPageOptions): Record<string, string> => ({
  page: String(page),
  limit: String(limit),
})

/**
 * Returns the query for an agent's list, which has no date parameters; its `dateRange` filter needs `type` and a value
 * with zones.
 */
const agentQuery = ({ from, to, ...page }: RunPageOptions & RunTime): Record<string, string> => {
  const value = { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
  const filters = [{ attribute: 'dateRange', type: 'dateRange', value }]
  return { ...pageQuery(page), ...(from === undefined && to === undefined ? {} : { filters: JSON.stringify(filters) }) }
}

const organizationQuery = (filter: RunFilter): Record<string, string> => {
  const { calledNumber, workflowRunId } = filter
  // The service ignores a filter without `type`, and responds with a 500 to a run ID that is not wrapped in an object.
  const filters = [
    ...(calledNumber === undefined
      ? []
      : [{ attribute: 'calledNumber', type: 'text', value: { value: calledNumber } }]),
    ...(workflowRunId === undefined ? [] : [{ attribute: 'runId', type: 'number', value: { value: workflowRunId } }]),
  ]
  return {
    ...pageQuery(filter),
    ...(filter.from === undefined ? {} : { start_date: filter.from }),
    ...(filter.to === undefined ? {} : { end_date: filter.to }),
    ...(filters.length === 0 ? {} : { filters: JSON.stringify(filters) }),
  }
}

/** Checks the health; `milliseconds` in the result is the round-trip time according to the monotonic clock. */
const checkHealth = async (
  transport: Transport,
  limits: ServiceLimits,
  clock: () => number,
): Promise<Outcome<Health>> => {
  const before = performance.now()
  const reply = await transport.send({
    method: retryRules.health.method,
    path: '/api/v1/health',
    anonymous: true,
    capBytes: limits.answerBytes,
    deadlineMilliseconds: limits.healthMilliseconds,
  })
  const milliseconds = performance.now() - before
  const health = await readReply(reply, shapeOf(healthAnswerSchema))
  return health.ok ? succeed({ ...health.value, milliseconds, checkedAt: new Date(clock()).toISOString() }) : health
}
