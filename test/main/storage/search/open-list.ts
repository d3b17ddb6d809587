import { DatabaseSync } from 'node:sqlite'
import { onTestFinished } from 'vitest'
import { createCallList } from '../../../../src/main/storage/call-list.ts'
import { createCallNotes } from '../../../../src/main/storage/call-rows.ts'
import { createCallWriter } from '../../../../src/main/storage/calls.ts'
import { cacheStatements } from '../../../../src/main/storage/database.ts'
import { createSearchIndex } from '../../../../src/main/storage/search/search-index.ts'
import { createRandomCalls } from '../../../bench/runs/random-calls.ts'
import { writeHistory } from '../../../bench/runs/write-history.ts'
import { createSeededRandom } from '../../../labs/seeded-random.ts'
import type { StoredCall } from './naive-search.ts'

/** Opens a random history in a file, and its call list with a search index, all in this thread. */
export const openList = (file: string, calls: number, seed: number) => {
  const kept: StoredCall[] = []
  if (calls > 0) {
    const made = createRandomCalls(createSeededRandom(seed))
    for (let count = 0; count < calls; count += 1) kept.push(made.next())
    writeHistory(file, kept, () => undefined)
  }
  const history = cacheStatements(new DatabaseSync(file))
  // Tests need no durability.
  history.exec('PRAGMA synchronous = OFF')
  const search = createSearchIndex({ file, history })
  const close = (): void => {
    search.end()
    if (history.isOpen) history.close()
  }
  onTestFinished(close)
  return {
    close,
    kept,
    history,
    search,
    writer: createCallWriter(history),
    notes: createCallNotes(history),
    list: createCallList(history, search),
    /** The list without an index. */
    bare: createCallList(history, null),
    followAll(): void {
      while (search.step()) continue
    },
  }
}

export type OpenList = ReturnType<typeof openList>
