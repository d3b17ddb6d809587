import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { createCallList } from '../../../../src/main/storage/call-list.ts'
import { purge } from '../../../../src/main/storage/purge.ts'
import { rememberStatements } from '../../../../src/main/storage/remember-statements.ts'
import { searchFileOf } from '../../../../src/main/storage/search/search-file.ts'
import { createSearch } from '../../../../src/main/storage/search/search.ts'
import { createMadeCalls, type MadeCall } from '../../../bench/runs/made-calls.ts'
import { writeHistory } from '../../../bench/runs/write-history.ts'
import { createSeededRandom } from '../../../labs/seeded-random.ts'
import { makeQuestion } from '../search/made-questions.ts'

const file = process.argv[2] ?? ''
const made = createMadeCalls(createSeededRandom(3))
const calls: MadeCall[] = Array.from({ length: 400 }, () => made.next())
writeHistory(file, calls, () => undefined)

const history = rememberStatements(new DatabaseSync(file))
const search = createSearch({ file, history })
const [list, bare] = [createCallList(history, search), createCallList(history, null)]
const random = createSeededRandom(5)
const told: unknown[] = []

/** What a question finds, with the index and without it, as one short text each. */
const ask = async (): Promise<void> => {
  const { typed, filter } = makeQuestion(calls, random)
  const found = await Promise.all(
    [list, bare].map((one) => one.listCalls({ search: typed, filter, after: null, limit: 100 })),
  )
  const [ours, theirs] = found.map((page) => page.calls.map(({ callId }) => callId).join())
  told.push([
    typed,
    found[0]?.total,
    createHash('md5')
      .update(ours ?? '')
      .digest('hex'),
    ours === theirs,
  ])
}

while (search.step()) continue
told.push(search.left(), search.pending())
for (let turn = 0; turn < 60; turn += 1) await ask()
await purge(history, search, { before: '2025-01-04T00:00:00.000Z', now: '2026-11-21T09:15:00.000Z' })
await search.forget()
for (let turn = 0; turn < 20; turn += 1) await ask()
search.settle()
told.push(search.left(), search.pending())
search.end()
history.close()

const index = new DatabaseSync(searchFileOf(file))
index.exec(`INSERT INTO texts_index (texts_index, rank) VALUES ('integrity-check', 1)`)
told.push(index.prepare('SELECT count(*) AS texts FROM texts').get()?.['texts'])
index.close()
process.stdout.write(JSON.stringify(told))
