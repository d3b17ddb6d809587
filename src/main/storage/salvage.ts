import { copyFileSync, existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { type Call, type CallState, callStateSchema } from '../../contract/call.ts'
import { type InitialContext, initialContextSchema } from '../../contract/initial-context.ts'
import { readCall, type Row } from './call-row.ts'
import { createCallWriter } from './call-writer.ts'
import { partsOf } from './damaged-files.ts'
import { appendEvent, textDigest } from './event-chain.ts'
import { everyRow } from './every-row.ts'
import { rowDigest } from './row-digest.ts'
import { readable } from './readable.ts'
import { takeOverAudit } from './salvage-audit.ts'
import { takeOverSettings } from './salvage-settings.ts'
import { takeOverProfiles, takeOverWords } from './salvage-words.ts'
import { reasonOf } from './storage-error.ts'
import { inTransaction } from './transaction.ts'

const interrupted: CallState = { state: 'unknown', cause: 'interrupted', status: null, detail: '' }

type Found = { call: Call; context: InitialContext; events: { at: string; outcome: CallState }[] }

/** The events of one call whose text is what was written, oldest first; an erased text is taken as it stands. */
const readEvents = (damaged: DatabaseSync, callId: string): Found['events'] =>
  damaged
    .prepare('SELECT at, outcome, salt, digest FROM call_events WHERE call_id = ? ORDER BY sequence')
    .all(callId)
    .filter((row) => row['salt'] === null || row['digest'] === textDigest(String(row['salt']), String(row['outcome'])))
    .map((row) => ({ at: String(row['at']), outcome: callStateSchema.parse(JSON.parse(String(row['outcome']))) }))

/** One call of the damaged file, if its row is what was written; its outcome is the last that its events confirm. */
const readFound = (damaged: DatabaseSync, row: Row): Found | null => {
  if (row['row_digest'] !== rowDigest(row)) return null
  const context = initialContextSchema.parse(JSON.parse(String(row['initial_context'])))
  const call = readCall(row)
  const events = readable(() => readEvents(damaged, call.callId)) ?? []
  const last = events.at(-1)
  const confirmed = last !== undefined && JSON.stringify(last.outcome) === JSON.stringify(call.outcome)
  const onItsWay = call.outcome.state === 'queued' || call.outcome.state === 'sending'
  const outcome = confirmed && !onItsWay ? call.outcome : interrupted
  return { call: { ...call, outcome }, context, events }
}

/** How many steps of a call are on record: they only become more, whatever the clock of the computer said. */
const stepsOf = (database: DatabaseSync, { callId }: Call): number =>
  Number(database.prepare('SELECT count(*) AS steps FROM call_events WHERE call_id = ?').get(callId)?.['steps'] ?? 0)

/** Brings a call that the backup has to where the damaged file had it; false when the backup is as new or newer. */
const catchUp = (database: DatabaseSync, known: Call, { call, events }: Found): boolean => {
  // Where its steps cannot be read, only the time of the row tells.
  const isNewer = events.length > 0 ? events.length > stepsOf(database, known) : call.changedAt > known.changedAt
  if (!isNewer) return false
  const { callId, outcome, changedAt: at, serverDate } = call
  const ended = call.endedAt === null ? {} : { endedAt: call.endedAt }
  createCallWriter(database).moveCall({ callId, from: [known.outcome.state], outcome, at, serverDate, ...ended })
  return true
}

const addCall = (database: DatabaseSync, { call, context, events }: Found, now: string): boolean => {
  const { callId, outcome } = call
  inTransaction(database, () => {
    createCallWriter(database).insert(call, context, [])
    for (const event of events) appendEvent(database, { callId, ...event })
    if (JSON.stringify(events.at(-1)?.outcome) !== JSON.stringify(outcome))
      appendEvent(database, { callId, at: now, outcome })
  })
  return true
}

const takeOver = (database: DatabaseSync, found: Found, now: string): boolean => {
  const known = createCallWriter(database).find(found.call.callId)
  return known === null ? addCall(database, found, now) : catchUp(database, known, found)
}

type Counts = { salvaged: number; unreadable: number }

const takeOverCalls = (database: DatabaseSync, damaged: DatabaseSync, now: string): Counts => {
  const counts = { salvaged: 0, unreadable: 0 }
  for (const row of everyRow(damaged, 'calls')) {
    const found = row === null ? null : readable(() => readFound(damaged, row))
    if (found === null) counts.unreadable += 1
    else if (takeOver(database, found, now)) counts.salvaged += 1
  }
  return counts
}

/** What was on its way when the backup was made has long had its answer, which nobody wrote down in it. */
const settleRestored = (database: DatabaseSync, at: string): void => {
  const writer = createCallWriter(database)
  const left = database.prepare("SELECT call_id FROM calls WHERE unresolved = 1 AND state IN ('queued', 'sending')")
  for (const row of left.all())
    writer.moveCall({
      callId: String(row['call_id']),
      from: ['queued', 'sending'],
      outcome: interrupted,
      at,
      endedAt: at,
    })
}

/**
 * How many calls were taken over, and how many could not be trusted; how many acts and settings could not be read, null
 * where that is not known.
 */
export type Salvaged = Counts & { lostActs: number | null; lostSettings: number | null }

const nothing: Salvaged = { salvaged: 0, unreadable: 0, lostActs: null, lostSettings: null }

/**
 * Takes over from a damaged file what is certainly what was written: calls and acts newer than in `database`, profiles,
 * words and settings. A call whose outcome the file does not confirm becomes unknown. Works on a copy at `workplace`;
 * the file stays as it is.
 */
export const salvage = (database: DatabaseSync, file: string | null, workplace: string, now: string): Salvaged => {
  const found = file === null ? null : openCopy(file, workplace)
  const counts = found === null ? nothing : takeOverAll(database, found, now)
  settleRestored(database, now)
  return counts
}

const takeOverAll = (database: DatabaseSync, damaged: DatabaseSync, now: string): Salvaged => {
  try {
    takeOverProfiles(database, damaged)
    const counts = takeOverCalls(database, damaged, now)
    takeOverWords(database, damaged)
    const lostSettings = takeOverSettings(database, damaged)
    return { ...counts, lostSettings, lostActs: takeOverAudit(database, damaged) }
  } finally {
    damaged.close()
  }
}

/** Opens a copy; null where the disk does not give it. For want of room it throws: that passes, and is tried again. */
const openCopy = (file: string, workplace: string): DatabaseSync | null => {
  try {
    for (const [index, part] of partsOf(file).slice(0, 2).entries())
      if (existsSync(part)) copyFileSync(part, partsOf(workplace)[index] ?? workplace)
    return new DatabaseSync(workplace)
  } catch (error) {
    if (reasonOf(error) === 'full') throw error
    return null
  }
}
