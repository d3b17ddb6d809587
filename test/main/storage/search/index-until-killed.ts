import { DatabaseSync } from 'node:sqlite'
import { setImmediate as pause } from 'node:timers/promises'
import { createSearchIndex } from '../../../../src/main/storage/search/search-index.ts'

/** Indexes the history at the given path and reports each step, until it is killed. */
const file = process.argv[2] ?? ''
const search = createSearchIndex({ file, history: new DatabaseSync(file) })
while (search.step()) {
  process.send?.('step')
  await pause()
}
// Waits to be killed.
setInterval(() => undefined, 1_000)
