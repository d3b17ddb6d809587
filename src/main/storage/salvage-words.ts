import type { DatabaseSync } from 'node:sqlite'
import { readNote, writeNote } from './call-notes.ts'
import type { Row } from './call-row.ts'
import { createProfilesTable } from './profiles-table.ts'
import { readable } from './readable.ts'
import { inTransaction } from './transaction.ts'
import { createViewsTable } from './views-table.ts'

/** Profiles that the backup does not know yet: their keys are in the keychain under these very ids. */
export const takeOverProfiles = (database: DatabaseSync, damaged: DatabaseSync): void => {
  const table = createProfilesTable(database)
  const known = new Set(table.listProfiles().map(({ id }) => id))
  for (const profile of readable(() => createProfilesTable(damaged).listProfiles()) ?? [])
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
  const notes = readable(() => damaged.prepare('SELECT call_id, note, noted_at FROM call_notes').all()) ?? []
  inTransaction(database, () => {
    for (const row of notes) takeOverNote(database, row)
  })
  const table = createViewsTable(database)
  const known = new Set(table.listViews({}).map(({ viewId }) => viewId))
  for (const view of readable(() => createViewsTable(damaged).listViews({})) ?? [])
    if (!known.has(view.viewId)) table.saveView({ view })
}
