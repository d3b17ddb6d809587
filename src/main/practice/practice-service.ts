import { answerStorage } from './storage.ts'
import {
  addKey,
  archiveKey,
  campaignDefaults,
  createKey,
  health,
  listConfigurations,
  listKeys,
  listPhoneNumbers,
  reactivateKey,
  whoAmI,
} from './endpoints/organization.ts'
import { parseJson as parseStandardJson } from './json.ts'
import { type Answer, Refused, wholeAtOnce } from './answers.ts'
import { type Timings, type Practice, type PracticeClock, immediateTimings } from './practice.ts'
import {
  summarizeOrganizations,
  makeSeededKeys,
  type PracticeOrganizations,
  type SeededKeys,
  seedWorld,
} from './organization/seed-world.ts'
import type { Randomness, World } from './organization/world.ts'
import { applyFault, type RequestedFault, refusedByFault } from './faults.ts'
import { findRoute, readBody, type Route } from './requests.ts'
import { agentRuns, downloadArtifact, organizationRuns, runDetail, signedUrl } from './endpoints/runs.ts'
import { createWorkflow, fetchWorkflow, listVersions, listWorkflows } from './endpoints/workflows.ts'
import { trigger } from './endpoints/trigger.ts'

export type PracticeServiceOptions = {
  readonly clock: PracticeClock
  readonly random: Randomness
  /** The ID of the first run; later runs have consecutive IDs. */
  readonly firstRunId?: number
  readonly timings?: Partial<Timings>
  readonly version?: string
  /** Path prefixes of the key endpoints; `/api/v1` by default, as the running service has it. */
  readonly keyPrefixes?: readonly string[]
  readonly parseJson?: Practice['parseJson']
  /** Whether the lists already contain runs of other people and campaigns; true by default. */
  readonly otherRuns?: boolean
}

export type PracticeService = {
  readonly now: () => number
  /** Handles one request. The delivery specifies how a socket transmits the response. */
  handle(request: Request, fault?: RequestedFault): Promise<Answer>
  /** Handles a request for a recording or transcript, which a listener serves from a separate origin. */
  handleStorage(request: Request): Response
  serveStorageAt(origin: string): void
  /** Runs, dials and keys, read-only. */
  readonly world: World
  /** Keys, agents, configurations and caller IDs of each organization. */
  readonly organizations: PracticeOrganizations
  /** Creates a key in the first organization and returns it. */
  issueKey(name: string): string
  /** Changes some timings and returns all of them. */
  changeTimings(change: Partial<Timings>): Timings
  /** Restores the initial world. The sample keys remain the same. */
  reset(): void
}

/**
 * Creates the service of the specification as a function from Request to Response, over a sample world. Time and
 * randomness come only from the options.
 */
export function createPracticeService(options: PracticeServiceOptions): PracticeService {
  const { clock, random, firstRunId = 1, version = '1.45.0', parseJson = parseStandardJson } = options
  const keys: SeededKeys = [makeSeededKeys(random), makeSeededKeys(random)]
  const timings = { ...immediateTimings, ...options.timings }
  const routes = practiceRoutes(options.keyPrefixes ?? [api])
  const seed = () => seedWorld(keys, firstRunId, clock.now(), options.otherRuns === false ? null : random)
  let { world, states } = seed()
  const storageOrigin = 'http://storage.practice.invalid'
  const practice: Practice = { clock, random, version, parseJson, world, timings, storageOrigin }

  return {
    now: () => clock.now(),
    handle: (request, fault) => answerRequest(request, routes, practice, fault),
    handleStorage: (request) => answerStorage(request, practice),
    serveStorageAt(origin) {
      practice.storageOrigin = origin
    },
    get world() {
      return practice.world
    },
    get organizations() {
      return summarizeOrganizations(practice.world, states, keys)
    },
    issueKey: (name) => addKey(practice, 1, name).text,
    changeTimings(change) {
      practice.timings = { ...practice.timings, ...change }
      return practice.timings
    },
    reset() {
      ;({ world, states } = seed())
      practice.world = world
      practice.timings = timings
    },
  }
}

async function answerRequest(
  request: Request,
  routes: readonly Route[],
  practice: Practice,
  fault: RequestedFault | undefined,
): Promise<Answer> {
  const url = new URL(request.url)
  const bytes = new Uint8Array(await request.arrayBuffer())
  if (fault?.fault.run === 'none') return refusedByFault(fault, practice.timings, url.origin)
  try {
    const { route, params } = findRoute(routes, request.method, url)
    const { headers, method } = request
    const hasBody = method === 'POST' || method === 'PUT' || method === 'PATCH'
    const body = hasBody ? readBody(bytes, headers.get('content-type'), practice.parseJson) : undefined
    const call = {
      method,
      path: url.pathname,
      query: url.searchParams,
      headers,
      params,
      body,
      origin: url.origin,
      fault,
    }
    const answer = route.endpoint(call, practice)
    // The trigger applies its fault itself, because the fault decides the outcome of the run.
    if ('delivery' in answer) return answer
    const usual: Answer = { response: answer, delivery: wholeAtOnce }
    return fault === undefined ? usual : applyFault(fault, usual, practice.timings, call.origin)
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return { response: error.response, delivery: wholeAtOnce }
  }
}

function practiceRoutes(keyPrefixes: readonly string[]): readonly Route[] {
  return [...serviceRoutes, ...keyPrefixes.flatMap(keyRoutes)]
}

const api = '/api/v1'

const serviceRoutes: readonly Route[] = [
  { method: 'POST', path: `${api}/public/agent/workflow/{workflow_uuid}`, endpoint: trigger },
  { method: 'GET', path: `${api}/health`, endpoint: health },
  { method: 'GET', path: `${api}/auth/me`, endpoint: whoAmI },
  { method: 'GET', path: `${api}/organizations/campaign-defaults`, endpoint: campaignDefaults },
  { method: 'GET', path: `${api}/organizations/usage/runs`, endpoint: organizationRuns },
  { method: 'GET', path: `${api}/organizations/telephony-configs`, endpoint: listConfigurations },
  {
    method: 'GET',
    path: `${api}/organizations/telephony-configs/{config_id}/phone-numbers`,
    endpoint: listPhoneNumbers,
  },
  { method: 'GET', path: `${api}/workflow/fetch`, endpoint: listWorkflows },
  { method: 'GET', path: `${api}/workflow/fetch/{workflow_id}`, endpoint: fetchWorkflow },
  { method: 'POST', path: `${api}/workflow/create/definition`, endpoint: createWorkflow },
  { method: 'GET', path: `${api}/workflow/{workflow_id}/versions`, endpoint: listVersions },
  { method: 'GET', path: `${api}/workflow/{workflow_id}/runs`, endpoint: agentRuns },
  { method: 'GET', path: `${api}/workflow/{workflow_id}/runs/{run_id}`, endpoint: runDetail },
  { method: 'GET', path: `${api}/public/download/workflow/{token}/{artifact}`, endpoint: downloadArtifact },
  { method: 'GET', path: `${api}/s3/signed-url`, endpoint: signedUrl },
]

function keyRoutes(prefix: string): readonly Route[] {
  const path = `${prefix}/user/api-keys`
  return [
    { method: 'GET', path, endpoint: listKeys },
    { method: 'POST', path, endpoint: createKey },
    { method: 'DELETE', path: `${path}/{api_key_id}`, endpoint: archiveKey },
    { method: 'PUT', path: `${path}/{api_key_id}/reactivate`, endpoint: reactivateKey },
  ]
}
