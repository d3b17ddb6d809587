import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { entryQuery } from '../../../../src/main/storage/search/entry-query.ts'
import { findShortWord } from '../../../../src/main/storage/search/find-short-word.ts'
import { searchSchema } from '../../../../src/main/storage/search/search-schema.ts'

const texts = ['zq first', 'xx', 'a zq', 'pizza', 'fizz', 'ends on zq', 'q', 'last of all']

/** An index over eight texts, asked for a short word of which only the newest two are looked through as they stand. */
const find = (part: string): number[] => {
  const search = new DatabaseSync(':memory:')
  onTestFinished(() => search.close())
  search.exec(searchSchema)
  for (const [place, text] of texts.entries()) {
    search.prepare('INSERT INTO texts (sequence, text) VALUES (?, ?)').run(place + 1, `${text}\n\n`)
    search.prepare('INSERT INTO texts_index (rowid, text) VALUES (?, ?)').run(place + 1, `${text}\n\n`)
  }
  const asked: string[] = []
  const word = [part]
  const entries = findShortWord(search, {
    words: [word],
    where: [],
    word,
    stretch: 2,
    byIndex: (expression) => {
      asked.push(expression)
      const from = 'texts_index CROSS JOIN texts ON texts.sequence = texts_index.rowid'
      const match = { sql: 'texts_index MATCH ?', values: [expression], index: '' }
      return entryQuery(search, { from, where: [match], words: [word], order: 'texts_index.rowid', stretch: 100 })
    },
  })
  const found: number[] = []
  for (let before = texts.length + 1; before > 1;) {
    const { sequences, reached } = entries(before, 1, 50)
    found.push(...sequences)
    before = reached
  }
  // The index was asked, unless it has no term that begins so.
  expect(asked.length).toBe(texts.some((text) => text.includes(part)) ? 1 : 0)
  return found
}

it.each([
  ['zq', [6, 3, 1]],
  ['zz', [5, 4]],
  ['q', [7, 6, 3, 1]],
  ['la', [8]],
  ['pi', [4]],
  ['jj', []],
])('%s is found wherever it stands, at the end of a text as well', (part, found) => {
  expect(find(part)).toEqual(found)
})
