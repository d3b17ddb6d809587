import type { DatabaseSync } from 'node:sqlite'
import { readNote, writeNote } from './call-notes.ts'
import type { Row } from './call-row.ts'
import { readRows } from './every-row.ts'
import { createProfilesTable, readProfile } from './profiles-table.ts'
import { inTransaction } from './transaction.ts'
import { createViewsTable, readView } from './views-table.ts'

/** Profiles that the backup does not know yet: their keys are in the keychain under these very ids. */
export const takeOverProfiles = (database: DatabaseSync, damaged: DatabaseSync): void => {
  const table = createProfilesTable(database)
  const known = new Set(table.listProfiles().map(({ id }) => id))
  for (const profile of readRows(damaged, 'profiles', readProfile))
    if (!known.has(profile.id)) table.saveProfile({ profile })
}

const takeOverNote = (database: DatabaseSync, row: Row): void => {
  const [callId, text, at] = [String(row['call_id']), String(row['note']), String(row['noted_at'])]
  const isCall = database.prepare('SELECT 1 FROM calls WHERE call_id = ?').get(callId) !== undefined
  const known = readNote(database, callId)
  if (isCall && (known === null || known.at < at)) writeNote(database, callId, { text, at })
}

/** Notes newer than in the backup, and views that it does not know yet: a person's own words, as they can be read. */
export const takeOverWords = (database: DatabaseSync, damaged: DatabaseSync): void => {
  const notes = readRows(damaged, 'call_notes', (row) => row)
  inTransaction(database, () => {
    for (const row of notes) takeOverNote(database, row)
  })
  const table = createViewsTable(database)
  const known = new Set(table.listViews({}).map(({ viewId }) => viewId))
  for (const view of readRows(damaged, 'views', readView)) if (!known.has(view.viewId)) table.saveView({ view })
}
