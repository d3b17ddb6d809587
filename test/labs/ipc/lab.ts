import { z } from 'zod'
import type { Lab } from '../lab.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { fuzzAnswers, fuzzEvents, type OutFindings } from './fuzz-answers.ts'
import { type Findings, fuzzQuestions, noFindings, tryStrangers } from './fuzz-questions.ts'
import { gateWithoutSchemas, gateWithoutSenders, type MakeGate, openGate, realGate } from './gate.ts'
import { bridgeWithEvents, bridgeWithInvoke, judgeBridge, realBridge } from './judge-bridge.ts'
import { keyPlaces, keyPlacesIn } from './key-places.ts'
import { badSenders } from './senders.ts'
import { shapeOf } from './shape.ts'
import { type Tables, tables } from './tables.ts'

/** So many questions an operation are enough for a planted fault to show up often. */
const controlTrials = 60

const add = (sum: Findings, one: Findings): Findings => ({
  bad: sum.bad + one.bad,
  reachedFromBad: sum.reachedFromBad + one.reachedFromBad,
  good: sum.good + one.good,
  goodRefused: sum.goodRefused + one.goodRefused,
  unnamedFields: sum.unnamedFields + one.unnamedFields,
  wronglyAnswered: sum.wronglyAnswered + one.wronglyAnswered,
  strangers: sum.strangers + one.strangers,
  reachedFromStrangers: sum.reachedFromStrangers + one.reachedFromStrangers,
  examples: [...sum.examples, ...one.examples].slice(0, 10),
})

const addOut = (sum: OutFindings, one: OutFindings): OutFindings => ({
  tried: sum.tried + one.tried,
  leaks: sum.leaks + one.leaks,
  wrongShapes: sum.wrongShapes + one.wrongShapes,
  examples: [...sum.examples, ...one.examples].slice(0, 10),
})

type Trials = { contract: Tables; makeGate: MakeGate; n: number; seed: number; tick: () => void }

const askAll = async ({ contract, makeGate, n, seed, tick }: Trials): Promise<Findings> => {
  const random = createSeededRandom(seed)
  let sum = noFindings()
  for (const shapes of contract.operations) {
    sum = add(sum, await fuzzQuestions(shapes, n, random, openGate(makeGate)))
    sum = add(sum, await tryStrangers(shapes, n, random, openGate(makeGate)))
    tick()
  }
  return sum
}

const answerAll = async ({ contract, makeGate, n, seed }: Trials): Promise<OutFindings> => {
  const random = createSeededRandom(seed)
  let sum: OutFindings = { tried: 0, leaks: 0, wrongShapes: 0, examples: [] }
  for (const shapes of contract.operations)
    sum = addOut(sum, await fuzzAnswers(shapes, contract.failure, n, random, openGate(makeGate)))
  return addOut(sum, fuzzEvents(contract, n, random))
}

/** A contract gone wrong: a key beside a profile, in a list, and a place where anything may stand. */
const plantedOutput = z.object({
  profiles: z.array(z.object({ name: z.string(), secret: z.object({ apiKey: z.string().nullable() }) })),
  more: z.record(z.string(), z.unknown()),
})

const runControls = async (contract: Tables, seed: number) => {
  const trials = { contract, n: controlTrials, seed, tick: () => undefined }
  const believing = await askAll({ ...trials, makeGate: gateWithoutSchemas })
  const open = await askAll({ ...trials, makeGate: gateWithoutSenders })
  const telling = await answerAll({ ...trials, makeGate: gateWithoutSchemas, n: 5 })
  return {
    payloads: believing.reachedFromBad,
    senders: open.reachedFromStrangers,
    answers: telling.leaks,
    bridges: (await judgeBridge(bridgeWithInvoke)).length + (await judgeBridge(bridgeWithEvents)).length,
    keyFields: keyPlaces(shapeOf(plantedOutput), 'planted').length,
  }
}

/** Everything that may be asked over the bridge, asked wrongly and by strangers: does a handler ever hear of it, and can a key ever come back? */
export const lab: Lab = {
  name: 'ipc',
  standard: 10_000,
  short: 200,
  async run({ n, seed, progress }) {
    const contract = tables()
    let done = 0
    const tick = (): void => progress((done += 1), contract.operations.length)
    const asked = await askAll({ contract, makeGate: realGate, n, seed, tick })
    const answered = await answerAll({ contract, makeGate: realGate, n: Math.ceil(n / 20), seed, tick })
    const bridgeFaults = await judgeBridge(realBridge)
    const keyFields = keyPlacesIn(contract)
    const planted = await runControls(contract, seed)
    const { examples, ...figures } = asked
    const faults = [...examples, ...answered.examples, ...bridgeFaults, ...keyFields]
    return {
      figures: {
        operations: contract.operations.length,
        ...figures,
        kindsOfStrangers: Object.keys(badSenders).length,
        answersAndEvents: answered.tried,
        leakedFields: answered.leaks,
        wrongShapesAnswered: answered.wrongShapes,
        bridgeFaults: bridgeFaults.length,
        placesForAKey: keyFields.length,
        examples: faults.slice(0, 10).join('; '),
        planted,
      },
      control: {
        caught:
          planted.payloads > 0 &&
          planted.senders > 0 &&
          planted.answers > 0 &&
          planted.bridges === 2 &&
          planted.keyFields === 2,
      },
      ok:
        asked.reachedFromBad + asked.reachedFromStrangers + asked.unnamedFields === 0 &&
        asked.wronglyAnswered + asked.goodRefused + answered.leaks + answered.wrongShapes === 0 &&
        asked.bad > 0 &&
        asked.good > 0 &&
        faults.length === 0,
    }
  },
}
