import { closeSync, openSync, readFileSync, statSync, truncateSync, writeSync } from 'node:fs'
import { createStorage, type Storage } from '../../../src/main/storage/storage.ts'
import type { Call, CallState } from '../../../src/contract/call.ts'
import type { Outcome } from '../../../src/contract/failure.ts'
import { aCall } from '../../support/a-call.ts'
import type { DiskHouse } from './disk-house.ts'

const worker = new URL('../../../src/main/storage/storage-worker.ts', import.meta.url)
const at = '2026-11-21T09:15:00.000Z'

/** What was written, call by call, as it must be read again. */
type Truth = Map<string, { written: string; inBackup: boolean }>

/** How a desk took the damage: `restored` and `told` say so; `harmless` changed nothing; `silent` must never be. */
export type Verdict = 'restored' | 'told' | 'newer' | 'harmless' | 'silent'

const valueOf = <T>(outcome: Outcome<T>): T => {
  if (!outcome.ok) throw new Error(`Refused: ${JSON.stringify(outcome.failure)}`)
  return outcome.value
}

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
  valueOf(await storage.ask('placeCall', { call, initialContext, repeatSince: null, confirmedAfter: [] }))
  const outcome = accepted(run)
  const moved = await storage.ask('moveCall', { callId: call.callId, from: ['queued'], outcome, at, endedAt: at })
  return JSON.stringify([valueOf(moved), initialContext])
}

/** Forty calls, a backup after the first part of them, and a closed file. */
export const writeHistory = async (file: string, random: () => number): Promise<Truth> => {
  const storage = createStorage({ file, worker })
  const truth: Truth = new Map()
  const backupAfter = Math.floor(random() * 40)
  for (let run = 0; run < 40; run += 1) {
    const phoneNumber = `+1415${String(2_000_000 + Math.floor(random() * 7_000_000))}`
    const call = aCall({ phoneNumber, phoneNumberDisplay: phoneNumber })
    truth.set(call.callId, { written: await record(storage, call, run), inBackup: run <= backupAfter })
    if (run === backupAfter) valueOf(await storage.ask('backUp', { now: new Date().toISOString() }))
  }
  await storage.close()
  return truth
}

const overwrite = (file: string, bytes: Uint8Array, offset: number): void => {
  const handle = openSync(file, 'r+')
  writeSync(handle, bytes, 0, bytes.length, offset)
  closeSync(handle)
}

/** Damages a closed file at a place and in a way that chance picks: a bit, some bytes, a page, or its end. */
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

/** What a desk that opens the damaged file says of it. */
const whatIsSaid = async (storage: Storage): Promise<Verdict | null> => {
  const health = await storage.ask('storageHealth', {})
  if (!health.ok) return 'told'
  if (health.value.stopped === 'newerVersion') return 'newer'
  if (health.value.recovered !== null) return 'restored'
  const check = await storage.ask('verifyHistory', { now: at })
  return check.ok && check.value.intact ? null : 'told'
}

/** How a call reads: as it was written, as one whose outcome nobody vouches for, not at all, or as something else. */
const readAgain = async (storage: Storage, callId: string, written: string) => {
  const detail = await storage.ask('getCall', { callId })
  if (!detail.ok) return 'untrue'
  if (detail.value === null) return 'missing'
  const { call, initialContext } = detail.value
  if (JSON.stringify([call, initialContext]) === written) return 'true'
  return call.outcome.state === 'unknown' ? 'unsure' : 'untrue'
}

const readAll = async (storage: Storage, truth: Truth): Promise<Set<string>> => {
  const found = new Set<string>()
  for (const [callId, { written, inBackup }] of truth) {
    const how = await readAgain(storage, callId, written)
    found.add(how === 'missing' && inBackup ? 'missing although in the backup' : how)
  }
  return found
}

/** Opens the damaged file and holds what is said of it, and what is read from it, against what was written. */
export const judge = async (file: string, truth: Truth): Promise<Verdict> => {
  const storage = createStorage({ file, worker })
  try {
    const said = await whatIsSaid(storage)
    const read = await readAll(storage, truth)
    // Whoever says that something is wrong may miss what came after the backup, and knows of no outcome it is unsure of.
    if (said === 'restored') return read.has('untrue') || read.has('missing although in the backup') ? 'silent' : said
    if (said !== null) return said
    return [...read].every((how) => how === 'true') ? 'harmless' : 'silent'
  } finally {
    await storage.close()
  }
}

/** Whether a desk over what is left places a call, or refuses it with a reason of the history's own. */
export const goesOn = async (house: DiskHouse): Promise<boolean> => {
  const desk = await house.open()
  const { refused } = await house.dial(desk)
  await desk.settled()
  await desk.close()
  return refused === null || ['corrupt', 'newerVersion', 'historyGap', 'notFound'].includes(refused)
}
