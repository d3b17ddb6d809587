import { answerFaults } from './answer-faults.ts'
import { connectFaults } from './connect-faults.ts'
import { type Fault, type Meaning, meaningOf } from './fault.ts'
import { proxyFaults } from './proxy-faults.ts'
import { requestFaults } from './request-faults.ts'
import { statusFaults } from './status-faults.ts'
import { createTransport, defaultLimits, type Transport } from '../../../src/main/service/exchange.ts'
import { wasNotPlaced } from '../../../src/domain/call-state.ts'
import type { ServiceClientDeps } from '../../../src/main/service/client.ts'
import { findProof, proofs } from '../../../src/main/service/proofs.ts'
import { createTriggerCall, type DialResult, type TriggerCall } from '../../../src/main/service/trigger-call.ts'
import { createSecret } from '../../../src/main/vault/secret.ts'
import { classify, type SettledState } from '../../../src/main/service/classify.ts'
import type { Reply } from '../../../src/main/service/reply.ts'
import { createConnector } from '../../../src/main/service/connector.ts'
import { mapConcurrently, type Lab, shuffled } from '../lab.ts'
import { createSeededRandom } from '../seeded-random.ts'

/** All network faults, from the first connection to the last byte of the response. */
export const faults: readonly Fault[] = [
  ...connectFaults,
  ...proxyFaults,
  ...requestFaults,
  ...answerFaults,
  ...statusFaults,
]

/** Creates the function under test, which returns its reply; injected bugs replace this function. */
export type MakeTrigger = (deps: ServiceClientDeps, onReply: (reply: Reply) => void) => TriggerCall

const triggerWith =
  (change: (transport: Transport) => Transport, settle: (reply: Reply) => SettledState): MakeTrigger =>
  ({ origin, key, limits, connect }, onReply) => {
    const all = { ...defaultLimits, ...limits }
    const connector = connect ?? createConnector({ connectMilliseconds: all.connectMilliseconds })
    return createTriggerCall(change(createTransport({ origin, key, connect: connector })), all, (reply) => {
      onReply(reply)
      return settle(reply)
    })
  }

const unchanged = (transport: Transport): Transport => transport
const realTrigger = triggerWith(unchanged, classify)

/** The reported outcome of one call, and what is wrong with it. */
export type FaultResult = {
  name: string
  meaning: Meaning
  wrongClass: boolean
  /** The service received a byte, but "not sent" was reported. */
  denied: boolean
  /** The outcome contradicts the mark that a byte may leave, or the service received the request more than once. */
  contradicts: boolean
  /** For "not placed": the proof from the table, or null if there is none. */
  proof: string | null
  /** "Not placed" was reported without a proof. */
  unproved: boolean
}

/** Returns whether the outcome says that no phone rings. */
const reportsNotPlaced = ({ outcome }: Pick<DialResult, 'outcome'>): boolean => wasNotPlaced(outcome)

const proofOf = (reply: Reply | null): string | null => {
  if (reply?.kind === 'notSent') return 'noByteLeft'
  return reply?.kind === 'answer' ? findProof(reply) : null
}

/** Long enough for a busy machine: only faults with short limits exceed these. */
const longLimits = { ...defaultLimits, dialMilliseconds: 30_000, connectMilliseconds: 15_000 }
const largeContext = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`k${index}`, 'x'.repeat(1000)]))

/** Places one call against a fault and compares its outcome with what the service received. */
export const runFault = async (fault: Fault, makeTrigger: MakeTrigger = realTrigger): Promise<FaultResult> => {
  const service = await fault.prepare()
  const limits = { ...longLimits, ...fault.limits }
  let marks = 0
  let reply: Reply | null = null
  const deps = {
    origin: service.origin,
    key: createSecret('dgr_faultlab-0123456789abcdefghijklmnopqrstuvwxyz'),
    clock: Date.now,
    limits,
    ...(service.connect === undefined ? {} : { connect: service.connect(limits.connectMilliseconds) }),
  }
  const trigger = makeTrigger(deps, (received) => (reply = received))
  const request = {
    agentUuid: '7f3c2a1e-0000-4000-8000-000000009b21',
    phoneNumber: '+14155550123',
    initialContext: fault.large === true ? largeContext : { customer_name: 'Jané Doe' },
    telephonyConfigurationId: 1,
    fromPhoneNumberId: null,
  }
  const result = await trigger(request, { onMayHaveLeft: () => void (marks += 1) })
  const [seen, copies] = [service.seen(), service.copies()]
  await service.close()
  const meaning = meaningOf(result)
  const notSent = result.outcome.state === 'notSent'
  const proof = reportsNotPlaced(result) ? proofOf(reply) : null
  return {
    name: fault.name,
    meaning,
    wrongClass: !fault.means.includes(meaning),
    denied: notSent && seen > 0,
    contradicts: notSent === marks > 0 || marks > 1 || copies > 1,
    proof,
    unproved: reportsNotPlaced(result) && proof === null,
  }
}

