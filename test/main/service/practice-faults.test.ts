import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { faults } from '../../../src/main/practice/faults.ts'
import { type PracticeListener, startPracticeListener } from '../../../src/main/practice/host.ts'
import { createServiceClient, type ServiceClient } from '../../../src/main/service/client.ts'
import { createSecret } from '../../../src/main/vault/secret.ts'
import { createTestService } from '../../service/test-service.ts'
import { createTrigger } from './create-test-client.ts'

const service = createTestService({ timings: { slowMs: 50, verySlowMs: 150, silentCarrierMs: 150 } })
const [organization] = service.organizations
const agentUuid = organization?.agents.find(({ state }) => state === 'normal')?.uuid ?? ''
let listener: PracticeListener
let client: ServiceClient

beforeAll(async () => {
  listener = await startPracticeListener(service)
  client = createServiceClient({
    origin: listener.origin,
    key: createSecret(organization?.keys.active ?? ''),
    clock: Date.now,
    limits: { dialMilliseconds: 1_000 },
  })
})
afterAll(() => listener.close())

type Settled = Awaited<ReturnType<ServiceClient['triggerCall']>>['outcome']

/**
 * Returns whether an outcome is not wrong: never "not sent" if a phone rings, and "unknown" if the connection broke.
 */
const isAcceptable = (state: Settled, { rings, how }: (typeof faults)[number]): boolean => {
  if (how !== undefined) return state.state === 'unknown'
  const mayRing =
    state.state === 'accepted' || state.state === 'unknown' || (state.state === 'failedAtProvider' && state.doubt)
  return state.state !== 'notSent' && (mayRing || !rings)
}

describe('every fault of the practice service', () => {
  it.each(faults)('produces the documented outcome: $name, $sentence', async (fault) => {
    const before = service.world.dials.length
    const request = createTrigger({
      agentUuid,
      phoneNumber: fault.phoneNumber,
      telephonyConfigurationId: null,
      fromPhoneNumberId: null,
    })
    const { outcome } = await client.triggerCall(request)
    const rang = service.world.dials.length - before
    expect(rang).toBe(fault.rings ? 1 : 0)
    expect({ outcome, honest: isAcceptable(outcome, fault) }).toMatchObject({ honest: true })
    service.reset()
  })

  it('accepts a call without a fault', async () => {
    const usual = { agentUuid, phoneNumber: '+14155550200', telephonyConfigurationId: null, fromPhoneNumberId: null }
    const { outcome } = await client.triggerCall(createTrigger(usual))
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
