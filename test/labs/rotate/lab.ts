import { fileURLToPath } from 'node:url'
import type { Lab } from '../lab.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { createAppPool, type AppPool } from '../support/app-process.ts'
import { backPoints, forwardPoints, type RotateOptions } from './crash-points.ts'
import { openRotateSetup } from './rotate-setup.ts'
import { crashBack, crashForward, rotateWithoutCrash, type Continuation } from './rotate-trial.ts'

const child = fileURLToPath(new URL('./rotate-child.ts', import.meta.url))
const concurrency = 2
/** An old key must stop working within this time after the decision, in milliseconds. */
const longestOverlap = 10_000

type Trial = { name: string; isBack: boolean; continuation: Continuation }
type TrialResult = { name: string; problems: string[] }
type Shared = { pool: AppPool<RotateOptions>; seed: number; onTrial: () => void }
type SetupReport = { found: TrialResult[]; leaks: string[]; searched: number; rejectedAfter: (number | null)[] }

/** From this many rounds on, each round covers all points; with fewer, every third point, chosen by the seed. */
const allPointsFrom = 3

/** Returns the points of a round; interrupted rotations are alternately resumed and undone. */
const trialsOf = (round: number): Trial[] => [
  ...Object.keys(forwardPoints).map((name, index) => ({
    name,
    isBack: false,
    continuation: (round + index) % 2 === 0 ? ('resume' as const) : ('undo' as const),
  })),
  ...Object.keys(backPoints).map((name) => ({ name, isBack: true, continuation: 'resume' as const })),
]

const runTrials = async ({ pool, seed, onTrial }: Shared, trials: readonly Trial[]): Promise<SetupReport> => {
  const setup = await openRotateSetup(pool, createSeededRandom(seed))
  try {
    const rejectedAfter = [await rotateWithoutCrash(setup)]
    const found: TrialResult[] = []
    for (const { name, isBack, continuation } of trials) {
      const problems = isBack ? await crashBack(setup, name) : await crashForward(setup, name, continuation)
      found.push({ name, problems })
      onTrial()
    }
    return { found, leaks: setup.leaks(), searched: setup.searched(), rejectedAfter }
  } finally {
    await setup.close()
  }
}

/** Runs two setups at a time, each with half of a round's points. */
const runRounds = async (shared: Shared, n: number): Promise<SetupReport[]> => {
  const isIncluded = (position: number): boolean => n >= allPointsFrom || position % 3 === shared.seed % 3
  const includedTrials = (round: number): Trial[] => trialsOf(round).filter((_trial, position) => isIncluded(position))
  const work = Array.from({ length: n * concurrency }, (_, index) => ({
    seed: shared.seed + index,
    trials: includedTrials(Math.floor(index / concurrency)).filter(
      (_trial, position) => position % concurrency === index % concurrency,
    ),
  }))
  const reports: SetupReport[] = []
  const entries = work.values()
  const lane = async (): Promise<void> => {
    for (const { seed, trials } of entries) reports.push(await runTrials({ ...shared, seed }, trials))
  }
  await Promise.all(Array.from({ length: concurrency }, lane))
  return reports
}

/**
 * Controls: the lab must detect an app that does not record the steps, by the key that it loses, and a leak, by its
 * bytes.
 */
const runControls = async ({ pool, seed }: Shared): Promise<{ skippingSteps: boolean; leaky: boolean }> => {
  const skippingSteps = await openRotateSetup(pool, createSeededRandom(seed), { skipsSteps: true })
  const leaky = await openRotateSetup(pool, createSeededRandom(seed), { isLeaky: true })
  try {
    const problems = await crashForward(skippingSteps, 'key made, answer lost', 'resume')
    return {
      skippingSteps: problems.some((problem) => problem.includes('one was lost')),
      leaky: leaky.leaks().includes('notes.txt'),
    }
  } finally {
    await skippingSteps.close()
    await leaky.close()
  }
}

/**
 * Kills the app at every step of a key rotation and of its undo: a working key remains, none is lost, and the rotation
 * ends.
 */
export const lab: Lab = {
  name: 'rotate',
  standard: 20,
  short: 1,
  async run({ n, seed, progress }) {
    const pool = createAppPool<RotateOptions>(concurrency, child)
    const names = [...Object.keys(forwardPoints), ...Object.keys(backPoints)]
    let trials = 0
    const shared: Shared = { pool, seed, onTrial: () => progress((trials += 1), n * names.length) }
    try {
      const reports = await runRounds(shared, n)
      const { skippingSteps, leaky } = await runControls(shared)
      const found = reports.flatMap((report) => report.found)
      const points = new Set(found.map(({ name }) => name))
      const held = [...points].filter((name) => found.every((one) => one.name !== name || one.problems.length === 0))
      const problems = found.flatMap(({ name, problems: all }) => all.map((problem) => `${name}: ${problem}`))
      const leaks = reports.flatMap((report) => report.leaks)
      const rejectedAfter = reports.flatMap((report) => report.rejectedAfter)
      const slowest = Math.max(...rejectedAfter.map((milliseconds) => milliseconds ?? Infinity))
      return {
        figures: {
          points: points.size,
          heldPoints: held.length,
          trials,
          lockedOut: problems.filter((problem) => problem.includes('no working key')).length,
          keysLost: problems.filter((problem) => problem.includes('was lost')).length,
          keyBytesOutside: leaks.length,
          searchedBytes: reports.reduce((sum, { searched }) => sum + searched, 0),
          slowestDeathMilliseconds: slowest,
          problems: problems.slice(0, 5).join(' | '),
        },
        control: { caught: skippingSteps && leaky },
        ok: problems.length === 0 && leaks.length === 0 && held.length === points.size && slowest <= longestOverlap,
      }
    } finally {
      await pool.close()
    }
  },
}
