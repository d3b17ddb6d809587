import { DatabaseSync } from 'node:sqlite'
import { onTestFinished } from 'vitest'
import { createCallList } from '../../../../src/main/storage/call-list.ts'
import { createCallNotes } from '../../../../src/main/storage/call-notes.ts'
import { createCallWriter } from '../../../../src/main/storage/call-writer.ts'
import { rememberStatements } from '../../../../src/main/storage/remember-statements.ts'
import { createSearch } from '../../../../src/main/storage/search/search.ts'
import { createMadeCalls } from '../../../bench/runs/made-calls.ts'
import { writeHistory } from '../../../bench/runs/write-history.ts'
import { createSeededRandom } from '../../../labs/seeded-random.ts'
import type { Kept } from './naive-search.ts'

/** A made-up history in a file, and its list with the search that follows it, all in this thread. */
export const openList = (file: string, calls: number, seed: number) => {
  const kept: Kept[] = []
  if (calls > 0) {
    const made = createMadeCalls(createSeededRandom(seed))
    for (let count = 0; count < calls; count += 1) kept.push(made.next())
    writeHistory(file, kept, () => undefined)
  }
  const history = rememberStatements(new DatabaseSync(file))
  // What a test does is not meant to outlive the power.
  history.exec('PRAGMA synchronous = OFF')
  const search = createSearch({ file, history })
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
    /** The list where there is no index to be had. */
    bare: createCallList(history, null),
    followAll(): void {
      while (search.step()) continue
    },
  }
}

export type OpenList = ReturnType<typeof openList>
