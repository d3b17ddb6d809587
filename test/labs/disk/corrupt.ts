import { closeSync, openSync, readFileSync, statSync, truncateSync, writeSync } from 'node:fs'
import { createStorage, type Storage } from '../../../src/main/storage/storage.ts'
import type { Call, CallState } from '../../../src/contract/call.ts'
import { aCall } from '../../support/a-call.ts'
import type { DiskSetup } from './disk-setup.ts'
import { valueOf } from '../../support/value-of.ts'
import { endOfTime } from '../../../src/domain/call-state.ts'

const worker = new URL('../../../src/main/storage/worker.ts', import.meta.url)
const at = '2026-11-21T09:15:00.000Z'

/** The written calls, as JSON, by call ID. */
type Truth = Map<string, { written: string; inBackup: boolean }>

/**
 * How the app handled the damage. With `restored` and `reported`, it notified the user; `harmless` damage changed nothing;
 * `silent` is a failure.
 */
type DamageResult = 'restored' | 'reported' | 'newer' | 'harmless' | 'silent'

const accepted = (run: number): CallState => ({
  state: 'accepted',
  workflowRunId: run,
  workflowRunName: `WR-API-${run}`,
  status: 'initiated',
  reconciled: false,
  progress: 'started',
})

const record = async (storage: Storage, call: Call, run: number): Promise<string> => {
  const initialContext = { name: `Person ${run}`, note: 'x'.repeat((run * 37) % 900) }
  await valueOf(storage.run('recordCall', { call, initialContext, repeatSince: endOfTime, confirmedAfter: [] }))
  const outcome = accepted(run)
  const moved = await storage.run('moveCall', { callId: call.callId, from: ['queued'], outcome, at, endedAt: at })
  return JSON.stringify([await valueOf(moved), initialContext])
}

/** Writes forty calls with a backup between two of them, and closes the file. */
export const writeHistory = async (file: string, random: () => number): Promise<Truth> => {
  const storage = createStorage({ file, worker })
  const truth: Truth = new Map()
  const backupAfter = Math.floor(random() * 40)
  for (let run = 0; run < 40; run += 1) {
    const phoneNumber = `+1415${String(2_000_000 + Math.floor(random() * 7_000_000))}`
    const call = aCall({ phoneNumber, phoneNumberDisplay: phoneNumber })
    truth.set(call.callId, { written: await record(storage, call, run), inBackup: run <= backupAfter })
    if (run === backupAfter) await valueOf(storage.run('backUp', { now: new Date().toISOString() }))
  }
  await storage.close()
  return truth
}

const overwrite = (file: string, bytes: Uint8Array, offset: number): void => {
  const handle = openSync(file, 'r+')
  writeSync(handle, bytes, 0, bytes.length, offset)
  closeSync(handle)
}

/** Damages a closed file at random: a bit, some bytes, a page, or its end. */
export const damage = (file: string, random: () => number): void => {
  const { size } = statSync(file)
  const offset = Math.floor(random() * size)
  const kind = Math.floor(random() * 10)
  if (kind === 0) truncateSync(file, offset)
  else if (kind === 1) overwrite(file, new Uint8Array(4_096), offset - (offset % 4_096))
  else if (kind < 5) {
    const bytes = Uint8Array.from({ length: 1 + Math.floor(random() * 64) }, () => Math.floor(random() * 256))
    overwrite(file, bytes.subarray(0, size - offset), offset)
  } else {
    const before = readFileSync(file)[offset] ?? 0
    overwrite(file, Uint8Array.of(before ^ (1 << Math.floor(random() * 8))), offset)
  }
}

/** Returns how the app reports the damage; null if it does not report any. */
const reportedResult = async (storage: Storage): Promise<DamageResult | null> => {
  const health = await storage.run('storageHealth', {})
  if (!health.ok) return 'reported'
  if (health.value.stopped === 'newerVersion') return 'newer'
  // If the app keeps the history and shows a notice, the history still contains its damaged calls.
  if (health.value.recovered !== null) return health.value.recovered.cause === 'damaged' ? 'restored' : 'reported'
  const check = await storage.run('verifyHistory', { now: at })
  return check.ok && check.value.intact ? null : 'reported'
}

/** Values that a call may lack. If one of them is damaged, it is dropped and the rest of the record is kept. */
const optional = ['endedAt', 'serverDate'] as const

const withWritten = (call: Call, written: string): Call => {
  // This lab wrote the JSON of a call and its context.
  const [before] = JSON.parse(written) as [Call]
  const dropped = optional.filter((name) => call[name] === null).map((name) => [name, before[name]] as const)
  return { ...call, ...Object.fromEntries(dropped) }
}

/**
 * Compares a call with the written one: equal, without an optional value, with an unknown outcome, missing, or
 * different.
 */
const readAgain = async (storage: Storage, callId: string, written: string) => {
  const detail = await storage.run('getCall', { callId })
  if (!detail.ok) return 'untrue'
  if (detail.value === null) return 'missing'
  const { call, initialContext } = detail.value
  if (JSON.stringify([call, initialContext]) === written) return 'true'
  if (JSON.stringify([withWritten(call, written), initialContext]) === written) return 'incomplete'
  return call.outcome.state === 'unknown' ? 'unsure' : 'untrue'
}

/** How many calls were written, how many of those are in the backup, and how many the app still has. */
type RestoredCalls = { written: number; inBackup: number; found: number }

const readAll = async (storage: Storage, truth: Truth): Promise<{ found: Set<string>; calls: RestoredCalls }> => {
  const found = new Set<string>()
  const calls = { written: truth.size, inBackup: 0, found: 0 }
  for (const [callId, { written, inBackup }] of truth) {
    const how = await readAgain(storage, callId, written)
    found.add(how === 'missing' && inBackup ? 'missing although in the backup' : how)
    if (inBackup) calls.inBackup += 1
    if (how !== 'missing') calls.found += 1
  }
  return { found, calls }
}

/** Opens the damaged file, and compares what the app reports and reads with what was written. */
export const checkDamaged = async (
  file: string,
  truth: Truth,
): Promise<{ result: DamageResult; calls: RestoredCalls }> => {
  const storage = createStorage({ file, worker })
  try {
    const reported = await reportedResult(storage)
    const { found: read, calls } = await readAll(storage, truth)
    const allTrue = [...read].every((how) => how === 'true')
    // After a reported restore, calls since the backup and optional values may be missing, and outcomes may be unknown.
    if (reported === 'restored')
      return { result: read.has('untrue') || read.has('missing although in the backup') ? 'silent' : reported, calls }
    return { result: reported ?? (allTrue ? 'harmless' : 'silent'), calls }
  } finally {
    await storage.close()
  }
}

/** Returns whether an app on the file places a call, or refuses it for a reason related to the history. */
export const canCall = async (setup: DiskSetup): Promise<boolean> => {
  const app = await setup.open()
  const { refused } = await setup.dial(app)
  await app.settled()
  await app.close()
  return refused === null || ['corrupt', 'newerVersion', 'historyGap', 'notFound'].includes(refused)
}
