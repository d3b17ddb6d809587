import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { mapConcurrently, type Lab, type LabReport } from '../lab.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { type AppPool, type AppProcess, createAppPool } from '../support/app-process.ts'
import type { LabAppOptions } from '../support/lab-app.ts'
import { type LabService, startLabService } from '../support/lab-service.ts'
import { createLabSetup, type LabSetup, makeDataFolder, removeDataFolder, setupOf } from '../support/lab-setup.ts'
import { sqliteCode } from '../../../src/main/storage/errors.ts'
import { type History, readHistory } from '../support/read-history.ts'
import { copyDatabase, tamper } from './tamper.ts'
import { countLost, everyState, type Losses, type SeenStates, watchReports } from './losses.ts'
import { valueOf } from '../../support/value-of.ts'

type Counts = Record<string, number>

/** The result for one data folder. */
type Trial = Losses & {
  /** The change to the files; null for a kill without a change. */
  tampering: string | null
  /** The app showed a notice. */
  reported: boolean
  /** A call to a new number was placed without a confirmation. */
  placed: boolean
  /** Numbers that were called again without a confirmation. */
  redialed: number
}

/** Two at a time, because this machine has two cores. */
const concurrency = 2

/** Kills without a file change for each one with a change: 500 for the standard length. */
const killsPerTamperedTrial = 5 / 3

/** One request in five gets no response, so that the outcome of its call is unknown and its number is locked. */
const droppedShare = 0.2

const startService = (random: () => number): Promise<LabService> =>
  startLabService({
    random,
    onMade: async () => {
      await wait(random() * 15)
      return random() < droppedShare ? 'drop' : 'go'
    },
  })

type Lane = { pool: AppPool; service: LabService; template: LabSetup; other: string; random: () => number }

/** Places calls one after another until the app exits; returns the numbers that may have rung. */
const placeCalls = async (app: AppProcess, setup: LabSetup, count: number): Promise<string[]> => {
  const rung: string[] = []
  for (let index = 0; index < count; index += 1) {
    const draft = setup.nextDraft()
    const answer = await app.run('triggerCall', draft)
    if (answer === null) break
    if (!answer.ok) throw new Error(`a call was refused: ${JSON.stringify(answer.failure)}`)
    rung.push(draft.phoneNumber)
  }
  return rung
}

/** Calls a number again, or a new one, and returns whether the call was placed without a confirmation. */
const isPlaced = async (app: AppProcess, setup: LabSetup, phoneNumber?: string): Promise<boolean> => {
  const draft = setup.nextDraft()
  const answer = await app.run('triggerCall', {
    ...draft,
    ...(phoneNumber === undefined ? {} : { phoneNumber, phoneNumberDisplay: phoneNumber }),
  })
  return answer?.ok === true
}

/** How many numbers are called again after each startup, newest first. */
const redialedNumbers = 3

type Inspection = {
  before: History
  rung: readonly string[]
  seen: SeenStates
  bugs?: Partial<LabAppOptions>
}

/** The code of SQLite's error for a damaged file, and the pause and number of attempts to read the file. */
const [damaged, pauseMilliseconds, attempts] = [11, 200, 150]

/**
 * Reads the history. A file whose damage the app finds after the start can't be read until the app restores it, which it
 * does at its next operation.
 */
const readRestoredHistory = async (app: AppProcess, dataFolder: string): Promise<History> => {
  for (let attempt = 1; ; attempt += 1)
    try {
      return readHistory(dataFolder)
    } catch (error) {
      if (sqliteCode(error) !== damaged || attempt === attempts) throw error
      await app.run('historyHealth', {})
      await wait(pauseMilliseconds)
    }
}

