import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import type { CallFilter } from '../../../../src/contract/call-list.ts'
import type { CallState } from '../../../../src/contract/call.ts'
import { eraseNumber } from '../../../../src/main/storage/erase.ts'
import { purge } from '../../../../src/main/storage/maintenance.ts'
import { inTransaction } from '../../../../src/main/storage/database.ts'
import { searchFileOf } from '../../../../src/main/storage/search/search-file.ts'
import { createSeededRandom, pick } from '../../../labs/seeded-random.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { createRandomQuery } from './random-queries.ts'
import { isWanted, type StoredCall } from './naive-search.ts'
import { openList, type OpenList } from './open-list.ts'

const at = '2026-11-21T09:15:00.000Z'

type SearchInput = { search: string; filter: CallFilter }

/** Reads every page of a query. */
const findAll = async ({ list }: Pick<OpenList, 'list'>, input: SearchInput, limit: number) => {
  const found: string[] = []
  let after: string | null = null
  let total: { total: number; totalIs: string } | null = null
  do {
    const page: Awaited<ReturnType<OpenList['list']['listCalls']>> = await list.listCalls({ ...input, after, limit })
    total ??= { total: page.total, totalIs: page.totalIs }
    expect(page.more).toBe(page.next !== null)
    expect(page.calls.length).toBeLessThanOrEqual(limit)
    found.push(...page.calls.map(({ callId }) => callId))
    after = page.next
  } while (after !== null)
  return { found, total }
}

const wantedOf = (kept: readonly StoredCall[], query: ReturnType<typeof createRandomQuery>): string[] =>
  kept
    .filter((one) => isWanted(one, query.needles, query.filter))
    .map(({ call }) => call.callId)
    .toReversed()

const askAndCompare = async (history: OpenList, bare: boolean, random: () => number): Promise<number> => {
  const query = createRandomQuery(history.kept, random)
  const wanted = wantedOf(history.kept, query)
  const input = { search: query.typed, filter: query.filter }
  const { found, total } = await findAll(bare ? { list: history.bare } : history, input, 5 + Math.floor(random() * 150))
  const [missing, more] = [wanted.filter((id) => !found.includes(id)), found.filter((id) => !wanted.includes(id))]
  expect({ query, missing, more, inOrder: found.join() === wanted.join() }).toEqual({
    query,
    missing: [],
    more: [],
    inOrder: true,
  })
  if (total?.totalIs === 'exact') expect({ input, total: total.total }).toEqual({ input, total: wanted.length })
  else expect(total?.total).toBeLessThanOrEqual(wanted.length)
  return wanted.length
}

/** Settles a random call. */
const move = (history: OpenList, random: () => number): void => {
  const kept = pick(history.kept, random)
  const outcome: CallState = {
    state: 'closedByOperator',
    decision: 'notPlaced',
    who: 'ana',
    at,
    note: `No answer, ${Math.floor(random() * 1e6)}`,
  }
  const moved = history.writer.moveCall({ callId: kept.call.callId, from: [kept.call.outcome.state], outcome, at })
  if (moved !== null) kept.call = moved
}

const note = (history: OpenList, random: () => number): void => {
  const kept = pick(history.kept, random)
  const text = random() < 0.2 ? '' : `Wants a letter on day ${Math.floor(random() * 1e5)}`
  history.notes.setCallNote({ callId: kept.call.callId, note: { text, at } })
  kept.note = text === '' ? null : text
}

const erase = (history: OpenList, random: () => number): void => {
  const kept = pick(history.kept, random)
  if (!kept.call.phoneNumber.startsWith('+')) return
  inTransaction(history.history, () =>
    eraseNumber(history.history, { phoneNumber: kept.call.phoneNumber, keepDoNotCall: false }, at),
  )
  kept.call = { ...kept.call, phoneNumber: '', phoneNumberDisplay: '' }
  kept.context = {}
  kept.note = null
  if (kept.call.outcome.state === 'closedByOperator') kept.call.outcome = { ...kept.call.outcome, note: '' }
}

const change = (history: OpenList, random: () => number): void => {
  const kind = random()
  if (kind < 0.45) move(history, random)
  else if (kind < 0.9) note(history, random)
  else erase(history, random)
}

/** Checks that the index matches the text, and that the text matches the history. */
const assertIndexed = (file: string): void => {
  const search = new DatabaseSync(searchFileOf(file))
  search.exec(`INSERT INTO texts_index (texts_index, rank) VALUES ('integrity-check', 1)`)
  search.close()
}

it('finds what a full scan finds, page by page, while the history changes and the index lags behind', async () => {
  const file = join(temporaryFolder(), 'data', 'rundesk.db')
  const history = openList(file, 900, 7)
  const random = createSeededRandom(11)
  let found = 0
  for (let turn = 0; turn < 140; turn += 1) {
    // The first half of the queries runs while the index is being built.
    if (turn === 70) history.followAll()
    for (let count = Math.floor(random() * 6); count > 0; count -= 1) change(history, random)
    if (random() < 0.5) history.search.step()
    found += await askAndCompare(history, random() < 0.15, random)
  }
  history.followAll()
  expect(history.search.pending()).toEqual([])
  expect(history.search.unindexed()).toBe(0)
  for (let turn = 0; turn < 40; turn += 1) found += await askAndCompare(history, false, random)
  expect(found).toBeGreaterThan(1_000)
  assertIndexed(file)
}, 120_000)

it('does not find purged data', async () => {
  const file = join(temporaryFolder(), 'data', 'rundesk.db')
  const history = openList(file, 300, 3)
  history.followAll()
  const [first] = history.kept
  const number = first?.call.phoneNumber.slice(1) ?? ''
  expect((await history.list.listCalls({ search: number, after: null, limit: 5 })).total).toBe(1)
  await purge(history.history, history.search, { before: '2030-01-01T00:00:00.000Z', now: at })
  expect((await history.list.listCalls({ search: number, after: null, limit: 5 })).total).toBe(0)
  expect(history.search.pending()).toEqual([])
  assertIndexed(file)
})
