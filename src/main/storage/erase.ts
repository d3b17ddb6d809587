import type { DatabaseSync } from 'node:sqlite'
import type { CallEnd, CallState } from '../../contract/call.ts'
import type { Issue } from '../../contract/failure.ts'
import { erasedDetail } from '../../domain/call-state.ts'
import { numberTail } from '../../domain/phone-number.ts'
import { readOutcome, recordTextChange, type Row, writeNote } from './call-rows.ts'
import { updateDigests } from './chain.ts'
import { eraseDoNotCall } from './do-not-call.ts'
import { eraseListMentions, eraseListRows } from './lists/list-erase.ts'
import { forgetDamage } from './noted-damage.ts'
import { createNumberRedactor, type NumberRedactor } from './number-redactor.ts'
import { parseJson } from '../../domain/json.ts'

/** `keepDoNotCall` keeps the person's do-not-call entry as a keyed hash, which does not identify them. */
export type Erasure = { phoneNumber: string; keepDoNotCall: boolean }

/** Erases a person's data from a whole database, in the caller's transaction. */
export const eraseNumber = (database: DatabaseSync, { phoneNumber, keepDoNotCall }: Erasure, at: string): void => {
  eraseCalls(database, phoneNumber, at)
  eraseDoNotCall(database, { phoneNumber, keepDoNotCall }, at)
  eraseListRows(database, phoneNumber, new Map())
  eraseAllMentions(database, { phoneNumber, lastList: null })
}

/** Erases all mentions of a person, up to the list `lastList`, in the caller's transaction. */
export const eraseAllMentions = (
  database: DatabaseSync,
  { phoneNumber, lastList }: { phoneNumber: string; lastList: number | null },
): void => {
  const [rows, calls] = [{ changed: new Map(), lastList }, new Set<string>()]
  for (let last: number | null = 0; last !== null;) last = eraseMentions(database, phoneNumber, last, calls)
  for (let last: number | null = 0; last !== null;) last = eraseListMentions(database, phoneNumber, last, rows)
  eraseFreeTexts(database, phoneNumber, calls)
}

/** Lists the calls to a number whose outcome is not known yet. Until it is, the number cannot be erased. */
export const unresolvedCallsTo = (database: DatabaseSync, phoneNumber: string): string[] =>
  callsTo(database, phoneNumber, 'unresolved = 1').map((row) => String(row['call_id']))

/**
 * Removes the number, context and free text of all calls to a number, in the caller's transaction; returns the calls'
 * IDs.
 */
export const eraseCalls = (database: DatabaseSync, phoneNumber: string, at: string): string[] => {
  const rows = callsTo(database, phoneNumber, 'TRUE')
  for (const row of rows) removePerson(database, row, { remainder: () => '', change: withoutTexts, at })
  return rows.map((row) => String(row['call_id']))
}

/** Finds calls with the index on the last digits, which are the same in every spelling of an international number. */
const callsTo = (database: DatabaseSync, phoneNumber: string, condition: string): Row[] =>
  database
    .prepare(`SELECT * FROM calls WHERE number_tail = ? AND ${condition}`)
    .all(numberTail(phoneNumber))
    .filter(isOfNumber(phoneNumber))

/** Returns whether a row with a number and its last digits is a person's own, so that it is erased first of all. */
const isOfNumber = (phoneNumber: string): ((row: Row) => boolean) => {
  const [person, tail] = [createNumberRedactor(phoneNumber), numberTail(phoneNumber)]
  return (row) => row['number_tail'] === tail && person.matchesNumber(String(row['phone_number']))
}

/** The number of calls per batch: a new call waits for only one batch. */
const batchSize = 200

/**
 * Removes a number from the next calls to other people after the sequence number `after`, in the caller's transaction.
 * Calls to the number itself were placed after the erasure was requested, and are kept. Adds the IDs of the changed calls
 * to `changed`. Returns the last sequence number it read, or null at the end.
 */
