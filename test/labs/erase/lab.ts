import type { Lab, LabReport } from '../lab.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { createEraseHouse, type EraseHouse, valueOf } from './erase-house.ts'
import { findAfterNaiveErase, isLeftInIndex } from './naive-erase.ts'
import { needlesOf, type Person } from './people.ts'
import { bytesIn, findRawBytes } from '../support/raw-bytes.ts'

const now = '2026-12-24T09:00:00.000Z'

type Findings = {
  erased: number
  /** Needles found in any byte of any file after the erasure. */
  hits: number
  /** People of whom not one byte was there to be erased: they prove nothing. */
  nothingToErase: number
  /** Calls of other people that do not read as they did before. */
  harmed: number
  /** Histories that did not check out afterwards, and backups that were lost. */
  broken: number
  /** Erasures that named a file in which something may be left. */
  remaining: number
  megabytesSearched: number
  slowestMilliseconds: number
}

const nothingYet = (): Findings => ({
  erased: 0,
  hits: 0,
  nothingToErase: 0,
  harmed: 0,
  broken: 0,
  remaining: 0,
  megabytesSearched: 0,
  slowestMilliseconds: 0,
})

type Shown = { phoneNumber: string; context: string }

const read = async ({ storage, calls }: EraseHouse): Promise<Map<string, Shown>> => {
  const shown = new Map<string, Shown>()
  for (const callId of calls.keys()) {
    const detail = valueOf(await storage.ask('getCall', { callId }))
    if (detail === null) continue
    shown.set(callId, { phoneNumber: detail.call.phoneNumber, context: JSON.stringify(detail.initialContext) })
  }
  return shown
}

/** Calls of others that lost their number, or their context although the person does not stand in it. */
const countHarmed = (house: EraseHouse, person: Person, before: Map<string, Shown>, after: Map<string, Shown>) => {
  let harmed = 0
  for (const [callId, { person: theirs, mentions }] of house.calls) {
    const [was, is] = [before.get(callId), after.get(callId)]
    if (was === undefined || is === undefined) harmed += 1
    else if (theirs !== person && was.phoneNumber !== is.phoneNumber) harmed += 1
    else if (theirs !== person && mentions !== person && was.context !== is.context) harmed += 1
  }
  return harmed
}

const erase = async (house: EraseHouse, person: Person, found: Findings): Promise<void> => {
  const needles = needlesOf(person)
  const before = await read(house)
  if (findRawBytes(house.dataFolder, needles).length === 0) found.nothingToErase += 1
  const start = performance.now()
  const answer = valueOf(await house.storage.ask('erasePerson', { phoneNumber: person.phoneNumber, now }))
  found.slowestMilliseconds = Math.max(found.slowestMilliseconds, Math.round(performance.now() - start))
  if (answer.erased) found.erased += 1
  if (!answer.erased || answer.remaining.length > 0) found.remaining += 1
  for (const { file, needle } of findRawBytes(house.dataFolder, needles)) {
    found.hits += 1
    process.stderr.write(`erase: "${needle}" in ${file}\n`)
  }
  found.megabytesSearched += bytesIn(house.dataFolder) / 1_000_000
  found.harmed += countHarmed(house, person, before, await read(house))
}

const runHouse = async (seed: number, persons: number, found: Findings, onErased: () => void): Promise<void> => {
  const house = await createEraseHouse(createSeededRandom(seed))
  try {
    for (const person of house.people.slice(0, persons)) {
      await erase(house, person, found)
      onErased()
    }
    const { intact } = valueOf(await house.storage.ask('verifyHistory', { now }))
    const { backups } = valueOf(await house.storage.ask('storageHealth', {}))
    if (!intact || backups.count !== 4) found.broken += 1
  } finally {
    await house.close()
  }
}

/**
 * An erasure that stops at the tables must be found out three times: by what it leaves in the WAL, in the backups and in the
 * search file; and one that leaves the index's older pieces, by those.
 */
const runControl = async (seed: number): Promise<boolean> => {
  const house = await createEraseHouse(createSeededRandom(seed))
  try {
    const [first, ...others] = house.people
    const found = others.map((person) => findAfterNaiveErase(house, person))
    await house.storage.close()
    const inIndex = first !== undefined && (await isLeftInIndex(house, first))
    return (
      inIndex &&
      found.some(({ inWal }) => inWal) &&
      found.some(({ inBackups }) => inBackups) &&
      found.some(({ inSearch }) => inSearch)
    )
  } finally {
    await house.close()
  }
}

const reportOf = (found: Findings, caught: boolean): LabReport => ({
  figures: { ...found, megabytesSearched: Math.round(found.megabytesSearched) },
  control: { caught },
  ok:
    found.erased > 0 &&
    found.nothingToErase < found.erased &&
    found.hits + found.harmed + found.broken + found.remaining === 0,
})

/** People are erased from seeded histories: not a byte of a number is left in database, WAL, backups or logs. */
export const lab: Lab = {
  name: 'erase',
  standard: 200,
  short: 4,
  async run({ n, seed, progress }) {
    const found = nothingYet()
    let done = 0
    // Six people of twelve are erased from each history: the others must stay.
    for (let house = 0; house * 6 < n; house += 1)
      await runHouse(seed * 1_009 + house, Math.min(6, n - house * 6), found, () => progress((done += 1), n))
    return reportOf(found, await runControl(seed))
  },
}
