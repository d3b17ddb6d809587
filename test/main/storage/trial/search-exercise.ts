import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { createCallList } from '../../../../src/main/storage/call-list.ts'
import { purge } from '../../../../src/main/storage/maintenance.ts'
import { cacheStatements } from '../../../../src/main/storage/database.ts'
import { searchFileOf } from '../../../../src/main/storage/search/search-file.ts'
import { createSearchIndex } from '../../../../src/main/storage/search/search-index.ts'
import { createRandomCalls, type RandomCall } from '../../../bench/runs/random-calls.ts'
import { writeHistory } from '../../../bench/runs/write-history.ts'
import { createSeededRandom } from '../../../labs/seeded-random.ts'
import { createRandomQuery } from '../search/random-queries.ts'

const file = process.argv[2] ?? ''
const made = createRandomCalls(createSeededRandom(3))
const calls: RandomCall[] = Array.from({ length: 400 }, () => made.next())
writeHistory(file, calls, () => undefined)

const history = cacheStatements(new DatabaseSync(file))
const search = createSearchIndex({ file, history })
const [list, bare] = [createCallList(history, search), createCallList(history, null)]
const random = createSeededRandom(5)
const results: unknown[] = []

/** Runs a query with and without the index, and stores a short digest of both results. */
const searchAndCompare = async (): Promise<void> => {
  const { typed, filter } = createRandomQuery(calls, random)
  const found = await Promise.all(
    [list, bare].map((one) => one.listCalls({ search: typed, filter, after: null, limit: 100 })),
  )
  const [ours, theirs] = found.map((page) => page.calls.map(({ callId }) => callId).join())
  results.push([
    typed,
    found[0]?.total,
    createHash('md5')
      .update(ours ?? '')
      .digest('hex'),
    ours === theirs,
  ])
}

while (search.step()) continue
results.push(search.unindexed(), search.pending())
for (let turn = 0; turn < 60; turn += 1) await searchAndCompare()
await purge(history, search, { before: '2025-01-04T00:00:00.000Z', now: '2026-11-21T09:15:00.000Z' })
await search.removeErased()
for (let turn = 0; turn < 20; turn += 1) await searchAndCompare()
search.checkpoint()
results.push(search.unindexed(), search.pending())
search.end()
history.close()

const index = new DatabaseSync(searchFileOf(file))
index.exec(`INSERT INTO texts_index (texts_index, rank) VALUES ('integrity-check', 1)`)
results.push(index.prepare('SELECT count(*) AS texts FROM texts').get()?.['texts'])
index.close()
process.stdout.write(JSON.stringify(results))
