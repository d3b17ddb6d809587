import type { Failure, Issue, Outcome } from '../../src/contract/failure.ts'
import { initialContextSchema } from '../../src/contract/initial-context.ts'
import type { ServiceClient } from '../../src/main/service/client.ts'
import type { DialResult } from '../../src/main/service/trigger-call.ts'
import type { SpecOperation, Meaning, RawRequest } from './spec-case.ts'

/** How the client interprets a response, in the terms of the cases. */
export type ClientResult = {
  readonly meaning: Meaning | 'unknown'
  readonly detail: string | null
  readonly issues: readonly Issue[]
  readonly value: unknown
}

const meaningOfStatus = (status: number): Meaning =>
  ({ 401: 'unauthorized', 403: 'forbidden', 404: 'notFound', 422: 'invalid' } as const)[status] ?? 'refused'

const ofDial = ({ outcome }: DialResult): ClientResult => {
  if (outcome.state === 'accepted') return { meaning: 'done', detail: null, issues: [], value: outcome }
  if (outcome.state !== 'rejected') return { meaning: 'unknown', detail: null, issues: [], value: outcome }
  return { meaning: meaningOfStatus(outcome.status), detail: outcome.detail, issues: outcome.issues, value: null }
}

const meaningOfFailure = ({ kind }: Failure): ClientResult['meaning'] =>
  kind === 'unauthorized' || kind === 'forbidden' || kind === 'notFound' || kind === 'invalid' || kind === 'refused'
    ? kind
    : 'unknown'

const ofOutcome = (outcome: Outcome<unknown>): ClientResult => {
  if (outcome.ok) return { meaning: 'done', detail: null, issues: [], value: outcome.value }
  const { failure } = outcome
  return {
    meaning: meaningOfFailure(failure),
    detail: 'detail' in failure ? failure.detail : null,
    issues: failure.kind === 'invalid' ? failure.issues : [],
    value: null,
  }
}

const trigger = (
  client: ServiceClient,
  act: Extract<SpecOperation, { operation: 'triggerCall' }>,
): Promise<DialResult> =>
  client.triggerCall({
    agentUuid: act.agentUuid,
    phoneNumber: act.phoneNumber,
    initialContext: initialContextSchema.parse(act.initialContext ?? {}),
    telephonyConfigurationId: act.telephonyConfigurationId ?? null,
    fromPhoneNumberId: act.fromPhoneNumberId ?? null,
  })

const read = (
  client: ServiceClient,
  act: Exclude<SpecOperation, { operation: 'triggerCall' }>,
): Promise<Outcome<unknown>> => {
  switch (act.operation) {
    case 'health':
    case 'account':
    case 'agents':
    case 'telephonyConfigurations':
    case 'campaignDefaults':
      return client[act.operation]()
    case 'agent':
    case 'versions':
      return client[act.operation](act.workflowId)
    case 'createWorkflow':
      return client.createWorkflow(act)
    case 'callerIds':
      return client.callerIds(act.telephonyConfigurationId)
    case 'run':
      return client.run(act.workflowRunId)
    case 'listKeys':
      return client.keys({ includeArchived: act.includeArchived ?? false })
    case 'createKey':
      return client.createKey(act.name)
    case 'archiveKey':
    case 'reactivateKey':
      return client[act.operation](act.keyId)
  }
}

/** Runs a step's operation through the client. */
export const runThroughClient = async (client: ServiceClient, act: SpecOperation): Promise<ClientResult> =>
  act.operation === 'triggerCall' ? ofDial(await trigger(client, act)) : ofOutcome(await read(client, act))

/** Returns the client operation closest to an invalid request; its method reads the response to that request. */
export const nearestOperation = ({ method, path }: RawRequest): { act: SpecOperation; method: string } => {
  if (path.includes('/public/agent/'))
    return { act: { operation: 'triggerCall', agentUuid: 'x', phoneNumber: '+14155550200' }, method: 'POST' }
  if (path.endsWith('/create/definition'))
    return { act: { operation: 'createWorkflow', name: '', definition: {} }, method: 'POST' }
  if (!path.includes('/user/api-keys')) return { act: { operation: 'health' }, method: 'GET' }
  const keyId = Number(/\d+/.exec(path.slice(path.indexOf('/user/')))?.[0] ?? 0)
  if (method === 'POST') return { act: { operation: 'createKey', name: '' }, method }
  if (method === 'DELETE') return { act: { operation: 'archiveKey', keyId }, method }
  return method === 'PUT'
    ? { act: { operation: 'reactivateKey', keyId }, method }
    : { act: { operation: 'listKeys' }, method: 'GET' }
}