/** Many at once, because most faults only wait. */
const concurrency = 24

/** Injected bug: treats a 5xx as a rejection. */
const settleServerErrorsAsRefusals = (reply: Reply): SettledState =>
  reply.kind === 'answer' && reply.status >= 500
    ? { state: 'rejected', status: reply.status, detail: '', issues: [] }
    : classify(reply)

/** Injected bug: treats every 4xx as a rejection. */
const settleByStatus = (reply: Reply): SettledState =>
  reply.kind === 'answer' && reply.status >= 400 && reply.status < 500
    ? { state: 'rejected', status: reply.status, detail: '', issues: [] }
    : classify(reply)

/** Injected bug: reports an interrupted exchange as not sent. */
const denyBrokenExchanges = (transport: Transport): Transport => ({
  async send(request) {
    const reply = await transport.send(request)
    return reply.kind === 'broken' ? { kind: 'notSent', cause: 'other' } : reply
  },
})

const runAll = (list: readonly Fault[], done: () => void, makeTrigger?: MakeTrigger): Promise<FaultResult[]> =>
  mapConcurrently(concurrency, list, async (fault) => {
    const result = await runFault(fault, makeTrigger)
    done()
    return result
  })

const runControls = async () => {
  const run = (trigger: MakeTrigger) => runAll(faults, () => undefined, trigger)
  const refusing = await run(triggerWith(unchanged, settleServerErrorsAsRefusals))
  const denying = await run(triggerWith(denyBrokenExchanges, classify))
  const classifiedByStatus = await run(triggerWith(unchanged, settleByStatus))
  return {
    wrongClass: refusing.filter(({ wrongClass }) => wrongClass).length,
    denied: denying.filter(({ denied }) => denied).length,
    unproved: classifiedByStatus.filter(({ unproved }) => unproved).length,
  }
}

const countProofs = (results: readonly FaultResult[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { proof } of results) if (proof !== null) counts[proof] = (counts[proof] ?? 0) + 1
  return counts
}

const describe = (results: readonly FaultResult[], wrong: (result: FaultResult) => boolean): string =>
  results
    .filter(wrong)
    .slice(0, 10)
    .map(({ name, meaning }) => `${name} → ${meaning}`)
    .join('; ')

/**
 * Places calls against every network fault over real sockets and checks the reported state: never "not sent" for a call
 * that the service received, and never "not placed" without a proof in the table.
 */
export const lab: Lab = {
  name: 'faults',
  standard: 1,
  short: 1,
  async run({ n, seed, progress }) {
    const list = shuffled(Array.from({ length: n }, () => faults).flat(), createSeededRandom(seed))
    let count = 0
    const results = await runAll(list, () => progress((count += 1), list.length))
    const controls = await runControls()
    const wrong = results.filter(({ wrongClass }) => wrongClass).length
    const denied = results.filter((result) => result.denied).length
    const contradicts = results.filter((result) => result.contradicts).length
    const unproved = results.filter((result) => result.unproved).length
    const counts = countProofs(results)
    const unusedProofs = proofs.filter(({ name }) => counts[name] === undefined).length
    return {
      figures: {
        named: new Set(faults.map(({ name }) => name)).size,
        placed: results.length,
        rightClass: results.length - wrong,
        wrongClass: wrong,
        deniedAlthoughSeen: denied,
        contradictions: contradicts,
        unproved,
        unusedProofs,
        proofs: counts,
        wrong: describe(
          results,
          (result) => result.wrongClass || result.denied || result.contradicts || result.unproved,
        ),
        injected: `5xx reported as refusals: ${controls.wrongClass} caught; broken exchanges reported as not sent: ${controls.denied} caught; 4xx reported as refusals by status: ${controls.unproved} without a proof`,
      },
      control: { caught: controls.wrongClass > 0 && controls.denied > 0 && controls.unproved > 0 },
      ok: wrong === 0 && denied === 0 && contradicts === 0 && unproved === 0 && unusedProofs === 0,
    }
  },
}
