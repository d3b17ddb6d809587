import type { Outcome } from '../../../src/contract/failure.ts'
import { createAskAgain } from '../../../src/main/service/ask-again.ts'
import { createAskService } from '../../../src/main/service/ask-service.ts'
import type { Connector } from '../../../src/main/service/connector.ts'
import { defaultLimits } from '../../../src/main/service/limits.ts'
import type { ServiceClient } from '../../../src/main/service/service-client.ts'
import { createTransport, type Transport } from '../../../src/main/service/transport.ts'
import { createTriggerCall, type DialResult } from '../../../src/main/service/trigger-call.ts'
import { agentsSchema } from '../../../src/main/service/wire-agents.ts'
import { createSecret } from '../../../src/main/vault/secret.ts'
import { aClient, aTrigger, canaryKey } from '../../main/service/a-client.ts'

/** Stands in every body that is sent. */
export const canaryBody = 'canary-body-8Hq3Zt6LwP'

/** One thing the client asks: which of its requests is redirected, and whether it told that as what it was. */
export type Asker = { name: string; isAimed: (request: string) => boolean; ask: () => Promise<boolean> }

export type Reach = { origin: string; connect: Connector }
export type MakeAskers = (reach: Reach) => Asker[]

const trigger = aTrigger({ initialContext: { note: canaryBody } })
const keyList = '/api/v1/user/api-keys'

const toldAsRedirect = async (asked: Promise<Outcome<unknown>>): Promise<boolean> => {
  const outcome = await asked
  return !outcome.ok && outcome.failure.kind === 'unavailable' && outcome.failure.cause === 'redirected'
}

const toldAsRejected = async (dial: Promise<DialResult>): Promise<boolean> => {
  const { outcome } = await dial
  return outcome.state === 'rejected' && outcome.status >= 300 && outcome.status < 400
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

const acts: Readonly<Record<string, [line: string, act: (client: ServiceClient) => Promise<Outcome<unknown>>]>> = {
  createKey: [`POST ${keyList} `, (client) => client.createKey(canaryBody)],
  archiveKey: [`DELETE ${keyList}/5 `, (client) => client.archiveKey(5)],
  reactivateKey: [`PUT ${keyList}/5/reactivate `, (client) => client.reactivateKey(5)],
  createWorkflow: [
    'POST /api/v1/workflow/create/definition ',
    (client) => client.createWorkflow({ name: canaryBody, definition: {} }),
  ],
}

/** A recording or a transcript: large, and no JSON. */
const artifact = async ({ origin, connect }: Reach): Promise<boolean> => {
  const transport = createTransport({ origin, connect, key: createSecret(canaryKey) })
  const path = '/api/v1/public/download/workflow/0b8c/recording'
  const capBytes = defaultLimits.listBytes
  const reply = await transport.send({ method: 'GET', path, capBytes, deadlineMilliseconds: 5_000 })
  return reply.kind === 'answer' && reply.status >= 300 && reply.status < 400
}

/** Everything the app's own client asks. */
export const realAskers: MakeAskers = (reach) => {
  const client = aClient(reach.origin, { connect: reach.connect })
  const asking = Object.entries(reads).map(([name, read]) => ({
    name,
    isAimed: () => true,
    ask: () => toldAsRedirect(read(client)),
  }))
  const acting = Object.entries(acts).map(([name, [line, act]]) => ({
    name,
    isAimed: (request: string) => request.startsWith(line),
    ask: () => toldAsRedirect(act(client)),
  }))
  const all = { isAimed: () => true }
  return [
    { name: 'trigger', ...all, ask: () => toldAsRejected(client.triggerCall(trigger)) },
    ...asking,
    ...acting,
    { name: 'artifact', ...all, ask: () => artifact(reach) },
  ]
}

/** What is asked over another transport than the app's own: a call, and a list. */
export const askersOver =
  (makeTransport: (reach: Reach) => Transport): MakeAskers =>
  (reach) => {
    const transport = makeTransport(reach)
    const pace = { now: () => performance.now(), wait: () => Promise.resolve(), random: () => 0 }
    const service = createAskService(transport, defaultLimits, createAskAgain(pace, defaultLimits))
    const dial = createTriggerCall(transport, defaultLimits)
    const agents = () => service.read({ path: '/api/v1/workflow/fetch', list: true }, agentsSchema)
    const all = { isAimed: () => true }
    return [
      { name: 'trigger', ...all, ask: () => toldAsRejected(dial(trigger)) },
      { name: 'agents', ...all, ask: () => toldAsRedirect(agents()) },
    ]
  }
