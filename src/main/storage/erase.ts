import type { DatabaseSync } from 'node:sqlite'
import { numberTail } from '../../contract/same-number.ts'
import { noteTextChange, writeNote } from './call-notes.ts'
import type { Row } from './call-row.ts'
import { changeWords, nothing, refresh, removePerson } from './personal-data.ts'
import { changeOutcome, changeStrings, changeTexts, withoutWords } from './redact.ts'
import { type Spellings, spellingsOf } from './spellings.ts'

/** Columns of a call in which anybody may have written anything. */
const freeColumns = [
  'profile_name',
  'agent_name',
  'phone_number_display',
  'telephony_configuration_name',
  'from_phone_number_text',
] as const

const textOf = (row: Row): string =>
  [...freeColumns, 'initial_context', 'outcome', 'search_text'].map((column) => String(row[column] ?? '')).join('\n')

/** States whose words are the service's or a person's own. */
const wordyStates = `('accepted', 'rejected', 'failedAtProvider', 'unknown', 'closedByOperator')`

const standsInEvents = (database: DatabaseSync, callId: string, person: Spellings): boolean =>
  database
    .prepare(`SELECT outcome FROM call_events WHERE call_id = ? AND state IN ${wordyStates}`)
    .all(callId)
    .some((row) => person.isIn(String(row['outcome'])))

/** Takes a number out of a call to somebody else, in whose context or words it stands. */
const removeMention = (database: DatabaseSync, row: Row, person: Spellings): void => {
  const sequence = Number(row['sequence'])
  const free = freeColumns.map((column) => {
    const text = row[column]
    return typeof text === 'string' ? person.removeFrom(text) : null
  })
  const context = changeTexts(JSON.parse(String(row['initial_context'])), person.removeFrom)
  changeWords(database, row, (outcome) => changeOutcome(outcome, person.removeFrom))
  database
    .prepare(
      `UPDATE calls SET ${freeColumns.map((column) => `${column} = ?`).join(', ')}, initial_context = ?
       WHERE sequence = ?`,
    )
    .run(...free, JSON.stringify(context), sequence)
  refresh(database, sequence)
}

type Column = { table: string; key: string; column: string; change: (text: string) => string }

const changeColumn = (database: DatabaseSync, { table, key, column, change }: Column): void => {
  for (const row of database.prepare(`SELECT ${key}, ${column} FROM ${table}`).all()) {
    const [text, changed] = [String(row[column]), change(String(row[column]))]
    if (changed !== text)
      database.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${key} = ?`).run(changed, String(row[key]))
  }
}

const readJson = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    // Not every setting is JSON: it is a text then, and changed as one.
    return undefined
  }
}

/** Texts inside JSON, and nothing else of it: a number of minutes that looks like an extension is no person. */
const inTexts =
  (person: Spellings) =>
  (text: string): string => {
    if (!person.isIn(text)) return text
    const value = readJson(text)
    return value === undefined ? person.removeFrom(text) : JSON.stringify(changeStrings(value, person.removeFrom))
  }

/**
 * The calls to one number. What may be it is found by an index; in an international number the end is the same however
 * it is spelled.
 */
const theirCalls = (database: DatabaseSync, phoneNumber: string, condition: string): Row[] => {
  const person = spellingsOf(phoneNumber)
  return database
    .prepare(`SELECT * FROM calls WHERE number_tail = ? AND ${condition}`)
    .all(numberTail(phoneNumber))
    .filter((row) => person.isTheirs(String(row['phone_number'])))
}

/** Takes number, context and words out of all calls to a number, in the caller's transaction; returns how many there were. */
export const eraseCalls = (database: DatabaseSync, phoneNumber: string, at: string): number => {
  const rows = theirCalls(database, phoneNumber, 'TRUE')
  for (const row of rows) removePerson(database, row, { left: nothing, change: withoutWords, at })
  return rows.length
}

/** How many calls are looked through at a time: a call that is placed meanwhile waits for no more than these. */
const batch = 200

/**
 * Takes a number out of the next few calls to other people, after the one with this sequence number, in the caller's
 * transaction. Returns the last sequence number it looked at, or null when there are no more.
 */
export const eraseMentions = (database: DatabaseSync, phoneNumber: string, after: number): number | null => {
  const person = spellingsOf(phoneNumber)
  const rows = database.prepare(`SELECT * FROM calls WHERE sequence > ? ORDER BY sequence LIMIT ${batch}`).all(after)
  for (const row of rows)
    if (person.isIn(textOf(row)) || standsInEvents(database, String(row['call_id']), person))
      removeMention(database, row, person)
  return rows.length === 0 ? null : Number(rows.at(-1)?.['sequence'])
}

/** A note in which the number stood is searched as it reads afterwards. */
const eraseFromNotes = (database: DatabaseSync, person: Spellings): void => {
  const notes = database.prepare('SELECT calls.sequence, call_notes.* FROM call_notes JOIN calls USING (call_id)').all()
  for (const row of notes) {
    const note = String(row['note'])
    if (!person.isIn(note)) continue
    writeNote(database, String(row['call_id']), { text: person.removeFrom(note), at: String(row['noted_at']) })
    noteTextChange(database, Number(row['sequence']))
  }
}

/** Takes a number out of all else that a person wrote: notes, views, settings, names of profiles. */
export const eraseWords = (database: DatabaseSync, phoneNumber: string): void => {
  const person = spellingsOf(phoneNumber)
  const change = person.removeFrom
  eraseFromNotes(database, person)
  changeColumn(database, { table: 'profiles', key: 'id', column: 'name', change })
  for (const column of ['name', 'search']) changeColumn(database, { table: 'views', key: 'view_id', column, change })
  changeColumn(database, { table: 'views', key: 'view_id', column: 'filter', change: inTexts(person) })
  changeColumn(database, { table: 'settings', key: 'name', column: 'value', change: inTexts(person) })
}

/** Takes a person out of a whole database at once, in the caller's transaction. Returns how many calls were theirs. */
export const eraseFrom = (database: DatabaseSync, phoneNumber: string, at: string): number => {
  const calls = eraseCalls(database, phoneNumber, at)
  for (let last: number | null = 0; last !== null;) last = eraseMentions(database, phoneNumber, last)
  eraseWords(database, phoneNumber)
  return calls
}

/** The calls to a number of which nobody knows yet what became of them: until then it cannot be erased. */
export const unresolvedTo = (database: DatabaseSync, phoneNumber: string): string[] =>
  theirCalls(database, phoneNumber, 'unresolved = 1').map((row) => String(row['call_id']))