export const eraseMentions = (
  database: DatabaseSync,
  phoneNumber: string,
  after: number,
  changed: Set<string>,
): number | null => {
  const [person, isTheirs] = [createNumberRedactor(phoneNumber), isOfNumber(phoneNumber)]
  const rows = database
    .prepare(
      `SELECT calls.*, call_results.learned FROM calls LEFT JOIN call_results USING (call_id)
       WHERE sequence > ? ORDER BY sequence LIMIT ${batchSize}`,
    )
    .all(after)
  for (const row of rows) {
    if (isTheirs(row)) continue
    const callId = String(row['call_id'])
    if (redactLearned(database, row, person)) changed.add(callId)
    if (!person.occursIn(textOf(row)) && !occursInEvents(database, callId, person)) continue
    removeMention(database, row, person)
    changed.add(callId)
  }
  return rows.length === 0 ? null : Number(rows.at(-1)?.['sequence'])
}

/** Redacts what the agent learned from another person, which may mention this one; returns whether it did. */
const redactLearned = (database: DatabaseSync, row: Row, person: NumberRedactor): boolean => {
  const { learned } = row
  if (typeof learned !== 'string' || !person.occursIn(learned)) return false
  database
    .prepare('UPDATE call_results SET learned = ? WHERE call_id = ?')
    .run(JSON.stringify(redactAll(JSON.parse(learned), person.redact)), String(row['call_id']))
  recordTextChange(database, Number(row['sequence']))
  return true
}

/** Columns of a call with free text. */
const freeColumns = [
  'profile_name',
  'agent_name',
  'phone_number_display',
  'telephony_configuration_name',
  'from_phone_number_text',
] as const

const textOf = (row: Row): string =>
  [...freeColumns, 'initial_context', 'outcome'].map((column) => String(row[column] ?? '')).join('\n')

/** States whose outcome contains text from the service or the user. */
const statesWithText = `('sending', 'accepted', 'rejected', 'failedAtProvider', 'unknown', 'closedByOperator')`

const occursInEvents = (database: DatabaseSync, callId: string, person: NumberRedactor): boolean =>
  database
    .prepare(`SELECT outcome FROM call_events WHERE call_id = ? AND state IN ${statesWithText}`)
    .all(callId)
    .some((row) => person.occursIn(String(row['outcome'])))

const removeMention = (database: DatabaseSync, row: Row, person: NumberRedactor): void => {
  const sequence = Number(row['sequence'])
  const free = freeColumns.map((column) => {
    const text = row[column]
    return typeof text === 'string' ? person.redact(text) : null
  })
  const context = redactAll(JSON.parse(String(row['initial_context'])), person.redact)
  changeOutcomeTexts(database, row, (outcome) => redactOutcome(outcome, person.redact))
  database
    .prepare(
      `UPDATE calls SET ${freeColumns.map((column) => `${column} = ?`).join(', ')}, initial_context = ?
       WHERE sequence = ?`,
    )
    .run(...free, JSON.stringify(context), sequence)
  updateDerived(database, sequence)
}

/**
 * Removes a number from the free text in notes, views, settings, lists and profile names, in the caller's transaction.
 * Keeps the notes of calls to the number and the reasons of its do-not-call entries: they are newer than the erasure. Adds
 * the IDs of calls with a changed note to `changed`.
 */
export const eraseFreeTexts = (database: DatabaseSync, phoneNumber: string, changed: Set<string>): void => {
  const [person, isTheirs] = [createNumberRedactor(phoneNumber), isOfNumber(phoneNumber)]
  const change = person.redact
  for (const callId of eraseFromNotes(database, person, isTheirs)) changed.add(callId)
  eraseFromReasons(database, person, isTheirs)
  changeColumn(database, { table: 'profiles', key: 'id', column: 'name', change })
  for (const column of ['source', 'file_name'])
    changeColumn(database, { table: 'do_not_call_imports', key: 'import_id', column, change })
  changeColumn(database, { table: 'lists', key: 'list_id', column: 'name', change })
  for (const column of ['source', 'headers', 'targets', 'agent', 'route', 'brake'])
    changeColumn(database, { table: 'lists', key: 'list_id', column, change: redactJson(person) })
  for (const column of ['name', 'search']) changeColumn(database, { table: 'views', key: 'view_id', column, change })
  changeColumn(database, { table: 'views', key: 'view_id', column: 'filter', change: redactJson(person) })
  changeColumn(database, { table: 'settings', key: 'name', column: 'value', change: redactJson(person) })
}

