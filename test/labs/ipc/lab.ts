import { z } from 'zod'
import type { Lab } from '../lab.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { fuzzResponses, fuzzEvents, type ResponseFindings } from './fuzz-responses.ts'
import { type Findings, fuzzRequests, noFindings, sendFromUntrusted } from './fuzz-requests.ts'
import { gateWithoutSchemas, gateWithoutSenders, type MakeGate, openGate, realGate, untrustedSenders } from './gate.ts'
import { bridgeWithEvents, bridgeWithInvoke, checkBridge, realBridge } from './bridge.ts'
import { keyFieldsOf, keyFieldsIn } from './key-fields.ts'
import { shapeOf } from './shape.ts'
import { type ContractShapes, readContract } from './contract-samples.ts'

/** Requests per operation for the controls. */
const controlTrials = 60

const add = (sum: Findings, one: Findings): Findings => ({
  bad: sum.bad + one.bad,
  reachedFromBad: sum.reachedFromBad + one.reachedFromBad,
  good: sum.good + one.good,
  goodRefused: sum.goodRefused + one.goodRefused,
  unnamedFields: sum.unnamedFields + one.unnamedFields,
  wronglyAnswered: sum.wronglyAnswered + one.wronglyAnswered,
  fromUntrusted: sum.fromUntrusted + one.fromUntrusted,
  reachedFromUntrusted: sum.reachedFromUntrusted + one.reachedFromUntrusted,
  examples: [...sum.examples, ...one.examples].slice(0, 10),
})

const addOut = (sum: ResponseFindings, one: ResponseFindings): ResponseFindings => ({
  tried: sum.tried + one.tried,
  leaks: sum.leaks + one.leaks,
  wrongShapes: sum.wrongShapes + one.wrongShapes,
  examples: [...sum.examples, ...one.examples].slice(0, 10),
})

type Trials = { contract: ContractShapes; makeGate: MakeGate; n: number; seed: number; tick: () => void }

const fuzzAllRequests = async ({ contract, makeGate, n, seed, tick }: Trials): Promise<Findings> => {
  const random = createSeededRandom(seed)
  let sum = noFindings()
  for (const shapes of contract.operations) {
    sum = add(sum, await fuzzRequests(shapes, n, random, openGate(makeGate)))
    sum = add(sum, await sendFromUntrusted(shapes, n, random, openGate(makeGate)))
    tick()
  }
  return sum
}

const fuzzAllResponses = async ({ contract, makeGate, n, seed }: Trials): Promise<ResponseFindings> => {
  const random = createSeededRandom(seed)
  let sum: ResponseFindings = { tried: 0, leaks: 0, wrongShapes: 0, examples: [] }
  for (const shapes of contract.operations)
    sum = addOut(sum, await fuzzResponses(shapes, contract.failure, n, random, openGate(makeGate)))
  return addOut(sum, fuzzEvents(contract, n, random))
}

/** Injected bug: a contract with a key in a list and a field of any type. */
const faultyOutput = z.object({
  profiles: z.array(z.object({ name: z.string(), secret: z.object({ apiKey: z.string().nullable() }) })),
  more: z.record(z.string(), z.unknown()),
})

const runControls = async (contract: ContractShapes, seed: number) => {
  const trials = { contract, n: controlTrials, seed, tick: () => undefined }
  const withoutSchemas = await fuzzAllRequests({ ...trials, makeGate: gateWithoutSchemas })
  const open = await fuzzAllRequests({ ...trials, makeGate: gateWithoutSenders })
  const unchecked = await fuzzAllResponses({ ...trials, makeGate: gateWithoutSchemas, n: 5 })
  return {
    payloads: withoutSchemas.reachedFromBad,
    senders: open.reachedFromUntrusted,
    answers: unchecked.leaks,
    bridges: (await checkBridge(bridgeWithInvoke)).length + (await checkBridge(bridgeWithEvents)).length,
    keyFields: keyFieldsOf(shapeOf(faultyOutput), 'injected').length,
  }
}

/**
 * Sends every operation invalid requests and requests from untrusted senders: none may reach a handler or return a key.
 */
export const lab: Lab = {
  name: 'ipc',
  standard: 10_000,
  short: 200,
  async run({ n, seed, progress }) {
    const contract = readContract()
    let done = 0
    const tick = (): void => progress((done += 1), contract.operations.length)
    const requested = await fuzzAllRequests({ contract, makeGate: realGate, n, seed, tick })
    const answered = await fuzzAllResponses({ contract, makeGate: realGate, n: Math.ceil(n / 20), seed, tick })
    const bridgeFaults = await checkBridge(realBridge)
    const keyFields = keyFieldsIn(contract)
    const injected = await runControls(contract, seed)
    const { examples, ...figures } = requested
    const faults = [...examples, ...answered.examples, ...bridgeFaults, ...keyFields]
    return {
      figures: {
        operations: contract.operations.length,
        ...figures,
        kindsOfStrangers: Object.keys(untrustedSenders).length,
        answersAndEvents: answered.tried,
        leakedFields: answered.leaks,
        wrongShapesAnswered: answered.wrongShapes,
        bridgeFaults: bridgeFaults.length,
        placesForAKey: keyFields.length,
        examples: faults.slice(0, 10).join('; '),
        injected,
      },
      control: {
        caught:
          injected.payloads > 0 &&
          injected.senders > 0 &&
          injected.answers > 0 &&
          injected.bridges === 2 &&
          injected.keyFields === 2,
      },
      ok:
        requested.reachedFromBad + requested.reachedFromUntrusted + requested.unnamedFields === 0 &&
        requested.wronglyAnswered + requested.goodRefused + answered.leaks + answered.wrongShapes === 0 &&
        requested.bad > 0 &&
        requested.good > 0 &&
        faults.length === 0,
    }
  },
}
