import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { createCallWriter } from '../../../src/main/storage/calls.ts'
import { inTransaction } from '../../../src/main/storage/database.ts'
import { writeMark } from '../../bench/runs/write-history.ts'
import { migrate } from '../../../src/main/storage/migrate.ts'
import { accepted, aCall } from '../../support/a-call.ts'
import type { LabAppOptions } from '../support/lab-app.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { type AppPool, type AppProcess } from '../support/app-process.ts'
import { makeDataFolder, removeDataFolder } from '../support/lab-setup.ts'
import { readHistory } from '../support/read-history.ts'
import type { StorageCrashPoint } from '../support/faulty-storage.ts'
import type { CrashSetup } from './call-trial.ts'
import { valueOf } from '../../support/value-of.ts'

type MaintenanceTrial = { kind: string; problems: string[] }

const calls = 200
/** Milliseconds; the app is killed much earlier unless it finished before the crash point. */
const timeout = 3_000

const plan = (point: StorageCrashPoint, share: number) =>
  ({ storage: { kind: 'crash', point, callId: '', share } }) as const

/** Returns whether the injected crash killed the app; false if the app finished first. */
const waitForKill = async (app: AppProcess): Promise<boolean> => {
  const ended = await Promise.race([app.ended, wait(timeout, null, { ref: false })])
  return (ended ?? (await app.end())).signal === 'SIGKILL'
}

/**
 * Checks after a crash that the files are intact, an app starts, its event chain is valid, and no call is missing.
 */
const problemsAfter = async (
  pool: AppPool,
  dataFolder: string,
  callIds: readonly string[],
  options: Partial<LabAppOptions> = {},
): Promise<string[]> => {
  const left = readHistory(dataFolder)
  const app = await pool.open({ dataFolder, ...options })
  const { started } = await app.ready
  const check = await app.run('checkHistory', {})
  await app.end()
  const history = readHistory(dataFolder)
  const missing = callIds.filter((callId) => history.calls.get(callId)?.state !== 'accepted')
  const checks: [boolean, string][] = [
    [left.integrity === 'ok', `damaged: ${left.integrity}`],
    [started.ok, `no start: ${JSON.stringify(started)}`],
    [check?.ok === true && check.value.intact, `chain: ${JSON.stringify(check)}`],
    [missing.length === 0, `${missing.length} calls are hasEnded`],
    [history.integrity === 'ok', `damaged later: ${history.integrity}`],
  ]
  return checks.filter(([holds]) => !holds).map(([, problem]) => problem)
}

/** Writes a history of accepted calls without the extra migration, and returns their IDs. */
const writeHistory = (dataFolder: string): string[] => {
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 })
  const database = new DatabaseSync(join(dataFolder, 'rundesk.db'))
  try {
    database.exec('PRAGMA journal_mode = WAL')
    migrate(database)
    const writer = createCallWriter(database)
    const recorded = Array.from({ length: calls }, (_, index) => {
      const phoneNumber = `+1213${String(index).padStart(7, '0')}`
      return aCall({ phoneNumber, phoneNumberDisplay: phoneNumber, outcome: accepted })
    })
    inTransaction(database, () => {
      for (const call of recorded) writer.insert(call, {}, [{ state: 'queued' }, call.outcome])
    })
    return recorded.map(({ callId }) => callId)
  } finally {
    database.close()
  }
}

/** Kills an app while it migrates a history, or while it backs up the history before that. */
const crashInMigration = async (
  pool: AppPool,
  point: 'duringMigration' | 'duringBackup',
  share: number,
): Promise<MaintenanceTrial & { wasKilled: boolean }> => {
  const dataFolder = makeDataFolder()
  try {
    const callIds = writeHistory(dataFolder)
    writeMark(join(dataFolder, 'rundesk.db'))
    const wasKilled = await waitForKill(await pool.open({ dataFolder, ...plan(point, share) }))
    return {
      kind: point,
      problems: await problemsAfter(pool, dataFolder, callIds, { storage: { kind: 'migration' } }),
      wasKilled,
    }
  } finally {
    removeDataFolder(dataFolder)
  }
}

/** Places a few calls with an app that exits normally. */
const placeCalls = async (setup: CrashSetup): Promise<{ callIds: string[]; phoneNumber: string }> => {
  const drafts = Array.from({ length: 5 }, () => setup.nextDraft())
  const app = await setup.open()
  await app.ready
  for (const draft of drafts) await valueOf(app.run('triggerCall', draft))
  await app.end()
  return { callIds: drafts.map(({ callId }) => callId), phoneNumber: drafts[0]?.phoneNumber ?? '' }
}

/** Kills an app during an erasure, or during the checkpoint on closing. */
const crashInSetup = async (
  pool: AppPool,
  setup: CrashSetup,
  point: 'duringPurge' | 'duringCheckpoint',
  share: number,
): Promise<MaintenanceTrial & { wasKilled: boolean }> => {
  const { callIds, phoneNumber } = await placeCalls(setup)
  const app = await setup.open(plan(point, share))
  await app.ready
  if (point === 'duringPurge') void app.run('erasePerson', { phoneNumber })
  else await app.end()
  const wasKilled = await waitForKill(app)
  return { kind: point, problems: await problemsAfter(pool, setup.dataFolder, callIds), wasKilled }
}

/** Crashes an app once in each kind of maintenance. */
export const crashInMaintenance = async (
  pool: AppPool,
  setup: CrashSetup,
  random: () => number,
): Promise<(MaintenanceTrial & { wasKilled: boolean })[]> => [
  await crashInMigration(pool, 'duringMigration', random()),
  await crashInMigration(pool, 'duringBackup', random()),
  await crashInSetup(pool, setup, 'duringCheckpoint', random()),
  await crashInSetup(pool, setup, 'duringPurge', random()),
]
