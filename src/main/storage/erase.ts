import type { DatabaseSync } from 'node:sqlite'
import type { Row } from './call-row.ts'
import { changeWords, nothing, refresh, removePerson } from './personal-data.ts'
import { changeOutcome, changeTexts, withoutWords } from './redact.ts'
import { everyCall } from './row-digest.ts'
import { type Spellings, spellingsOf } from './spellings.ts'

/** Columns of a call in which anybody may have written anything. */
const freeColumns = [
  'profile_name',
  'agent_name',
  'phone_number_display',
  'telephony_configuration_name',
  'from_phone_number_text',
] as const

const isTheirs = (row: Row, person: Spellings): boolean => person.isIn(String(row['phone_number']))

const textOf = (row: Row): string =>
  [...freeColumns, 'initial_context', 'outcome', 'search_text'].map((column) => String(row[column] ?? '')).join('\n')

/** The calls in whose events the number stands, in words of the service or of a person. */
const callsWithWords = (database: DatabaseSync, person: Spellings): Set<string> => {
  const found = new Set<string>()
  const next = database.prepare(
    `SELECT sequence, call_id, outcome FROM call_events WHERE sequence > ?
       AND state IN ('accepted', 'rejected', 'failedAtProvider', 'unknown', 'closedByOperator')
     ORDER BY sequence LIMIT 1000`,
  )
  for (let rows = next.all(0); rows.length > 0; rows = next.all(Number(rows.at(-1)?.['sequence'])))
    for (const row of rows) if (person.isIn(String(row['outcome']))) found.add(String(row['call_id']))
  return found
}

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

const eraseFromColumn = (database: DatabaseSync, table: string, key: string, column: string, person: Spellings) => {
  for (const row of database.prepare(`SELECT ${key}, ${column} FROM ${table}`).all()) {
    const text = String(row[column])
    if (person.isIn(text))
      database
        .prepare(`UPDATE ${table} SET ${column} = ? WHERE ${key} = ?`)
        .run(person.removeFrom(text), String(row[key]))
  }
}

/**
 * Takes a person out of a database, in the caller's transaction: their calls lose number, context and words, and the
 * number is taken out of everything else that anybody wrote. Returns how many calls were theirs.
 */
export const eraseFrom = (database: DatabaseSync, phoneNumber: string, at: string): number => {
  const person = spellingsOf(phoneNumber)
  const inWords = callsWithWords(database, person)
  let calls = 0
  for (const row of everyCall(database)) {
    if (isTheirs(row, person)) {
      removePerson(database, row, { left: nothing, change: withoutWords, at })
      calls += 1
    } else if (inWords.has(String(row['call_id'])) || person.isIn(textOf(row))) removeMention(database, row, person)
  }
  eraseFromColumn(database, 'settings', 'name', 'value', person)
  eraseFromColumn(database, 'profiles', 'id', 'name', person)
  return calls
}

/** The calls to a number of which nobody knows yet what became of them: until then it cannot be erased. */
export const unresolvedTo = (database: DatabaseSync, phoneNumber: string): string[] => {
  const person = spellingsOf(phoneNumber)
  const rows = database.prepare('SELECT call_id, phone_number FROM calls WHERE unresolved = 1').all()
  return rows.filter((row) => isTheirs(row, person)).map((row) => String(row['call_id']))
}
