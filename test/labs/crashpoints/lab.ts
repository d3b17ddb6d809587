import type { Lab } from '../lab.ts'
import { traceCalls } from '../order/trace-calls.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { type AppPool, createAppPool } from '../support/app-process.ts'
import { type CallPoint, callPoints, commitPoints, reconciliationPoints } from './call-points.ts'
import {
  type CallTrial,
  crashInReconciliation,
  crashOnce,
  type CrashSetup,
  measureRequest,
  openCrashSetup,
  problemsLater,
} from './call-trial.ts'
import { crashInMaintenance } from './maintenance-trial.ts'

/** From this many repetitions on, the lab crashes the app after every single byte of a request. */
const everyByteFrom = 20
const offsetsPerFolder = 20
const powerLoss = 'power loss'

type Shared = { pool: AppPool; seed: number; onCrash: () => void }

/** Runs two at a time, because a trial mostly waits for the disk and for processes. */
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

const measure = async ({ pool, seed }: Shared): Promise<number> => {
  const setup = await openCrashSetup(pool, createSeededRandom(seed))
  try {
    return await measureRequest(setup)
  } finally {
    await setup.close()
  }
}

/** Control: the lab must detect an app that dials before it records, by a request without a record. */
const runControl = async ({ pool, seed }: Shared, requestBytes: number): Promise<boolean> => {
  const setup = await openCrashSetup(pool, createSeededRandom(seed))
  try {
    const point = { ...callPoints['request complete, no run yet'], faults: () => ({ recordsLate: true }) }
    const trial = await crashOnce(
      setup,
      { disk: [], later: [], requests: [1], run: false, ...point },
      { share: 0, requestBytes },
    )
    return trial.problems.some((problem) => problem.startsWith('the service received it'))
  } finally {
    await setup.close()
  }
}

/** Counts the rounds without a problem at each point. */
const countPassed = (rounds: readonly RoundReport[]): Record<string, number> => {
  const passed: Record<string, number> = {}
  for (const { problems } of rounds)
    for (const [name, found] of problems) passed[name] = (passed[name] ?? 0) + (found.length === 0 ? 1 : 0)
  return passed
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

/** Kills the app at each of the thirteen points between a request and its record, and restarts it. */
export const lab: Lab = {
  name: 'crashpoints',
  standard: 20,
  short: 1,
  async run({ n, seed, progress }) {
    const pool = createAppPool(2)
    let crashes = 0
    const points = Object.keys(callPoints).length + 3
    const shared: Shared = { pool, seed, onCrash: () => progress((crashes += 1), Math.max(crashes, n * points)) }
    try {
      const requestBytes = await measure(shared)
      const rounds = await inTwoLanes(Array.from({ length: n }), (_, round) =>
        runRound({ ...shared, round, requestBytes, random: createSeededRandom(seed + round) }),
      )
      const traced = await traceCalls({ calls: n, random: createSeededRandom(seed) })
      const passed = countPassed(rounds)
      passed[powerLoss] = [...traced.values()].filter((result) => result === 'synced first').length
      const offsets = await runOffsets(shared, n, requestBytes)
      const caught = await runControl(shared, requestBytes)
      const problems = [
        ...rounds.flatMap((round) =>
          [...round.problems].flatMap(([name, found]) => found.map((one) => `${name}: ${one}`)),
        ),
        ...offsets.problems,
      ]
      const passedPoints = Object.values(passed).filter((times) => times === n).length
      return {
        figures: {
          points: Object.keys(passed).length,
          passedPoints,
          passed,
          killedInMaintenance: rounds.reduce((sum, { killedInMaintenance }) => sum + killedInMaintenance, 0),
          everyByte: offsets.bytes,
          crashes,
          problems: problems.slice(0, 5).join(' | '),
        },
        control: { caught },
        ok: passedPoints === 13 && problems.length === 0,
      }
    } finally {
      await pool.close()
    }
  },
}

type RoundOptions = {
  pool: AppPool
  random: () => number
  /** Selects one of the moments of a point that has several. */
  round: number
  requestBytes: number
  onCrash: () => void
}

/** Problems by crash point; empty for a point without problems. */
type RoundReport = { problems: Map<string, string[]>; killedInMaintenance: number }

const answerLostPoint = 'run created, answer lost'

const choiceOfRound = <T>(choices: readonly T[], round: number): T => {
  const choice = choices[round % choices.length]
  if (choice === undefined) throw new Error('Nothing to choose from.')
  return choice
}

/** Starts and closes a last app, whose startup settles the remaining calls. */
const settleCalls = async (setup: CrashSetup): Promise<void> => {
  const app = await setup.open()
  await app.ready
  await app.end()
}

const crashCalls = async (setup: CrashSetup, options: RoundOptions): Promise<Map<string, CallTrial>> => {
  const { random, requestBytes, round, onCrash } = options
  const trials = new Map<string, CallTrial>()
  const measures = () => ({ share: random(), requestBytes })
  const named: [string, CallPoint][] = [
    ...Object.entries(callPoints),
    ['during commit', choiceOfRound(commitPoints, round)],
  ]
  for (const [name, point] of named) {
    trials.set(name, await crashOnce(setup, point, measures()))
    onCrash()
  }
  const lostPoint = callPoints[answerLostPoint]
  if (lostPoint === undefined) throw new Error(`There is no point "${answerLostPoint}".`)
  trials.set(
    'during reconciliation',
    await crashInReconciliation(setup, lostPoint, choiceOfRound(reconciliationPoints, round), measures()),
  )
  onCrash()
  return trials
}

/** Runs every crash point except power loss once, on one data folder. */
const runRound = async (options: RoundOptions): Promise<RoundReport> => {
  const { pool, random, onCrash } = options
  const setup = await openCrashSetup(pool, random)
  try {
    const trials = await crashCalls(setup, options)
    const maintenance = await crashInMaintenance(pool, setup, random)
    onCrash()
    await settleCalls(setup)
    const problems = new Map<string, string[]>()
    for (const [name, trial] of trials) problems.set(name, [...trial.problems, ...problemsLater(setup, trial)])
    const inMaintenance = maintenance.flatMap((trial) => trial.problems.map((problem) => `${trial.kind}: ${problem}`))
    problems.set('during migration, backup, checkpoint or purge', inMaintenance)
    return { problems, killedInMaintenance: maintenance.filter(({ wasKilled }) => wasKilled).length }
  } finally {
    await setup.close()
  }
}

type OffsetOptions = {
  pool: AppPool
  random: () => number
  /** Numbers of bytes after which the app is killed. */
  offsets: readonly number[]
  requestBytes: number
  onCrash: () => void
}

/** Kills an app after each of these numbers of bytes, on one data folder; returns the problems. */
const crashAtOffsets = async (options: OffsetOptions): Promise<string[]> => {
  const { pool, random, offsets, requestBytes, onCrash } = options
  const point = callPoints['mid-request']
  if (point === undefined) throw new Error('There is no point in the middle of a request.')
  const setup = await openCrashSetup(pool, random)
  try {
    const trials: [number, CallTrial][] = []
    for (const offset of offsets) {
      const share = (offset - 0.5) / (requestBytes - 1)
      trials.push([offset, await crashOnce(setup, point, { share, requestBytes })])
      onCrash()
    }
    await settleCalls(setup)
    return trials.flatMap(([offset, trial]) =>
      [...trial.problems, ...problemsLater(setup, trial)].map((problem) => `byte ${offset}: ${problem}`),
    )
  } finally {
    await setup.close()
  }
}
