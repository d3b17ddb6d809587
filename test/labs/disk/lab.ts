import type { Lab, LabReport } from '../lab.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { canCall, checkDamaged, damage, writeHistory } from './corrupt.ts'
import { createDiskSetup, type DiskSetup, type InjectBug } from './disk-setup.ts'
import { type DiskFault, diskFaults, diskFor, ordinaryFolder } from './disk-faults.ts'
import { succeed } from '../../../src/contract/failure.ts'
import type { Storage } from '../../../src/main/storage/storage.ts'
import type { StorageOperationName, StorageOperations } from '../../../src/main/storage/operations.ts'

type Counts = Record<string, number>

type Findings = {
  dials: number
  /** Requests that arrived without a record on disk. */
  unrecorded: number
  /** Refusals with a reason that does not fit the fault. */
  unclear: number
  /** Faults after which calls worked only after a restart. */
  notHealed: number
  /** Damage that changed what is read and was not reported. */
  silent: number
  refusals: Counts
  damage: Counts
  /** Calls in the restored histories: written, in the latest backup, and found after the recovery. */
  restored: Counts
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
  restored: {},
  skipped: {},
})

const add = (counts: Counts, name: string): void => void (counts[name] = (counts[name] ?? 0) + 1)

const closeSetup = async (what: string, setup: DiskSetup, found: Findings): Promise<void> => {
  for (const state of setup.unrecorded) process.stderr.write(`disk: a request without its record (${what}): ${state}\n`)
  found.dials += setup.service.posts.length
  found.unrecorded += setup.unrecorded.length
  await setup.close()
}

const runFault = async (
  fault: DiskFault,
  random: () => number,
  found: Findings,
  injectBug?: InjectBug,
): Promise<void> => {
  const disk = diskFor(fault)
  if (disk === null) return add(found.skipped, fault.name)
  try {
    const setup = await createDiskSetup(disk.dataFolder, random)
    const { reasons, healed } = await fault.run(
      setup,
      disk,
      injectBug === undefined ? { random } : { random, injectBug },
    )
    for (const reason of reasons) {
      if (reason !== null) add(found.refusals, `${fault.name}: ${reason}`)
      if (reason === null || fault.reasons.includes(reason)) continue
      found.unclear += 1
      process.stderr.write(`disk: refused with ${reason} by ${fault.name}\n`)
    }
    if (!healed) {
      found.notHealed += 1
      process.stderr.write(`disk: not healed after ${fault.name}\n`)
    }
    await closeSetup(fault.name, setup, found)
  } finally {
    disk.remove()
  }
}

const runCorruption = async (random: () => number, found: Findings): Promise<void> => {
  const { dataFolder, remove } = ordinaryFolder()
  try {
    const setup = await createDiskSetup(dataFolder, random)
    const truth = await writeHistory(setup.file, random)
    damage(setup.file, random)
    const { result, calls } = await checkDamaged(setup.file, truth)
    add(found.damage, result)
    if (result === 'restored')
      for (const [name, count] of Object.entries(calls)) found.restored[name] = (found.restored[name] ?? 0) + count
    if (result === 'silent') found.silent += 1
    if (!(await canCall(setup))) found.notHealed += 1
    await closeSetup('damage', setup, found)
  } finally {
    remove()
  }
}

/**
 * Control: the lab must detect a storage that reports success when the disk fails, by requests without a record. The
 * disk works again at the end, because the app keeps trying to record the responses until then.
 */
const runControl = async (seed: number): Promise<boolean> => {
  const found = nothingYet()
  for (const name of ['full', 'locked']) {
    const fault = diskFaults.find((one) => one.name === name)
    if (fault === undefined || found.unrecorded > 0) continue
    await runFault(fault, createSeededRandom(seed), found, withFalseSuccess)
  }
  return found.unrecorded > 0
}

const reportOf = ({ refusals, damage: damaged, restored, skipped, ...sums }: Findings, caught: boolean): LabReport => ({
  figures: { ...sums, refusals, damage: damaged, restored, skipped },
  control: { caught },
  // Without calls and refusals, the lab would prove nothing.
  ok:
    sums.dials > 0 &&
    Object.keys(refusals).length > 0 &&
    sums.unrecorded + sums.unclear + sums.notHealed + sums.silent === 0,
})

/**
 * Calls with full, read-only, locked, failing, replaced and damaged disks: no call without a durable record, and no
 * unreported loss.
 */
export const lab: Lab = {
  name: 'disk',
  standard: 300,
  short: 12,
  async run({ n, seed, progress }) {
    const found = nothingYet()
    for (let trial = 0; trial < n; trial += 1) {
      const random = createSeededRandom(seed * 100_003 + trial)
      // Every second trial damages a file, because there are more ways to do that.
      const fault = trial % 2 === 0 ? diskFaults[(trial / 2) % diskFaults.length] : undefined
      await (fault === undefined ? runCorruption(random, found) : runFault(fault, random, found))
      progress(trial + 1, n)
    }
    return reportOf(found, await runControl(seed))
  },
}

type Placement = Parameters<StorageOperations['recordCall']>[0]

/** Injected bug: reports a call as recorded no matter what the disk does. */
const withFalseSuccess: InjectBug = (deps) => {
  const { storage } = deps
  const falseStorage: Storage = {
    async run<N extends StorageOperationName>(name: N, input: Parameters<StorageOperations[N]>[0]) {
      const answer = await storage.run(name, input)
      if (answer.ok || name !== 'recordCall') return answer
      // Only `recordCall` reaches this line.
      const { call } = input as Placement
      return succeed({ placed: 'now', call } as Awaited<ReturnType<StorageOperations[N]>>) // As above.
    },
    close: () => storage.close(),
  }
  return { ...deps, storage: falseStorage }
}
