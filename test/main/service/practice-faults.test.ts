import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faults } from '../../../src/main/practice/faults/faults.ts'
import { type PracticeListener, startPracticeListener } from '../../../src/main/practice/practice-listener.ts'
import { createServiceClient, type ServiceClient } from '../../../src/main/service/service-client.ts'
import { createSecret } from '../../../src/main/vault/secret.ts'
import { aPracticeService } from '../practice/a-practice-service.ts'
import { aTrigger } from './a-client.ts'

const service = aPracticeService({ pace: { slowMs: 50, verySlowMs: 150 } })
const [facts] = service.facts
const agentUuid = facts?.agents.find(({ state }) => state === 'normal')?.uuid ?? ''
let listener: PracticeListener
let client: ServiceClient

beforeAll(async () => {
  listener = await startPracticeListener(service)
  client = createServiceClient({
    origin: listener.origin,
    key: createSecret(facts?.keys.active ?? ''),
    clock: Date.now,
    limits: { dialMilliseconds: 1_000 },
  })
})
afterAll(() => listener.close())

type Settled = Awaited<ReturnType<ServiceClient['triggerCall']>>['outcome']

/** What a person may be told: where a phone rings, never that it does not; where the wire broke, that nobody knows. */
const isHonest = (state: Settled, { rings, how }: (typeof faults)[number]): boolean => {
  if (how !== undefined) return state.state === 'unknown'
  const mayRing =
    state.state === 'accepted' || state.state === 'unknown' || (state.state === 'failedAtProvider' && state.doubt)
  return state.state !== 'notSent' && (mayRing || !rings)
}

describe('every fault of the practice service', () => {
  it.each(faults)('$name: $sentence', async (fault) => {
    const before = service.world.dials.length
    const request = aTrigger({
      agentUuid,
      phoneNumber: fault.phoneNumber,
      telephonyConfigurationId: null,
      fromPhoneNumberId: null,
    })
    const { outcome } = await client.triggerCall(request)
    const rang = service.world.dials.length - before
    expect(rang).toBe(fault.rings ? 1 : 0)
    expect({ outcome, honest: isHonest(outcome, fault) }).toMatchObject({ honest: true })
    service.reset()
  })

  it('and no fault at all', async () => {
    const usual = { agentUuid, phoneNumber: '+14155550200', telephonyConfigurationId: null, fromPhoneNumberId: null }
    const { outcome } = await client.triggerCall(aTrigger(usual))
    expect(outcome.state).toBe('accepted')
    const runId = outcome.state === 'accepted' ? outcome.workflowRunId : 0
    expect(await client.run(runId)).toMatchObject({
      ok: true,
      value: { workflowRunId: runId, calledNumber: '+14155550200' },
    })
    expect(await client.runsOfOrganization({ workflowRunId: runId })).toMatchObject({
      ok: true,
      value: { totalCount: 1 },
    })
    expect(await client.runsOfAgent(1)).toMatchObject({ ok: true })
  })
})
