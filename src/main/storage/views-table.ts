import type { DatabaseSync } from 'node:sqlite'
import { type SavedView, savedViewSchema } from '../../contract/call-filter.ts'
import { type Row, readJson } from './call-row.ts'
import { StorageError } from './storage-error.ts'
import { inTransaction } from './transaction.ts'

/** The days of a view lie beside its filter, in one column; a view that was saved before there were any has none. */
const daysIn = (kept: unknown): unknown =>
  typeof kept === 'object' && kept !== null && 'days' in kept ? kept.days : null

/** A row as a saved view; throws `corrupt` where nobody can have written it. */
export const readView = (row: Row): SavedView => {
  const { view_id: viewId, name, search } = row
  const filter = readJson(row['filter'])
  const parsed = savedViewSchema.safeParse({ viewId, name, search, filter, days: daysIn(filter) })
  if (!parsed.success) throw new StorageError('corrupt')
  return parsed.data
}

const save = `INSERT INTO views (view_id, name, search, filter) VALUES (?, ?, ?, ?)
  ON CONFLICT (view_id) DO UPDATE SET name = excluded.name, search = excluded.search, filter = excluded.filter`

/** The saved views of this computer, in the order in which they were first saved. */
export const createViewsTable = (database: DatabaseSync) => {
  const listViews = (_input: Record<string, never>): SavedView[] =>
    database.prepare('SELECT * FROM views ORDER BY rowid').all().map(readView)

  return {
    listViews,

    saveView({ view }: { view: SavedView }): SavedView[] {
      const { viewId, name, search, filter, days } = view
      const kept = JSON.stringify({ ...filter, days })
      inTransaction(database, () => database.prepare(save).run(viewId, name, search, kept))
      return listViews({})
    },

    deleteView({ viewId }: { viewId: string }): SavedView[] {
      inTransaction(database, () => database.prepare('DELETE FROM views WHERE view_id = ?').run(viewId))
      return listViews({})
    },
  }
}
