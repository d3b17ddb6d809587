import { DatabaseSync } from 'node:sqlite'
import { eraseFrom } from '../../../src/main/storage/erase.ts'
import { createSearch } from '../../../src/main/storage/search/search.ts'
import { inTransaction } from '../../../src/main/storage/transaction.ts'
import { findRawBytes } from '../support/raw-bytes.ts'
import { type EraseHouse, isSearchFile } from './erase-house.ts'
import { markNeedle, needlesOf, type Person } from './people.ts'

const at = '2026-11-21T09:15:00.000Z'

/** Where something is left of a person: in the log of the database, in the backups, in the search file. */
export type Left = { inWal: boolean; inBackups: boolean; inSearch: boolean }

/**
 * Erases a person as one would at first: out of the tables, and no further. What is left in the WAL, in the backups and
 * in the search file must be found, or the search of this lab finds nothing at all.
 */
export const findAfterNaiveErase = (house: EraseHouse, person: Person): Left => {
  const database = new DatabaseSync(house.file)
  try {
    inTransaction(database, () => eraseFrom(database, person.phoneNumber, at))
    const hits = findRawBytes(house.dataFolder, needlesOf(person))
    return {
      inWal: hits.some(({ file }) => file === 'rundesk.db-wal'),
      inBackups: hits.some(({ file }) => file.startsWith('backups')),
      inSearch: hits.some(({ file }) => isSearchFile(file)),
    }
  } finally {
    database.close()
  }
}

/**
 * Takes a person out of the search as one would at first: the index is told what is gone, and its older pieces are left.
 * The desk of the house must be closed. Whether the terms are still there must show.
 */
export const isLeftInIndex = async (house: EraseHouse, person: Person): Promise<boolean> => {
  const history = new DatabaseSync(house.file)
  const search = createSearch({ file: house.file, history })
  try {
    inTransaction(history, () => eraseFrom(history, person.phoneNumber, at))
    await search.followPurge(false)
    search.settle()
    return findRawBytes(house.dataFolder, [markNeedle(person)]).some(({ file }) => file === 'rundesk-search.db')
  } finally {
    search.end()
    history.close()
  }
}
