import { setTimeout as wait } from 'node:timers/promises'
import { type DeskProcess, valueOf } from '../support/desk-process.ts'
import { makeDataFolder, removeDataFolder } from '../support/lab-house.ts'
import { readHistory } from '../support/read-history.ts'
import type { StorageCrashPoint } from '../support/worker-plan.ts'
import type { WarmDesks } from '../support/warm-desks.ts'
import type { CrashHouse } from './crash-house.ts'
import { writeOldHistory } from './old-history.ts'

export type UpkeepTrial = { kind: string; problems: string[] }

const calls = 200
/** The bomb goes off within milliseconds; a desk that outlives this has done its work without it. */
const patience = 3_000

const plan = (point: StorageCrashPoint, share: number) =>
  ({ storage: { kind: 'crash', point, callId: '', share } }) as const

/** Whether a desk was ended by the crash planted in it; one that was faster ends in peace. */
const wasKilled = async (desk: DeskProcess): Promise<boolean> => {
  const ended = await Promise.race([desk.ended, wait(patience, null, { ref: false })])
  return (ended ?? (await desk.end())).signal === 'SIGKILL'
}

/** After a crash: the files are sound, a desk starts on them, its chain of events is whole, and no call is missing. */
const problemsAfter = async (desks: WarmDesks, dataFolder: string, callIds: readonly string[]): Promise<string[]> => {
  const left = readHistory(dataFolder)
  const desk = await desks.open({ dataFolder })
  const { started } = await desk.ready
  const check = await desk.ask('checkHistory', {})
  await desk.end()
  const history = readHistory(dataFolder)
  const missing = callIds.filter((callId) => history.calls.get(callId)?.state !== 'accepted')
  const checks: [boolean, string][] = [
    [left.integrity === 'ok', `damaged: ${left.integrity}`],
    [started.ok, `no start: ${JSON.stringify(started)}`],
    [check?.ok === true && check.value.intact, `chain: ${JSON.stringify(check)}`],
    [missing.length === 0, `${missing.length} calls are gone`],
    [history.integrity === 'ok', `damaged later: ${history.integrity}`],
  ]
  return checks.filter(([holds]) => !holds).map(([, problem]) => problem)
}

/** Ends a desk while it brings an old history to its own version, or copies it before that. */
const crashInMigration = async (
  desks: WarmDesks,
  point: 'duringMigration' | 'duringBackup',
  share: number,
): Promise<UpkeepTrial & { struck: boolean }> => {
  const dataFolder = makeDataFolder()
  try {
    const callIds = writeOldHistory(dataFolder, calls)
    const struck = await wasKilled(await desks.open({ dataFolder, ...plan(point, share) }))
    return { kind: point, problems: await problemsAfter(desks, dataFolder, callIds), struck }
  } finally {
    removeDataFolder(dataFolder)
  }
}

/** Places a few calls with a desk that waits for all of them. */
const placeCalls = async (house: CrashHouse): Promise<{ callIds: string[]; phoneNumber: string }> => {
  const drafts = Array.from({ length: 5 }, () => house.nextDraft())
  const desk = await house.open()
  await desk.ready
  for (const draft of drafts) await valueOf(desk.ask('triggerCall', draft))
  await desk.end()
  return { callIds: drafts.map(({ callId }) => callId), phoneNumber: drafts[0]?.phoneNumber ?? '' }
}

/** Ends a desk while it takes a person out of the history, or while it writes the log back on closing. */
const crashInHouse = async (
  desks: WarmDesks,
  house: CrashHouse,
  point: 'duringPurge' | 'duringCheckpoint',
  share: number,
): Promise<UpkeepTrial & { struck: boolean }> => {
  const { callIds, phoneNumber } = await placeCalls(house)
  const desk = await house.open(plan(point, share))
  await desk.ready
  if (point === 'duringPurge') void desk.ask('erasePerson', { phoneNumber })
  else await desk.end()
  const struck = await wasKilled(desk)
  return { kind: point, problems: await problemsAfter(desks, house.dataFolder, callIds), struck }
}

/** One crash in each kind of upkeep. */
export const crashInUpkeep = async (
  desks: WarmDesks,
  house: CrashHouse,
  random: () => number,
): Promise<(UpkeepTrial & { struck: boolean })[]> => [
  await crashInMigration(desks, 'duringMigration', random()),
  await crashInMigration(desks, 'duringBackup', random()),
  await crashInHouse(desks, house, 'duringCheckpoint', random()),
  await crashInHouse(desks, house, 'duringPurge', random()),
]
