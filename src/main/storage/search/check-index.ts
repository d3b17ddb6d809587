import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { reasonOf } from '../storage-error.ts'
import { isUseless, searchFileOf } from './search-file.ts'

/**
 * Whether the index has exactly what stands in the texts. SQLite's own check of a file looks at the form of the index's
 * pages and not at what they say: of 60 bits that were turned over in them it noticed 2, and this one 55. It keeps the file
 * from being written meanwhile.
 */
export const isIndexSound = (file: string): boolean => {
  const place = searchFileOf(file)
  if (!existsSync(place)) return true
  const search = new DatabaseSync(place)
  try {
    search.exec(`INSERT INTO texts_index (texts_index, rank) VALUES ('integrity-check', 1)`)
    return true
  } catch (error) {
    if (isUseless(error)) return false
    // Somebody is writing it just now: it is checked another day.
    if (reasonOf(error) === 'locked') return true
    throw error
  } finally {
    search.close()
  }
}
