import type { Lab, LabReport } from '../lab.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { createEraseSetup, type EraseSetup, isSearchFile, markNeedle, needlesOf, type Person } from './erase-setup.ts'
import { bytesIn, findRawBytes } from '../support/raw-bytes.ts'
import { DatabaseSync } from 'node:sqlite'
import { eraseNumber } from '../../../src/main/storage/erase.ts'
import { createSearchIndex } from '../../../src/main/storage/search/search-index.ts'
import { inTransaction } from '../../../src/main/storage/database.ts'
import { valueOf } from '../../support/value-of.ts'

const now = '2026-12-24T09:00:00.000Z'

type Findings = {
  erased: number
  /** Needles found in any file after an erasure. */
  hits: number
  /** People of whom nothing was found before the erasure. */
  nothingToErase: number
  /** Calls of other people that changed. */
  harmed: number
  /** Invalid histories and lost backups. */
  broken: number
  /** Erasures that reported a file that may still contain the person's data. */
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

const read = async ({ storage, calls }: EraseSetup): Promise<Map<string, Shown>> => {
  const shown = new Map<string, Shown>()
  for (const callId of calls.keys()) {
    const detail = await valueOf(storage.run('getCall', { callId }))
    if (detail === null) continue
    shown.set(callId, { phoneNumber: detail.call.phoneNumber, context: JSON.stringify(detail.initialContext) })
  }
  return shown
}

/** Counts other people's calls that lost their number, or their context if it does not mention the person. */
const countHarmed = (setup: EraseSetup, person: Person, before: Map<string, Shown>, after: Map<string, Shown>) => {
  let harmed = 0
  for (const [callId, { person: theirs, mentions }] of setup.calls) {
    const [was, is] = [before.get(callId), after.get(callId)]
    if (was === undefined || is === undefined) harmed += 1
    else if (theirs !== person && was.phoneNumber !== is.phoneNumber) harmed += 1
    else if (theirs !== person && mentions !== person && was.context !== is.context) harmed += 1
  }
  return harmed
}

const erase = async (setup: EraseSetup, person: Person, found: Findings): Promise<void> => {
  const needles = needlesOf(person)
  const before = await read(setup)
  if (findRawBytes(setup.dataFolder, needles).length === 0) found.nothingToErase += 1
  const start = performance.now()
  const answer = await valueOf(setup.storage.run('erasePerson', { phoneNumber: person.phoneNumber, now }))
  found.slowestMilliseconds = Math.max(found.slowestMilliseconds, Math.round(performance.now() - start))
  if (answer.erased) found.erased += 1
  if (!answer.erased || answer.remaining.length > 0) found.remaining += 1
  for (const { file, needle } of findRawBytes(setup.dataFolder, needles)) {
    found.hits += 1
    process.stderr.write(`erase: "${needle}" in ${file}\n`)
  }
  found.megabytesSearched += bytesIn(setup.dataFolder) / 1_000_000
  found.harmed += countHarmed(setup, person, before, await read(setup))
}

const runHistory = async (seed: number, persons: number, found: Findings, onErased: () => void): Promise<void> => {
  const setup = await createEraseSetup(createSeededRandom(seed))
  try {
    for (const person of setup.people.slice(0, persons)) {
      await erase(setup, person, found)
      onErased()
    }
    const { intact } = await valueOf(setup.storage.run('verifyHistory', { now }))
    const { backups } = await valueOf(setup.storage.run('storageHealth', {}))
    if (!intact || backups.count !== 4) found.broken += 1
  } finally {
    await setup.close()
  }
}

/**
 * Control: after an erasure from the tables only, the person's data must be found in the WAL, in the backups and in the
 * search file; after one that keeps old index segments, it must be found in those.
 */
const runControl = async (seed: number): Promise<boolean> => {
  const setup = await createEraseSetup(createSeededRandom(seed))
  try {
    const [first, ...others] = setup.people
    const found = others.map((person) => findAfterNaiveErase(setup, person))
    await setup.storage.close()
    const inIndex = first !== undefined && (await isLeftInIndex(setup, first))
    return (
      inIndex &&
      found.some(({ inWal }) => inWal) &&
      found.some(({ inBackups }) => inBackups) &&
      found.some(({ inSearch }) => inSearch)
    )
  } finally {
    await setup.close()
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

/**
 * Erases people's data from seeded histories: no format of a number may be left in the database, WAL, backups or logs.
 */
export const lab: Lab = {
  name: 'erase',
  standard: 200,
  short: 4,
  async run({ n, seed, progress }) {
    const found = nothingYet()
    let done = 0
    // Erases the data of six out of twelve people from each history, so that the others can be checked.
    for (let setup = 0; setup * 6 < n; setup += 1)
      await runHistory(seed * 1_009 + setup, Math.min(6, n - setup * 6), found, () => progress((done += 1), n))
    return reportOf(found, await runControl(seed))
  },
}

const at = '2026-11-21T09:15:00.000Z'

/** Where a person's data can still be found. */
type Left = { inWal: boolean; inBackups: boolean; inSearch: boolean }

/** Injected bug: erases a person's data from the tables only. Returns where it can still be found. */
const findAfterNaiveErase = (setup: EraseSetup, person: Person): Left => {
  const database = new DatabaseSync(setup.file)
  try {
    inTransaction(database, () => eraseNumber(database, { phoneNumber: person.phoneNumber, keepDoNotCall: false }, at))
    const hits = findRawBytes(setup.dataFolder, needlesOf(person))
    return {
      inWal: hits.some(({ file }) => file === 'rundesk.db-wal'),
      inBackups: hits.some(({ file }) => file.startsWith('backups')),
      inSearch: hits.some(({ file }) => isSearchFile(file)),
    }
  } finally {
    database.close()
  }
}

/**
 * Injected bug: removes a person's data from the index without merging its segments. Returns whether it can still be
 * found. The setup's storage must be closed.
 */
const isLeftInIndex = async (setup: EraseSetup, person: Person): Promise<boolean> => {
  const history = new DatabaseSync(setup.file)
  const search = createSearchIndex({ file: setup.file, history })
  try {
    inTransaction(history, () => eraseNumber(history, { phoneNumber: person.phoneNumber, keepDoNotCall: false }, at))
    await search.removePurged(false)
    search.checkpoint()
    return findRawBytes(setup.dataFolder, [markNeedle(person)]).some(({ file }) => file === 'rundesk-search.db')
  } finally {
    search.end()
    history.close()
  }
}
