import type { Outcome } from '../../../src/contract/failure.ts'
import { createRequests, createRetry } from '../../../src/main/service/retry.ts'
import type { ServiceClient } from '../../../src/main/service/client.ts'
import type { Connector } from '../../../src/main/service/connector.ts'
import { createTransport, defaultLimits, type Transport } from '../../../src/main/service/exchange.ts'
import { createTriggerCall, type DialResult } from '../../../src/main/service/trigger-call.ts'
import { agentsShape } from '../../../src/main/service/wire/agents.ts'
import { createSecret } from '../../../src/main/vault/secret.ts'
import { createTestClient, createTrigger, canaryKey } from '../../main/service/create-test-client.ts'
import ky from 'ky'
import { Agent, fetch as undiciFetch, type RequestInit } from 'undici'
import { testAuthority } from '../../main/network/test-certificates.ts'

/** Part of every body that is sent. */
export const canaryBody = 'canary-body-8Hq3Zt6LwP'

/** An operation of the client. `isTarget` selects the request to redirect; `run` returns whether the client reported the redirect. */
type Operation = { name: string; isTarget: (request: string) => boolean; run: () => Promise<boolean> }

export type ServiceAddress = { origin: string; connect: Connector }
export type MakeOperations = (reach: ServiceAddress) => Operation[]

const trigger = createTrigger({ initialContext: { note: canaryBody } })
const keyList = '/api/v1/user/api-keys'

const isReportedAsRedirect = async (result: Promise<Outcome<unknown>>): Promise<boolean> => {
  const outcome = await result
  return !outcome.ok && outcome.failure.kind === 'unavailable' && outcome.failure.cause === 'redirected'
}

const isReportedAsUnknown = async (dial: Promise<DialResult>): Promise<boolean> => {
  const { outcome } = await dial
  // A server may redirect a request that it has already processed.
  return outcome.state === 'unknown' && outcome.status !== null && outcome.status >= 300 && outcome.status < 400
}

const reads: Readonly<Record<string, (client: ServiceClient) => Promise<Outcome<unknown>>>> = {
  health: (client) => client.health(),
  account: (client) => client.account(),
  agents: (client) => client.agents(),
  agent: (client) => client.agent(7),
  versions: (client) => client.versions(7),
  trunks: (client) => client.telephonyConfigurations(),
  callerIds: (client) => client.callerIds(3),
  run: (client) => client.run(48_001),
  defaults: (client) => client.campaignDefaults(),
  runsOfAgent: (client) => client.runsOfAgent(7),
  runsOfOrganization: (client) => client.runsOfOrganization({ calledNumber: '+14155550123' }),
  keys: (client) => client.keys({ includeArchived: true }),
}

const actions: Readonly<Record<string, [line: string, act: (client: ServiceClient) => Promise<Outcome<unknown>>]>> = {
  createKey: [`POST ${keyList} `, (client) => client.createKey(canaryBody)],
  archiveKey: [`DELETE ${keyList}/5 `, (client) => client.archiveKey(5)],
  reactivateKey: [`PUT ${keyList}/5/reactivate `, (client) => client.reactivateKey(5)],
  createWorkflow: [
    'POST /api/v1/workflow/create/definition ',
    (client) => client.createWorkflow({ name: canaryBody, definition: {} }),
  ],
}

/** Downloads a recording or a transcript: large, and not JSON. */
const artifact = async ({ origin, connect }: ServiceAddress): Promise<boolean> => {
  const transport = createTransport({ origin, connect, key: createSecret(canaryKey) })
  const path = '/api/v1/public/download/workflow/0b8c/recording'
  const capBytes = defaultLimits.listBytes
  const reply = await transport.send({ method: 'GET', path, capBytes, deadlineMilliseconds: 5_000 })
  return reply.kind === 'answer' && reply.status >= 300 && reply.status < 400
}

/** All operations of the app's client. */
export const clientOperations: MakeOperations = (reach) => {
  const client = createTestClient(reach.origin, { connect: reach.connect })
  const readOperations = Object.entries(reads).map(([name, read]) => ({
    name,
    isTarget: () => true,
    run: () => isReportedAsRedirect(read(client)),
  }))
  const writeOperations = Object.entries(actions).map(([name, [line, act]]) => ({
    name,
    isTarget: (request: string) => request.startsWith(line),
    run: () => isReportedAsRedirect(act(client)),
  }))
  const all = { isTarget: () => true }
  return [
    { name: 'trigger', ...all, run: () => isReportedAsUnknown(client.triggerCall(trigger)) },
    ...readOperations,
    ...writeOperations,
    { name: 'artifact', ...all, run: () => artifact(reach) },
  ]
}

/** Two operations over another transport: a call, and a list. */
export const createOperationsFor =
  (makeTransport: (reach: ServiceAddress) => Transport): MakeOperations =>
  (reach) => {
    const transport = makeTransport(reach)
    const pace = { now: () => performance.now(), wait: () => Promise.resolve(), random: () => 0 }
    const service = createRequests(transport, defaultLimits, createRetry(pace, defaultLimits))
    const dial = createTriggerCall(transport, defaultLimits)
    const agents = () => service.read({ path: '/api/v1/workflow/fetch', list: true }, agentsShape)
    const all = { isTarget: () => true }
    return [
      { name: 'trigger', ...all, run: () => isReportedAsUnknown(dial(trigger)) },
      { name: 'agents', ...all, run: () => isReportedAsRedirect(agents()) },
    ]
  }

/**
 * Injected bug: the default behavior of ky and `fetch`. They follow a redirect and send the key again, because it is
 * not in the `authorization` header, and for 307 and 308 they also send the body again.
 */
export const createFollowingTransport = ({ origin }: ServiceAddress): Transport => ({
  async send({ method, path, query, json, anonymous }) {
    const dispatcher = new Agent({ connect: { ca: testAuthority, timeout: 2_000 }, pipelining: 0 })
    try {
      const response = await ky(new URL(path, origin), {
        method,
        headers: anonymous === true ? {} : { 'x-api-key': canaryKey },
        ...(query ? { searchParams: query } : {}),
        ...(json === undefined ? {} : { json }),
        retry: 0,
        throwHttpErrors: false,
        redirect: 'follow',
        fetch: async (input) => {
          const request = new Request(input)
          const body = request.body === null ? null : Buffer.from(await request.arrayBuffer())
          const init: RequestInit = { method: request.method, headers: [...request.headers], body, dispatcher }
          const followed = await undiciFetch(request.url, { ...init, redirect: 'follow' })
          return new Response(await followed.text(), { status: followed.status })
        },
      })
      const text = await response.text()
      return { kind: 'answer', status: response.status, date: null, retryAfterMilliseconds: null, text }
    } catch {
      // Only the destinations matter, not the result. A redirect loop ends here.
      return { kind: 'broken', cause: 'cut', status: null, date: null }
    } finally {
      await dispatcher.destroy()
    }
  },
})