type IsTheirs = (row: Row) => boolean

/** Returns the IDs of the calls whose notes it changed. */
const eraseFromNotes = (database: DatabaseSync, person: NumberRedactor, isTheirs: IsTheirs): string[] => {
  const notes = database
    .prepare('SELECT sequence, number_tail, phone_number, call_notes.* FROM call_notes JOIN calls USING (call_id)')
    .all()
    .filter((row) => !isTheirs(row) && person.occursIn(String(row['note'])))
  for (const row of notes) {
    const text = person.redact(String(row['note']))
    writeNote(database, String(row['call_id']), { text, at: String(row['noted_at']) })
    recordTextChange(database, Number(row['sequence']))
  }
  return notes.map((row) => String(row['call_id']))
}

const eraseFromReasons = (database: DatabaseSync, person: NumberRedactor, isTheirs: IsTheirs): void => {
  const update = database.prepare('UPDATE do_not_call SET reason = ? WHERE entry_id = ?')
  for (const row of database.prepare('SELECT entry_id, number_tail, phone_number, reason FROM do_not_call').all()) {
    const reason = String(row['reason'])
    if (!isTheirs(row) && person.occursIn(reason)) update.run(person.redact(reason), String(row['entry_id']))
  }
}

type Column = { table: string; key: string; column: string; change: (text: string) => string }

