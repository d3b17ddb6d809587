import { closeSync, openSync, readFileSync, statSync, truncateSync, writeSync } from 'node:fs'
import { createStorage, type Storage } from '../../../src/main/storage/storage.ts'
import type { Call, CallState } from '../../../src/contract/call.ts'
import type { Outcome } from '../../../src/contract/failure.ts'
import { aCall } from '../../support/a-call.ts'
import type { DiskHouse } from './disk-house.ts'

const worker = new URL('../../../src/main/storage/storage-worker.ts', import.meta.url)
const at = '2026-11-21T09:15:00.000Z'

/** What was written, call by call, as it must be read again. */
type Truth = Map<string, string>

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

const record = async (storage: Storage, call: Call, run: number, truth: Truth): Promise<void> => {
  const initialContext = { name: `Person ${run}`, note: 'x'.repeat((run * 37) % 900) }
  valueOf(await storage.ask('placeCall', { call, initialContext, repeatSince: null, confirmedAfter: [] }))
  const outcome = accepted(run)
  const moved = await storage.ask('moveCall', { callId: call.callId, from: ['queued'], outcome, at, endedAt: at })
  truth.set(call.callId, JSON.stringify([valueOf(moved), initialContext]))
}

/** Forty calls, a backup after the first part of them, and a closed file. */
export const writeHistory = async (file: string, random: () => number): Promise<Truth> => {
  const storage = createStorage({ file, worker })
  const truth: Truth = new Map()
  const backupAfter = Math.floor(random() * 40)
  for (let run = 0; run < 40; run += 1) {
    const phoneNumber = `+1415${String(2_000_000 + Math.floor(random() * 7_000_000))}`
    await record(storage, aCall({ phoneNumber, phoneNumberDisplay: phoneNumber }), run, truth)
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

/** Whether every call reads exactly as it was written. */
const isTrue = async (storage: Storage, truth: Truth): Promise<boolean> => {
  for (const [callId, written] of truth) {
    const detail = await storage.ask('getCall', { callId })
    if (!detail.ok || detail.value === null) return false
    if (JSON.stringify([detail.value.call, detail.value.initialContext]) !== written) return false
  }
  return true
}

/** Opens the damaged file and holds what is said of it against what was written. */
export const judge = async (file: string, truth: Truth): Promise<Verdict> => {
  const storage = createStorage({ file, worker })
  try {
    const said = await whatIsSaid(storage)
    if (said !== null) return said
    return (await isTrue(storage, truth)) ? 'harmless' : 'silent'
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
  return refused === null || ['corrupt', 'newerVersion', 'repeat', 'notFound'].includes(refused)
}
