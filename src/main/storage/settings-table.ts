import type { DatabaseSync } from 'node:sqlite'
import { inTransaction } from './transaction.ts'

/** Small named texts that outlive a restart: which profile was chosen last. */
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