/** Starts an app on the remaining files, and tries to place calls. */
const inspect = async (
  { pool }: Lane,
  setup: LabSetup,
  { before, rung, seen, bugs = {} }: Inspection,
): Promise<Omit<Trial, 'tampering'>> => {
  const app = await pool.open({ ...setup.appOptions, ...bugs })
  await app.ready
  const losses = countLost(before, await readRestoredHistory(app, setup.dataFolder), seen)
  const health = await app.run('historyHealth', {})
  let redialed = 0
  for (const phoneNumber of rung.slice(-redialedNumbers)) if (await isPlaced(app, setup, phoneNumber)) redialed += 1
  const placed = await isPlaced(app, setup)
  await app.end()
  return { ...losses, reported: health?.ok !== true || health.value.recovered !== null, placed, redialed }
}

/** Share of the apps that exit cleanly before their files are changed. */
const cleanShare = 0.25

const runWithFileTampering = async (lane: Lane, bugs: Partial<LabAppOptions> = {}): Promise<Trial> => {
  const { pool, service, template, other, random } = lane
  const dataFolder = makeDataFolder()
  const older = mkdtempSync(join(tmpdir(), 'rundesk-lab-older-'))
  try {
    cpSync(template.dataFolder, dataFolder, { recursive: true })
    const setup = setupOf(dataFolder, template.appOptions.key?.profileId ?? '', service, random)
    const app = await pool.open(setup.appOptions)
    const seen = watchReports(app, service)
    await app.ready
    const rung = await placeCalls(app, setup, Math.floor(random() * 5))
    copyDatabase(dataFolder, older)
    rung.push(...(await placeCalls(app, setup, 1 + Math.floor(random() * 5))))
    if (random() < cleanShare) await app.end()
    else {
      const last = placeCalls(app, setup, 9)
      await wait(random() * 60)
      await app.kill()
      await last
    }
    await service.quiet()
    const before = readHistory(dataFolder)
    const file = join(dataFolder, 'rundesk.db')
    const tampering = tamper({ file, older: join(older, 'rundesk.db'), other, random })
    return { tampering, ...(await inspect(lane, setup, { before, rung, seen, bugs })) }
  } finally {
    removeDataFolder(dataFolder)
    rmSync(older, { recursive: true, force: true })
  }
}

/** Share of the apps that are killed during startup. */
const startUpShare = 0.2

/** Kills apps on one data folder, one after another, and checks on each following startup whether a notice is shown. */
const runWithKillsOnly = async (lane: Lane, kills: number, onKill: () => void): Promise<Trial[]> => {
  const { pool, service, template, random } = lane
  const dataFolder = makeDataFolder()
  const trials: Trial[] = []
  const rung: string[] = []
  try {
    cpSync(template.dataFolder, dataFolder, { recursive: true })
    const setup = setupOf(dataFolder, template.appOptions.key?.profileId ?? '', service, random)
    let reported = false
    for (let kill = 0; kill < kills; kill += 1) {
      const app = await pool.open(setup.appOptions)
      let placing: Promise<unknown> = Promise.resolve()
      if (random() < startUpShare) await wait(random() * 400)
      else {
        await app.ready
        const health = await valueOf(app.run('historyHealth', {}))
        reported = health.recovered !== null
        const callers = Array.from({ length: 1 + Math.floor(random() * 4) }, () => placeCalls(app, setup, 99))
        placing = Promise.all(callers).then((numbers) => rung.push(...numbers.flat()))
        await wait(random() * 150)
      }
      await app.kill()
      await placing
      trials.push({ tampering: null, lost: 0, lostUnseen: 0, reported, placed: true, redialed: 0 })
      onKill()
    }
    await service.quiet()
    const before = readHistory(dataFolder)
    trials.push({ tampering: null, ...(await inspect(lane, setup, { before, rung, seen: everyState })) })
    return trials
  } finally {
    removeDataFolder(dataFolder)
  }
}

const withLane = async <T>(pool: AppPool, seed: number, work: (lane: Lane) => Promise<T>): Promise<T> => {
  const random = createSeededRandom(seed)
  const service = await startService(random)
  const [folder, otherFolder] = [makeDataFolder(), makeDataFolder()]
  try {
    const template = await createLabSetup(folder, pool, service, random)
    const otherSetup = await createLabSetup(otherFolder, pool, service, random)
    const app = await pool.open(otherSetup.appOptions)
    await app.ready
    await placeCalls(app, otherSetup, 12)
    await app.end()
    return await work({ pool, service, template, other: join(otherFolder, 'rundesk.db'), random })
  } finally {
    await service.close()
    removeDataFolder(folder)
    removeDataFolder(otherFolder)
  }
}

