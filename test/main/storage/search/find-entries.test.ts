import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { everyCall } from '../../../../src/contract/call-list.ts'
import {
  createEntryFinder,
  createFindEntries,
  findShortWord,
} from '../../../../src/main/storage/search/find-entries.ts'
import { searchSchema } from '../../../../src/main/storage/search/search-file.ts'

const texts = ['zq first', 'xx', 'a zq', 'pizza', 'fizz', 'ends on zq', 'q', 'last of all']

/** Searches eight entries for a short word, reading only the newest two directly. */
const find = (part: string): number[] => {
  const search = new DatabaseSync(':memory:')
  onTestFinished(() => search.close())
  search.exec(searchSchema)
  for (const [place, text] of texts.entries()) {
    search.prepare('INSERT INTO texts (sequence, text) VALUES (?, ?)').run(place + 1, `${text}\n\n`)
    search.prepare('INSERT INTO texts_index (rowid, text) VALUES (?, ?)').run(place + 1, `${text}\n\n`)
  }
  const compiled: string[] = []
  const word = [part]
  const entries = findShortWord(search, {
    shareOf: () => 0.1,
    words: [word],
    where: [],
    word,
    chunkSize: 2,
    byIndex: (expression) => {
      compiled.push(expression)
      const from = 'texts_index CROSS JOIN texts ON texts.sequence = texts_index.rowid'
      const match = { sql: 'texts_index MATCH ?', values: [expression], index: '' }
      return createEntryFinder(search, {
        from,
        where: [match],
        words: [word],
        order: 'texts_index.rowid',
        chunkSize: 100,
      })
    },
  })
  const found: number[] = []
  for (let before = texts.length + 1; before > 1;) {
    const { sequences, reached } = entries(before, 1, 50)
    found.push(...sequences)
    before = reached
  }
  // The index is used unless no term starts with this string.
  expect(compiled.length).toBe(texts.some((text) => text.includes(part)) ? 1 : 0)
  return found
}

it.each([
  ['zq', [6, 3, 1]],
  ['zz', [5, 4]],
  ['q', [7, 6, 3, 1]],
  ['la', [8]],
  ['pi', [4]],
  ['jj', []],
])('%s is found at any position, even at the end of a string', (part, found) => {
  expect(find(part)).toEqual(found)
})

it.each(['duration', 'credits'] as const)('reads a range of the %s through its index', (column) => {
  const search = new DatabaseSync(':memory:')
  onTestFinished(() => search.close())
  search.exec(searchSchema)
  const insert = search.prepare(
    `INSERT INTO fields (sequence, state, agent, profile, practice, prepared, ${column}) VALUES (?, 'ended', 1, 1, 0, 0, ?)`,
  )
  for (const [index, value] of [null, 30, 90.5, 60, null].entries()) insert.run(index + 1, value)
  const compiled: string[] = []
  const compiler = {
    prepare: (sql: string) => {
      compiled.push(sql)
      return search.prepare(sql)
    },
  }
  const filter = { ...everyCall, [column]: { from: 30, to: 90 } }
  expect(createFindEntries(compiler, { words: [], filter }, () => 0.1)(6, 1, 10).sequences).toEqual([4, 2])
  const plan = search.prepare(`EXPLAIN QUERY PLAN ${compiled.at(-1) ?? ''}`).all(0, 0, 0, 0, 0)
  expect(String(plan[0]?.['detail'])).toContain(
    `USING COVERING INDEX fields_by_${column} (${column}>? AND ${column}<?)`,
  )
})
