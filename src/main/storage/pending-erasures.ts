import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'

const name = 'pendingErasures'
const numbersSchema = z.array(z.string())

/** Numbers whose erasure has begun and is not over: the app may have been killed between the database and its backups. */
export const readErasures = (database: DatabaseSync): string[] => {
  const value = database.prepare('SELECT value FROM settings WHERE name = ?').get(name)?.['value']
  return typeof value === 'string' ? numbersSchema.parse(JSON.parse(value)) : []
}

/** Notes down that a number is being erased, in the transaction that takes it out of the history. */
export const noteErasure = (database: DatabaseSync, phoneNumber: string): void => {
  const numbers = [...new Set([...readErasures(database), phoneNumber])]
  database
    .prepare('INSERT INTO settings (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value')
    .run(name, JSON.stringify(numbers))
}

/** Forgets the numbers: nothing is left to be done. */
export const forgetErasures = (database: DatabaseSync): void => {
  database.prepare('DELETE FROM settings WHERE name = ?').run(name)
}
