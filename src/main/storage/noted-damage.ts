import type { DatabaseSync } from 'node:sqlite'
import { readGuardedCalls } from './chain.ts'
import { damageIn } from './row-digests.ts'

/** A call whose content the app did not write; `damage` identifies the content. */
type DamagedCall = { sequence: number; damage: string }

const settingOf = (sequence: number): string => `damagedCall:${sequence}`

/** Returns the damaged calls among those that the guards read, except those that were noted with the same damage. */
export const findNewDamage = (database: DatabaseSync): DamagedCall[] => {
  const noted = database.prepare('SELECT 1 FROM settings WHERE name = ? AND value = ?')
  return readGuardedCalls(database)
    .map((row) => ({ sequence: Number(row['sequence']), damage: damageIn(row) }))
    .filter(({ sequence, damage }) => damage !== '' && noted.get(settingOf(sequence), damage) === undefined)
}

/** Notes damaged calls, so that the user is asked only once about the same damage. */
export const noteDamage = (database: DatabaseSync, calls: readonly DamagedCall[]): void => {
  const note = database.prepare('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)')
  for (const { sequence, damage } of calls) note.run(settingOf(sequence), damage)
}

/** SECURITY: forgets the damage of an erased call, so that no guess can be tested against it. */
export const forgetDamage = (database: DatabaseSync, sequence: number): void => {
  database.prepare('DELETE FROM settings WHERE name = ?').run(settingOf(sequence))
}
