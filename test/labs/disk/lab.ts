import type { Lab, LabReport } from '../lab.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { damage, goesOn, judge, type Verdict, writeHistory } from './corrupt.ts'
import { createDiskHouse, type DiskHouse, type Plant } from './disk-house.ts'
import { plantLyingStorage } from './plant-lying-storage.ts'
import { ordinaryFolder } from './small-disk.ts'
import { diskFor, type Trouble, troubles } from './troubles.ts'

type Counts = Record<string, number>

/** What all trials found together. */
type Findings = {
  dials: number
  /** Requests that arrived without a record on the disk. */
  unrecorded: number
  /** Refusals whose reason was another than the trouble at hand. */
  unclear: number
  /** Troubles after whose end no call went without a restart. */
  notHealed: number
  /** Damage that changed what is read, and of which nothing was said. */
  silent: number
  refusals: Counts
  damage: Counts
  skipped: Counts
}

const nothingYet = (): Findings => ({
  dials: 0,
  unrecorded: 0,
  unclear: 0,
  notHealed: 0,
  silent: 0,
  refusals: {},
  damage: {},
  skipped: {},
})

const add = (counts: Counts, name: string): void => void (counts[name] = (counts[name] ?? 0) + 1)

const leave = async (what: string, house: DiskHouse, found: Findings): Promise<void> => {
  for (const state of house.unrecorded) process.stderr.write(`disk: a request without its record (${what}): ${state}\n`)
  found.dials += house.service.posts.length
  found.unrecorded += house.unrecorded.length
  await house.close()
}

const runTrouble = async (trouble: Trouble, random: () => number, found: Findings, plant?: Plant): Promise<void> => {
  const disk = diskFor(trouble)
  if (disk === null) return add(found.skipped, trouble.name)
  try {
    const house = await createDiskHouse(disk.dataFolder, random)
    const { reasons, healed } = await trouble.run(house, disk, plant === undefined ? { random } : { random, plant })
    for (const reason of reasons) {
      if (reason !== null) add(found.refusals, `${trouble.name}: ${reason}`)
      if (reason !== null && !trouble.reasons.includes(reason)) found.unclear += 1
    }
    if (!healed) {
      found.notHealed += 1
      process.stderr.write(`disk: not healed after ${trouble.name}\n`)
    }
    await leave(trouble.name, house, found)
  } finally {
    disk.remove()
  }
}

const runCorruption = async (random: () => number, found: Findings): Promise<void> => {
  const { dataFolder, remove } = ordinaryFolder()
  try {
    const house = await createDiskHouse(dataFolder, random)
    const truth = await writeHistory(house.file, random)
    damage(house.file, random)
    const verdict: Verdict = await judge(house.file, truth)
    add(found.damage, verdict)
    if (verdict === 'silent') found.silent += 1
    if (!(await goesOn(house))) found.notHealed += 1
    await leave('damage', house, found)
  } finally {
    remove()
  }
}

/**
 * A storage part that says "recorded" when the disk refused must show up as requests without a record. The disk heals
 * in the end, or the desk would go on for ever trying to write down the answers.
 */
const runControl = async (seed: number): Promise<boolean> => {
  const found = nothingYet()
  for (const name of ['full', 'locked']) {
    const trouble = troubles.find((one) => one.name === name)
    if (trouble === undefined || found.unrecorded > 0) continue
    await runTrouble(trouble, createSeededRandom(seed), found, plantLyingStorage)
  }
  return found.unrecorded > 0
}

const reportOf = ({ refusals, damage: damaged, skipped, ...sums }: Findings, caught: boolean): LabReport => ({
  figures: { ...sums, refusals, damage: damaged, skipped },
  control: { caught },
  // A lab in which nothing was dialled and nothing refused would prove nothing.
  ok:
    sums.dials > 0 &&
    Object.keys(refusals).length > 0 &&
    sums.unrecorded + sums.unclear + sums.notHealed + sums.silent === 0,
})

/** Full, read-only, locked, failing, replaced and damaged disks: no call without a durable record, and no silent loss. */
export const lab: Lab = {
  name: 'disk',
  standard: 300,
  short: 12,
  async run({ n, seed, progress }) {
    const found = nothingYet()
    for (let trial = 0; trial < n; trial += 1) {
      const random = createSeededRandom(seed * 100_003 + trial)
      // Every second trial is a damaged file: there are more ways to damage one than to refuse one.
      const trouble = trial % 2 === 0 ? troubles[(trial / 2) % troubles.length] : undefined
      await (trouble === undefined ? runCorruption(random, found) : runTrouble(trouble, random, found))
      progress(trial + 1, n)
    }
    return reportOf(found, await runControl(seed))
  },
}
