import { DatabaseSync } from 'node:sqlite'
import { eraseFrom } from '../../../src/main/storage/erase.ts'
import { inTransaction } from '../../../src/main/storage/transaction.ts'
import type { EraseHouse } from './erase-house.ts'
import { needlesOf, type Person } from './people.ts'
import { findRawBytes } from '../support/raw-bytes.ts'

/**
 * Erases a person as one would at first: out of the tables, and no further. What is left in the WAL and in the backups
 * must be found, or the search of this lab finds nothing at all.
 */
export const findAfterNaiveErase = (house: EraseHouse, person: Person): { inWal: boolean; inBackups: boolean } => {
  const database = new DatabaseSync(house.file)
  try {
    inTransaction(database, () => eraseFrom(database, person.phoneNumber, '2026-11-21T09:15:00.000Z'))
    const hits = findRawBytes(house.dataFolder, needlesOf(person))
    return {
      inWal: hits.some(({ file }) => file === 'rundesk.db-wal'),
      inBackups: hits.some(({ file }) => file.startsWith('backups')),
    }
  } finally {
    database.close()
  }
}
