import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, it } from 'vitest'
import type { CallFilter } from '../../../../src/contract/call-filter.ts'
import type { CallState } from '../../../../src/contract/call.ts'
import { eraseFrom } from '../../../../src/main/storage/erase.ts'
import { purge } from '../../../../src/main/storage/purge.ts'
import { inTransaction } from '../../../../src/main/storage/transaction.ts'
import { searchFileOf } from '../../../../src/main/storage/search/search-file.ts'
import { createSeededRandom } from '../../../labs/seeded-random.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { makeQuestion } from './made-questions.ts'
import { isWanted, type Kept } from './naive-search.ts'
import { openList, type OpenList } from './open-list.ts'

const at = '2026-11-21T09:15:00.000Z'

type Asked = { search: string; filter: CallFilter }

/** Every page of a question, one after the other. */
const findAll = async ({ list }: Pick<OpenList, 'list'>, asked: Asked, limit: number) => {
  const found: string[] = []
  let after: string | null = null
  let total: { total: number; totalIs: string } | null = null
  do {
    const page: Awaited<ReturnType<OpenList['list']['listCalls']>> = await list.listCalls({ ...asked, after, limit })
    total ??= { total: page.total, totalIs: page.totalIs }
    expect(page.more).toBe(page.next !== null)
    expect(page.calls.length).toBeLessThanOrEqual(limit)
    found.push(...page.calls.map(({ callId }) => callId))
    after = page.next
  } while (after !== null)
  return { found, total }
}

const wantedOf = (kept: readonly Kept[], question: ReturnType<typeof makeQuestion>): string[] =>
  kept
    .filter((one) => isWanted(one, question.needles, question.filter))
    .map(({ call }) => call.callId)
    .toReversed()

const askAndCompare = async (house: OpenList, bare: boolean, random: () => number): Promise<number> => {
  const question = makeQuestion(house.kept, random)
  const wanted = wantedOf(house.kept, question)
  const asked = { search: question.typed, filter: question.filter }
  const { found, total } = await findAll(bare ? { list: house.bare } : house, asked, 5 + Math.floor(random() * 150))
  const [missing, more] = [wanted.filter((id) => !found.includes(id)), found.filter((id) => !wanted.includes(id))]
  expect({ question, missing, more, inOrder: found.join() === wanted.join() }).toEqual({
    question,
    missing: [],
    more: [],
    inOrder: true,
  })
  if (total?.totalIs === 'exact') expect({ asked, total: total.total }).toEqual({ asked, total: wanted.length })
  else expect(total?.total).toBeLessThanOrEqual(wanted.length)
  return wanted.length
}

const pick = (house: OpenList, random: () => number): Kept => {
  const found = house.kept[Math.floor(random() * house.kept.length)]
  if (found === undefined) throw new Error('There is nobody.')
  return found
}

/** A call comes out otherwise than it stood. */
const move = (house: OpenList, random: () => number): void => {
  const kept = pick(house, random)
  const outcome: CallState = {
    state: 'closedByOperator',
    verdict: 'notPlaced',
    who: 'ana',
    at,
    note: `Nobody there, ${Math.floor(random() * 1e6)}`,
  }
  const moved = house.writer.moveCall({ callId: kept.call.callId, from: [kept.call.outcome.state], outcome, at })
  if (moved !== null) kept.call = moved
}

const note = (house: OpenList, random: () => number): void => {
  const kept = pick(house, random)
  const text = random() < 0.2 ? '' : `Wants a letter on day ${Math.floor(random() * 1e5)}`
  house.notes.noteCall({ callId: kept.call.callId, note: { text, at } })
  kept.note = text === '' ? null : text
}

const erase = (house: OpenList, random: () => number): void => {
  const kept = pick(house, random)
  if (!kept.call.phoneNumber.startsWith('+')) return
  inTransaction(house.history, () => eraseFrom(house.history, kept.call.phoneNumber, at))
  kept.call = { ...kept.call, phoneNumber: '', phoneNumberDisplay: '' }
  kept.context = {}
  kept.note = null
  if (kept.call.outcome.state === 'closedByOperator') kept.call.outcome = { ...kept.call.outcome, note: '' }
}

const change = (house: OpenList, random: () => number): void => {
  const kind = random()
  if (kind < 0.45) move(house, random)
  else if (kind < 0.9) note(house, random)
  else erase(house, random)
}

/** The index has exactly what stands in the texts, and the texts are those of the history. */
const assertIndexed = (file: string): void => {
  const search = new DatabaseSync(searchFileOf(file))
  search.exec(`INSERT INTO texts_index (texts_index, rank) VALUES ('integrity-check', 1)`)
  search.close()
}

it('finds what a look at every call finds, page by page, while the history changes and the index is behind', async () => {
  const file = join(temporaryFolder(), 'data', 'rundesk.db')
  const house = openList(file, 900, 7)
  const random = createSeededRandom(11)
  let found = 0
  for (let turn = 0; turn < 140; turn += 1) {
    // Half of the questions come while the index is still being built.
    if (turn === 70) house.followAll()
    for (let count = Math.floor(random() * 6); count > 0; count -= 1) change(house, random)
    if (random() < 0.5) house.search.step()
    found += await askAndCompare(house, random() < 0.15, random)
  }
  house.followAll()
  expect(house.search.pending()).toEqual([])
  expect(house.search.left()).toBe(0)
  for (let turn = 0; turn < 40; turn += 1) found += await askAndCompare(house, false, random)
  expect(found).toBeGreaterThan(1_000)
  assertIndexed(file)
}, 120_000)

it('forgets what is purged in the search as well', async () => {
  const file = join(temporaryFolder(), 'data', 'rundesk.db')
  const house = openList(file, 300, 3)
  house.followAll()
  const [first] = house.kept
  const number = first?.call.phoneNumber.slice(1) ?? ''
  expect((await house.list.listCalls({ search: number, after: null, limit: 5 })).total).toBe(1)
  await purge(house.history, house.search, { before: '2030-01-01T00:00:00.000Z', now: at })
  expect((await house.list.listCalls({ search: number, after: null, limit: 5 })).total).toBe(0)
  expect(house.search.pending()).toEqual([])
  assertIndexed(file)
})
