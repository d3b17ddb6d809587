import { defaultLimits } from '../../../src/main/service/limits.ts'
import { createServiceClient, type ServiceClientParts } from '../../../src/main/service/service-client.ts'
import type { TriggerCall } from '../../../src/main/service/trigger-call.ts'
import { createSecret } from '../../../src/main/vault/secret.ts'
import { type Fault, type Meaning, meaningOf } from './fault.ts'

/** Makes the trigger that is put to the test; the labs' planted mistakes are other makers. */
export type MakeTrigger = (parts: ServiceClientParts) => TriggerCall

export const realTrigger: MakeTrigger = (parts) => createServiceClient(parts).triggerCall

/** What was told of one call and what can be held against it: nothing, when all is well. */
export type FaultResult = {
  name: string
  meaning: Meaning
  wrongClass: boolean
  /** The service saw a byte of the request, and it was said that none had left. */
  denied: boolean
  /** What was told contradicts the mark that the first byte may leave, or the service saw the request more than once. */
  odd: boolean
}

/** Long enough for a busy machine: only faults that say so run into a limit. */
const patience = { ...defaultLimits, dialMilliseconds: 30_000, connectMilliseconds: 15_000 }
const largeContext = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`k${index}`, 'x'.repeat(1000)]))

/** Prepares a fault, places one call into it, and judges what was told by what the service saw. */
export const runFault = async (fault: Fault, makeTrigger: MakeTrigger = realTrigger): Promise<FaultResult> => {
  const scene = await fault.prepare()
  const limits = { ...patience, ...fault.limits }
  let marks = 0
  const trigger = makeTrigger({
    origin: scene.origin,
    key: createSecret('dgr_faultlab-0123456789abcdefghijklmnopqrstuvwxyz'),
    clock: Date.now,
    limits,
    ...(scene.connect === undefined ? {} : { connect: scene.connect(limits.connectMilliseconds) }),
  })
  const request = {
    agentUuid: '7f3c2a1e-0000-4000-8000-000000009b21',
    phoneNumber: '+14155550123',
    initialContext: fault.large === true ? largeContext : { customer_name: 'Jané Doe' },
    telephonyConfigurationId: 1,
    fromPhoneNumberId: null,
  }
  const result = await trigger(request, { onMayHaveLeft: () => void (marks += 1) })
  const [seen, copies] = [scene.seen(), scene.copies()]
  await scene.close()
  const meaning = meaningOf(result)
  const notSent = result.outcome.state === 'notSent'
  return {
    name: fault.name,
    meaning,
    wrongClass: !fault.means.includes(meaning),
    denied: notSent && seen > 0,
    odd: notSent === marks > 0 || marks > 1 || copies > 1,
  }
}
