import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from './database.ts'
import { type Profile, type ProfileChange, profileSchema } from '../../contract/profile.ts'
import { readJson, type Row } from './call-rows.ts'
import { StorageError } from './errors.ts'
import { type SavedView, savedViewSchema } from '../../contract/call-list.ts'

/** Stores named strings, such as the ID of the last selected profile. */
export const createSettingsTable = (database: DatabaseSync) => ({
  readSetting({ name }: { name: string }): string | null {
    const value = database.prepare('SELECT value FROM settings WHERE name = ?').get(name)?.['value']
    return typeof value === 'string' ? value : null
  },

  writeSetting({ name, value }: { name: string; value: string }): null {
    const sql =
      'INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value'
    inTransaction(database, () => database.prepare(sql).run(name, value))
    return null
  },
})

/** Parses a row; throws `corrupt` if no version of this app can have written it. */
export const readProfile = (row: Row): Profile => {
  const columns = {
    ...row,
    keyStorage: row['key_storage'],
    createdAt: row['created_at'],
    referenceName: row['reference_name'],
    organization: organizationIn(row),
  } satisfies Partial<Record<keyof Extract<Profile, { kind: 'service' }>, unknown>>
  const parsed = profileSchema.safeParse(columns)
  if (!parsed.success) throw new StorageError('corrupt')
  return parsed.data
}

const organizationIn = ({ organization_id: id, provider_id: providerId }: Row) =>
  id === null && providerId === null ? undefined : { id, providerId }

const saveProfileSql = `INSERT INTO profiles (id, kind, name, color, origin, key_storage, created_at, reference_name,
    organization_id, provider_id)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET name = excluded.name, color = excluded.color, key_storage = excluded.key_storage,
    reference_name = excluded.reference_name, organization_id = excluded.organization_id,
    provider_id = excluded.provider_id`

const valuesOf = (profile: Profile): (string | number | null)[] => {
  const { origin, keyStorage, organization } =
    profile.kind === 'service' ? profile : { origin: null, keyStorage: null, organization: undefined }
  const { id, kind, name, color, createdAt, referenceName } = profile
  const label = [id, kind, name, color, origin, keyStorage, createdAt, referenceName]
  return [...label, organization?.id ?? null, organization?.providerId ?? null]
}

/** Names, colors and origins of profiles; never a key. */
export const createProfilesTable = (database: DatabaseSync) => ({
  listProfiles(): Profile[] {
    return database.prepare('SELECT * FROM profiles ORDER BY created_at, id').all().map(readProfile)
  },

  saveProfile({ profile }: { profile: Profile }): null {
    inTransaction(database, () => database.prepare(saveProfileSql).run(...valuesOf(profile)))
    return null
  },

  /** Changes fields of a profile; returns the profile, or null if there is none. */
  changeProfile({ id, change }: { id: string; change: ProfileChange }): Profile | null {
    return inTransaction(database, () => {
      const row = database.prepare('SELECT * FROM profiles WHERE id = ?').get(id)
      if (row === undefined) return null
      const profile = { ...readProfile(row), ...change }
      database.prepare(saveProfileSql).run(...valuesOf(profile))
      return profile
    })
  },

  /** Deletes a profile; its calls remain in the history. */
  deleteProfile({ id }: { id: string }): null {
    inTransaction(database, () => database.prepare('DELETE FROM profiles WHERE id = ?').run(id))
    return null
  },
})

/** Returns a view's days, which are stored with its filter in one column. */
const daysIn = (kept: unknown): unknown =>
  typeof kept === 'object' && kept !== null && 'days' in kept ? kept.days : null

/** Parses a row; throws `corrupt` if no version of this app can have written it. */
export const readView = (row: Row): SavedView => {
  const { view_id: viewId, name, search } = row
  const filter = readJson(row['filter'])
  const parsed = savedViewSchema.safeParse({ viewId, name, search, filter, days: daysIn(filter) })
  if (!parsed.success) throw new StorageError('corrupt')
  return parsed.data
}

const saveViewSql = `INSERT INTO views (view_id, name, search, filter) VALUES (?, ?, ?, ?)
  ON CONFLICT (view_id) DO UPDATE SET name = excluded.name, search = excluded.search, filter = excluded.filter`

/** Saved views, in the order in which they were first saved. */
export const createViewsTable = (database: DatabaseSync) => {
  const listViews = (_input: Record<string, never>): SavedView[] =>
    database.prepare('SELECT * FROM views ORDER BY rowid').all().map(readView)

  return {
    listViews,

    saveView({ view }: { view: SavedView }): SavedView[] {
      const { viewId, name, search, filter, days } = view
      const kept = JSON.stringify({ ...filter, days })
      inTransaction(database, () => database.prepare(saveViewSql).run(viewId, name, search, kept))
      return listViews({})
    },

    deleteView({ viewId }: { viewId: string }): SavedView[] {
      inTransaction(database, () => database.prepare('DELETE FROM views WHERE view_id = ?').run(viewId))
      return listViews({})
    },
  }
}
