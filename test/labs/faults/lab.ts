import { classify, type SettledState } from '../../../src/main/service/classify.ts'
import type { Reply } from '../../../src/main/service/answer.ts'
import { createConnector } from '../../../src/main/service/connector.ts'
import { defaultLimits } from '../../../src/main/service/limits.ts'
import { createTransport, type Transport } from '../../../src/main/service/transport.ts'
import { createTriggerCall } from '../../../src/main/service/trigger-call.ts'
import type { Lab } from '../lab.ts'
import { createSeededRandom } from '../seeded-random.ts'
import type { Fault } from './fault.ts'
import { faults } from './faults.ts'
import { type FaultResult, type MakeTrigger, runFault } from './run-fault.ts'
import { inLanes, shuffled } from './in-lanes.ts'

/** Most faults only wait: so many at once do not get into each other's way. */
const lanes = 24

/** The planted mistake: what every other client does with a 5xx. */
const settleServerErrorsAsRefusals = (reply: Reply): SettledState =>
  reply.kind === 'answer' && reply.status >= 500
    ? { state: 'rejected', status: reply.status, detail: '', issues: [] }
    : classify(reply)

/** The other planted mistake: an exchange that broke is called one that never began. */
const denyBrokenExchanges = (transport: Transport): Transport => ({
  async send(ask) {
    const reply = await transport.send(ask)
    return reply.kind === 'broken' ? { kind: 'notSent', cause: 'other' } : reply
  },
})

const planted =
  (change: (transport: Transport) => Transport, settle: (reply: Reply) => SettledState): MakeTrigger =>
  ({ origin, key, limits, connect }) => {
    const all = { ...defaultLimits, ...limits }
    const connector = connect ?? createConnector({ connectMilliseconds: all.connectMilliseconds })
    return createTriggerCall(change(createTransport({ origin, key, connect: connector })), all, settle)
  }

const runAll = (list: readonly Fault[], done: () => void, makeTrigger?: MakeTrigger): Promise<FaultResult[]> =>
  inLanes(lanes, list, async (fault) => {
    const result = await runFault(fault, makeTrigger)
    done()
    return result
  })

const runControls = async (): Promise<{ wrongClass: number; denied: number }> => {
  const refusing = await runAll(
    faults,
    () => undefined,
    planted((transport) => transport, settleServerErrorsAsRefusals),
  )
  const denying = await runAll(faults, () => undefined, planted(denyBrokenExchanges, classify))
  return {
    wrongClass: refusing.filter(({ wrongClass }) => wrongClass).length,
    denied: denying.filter(({ denied }) => denied).length,
  }
}

const describe = (results: readonly FaultResult[], wrong: (result: FaultResult) => boolean): string =>
  results
    .filter(wrong)
    .slice(0, 10)
    .map(({ name, meaning }) => `${name} → ${meaning}`)
    .join('; ')

/** Every named fault of the wire, placed over real sockets: is each call told as what it was, and none denied that the service saw? */
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
    const odd = results.filter((result) => result.odd).length
    return {
      figures: {
        named: new Set(faults.map(({ name }) => name)).size,
        placed: results.length,
        rightClass: results.length - wrong,
        wrongClass: wrong,
        deniedAlthoughSeen: denied,
        contradictions: odd,
        wrong: describe(results, (result) => result.wrongClass || result.denied || result.odd),
        planted: `5xx told as refusals: ${controls.wrongClass} caught; broken told as not sent: ${controls.denied} caught`,
      },
      control: { caught: controls.wrongClass > 0 && controls.denied > 0 },
      ok: wrong === 0 && denied === 0 && odd === 0,
    }
  },
}
