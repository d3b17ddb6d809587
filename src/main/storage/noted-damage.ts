import type { DatabaseSync } from 'node:sqlite'
import type { Row } from './call-rows.ts'
import { readGuardedCalls, scanUnreadable } from './chain.ts'
import { damageIn } from './row-digests.ts'

/** The setting that notes a damaged call; `damage` identifies the call's content. */
type Damage = { setting: string; damage: string }

const changedSetting = (sequence: number): string => `damagedCall:${sequence}`
const unreadableSetting = (sequence: number): string => `unreadableCall:${sequence}`

const withoutNoted = (database: DatabaseSync, found: readonly Damage[]): Damage[] => {
  const noted = database.prepare('SELECT 1 FROM settings WHERE name = ? AND value = ?')
  return found.filter(({ setting, damage }) => noted.get(setting, damage) === undefined)
}

const sequenceOf = (row: Row): number => Number(row['sequence'])

/** Returns the calls that the guards read and whose content the app did not write, except those that were noted. */
export const findChanged = (database: DatabaseSync): Damage[] => {
  const found = readGuardedCalls(database).map((row) => ({
    setting: changedSetting(sequenceOf(row)),
    damage: damageIn(row),
  }))
  return withoutNoted(
    database,
    found.filter(({ damage }) => damage !== ''),
  )
}

/** Reads every call; returns those that cannot be read, except those that were noted. */
export const findUnreadable = (database: DatabaseSync): Damage[] =>
  withoutNoted(
    database,
    [...scanUnreadable(database)].map((row) => ({
      setting: unreadableSetting(sequenceOf(row)),
      damage: damageIn(row),
    })),
  )

/** Notes damage, so that the user is asked about it, and the history is recovered because of it, only once. */
export const noteDamage = (database: DatabaseSync, found: readonly Damage[]): void => {
  const note = database.prepare('INSERT OR REPLACE INTO settings (name, value) VALUES (?, ?)')
  for (const { setting, damage } of found) note.run(setting, damage)
}

/** SECURITY: forgets the damage of an erased call, so that no guess can be tested against it. */
export const forgetDamage = (database: DatabaseSync, sequence: number): void => {
  database
    .prepare('DELETE FROM settings WHERE name IN (?, ?)')
    .run(changedSetting(sequence), unreadableSetting(sequence))
}