/**
 * Control: the lab must detect an app that adjusts its mark to the history that it finds, by calls lost without a
 * notice.
 */
const runControl = (pool: AppPool, seed: number): Promise<boolean> =>
  withLane(pool, seed, async (lane) => {
    for (let trial = 0; trial < 40; trial += 1)
      if (isUnreported(await runWithFileTampering(lane, { storage: { kind: 'ignoredMark' } }))) return true
    return false
  })

const isUnreported = ({ lost, reported, placed }: Trial): boolean => lost > 0 && (!reported || placed)

const countBy = (trials: readonly Trial[], nameOf: (trial: Trial) => string): Counts => {
  const counts: Counts = {}
  for (const trial of trials) counts[nameOf(trial)] = (counts[nameOf(trial)] ?? 0) + 1
  return counts
}

const reportOf = (trials: readonly Trial[], caught: boolean): LabReport => {
  const tampered = trials.filter(({ tampering }) => tampering !== null)
  const untampered = trials.filter(({ tampering }) => tampering === null)
  const problems = {
    silent: trials.filter(isUnreported).length,
    redialed: trials.reduce((sum, { redialed }) => sum + redialed, 0),
    falseAlarms: untampered.filter(({ reported, placed }) => reported || !placed).length,
  }
  for (const { tampering, lost, redialed } of trials)
    if (redialed > 0) process.stderr.write(`rollback: ${redialed} redialed after ${tampering} (${lost} lost)\n`)
  for (const { tampering, lost } of tampered.filter(isUnreported))
    process.stderr.write(`rollback: ${lost} lost without a notice after ${tampering}\n`)
  const losses = tampered.filter(({ lost }) => lost > 0)
  return {
    figures: {
      tampered: tampered.length,
      ...problems,
      killsWithoutTampering: untampered.length,
      lostCalls: tampered.filter(({ lost }) => lost > 0).length,
      lostUnseen: trials.reduce((sum, { lostUnseen }) => sum + lostUnseen, 0),
      reportedWithoutLoss: tampered.filter(({ lost, lostUnseen, reported }) => lost + lostUnseen === 0 && reported)
        .length,
      tamperings: countBy(tampered, ({ tampering }) => tampering ?? ''),
    },
    control: { caught },
    // Without any loss, the trials would prove nothing.
    ok: losses.length > 0 && Object.values(problems).every((count) => count === 0),
  }
}

/** Kills without a file change per data folder. */
const killsPerFolder = 25

/** Kills apps, then damages, deletes or replaces their database or WAL: no loss without a notice and a confirmation. */
export const lab: Lab = {
  name: 'rollback',
  standard: 300,
  short: 12,
  async run({ n, seed, progress }) {
    const pool = createAppPool(concurrency)
    const kills = Math.ceil(n * killsPerTamperedTrial)
    let done = 0
    const onDone = (): void => progress((done += 1), n + kills)
    const work = async (lane: Lane, index: number): Promise<Trial[]> => {
      const share = (total: number): number => Math.floor((total + index) / concurrency)
      const trials: Trial[] = []
      for (let trial = 0; trial < share(n); trial += 1) {
        trials.push(await runWithFileTampering(lane))
        onDone()
      }
      for (let left = share(kills); left > 0; left -= killsPerFolder)
        trials.push(...(await runWithKillsOnly(lane, Math.min(killsPerFolder, left), onDone)))
      return trials
    }
    try {
      const indexes = Array.from({ length: concurrency }, (_, index) => index)
      const trials = await mapConcurrently(concurrency, indexes, (index) =>
        withLane(pool, seed * 1_009 + index, (lane) => work(lane, index)),
      )
      return reportOf(trials.flat(), await runControl(pool, seed))
    } finally {
      await pool.close()
    }
  },
}
