import { DatabaseSync } from 'node:sqlite'
import { createSearch } from '../../../../src/main/storage/search/search.ts'

/** Follows the history at the path given until it is killed, and says when it has begun. */
const file = process.argv[2] ?? ''
const search = createSearch({ file, history: new DatabaseSync(file) })
search.step()
process.send?.('begun')
while (search.step()) continue
process.send?.('done')
// Killed from outside, however much was left to do.
setInterval(() => undefined, 1_000)
