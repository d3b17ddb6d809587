import type { Lab } from '../lab.ts'
import { traceCalls } from '../order/trace-calls.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { createWarmDesks, type WarmDesks } from '../support/warm-desks.ts'
import { callPoints } from './call-points.ts'
import { crashOnce, measureRequest } from './call-trial.ts'
import { openCrashHouse } from './crash-house.ts'
import { crashAtOffsets } from './every-offset.ts'
import { type RoundReport, runRound } from './one-round.ts'

/** From this many repetitions on, every single byte of a request has its crash. */
const everyByteFrom = 20
const offsetsPerFolder = 20
const powerLoss = 'power loss'

type Shared = { desks: WarmDesks; seed: number; onCrash: () => void }

/** Two at a time: each trial waits for the disk and for processes more than it computes. */
const inTwoLanes = async <T, R>(work: readonly T[], act: (item: T, index: number) => Promise<R>): Promise<R[]> => {
  const results: R[] = []
  const entries = work.entries()
  const lane = async (): Promise<void> => {
    for (const [index, item] of entries) results.push(await act(item, index))
  }
  await Promise.all([lane(), lane()])
  return results
}

const chunksOf = (numbers: readonly number[], size: number): number[][] =>
  Array.from({ length: Math.ceil(numbers.length / size) }, (_, chunk) =>
    numbers.slice(chunk * size, (chunk + 1) * size),
  )

const measure = async ({ desks, seed }: Shared): Promise<number> => {
  const house = await openCrashHouse(desks, createSeededRandom(seed))
  try {
    return await measureRequest(house)
  } finally {
    await house.close()
  }
}

/** A desk that dials before its record is written must show up as a request that nobody knows of. */
const runControl = async ({ desks, seed }: Shared, requestBytes: number): Promise<boolean> => {
  const house = await openCrashHouse(desks, createSeededRandom(seed))
  try {
    const point = { ...callPoints['request complete, no run yet'], plant: () => ({ hasty: true }) }
    const trial = await crashOnce(
      house,
      { disk: [], later: [], requests: [1], run: false, ...point },
      { share: 0, requestBytes },
    )
    return trial.problems.some((problem) => problem.startsWith('the service saw it'))
  } finally {
    await house.close()
  }
}

/** How often each point held. */
const heldAt = (rounds: readonly RoundReport[]): Record<string, number> => {
  const held: Record<string, number> = {}
  for (const { problems } of rounds)
    for (const [name, found] of problems) held[name] = (held[name] ?? 0) + (found.length === 0 ? 1 : 0)
  return held
}

const runOffsets = async (
  shared: Shared,
  n: number,
  requestBytes: number,
): Promise<{ bytes: number; problems: string[] }> => {
  if (n < everyByteFrom) return { bytes: 0, problems: [] }
  const offsets = Array.from({ length: requestBytes - 1 }, (_, before) => before + 1)
  const found = await inTwoLanes(chunksOf(offsets, offsetsPerFolder), (chunk, index) =>
    crashAtOffsets({ ...shared, offsets: chunk, requestBytes, random: createSeededRandom(shared.seed + index) }),
  )
  return { bytes: offsets.length, problems: found.flat() }
}

/** Ends the desk at each of the thirteen points between a wish and its record, and starts it again. */
export const lab: Lab = {
  name: 'crashpoints',
  standard: 20,
  short: 1,
  async run({ n, seed, progress }) {
    const desks = createWarmDesks(2)
    let crashes = 0
    const points = Object.keys(callPoints).length + 3
    const shared: Shared = { desks, seed, onCrash: () => progress((crashes += 1), Math.max(crashes, n * points)) }
    try {
      const requestBytes = await measure(shared)
      const rounds = await inTwoLanes(Array.from({ length: n }), (_, round) =>
        runRound({ ...shared, round, requestBytes, random: createSeededRandom(seed + round) }),
      )
      const traced = await traceCalls({ calls: n, random: createSeededRandom(seed) })
      const held = heldAt(rounds)
      held[powerLoss] = [...traced.values()].filter((verdict) => verdict === 'synced first').length
      const offsets = await runOffsets(shared, n, requestBytes)
      const caught = await runControl(shared, requestBytes)
      const problems = [
        ...rounds.flatMap((round) =>
          [...round.problems].flatMap(([name, found]) => found.map((one) => `${name}: ${one}`)),
        ),
        ...offsets.problems,
      ]
      const heldPoints = Object.values(held).filter((times) => times === n).length
      return {
        figures: {
          points: Object.keys(held).length,
          heldPoints,
          held,
          struckInUpkeep: rounds.reduce((sum, { struckInUpkeep }) => sum + struckInUpkeep, 0),
          everyByte: offsets.bytes,
          crashes,
          problems: problems.slice(0, 5).join(' | '),
        },
        control: { caught },
        ok: heldPoints === 13 && problems.length === 0,
      }
    } finally {
      await desks.close()
    }
  },
}
