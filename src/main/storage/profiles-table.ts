import type { DatabaseSync } from 'node:sqlite'
import { type Profile, profileSchema } from '../../contract/profile.ts'
import type { Row } from './call-row.ts'
import { StorageError } from './storage-error.ts'
import { inTransaction } from './transaction.ts'

/** A row as a profile; throws `corrupt` where nobody can have written it. */
export const readProfile = (row: Row): Profile => {
  const parsed = profileSchema.safeParse({ ...row, createdAt: row['created_at'], referenceName: row['reference_name'] })
  if (!parsed.success) throw new StorageError('corrupt')
  return parsed.data
}

const save = `INSERT INTO profiles (id, kind, name, color, origin, custody, created_at, reference_name)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (id) DO UPDATE SET name = excluded.name, color = excluded.color, custody = excluded.custody,
    reference_name = excluded.reference_name`

const valuesOf = (profile: Profile): (string | null)[] => {
  const { origin, custody } = profile.kind === 'service' ? profile : { origin: null, custody: null }
  const { id, kind, name, color, createdAt, referenceName } = profile
  return [id, kind, name, color, origin, custody, createdAt, referenceName]
}

/** The profiles' table: names, colours, origins; never a key. */
export const createProfilesTable = (database: DatabaseSync) => ({
  listProfiles(): Profile[] {
    return database.prepare('SELECT * FROM profiles ORDER BY created_at, id').all().map(readProfile)
  },

  saveProfile({ profile }: { profile: Profile }): null {
    inTransaction(database, () => database.prepare(save).run(...valuesOf(profile)))
    return null
  },

  /** Removes a profile; its calls stay in the history. */
  deleteProfile({ id }: { id: string }): null {
    inTransaction(database, () => database.prepare('DELETE FROM profiles WHERE id = ?').run(id))
    return null
  },
})
