import { fileURLToPath } from 'node:url'
import type { Lab } from '../lab.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { createWarmDesks, type WarmDesks } from '../support/warm-desks.ts'
import { backPoints, forwardPoints } from './points.ts'
import { openRotateHouse } from './rotate-house.ts'
import type { RotateOrder } from './rotate-order.ts'
import { crashBack, crashForward, rotateInPeace, type Wish } from './rotate-trial.ts'

const child = fileURLToPath(new URL('./rotate-child.ts', import.meta.url))
const lanes = 2
/** An old key must be dead this soon after the decision, in milliseconds. */
const soonest = 10_000

type Trial = { name: string; isBack: boolean; wish: Wish }
type Found = { name: string; problems: string[] }
type Shared = { desks: WarmDesks<RotateOrder>; seed: number; onTrial: () => void }
type HouseReport = { found: Found[]; leaks: string[]; searched: number; dead: (number | null)[] }

/** From so many rounds on, each one has all points; fewer have every third of them, which of them the seed says. */
const allPointsFrom = 3

/** The points of a round; by turns what was cut off is gone on with and taken back. */
const trialsOf = (round: number): Trial[] => [
  ...Object.keys(forwardPoints).map((name, index) => ({
    name,
    isBack: false,
    wish: (round + index) % 2 === 0 ? ('resume' as const) : ('undo' as const),
  })),
  ...Object.keys(backPoints).map((name) => ({ name, isBack: true, wish: 'resume' as const })),
]

const runHouse = async ({ desks, seed, onTrial }: Shared, trials: readonly Trial[]): Promise<HouseReport> => {
  const house = await openRotateHouse(desks, createSeededRandom(seed))
  try {
    const dead = [await rotateInPeace(house)]
    const found: Found[] = []
    for (const { name, isBack, wish } of trials) {
      const problems = isBack ? await crashBack(house, name) : await crashForward(house, name, wish)
      found.push({ name, problems })
      onTrial()
    }
    return { found, leaks: house.leaks(), searched: house.searched(), dead }
  } finally {
    await house.close()
  }
}

/** Two houses at a time, each with half of a round's points. */
const runRounds = async (shared: Shared, n: number): Promise<HouseReport[]> => {
  const isAsked = (place: number): boolean => n >= allPointsFrom || place % 3 === shared.seed % 3
  const asked = (round: number): Trial[] => trialsOf(round).filter((_trial, place) => isAsked(place))
  const work = Array.from({ length: n * lanes }, (_, index) => ({
    seed: shared.seed + index,
    trials: asked(Math.floor(index / lanes)).filter((_trial, place) => place % lanes === index % lanes),
  }))
  const reports: HouseReport[] = []
  const entries = work.values()
  const lane = async (): Promise<void> => {
    for (const { seed, trials } of entries) reports.push(await runHouse({ ...shared, seed }, trials))
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  return reports
}

/** A desk that does not write down where it stands must be found out by the key that it loses, and a leak by its bytes. */
const runControls = async ({ desks, seed }: Shared): Promise<{ forgetful: boolean; leaky: boolean }> => {
  const forgetful = await openRotateHouse(desks, createSeededRandom(seed), { isForgetful: true })
  const leaky = await openRotateHouse(desks, createSeededRandom(seed), { isLeaky: true })
  try {
    const problems = await crashForward(forgetful, 'key made, answer lost', 'resume')
    return {
      forgetful: problems.some((problem) => problem.includes('one was lost')),
      leaky: leaky.leaks().includes('notes.txt'),
    }
  } finally {
    await forgetful.close()
    await leaky.close()
  }
}

/** Kills a desk at every step of a key's rotation, forward and back: a working key stays, none is lost, and it ends. */
export const lab: Lab = {
  name: 'rotate',
  standard: 20,
  short: 1,
  async run({ n, seed, progress }) {
    const desks = createWarmDesks<RotateOrder>(lanes, child)
    const names = [...Object.keys(forwardPoints), ...Object.keys(backPoints)]
    let trials = 0
    const shared: Shared = { desks, seed, onTrial: () => progress((trials += 1), n * names.length) }
    try {
      const reports = await runRounds(shared, n)
      const { forgetful, leaky } = await runControls(shared)
      const found = reports.flatMap((report) => report.found)
      const points = new Set(found.map(({ name }) => name))
      const held = [...points].filter((name) => found.every((one) => one.name !== name || one.problems.length === 0))
      const problems = found.flatMap(({ name, problems: all }) => all.map((problem) => `${name}: ${problem}`))
      const leaks = reports.flatMap((report) => report.leaks)
      const dead = reports.flatMap((report) => report.dead)
      const slowest = Math.max(...dead.map((milliseconds) => milliseconds ?? Infinity))
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
        control: { caught: forgetful && leaky },
        ok: problems.length === 0 && leaks.length === 0 && held.length === points.size && slowest <= soonest,
      }
    } finally {
      await desks.close()
    }
  },
}