const changeColumn = (database: DatabaseSync, { table, key, column, change }: Column): void => {
  for (const row of database.prepare(`SELECT ${key}, ${column} FROM ${table} WHERE ${column} IS NOT NULL`).all()) {
    const [text, changed] = [String(row[column]), change(String(row[column]))]
    if (changed !== text)
      database.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${key} = ?`).run(changed, String(row[key]))
  }
}

/** Redacts only the strings in JSON: a number of minutes that looks like an extension is not a phone number. */
const redactJson =
  (person: NumberRedactor) =>
  (text: string): string => {
    if (!person.occursIn(text)) return text
    const value = parseJson(text)
    // Not every setting is JSON.
    return value === undefined ? person.redact(text) : JSON.stringify(redactStrings(value, person.redact))
  }

type Removal = {
  /** Returns the part of the number that is kept. */
  remainder: (phoneNumber: string) => string
  change: (outcome: CallState) => CallState
  at: string
}

/** Keeps the last three digits, which are enough to distinguish calls after the retention period. */
export const lastThreeDigits: Removal['remainder'] = (phoneNumber) => `…${phoneNumber.slice(-3)}`

/** Removes the number, context and free text from one call; its outcome is kept. */
export const removePerson = (database: DatabaseSync, row: Row, { remainder, change, at }: Removal): void => {
  const sequence = Number(row['sequence'])
  const number = remainder(String(row['phone_number']))
  changeOutcomeTexts(database, row, change)
  database
    .prepare(
      `UPDATE calls SET phone_number = ?, phone_number_display = ?, number_key = '', number_tail = '', initial_context = '{}', purged_at = ?
       WHERE sequence = ?`,
    )
    .run(number, number, at, sequence)
  for (const table of ['call_notes', 'call_results', 'reminders'])
    database.prepare(`DELETE FROM ${table} WHERE call_id = ?`).run(String(row['call_id']))
  updateDerived(database, sequence)
}

/** Changes a call's outcome and its events together, because the last event must equal the outcome. */
const changeOutcomeTexts = (database: DatabaseSync, row: Row, change: (outcome: CallState) => CallState): void => {
  const callId = String(row['call_id'])
  const events = database.prepare('SELECT sequence, at, outcome FROM call_events WHERE call_id = ?').all(callId)
  for (const event of events) changeEvent(database, event, change)
  database
    .prepare('UPDATE calls SET outcome = ? WHERE call_id = ?')
    .run(JSON.stringify(change(readOutcome(row))), callId)
}

/** SECURITY: deletes the salt along with the text, so that no guess can be tested against the digest. */
const changeEvent = (database: DatabaseSync, row: Row, change: (outcome: CallState) => CallState): void => {
  const outcome = JSON.stringify(change(readOutcome(row)))
  if (outcome === row['outcome']) return
  database
    .prepare('UPDATE call_events SET outcome = ?, salt = NULL WHERE sequence = ?')
    .run(outcome, Number(row['sequence']))
}

const updateDerived = (database: DatabaseSync, sequence: number): void => {
  updateDigests(database, sequence)
  forgetDamage(database, sequence)
  recordTextChange(database, sequence)
}

type Redact = (text: string) => string

/** Redacts every string and property name in a JSON value, and every number that equals the phone number. */
export const redactAll = (value: unknown, redact: Redact): unknown => {
  if (typeof value === 'string') return redact(value)
  if (typeof value === 'number') return redact(String(value)) === String(value) ? value : redact(String(value))
  if (Array.isArray(value)) return value.map((item) => redactAll(item, redact))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [redact(name), redactAll(item, redact)]))
}

/** Redacts every string value of a JSON value; property names and numbers are kept. */
const redactStrings = (value: unknown, redact: Redact): unknown => {
  if (typeof value === 'string') return redact(value)
  if (Array.isArray(value)) return value.map((item) => redactStrings(item, redact))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, redactStrings(item, redact)]))
}

const redactIssue = ({ path, code, words }: Issue, redact: Redact): Issue => ({
  path: path.map((step) => (typeof step === 'string' ? redact(step) : step)),
  code,
  ...(words === undefined ? {} : { words: redact(words) }),
})

const redactEnd = (end: CallEnd, redact: Redact): CallEnd => ({
  ...end,
  disposition: end.disposition === null ? null : redact(end.disposition),
})

const redactName = ({ workflowRunName }: { workflowRunName?: string | undefined }, redact: Redact) =>
  workflowRunName === undefined ? {} : { workflowRunName: redact(workflowRunName) }

/** Redacts text from people and the service in an outcome; states, IDs and times are kept. */
export const redactOutcome = (outcome: CallState, redact: Redact): CallState => {
  switch (outcome.state) {
    case 'accepted':
      return {
        ...outcome,
        ...redactName(outcome, redact),
        status: redact(outcome.status),
        ...(outcome.end === undefined ? {} : { end: redactEnd(outcome.end, redact) }),
      }
    case 'rejected': {
      const issues = outcome.issues.map((issue) => redactIssue(issue, redact))
      return { ...outcome, detail: redact(outcome.detail), issues, ...redactName(outcome, redact) }
    }
    case 'failedAtProvider':
    case 'unknown':
      return { ...outcome, detail: redact(outcome.detail), ...redactName(outcome, redact) }
    case 'closedByOperator':
      return {
        ...outcome,
        ...redactName(outcome, redact),
        who: redact(outcome.who),
        note: redact(outcome.note),
        ...(outcome.end === undefined ? {} : { end: redactEnd(outcome.end, redact) }),
      }
    case 'sending':
      return { ...outcome, ...redactName(outcome, redact) }
    case 'queued':
    case 'notSent':
    case 'candidate':
    case 'notFound':
    case 'cancelled':
      return outcome
  }
}

/** Keeps an empty message empty: it has a meaning of its own, and nothing is erased. */
const erasedIn = ({ detail }: { detail: string }): string => (detail === '' ? '' : erasedDetail)

const withoutDisposition = (end: CallEnd | undefined) =>
  end === undefined ? {} : { end: { ...end, disposition: null } }

/** Removes all text from an outcome that may contain a person's number or name. The service creates the name of a run. */
export const withoutTexts = (outcome: CallState): CallState => {
  switch (outcome.state) {
    case 'rejected':
      return { ...outcome, detail: erasedIn(outcome), issues: [] }
    case 'failedAtProvider':
    case 'unknown':
      return { ...outcome, detail: erasedIn(outcome) }
    case 'closedByOperator':
      return { ...outcome, ...withoutDisposition(outcome.end), note: '' }
    case 'accepted':
      return { ...outcome, ...withoutDisposition(outcome.end) }
    case 'queued':
    case 'sending':
    case 'notSent':
    case 'candidate':
    case 'notFound':
    case 'cancelled':
      return outcome
  }
}
