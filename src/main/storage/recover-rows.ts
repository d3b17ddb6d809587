import { copyFileSync, existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import type { Call, CallState } from '../../contract/call.ts'
import type { InitialContext } from '../../contract/initial-context.ts'
import { readCall, readNote, readOutcome, type Row, writeNote } from './call-rows.ts'
import { parseContext } from './parse-call.ts'
import { createCallResults, parseLearned } from './call-results.ts'
import { createCallWriter } from './calls.ts'
import { recoverImport } from './do-not-call-imports.ts'
import { redactOutcome, withoutTexts } from './erase.ts'
import { lastRow, lastSequence, readRows, scanRows, tryRead } from './damaged-rows.ts'
import { settleRecoveredLists } from './lists/list-lifecycle.ts'
import { databaseFiles } from './files.ts'
import { appendEvents, isValidEvent } from './chain.ts'
import { rowDigest, stateDigest } from './row-digests.ts'
import { reasonOf } from './errors.ts'
import { inTransaction } from './database.ts'
import { createProfilesTable, createSettingsTable, createViewsTable, readProfile, readView } from './settings.ts'
import { appendAuditEntry, auditHash, type AuditLink, linkOf, readAuditHead } from './audit.ts'
import { decisionOf, keepFoundRun } from '../../domain/call-state.ts'
import { parseJson } from '../../domain/json.ts'

const interrupted: CallState = { state: 'unknown', cause: 'interrupted', status: null, detail: '' }
/** The outcome of a call whose last state cannot be read. */
const historyLost: CallState = { ...interrupted, cause: 'historyLost' }

type RecoveredEvent = { at: string; outcome: CallState }
type RecoveredCall = { call: Call; context: InitialContext; events: RecoveredEvent[] }

const readEvent = (row: Row): RecoveredEvent => ({ at: String(row['at']), outcome: readOutcome(row) })

const isReadable = (row: Row): boolean => isValidEvent(row, String(row['previous_hash']))

/** Returns the events of a call with a valid hash whose string matches its digest or was erased, oldest first. */
const readEvents = (damaged: DatabaseSync, callId: string): RecoveredEvent[] =>
  damaged
    .prepare('SELECT * FROM call_events WHERE call_id = ? ORDER BY sequence')
    .all(callId)
    .filter(isReadable)
    .map(readEvent)

/** A person's decision by call. The service can't report it again, unlike other outcomes. */
type Decisions = Map<string, RecoveredEvent>

/**
 * Returns the decisions in a damaged file that are the last readable event of their call. Reads row by row, because one
 * damaged page makes the query for a call's events fail.
 */
const readDecisions = (damaged: DatabaseSync): Decisions => {
  const found = new Map<string, RecoveredEvent>()
  for (const row of scanRows(damaged, 'call_events')) {
    const isDecided = row?.['state'] === 'closedByOperator'
    const callId = String(row?.['call_id'])
    if (row === null || !(isDecided || found.has(callId)) || !tryRead(() => isReadable(row))) continue
    const event = isDecided ? tryRead(() => readEvent(row)) : null
    if (event === null) found.delete(callId)
    else found.set(callId, event)
  }
  return found
}

/** Returns the columns that are proven: those of the row, or else the decision. Times that are not proven are dropped. */
const provenRow = (row: Row, decision: RecoveredEvent | undefined, last: RecoveredEvent | undefined): Row => {
  const isStateIntact = row['state_digest'] === stateDigest(row)
  if (isStateIntact && (decision === undefined || row['state'] === 'closedByOperator')) return row
  const times = { ended_at: null, server_date: null, changed_at: last?.at ?? row['changed_at'] ?? null }
  return { ...row, ...times, ...(decision && { outcome: JSON.stringify(decision.outcome), changed_at: decision.at }) }
}

/**
 * Returns a call from the damaged file if its row matches its digest. An outcome that its events do not confirm becomes
 * `unknown`, but for a decision, the row or the event is enough.
 */
const readFound = (damaged: DatabaseSync, row: Row, decisions: Decisions): RecoveredCall | null => {
  if (row['row_digest'] !== rowDigest(row)) return null
  const context = parseContext(JSON.parse(String(row['initial_context'])))
  const events = tryRead(() => readEvents(damaged, String(row['call_id']))) ?? []
  const last = events.at(-1)
  const decision = decisions.get(String(row['call_id']))
  const call = readCall(provenRow(row, decision, last))
  const isConfirmed = last !== undefined && JSON.stringify(last.outcome) === JSON.stringify(call.outcome)
  const isDecided =
    decision !== undefined || (decisionOf(call.outcome) !== null && row['state_digest'] === stateDigest(row))
  if (isDecided) {
    const event = { at: call.changedAt, outcome: call.outcome }
    return { call, context, events: isConfirmed ? events : [...events, event] }
  }
  const onItsWay = call.outcome.state === 'queued' || call.outcome.state === 'sending'
  const outcome = !isConfirmed ? historyLost : onItsWay ? keepFoundRun(call.outcome, interrupted) : call.outcome
  return { call: { ...call, outcome }, context, events }
}

/** Counts the events of a call. The number only increases, regardless of the clock. */
const stepsOf = (database: DatabaseSync, { callId }: Call): number =>
  Number(database.prepare('SELECT count(*) AS steps FROM call_events WHERE call_id = ?').get(callId)?.['steps'] ?? 0)

/** Returns an outcome without the texts that may have been erased since. */
const withoutErased = (outcome: CallState): string => JSON.stringify(redactOutcome(withoutTexts(outcome), () => ''))

/** Returns whether the backup contains an outcome of a call, even if the call has later ones. */
const hasOutcome = (database: DatabaseSync, { callId }: Call, outcome: CallState): boolean =>
  tryRead(() => readEvents(database, callId))?.some(
    (event) => withoutErased(event.outcome) === withoutErased(outcome),
  ) === true

/** Returns whether the damaged file has a later state of a call than the backup. */
const isNewer = (database: DatabaseSync, known: Call, { call, events }: RecoveredCall): boolean => {
  // A run that was found after the decision, and its end, make another outcome with the same decision.
  if (decisionOf(call.outcome) !== null) return !hasOutcome(database, known, call.outcome)
  if (decisionOf(known.outcome) !== null && call.outcome === historyLost) return false
  // Without readable events, only the row's time can be compared.
  return events.length > 0 ? events.length > stepsOf(database, known) : call.changedAt > known.changedAt
}

/** Updates a call of the backup from the damaged file; returns false if the backup is just as new. */
const updateCall = (database: DatabaseSync, known: Call, found: RecoveredCall): boolean => {
  if (!isNewer(database, known, found)) return false
  const { call } = found
  const { callId, outcome, changedAt: at, serverDate } = call
  const ended = call.endedAt === null ? {} : { endedAt: call.endedAt }
  createCallWriter(database).moveCall({ callId, from: [known.outcome.state], outcome, at, serverDate, ...ended })
  return true
}

const addCall = (database: DatabaseSync, { call, context, events }: RecoveredCall, now: string): boolean => {
  const { callId, outcome } = call
  inTransaction(database, () => {
    createCallWriter(database).insert(call, context, [])
    const isLast = JSON.stringify(events.at(-1)?.outcome) === JSON.stringify(outcome)
    appendEvents(database, callId, isLast ? events : [...events, { at: now, outcome }])
  })
  return true
}

const recoverCall = (database: DatabaseSync, found: RecoveredCall, now: string): boolean => {
  const known = createCallWriter(database).find(found.call.callId)
  return known === null ? addCall(database, found, now) : updateCall(database, known, found)
}

type Counts = { salvaged: number; unreadable: number | null }

/** Adds the decisions about calls of the backup whose rows in the damaged file are unreadable. */
const recoverDecisions = (database: DatabaseSync, decisions: Decisions): void => {
  const writer = createCallWriter(database)
  for (const [callId, { at, outcome }] of decisions) {
    const known = tryRead(() => writer.find(callId))
    if (known !== null && !hasOutcome(database, known, outcome))
      writer.moveCall({ callId, from: [known.outcome.state], outcome, at })
  }
}

const recoverCalls = (database: DatabaseSync, damaged: DatabaseSync, now: string): Counts => {
  let [salvaged, unreadable] = [0, 0]
  const decisions = readDecisions(damaged)
  for (const row of scanRows(damaged, 'calls')) {
    const found = row === null ? null : tryRead(() => readFound(damaged, row, decisions))
    if (found === null) unreadable += 1
    else if (recoverCall(database, found, now)) salvaged += 1
    // The row may have a later outcome with this decision.
    if (found !== null) decisions.delete(found.call.callId)
  }
  recoverDecisions(database, decisions)
  return { salvaged, unreadable: lastRow(damaged, 'calls') === null ? null : unreadable }
}

/**
 * Settles calls that were in flight when the backup was made: they have ended since then, but the backup does not
 * contain their outcomes.
 */
const settleRestored = (database: DatabaseSync, at: string): void => {
  const writer = createCallWriter(database)
  const left = database.prepare("SELECT call_id FROM calls WHERE unresolved = 1 AND state IN ('queued', 'sending')")
  for (const row of left.all())
    writer.moveCall({
      callId: String(row['call_id']),
      from: ['queued', 'sending'],
      outcome: historyLost,
      at,
      endedAt: at,
    })
}

/**
 * The numbers of calls that were recovered and that failed their checks, and of audit entries and settings that could
 * not be read. Null: unknown.
 */
type RecoveredRows = Counts & {
  lostEntries: number | null
  lostSettings: number | null
  /** How many lists, and how many do-not-call registers, are missing or incomplete, at least. */
  lostLists: number | null
  lostRegisters: number | null
}

const nothingRecovered: RecoveredRows = {
  salvaged: 0,
  unreadable: null,
  lostEntries: null,
  lostSettings: null,
  lostLists: null,
  lostRegisters: null,
}

/**
 * Copies into `database` every row of a damaged file that is provably intact: newer calls, audit entries, profiles,
 * notes, views and settings. A call whose outcome is not confirmed becomes `unknown`. Reads a copy at `workplace`; the
 * damaged file is not changed.
 */
export const recoverRows = (
  database: DatabaseSync,
  file: string | null,
  workplace: string,
  now: string,
): RecoveredRows => {
  const found = file === null ? null : openCopy(file, workplace)
  const counts = found === null ? nothingRecovered : recoverAll(database, found, now)
  settleRestored(database, now)
  settleRecoveredLists(database, now)
  return counts
}

const recoverAll = (database: DatabaseSync, damaged: DatabaseSync, now: string): RecoveredRows => {
  try {
    recoverProfiles(database, damaged)
    const counts = recoverCalls(database, damaged, now)
    recoverNotesAndViews(database, damaged)
    const lostSettings = recoverSettings(database, damaged)
    const lostLists = countLostLists(database, damaged)
    const lostRegisters = recoverRegisters(database, damaged)
    return { ...counts, lostSettings, lostLists, lostRegisters, lostEntries: recoverAudit(database, damaged) }
  } finally {
    damaged.close()
  }
}

/** Counts the readable rows that are lost. Returns null instead of 0 if rows are unreadable, because they may be lost. */
const countLost = (
  damaged: DatabaseSync,
  table: 'lists' | 'do_not_call_imports',
  isLost: (row: Row) => boolean,
): number | null => {
  let [lost, isUnclear] = [0, lastRow(damaged, table) === null]
  for (const row of scanRows(damaged, table)) {
    if (row === null) isUnclear = true
    else if (isLost(row)) lost += 1
  }
  return lost === 0 && isUnclear ? null : lost
}

/**
 * Counts the lists that are newer than the backup. None are copied, because nothing proves that their rows are intact.
 * An older list that the backup lacks was removed before the backup was made.
 */
const countLostLists = (database: DatabaseSync, damaged: DatabaseSync): number | null => {
  const last = lastSequence(database, 'lists') ?? 0
  const isWhole = (row: Row): boolean => row['state'] !== 'reading' && row['state'] !== 'removing'
  return countLost(damaged, 'lists', (row) => Number(row['list_number']) > last && isWhole(row))
}

/** Adds the registers that the backup does not contain; returns how many of them are incomplete. */
const recoverRegisters = (database: DatabaseSync, damaged: DatabaseSync): number | null =>
  countLost(damaged, 'do_not_call_imports', (row) => row['complete'] === 1 && !recoverImport(database, damaged, row))

/** Opens a copy; returns null if the disk fails. Throws if the disk is full, so that recovery is retried later. */
const openCopy = (file: string, workplace: string): DatabaseSync | null => {
  try {
    for (const [index, part] of databaseFiles(file).slice(0, 2).entries())
      if (existsSync(part)) copyFileSync(part, databaseFiles(workplace)[index] ?? workplace)
    return new DatabaseSync(workplace)
  } catch (error) {
    if (reasonOf(error) === 'full') throw error
    return null
  }
}

/** Adds profiles that the backup does not contain, because the keychain stores their keys under the same IDs. */
const recoverProfiles = (database: DatabaseSync, damaged: DatabaseSync): void => {
  const table = createProfilesTable(database)
  const known = new Set(table.listProfiles().map(({ id }) => id))
  for (const profile of readRows(damaged, 'profiles', readProfile))
    if (!known.has(profile.id)) table.saveProfile({ profile })
}

const recoverNote = (database: DatabaseSync, row: Row): void => {
  const [callId, text, at] = [String(row['call_id']), String(row['note']), String(row['noted_at'])]
  const isCall = database.prepare('SELECT 1 FROM calls WHERE call_id = ?').get(callId) !== undefined
  const known = readNote(database, callId)
  if (isCall && (known === null || known.at < at)) writeNote(database, callId, { text, at })
}

/**
 * Adds reminders and do-not-call entries that the backup does not contain. An entry that the user has since removed may
 * reappear: an unnecessary confirmation is better than an unwanted call.
 */
const recoverPeople = (database: DatabaseSync, damaged: DatabaseSync): void => {
  const key = tryRead(() => damaged.prepare('SELECT key FROM do_not_call_key').get()?.['key'])
  if (key instanceof Uint8Array) database.prepare('UPDATE do_not_call_key SET key = ?').run(key)
  for (const table of ['reminders', 'do_not_call'] as const)
    for (const row of readRows(damaged, table, (one) => one)) tryRead(() => insertRow(database, table, row))
}

const peopleColumns = {
  reminders: ['reminder_id', 'call_id', 'due_at', 'created_at'],
  do_not_call: [
    'entry_id',
    'number_tail',
    'number_hash',
    'phone_number',
    'phone_number_display',
    'practice',
    'reason',
    'added_at',
    'added_by',
  ],
} as const

/** Inserts a row unless the table already contains it; throws if the row violates the schema. */
const insertRow = (database: DatabaseSync, table: keyof typeof peopleColumns, row: Row): void => {
  const columns = peopleColumns[table]
  const placeholders = columns.map(() => '?').join(', ')
  database
    .prepare(`INSERT INTO ${table} (${columns.join(', ')}) VALUES (${placeholders}) ON CONFLICT DO NOTHING`)
    .run(...columns.map((column) => row[column] ?? null))
}

/** Adds notes newer than the backup's, and views that the backup does not contain. */
const recoverNotesAndViews = (database: DatabaseSync, damaged: DatabaseSync): void => {
  const { saveLearned } = createCallResults(database)
  const notes = readRows(damaged, 'call_notes', (row) => row)
  inTransaction(database, () => {
    for (const row of notes) recoverNote(database, row)
  })
  const results = readRows(damaged, 'call_results', (row) => ({
    callId: String(row['call_id']),
    learned: parseLearned(row['learned']),
  }))
  for (const { callId, learned } of results) if (learned !== null) saveLearned({ callId, learned })
  recoverPeople(database, damaged)
  const table = createViewsTable(database)
  const known = new Set(table.listViews({}).map(({ viewId }) => viewId))
  for (const view of readRows(damaged, 'views', readView)) if (!known.has(view.viewId)) table.saveView({ view })
}

/** Returns a setting. A JSON setting must be valid; any other setting is a plain word. */
const readSettingRow = (row: Row): { name: string; value: string } | null => {
  const { name, value } = row
  if (typeof name !== 'string' || typeof value !== 'string') return null
  return /^[[{]/.test(value) && parseJson(value) === undefined ? null : { name, value }
}

/**
 * Copies the settings table, which is newer than any backup's: settings, policy, open rotations, keys to discard. Keeps
 * the backup's value if a row is unreadable. Returns the number of unreadable rows, or null if it is unknown.
 */
const recoverSettings = (database: DatabaseSync, damaged: DatabaseSync): number | null => {
  const table = createSettingsTable(database)
  let lost = 0
  for (const row of scanRows(damaged, 'settings')) {
    const setting = row === null ? null : readSettingRow(row)
    if (setting === null) lost += 1
    else table.writeSetting(setting)
  }
  return lastRow(damaged, 'settings') === null ? null : lost
}

type ChainPosition = Pick<AuditLink, 'sequence' | 'hash'>

/** Returns the expected number of entries: the stored one or else the last row ID; null if unreadable. */
const expected = (damaged: DatabaseSync): number | null =>
  tryRead(() => readAuditHead(damaged).entries) ?? lastRow(damaged, 'audit_entries')

const isIntact = ({ previousHash, entry, hash }: AuditLink): boolean => hash === auditHash(previousHash, entry)

/**
 * SECURITY: returns whether an intact entry does not follow the chain's last one. Such an entry was not written here,
 * and nothing after it is trusted.
 */
const isForeign = (link: AuditLink, last: ChainPosition): boolean =>
  link.sequence === last.sequence + 1 && link.previousHash !== last.hash

/**
 * Appends the intact entries that come after the backup's last one, skipping unreadable entries. Returns the number of
 * missing entries, or null if it is unknown.
 */
export const recoverAudit = (database: DatabaseSync, damaged: DatabaseSync): number | null => {
  const head = readAuditHead(database)
  let [kept, last]: [number, ChainPosition] = [0, { sequence: head.entries, hash: head.hash }]
  inTransaction(database, () => {
    for (const row of scanRows(damaged, 'audit_entries', head.entries)) {
      const link = row === null ? null : linkOf(row)
      if (link === null || !isIntact(link)) continue
      if (isForeign(link, last)) return
      appendAuditEntry(database, link.entry)
      kept += 1
      last = link
    }
  })
  const all = expected(damaged)
  return all === null ? null : Math.max(all, last.sequence) - head.entries - kept
}
