import type { DatabaseSync } from 'node:sqlite'
import type { Row } from './call-row.ts'
import { everyRow, lastRow } from './every-row.ts'
import { readable } from './readable.ts'
import { createSettingsTable } from './settings-table.ts'

const isJson = (text: string): boolean => readable(() => ({ read: JSON.parse(text) as unknown })) !== null

/** A row that holds together: a list or an object is whole, and what is no JSON by nature is a word. */
const readRow = (row: Row): { name: string; value: string } | null => {
  const { name, value } = row
  if (typeof name !== 'string' || typeof value !== 'string') return null
  return /^[[{]/.test(value) && !isJson(value) ? null : { name, value }
}

/**
 * Takes over what was kept beside the history: settings, the kept policy, rotations that are open, marks of keys. The
 * damaged file is newer than any backup; where a row of it cannot be read, the backup's stays. Returns how many could
 * not, null where nobody can know. Throws where it cannot write.
 */
export const takeOverSettings = (database: DatabaseSync, damaged: DatabaseSync): number | null => {
  const table = createSettingsTable(database)
  let lost = 0
  for (const row of everyRow(damaged, 'settings')) {
    const setting = row === null ? null : readRow(row)
    if (setting === null) lost += 1
    else table.writeSetting(setting)
  }
  return lastRow(damaged, 'settings') === null ? null : lost
}
