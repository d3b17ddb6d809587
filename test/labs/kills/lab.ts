import type { Lab, LabReport } from '../lab.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { createWarmDesks, type WarmDesks } from '../support/warm-desks.ts'
import { type HouseReport, runHouse } from './one-house.ts'

/** So many kills share one data folder, so that a history grows over many crashes but not beyond what a day would bring. */
const killsPerHouse = 25

const sizesOf = (n: number): number[] =>
  Array.from({ length: Math.ceil(n / killsPerHouse) }, (_, house) => Math.min(killsPerHouse, n - house * killsPerHouse))

/** A desk that sends again at start-up what it finds on its way must show up as calls that arrived twice. */
const runControl = async (desks: WarmDesks, seed: number): Promise<boolean> => {
  const house = await runHouse({
    kills: 20,
    random: createSeededRandom(seed),
    desks,
    plant: { naiveRetry: true },
    onKill: () => undefined,
    enough: ({ doubled }) => doubled.length > 0,
  })
  return house.doubled.length > 0
}

const sum = (houses: readonly HouseReport[], of: (house: HouseReport) => number): number =>
  houses.reduce((total, house) => total + of(house), 0)

const statesOf = (houses: readonly HouseReport[]): Record<string, number> => {
  const all: Record<string, number> = {}
  for (const { states } of houses)
    for (const [state, count] of Object.entries(states)) all[state] = (all[state] ?? 0) + count
  return all
}

const reportOf = (houses: readonly HouseReport[], caught: boolean): LabReport => {
  const problems = {
    lost: sum(houses, ({ lost }) => lost.length),
    doubled: sum(houses, ({ doubled }) => doubled.length),
    wrongRun: sum(houses, ({ wrongRun }) => wrongRun.length),
    integrityErrors: sum(houses, ({ broken }) => broken.length),
  }
  const requests = sum(houses, ({ posts }) => posts)
  return {
    figures: {
      kills: sum(houses, ({ kills }) => kills),
      folders: houses.length,
      ...problems,
      requests,
      requestsCut: sum(houses, ({ cut }) => cut),
      runs: sum(houses, ({ runs }) => runs),
      answeredAsDurable: sum(houses, ({ promises }) => promises),
      states: statesOf(houses),
    },
    control: { caught },
    // Kills among which not one call arrived would prove nothing.
    ok: requests > 0 && Object.values(problems).every((count) => count === 0),
  }
}

/** kill −9 at moments of chance while calls are placed: nothing lost, nothing twice, no damaged file. */
export const lab: Lab = {
  name: 'kills',
  standard: 1000,
  short: 12,
  async run({ n, seed, progress }) {
    const desks = createWarmDesks(2)
    let done = 0
    const onKill = (): void => progress((done += 1), n)
    const waiting = sizesOf(n).map((kills, house) => ({ kills, seed: seed + house }))
    const houses: HouseReport[] = []
    const work = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift())
        houses.push(await runHouse({ kills: next.kills, random: createSeededRandom(next.seed), desks, onKill }))
    }
    try {
      await Promise.all([work(), work()])
      return reportOf(houses, await runControl(desks, seed))
    } finally {
      await desks.close()
    }
  },
}
