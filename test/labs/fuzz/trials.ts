import { inLanes } from '../faults/in-lanes.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { deliver } from './deliver.ts'
import { createDraw, type Draw } from './draw.ts'
import { createLeakSearch } from './find-leak.ts'
import { createFindings, type Findings } from './findings.ts'
import { generateAnswer } from './generate-answer.ts'
import { replyInMemory } from './in-memory.ts'
import { judge } from './judge.ts'
import { makeKeys } from './keys.ts'
import { expectedOf } from './oracle.ts'
import { startFuzzService } from './over-sockets.ts'
import { type Part, realPart } from './parts.ts'

const lanes = 16

type Tools = { key: string; mask: (text: string) => string; findLeak: (output: string) => string | null }

/** Gives one of the keys with its tools; making them for every trial would take longer than the trial. */
const createToolbox = (draw: Draw, part: Part): ((draw: Draw) => Tools) => {
  const [first, ...others] = makeKeys(draw).map((key) => ({
    key,
    mask: part.mask(key),
    findLeak: createLeakSearch(key),
  }))
  if (first === undefined) throw new Error('There are no keys.')
  return (choice) => choice.pick([first, ...others])
}

/** Each trial has a source of its own, so that one can be looked at without those before it. */
const drawOf = (seed: number, index: number): Draw => createDraw(createSeededRandom(seed * 1_000_003 + index))

/** Settles answers as the transport would hand them on, without a socket. */
export const inMemory = async (n: number, seed: number, part: Part, tick: () => void): Promise<Findings> => {
  const toolsFor = createToolbox(drawOf(seed, -1), part)
  const { findings, take, crash } = createFindings()
  for (let index = 0; index < n; index += 1) {
    const draw = drawOf(seed, index)
    const { key, mask, findLeak } = toolsFor(draw)
    const answer = generateAnswer(draw, key)
    try {
      const reply = await replyInMemory(answer, mask)
      const result = { outcome: part.settle(reply), serverDate: reply.kind === 'answer' ? reply.date : null }
      const expected = expectedOf(answer.status, answer.body)
      take(index, expected, judge(result, expected, findLeak))
    } catch (error) {
      crash(index, error)
    }
    tick()
  }
  return findings
}

/** Places calls over real sockets; the answers arrive whole, in pieces, cut and garbled. */
export const overSockets = async (n: number, seed: number, tick: () => void): Promise<Findings> => {
  const service = await startFuzzService()
  const toolsFor = createToolbox(drawOf(seed, -2), realPart)
  const { findings, take, crash } = createFindings()
  await inLanes(lanes, Array.from({ length: n }), async (_, index) => {
    const draw = drawOf(seed + 1, index)
    const { key, findLeak } = toolsFor(draw)
    const delivery = deliver(generateAnswer(draw, key), draw)
    try {
      const result = await service.place(key, delivery, draw.below(delivery.bytes.length + 1))
      take(index, delivery.expected, judge(result, delivery.expected, findLeak))
    } catch (error) {
      crash(index, error)
    }
    tick()
  })
  await service.close()
  return findings
}
