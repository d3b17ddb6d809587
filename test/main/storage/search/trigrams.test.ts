import { DatabaseSync } from 'node:sqlite'
import { expect, it, onTestFinished } from 'vitest'
import { searchSchema } from '../../../../src/main/storage/search/search-file.ts'
import {
  createTrigramShares,
  isIndexed,
  matchExpression,
  type ShareOf,
  termRange,
} from '../../../../src/main/storage/search/trigrams.ts'

const sharesOf =
  (shares: Record<string, number>): ShareOf =>
  (trigram) =>
    shares[trigram] ?? 0.0001

it.each([
  [[['abc']], '"abc"'],
  [[['aaaaaa']], '"aaa"'],
  [[['a"b']], '"a""b"'],
  [[['😀😀😀a']], '"😀😀😀" AND "😀😀a"'],
  [[['abc', 'xyz']], '(("abc") OR ("xyz"))'],
])('%j becomes the expression %s', (words, expression) => {
  expect(matchExpression(words, () => 0.02)).toBe(expression)
})

it('names the rarest trigrams of all words first', () => {
  const shareOf = sharesOf({ ren: 0.2, ene: 0.2, new: 0.3, ewa: 0.2, wal: 0.25, kap: 0.003, ape: 0.02, per: 0.1 })
  expect(matchExpression([['renewal'], ['kaper']], shareOf)).toBe('"kap" AND "ape"')
})

it('names the trigrams of another word if many calls have the first one', () => {
  const shareOf = sharesOf({ ter: 0.2, erm: 0.2, mag: 0.1, aga: 0.1 })
  expect(matchExpression([['term'], ['maga']], shareOf)).toMatch(/^"mag" AND "(?:ter|erm)"/)
})

it('names the two rarest trigrams of each form of a word', () => {
  const shareOf = sharesOf({ '004': 0.03, '041': 0.02, '415': 0.01, '+41': 0.04 })
  expect(matchExpression([['00415', '+415']], shareOf)).toBe('(("415" AND "041") OR ("415" AND "+41"))')
})

it('does not index words of one or two characters', () => {
  expect([['ab'], ['abc'], ['😀😀'], ['abc', 'ab']].map(isIndexed)).toEqual([false, true, false, false])
})

it('returns the range of terms that start with one or two characters', () => {
  expect(termRange('ab')).toEqual(['ab', 'ac'])
  expect(termRange('\ud7ff')).toEqual(['\ud7ff', '\ue000'])
  expect(termRange('a😀')).toEqual(['a😀', 'a😁'])
})

/** Opens entries of which every tenth has the trigrams of `rare`. */
const openEntries = (count: number) => {
  const search = new DatabaseSync(':memory:')
  onTestFinished(() => search.close())
  search.exec(searchSchema)
  const insert = search.prepare('INSERT INTO texts (sequence, text) VALUES (?, ?)')
  const add = (from: number, to: number): void => {
    for (let sequence = from; sequence <= to; sequence += 1)
      insert.run(sequence, sequence % 10 === 0 ? 'common rare rare\n\n' : 'common\n\n')
  }
  add(1, count)
  return { shares: createTrigramShares(search), add }
}

it.each([20, 2_000, 30_000])('estimates the share of trigrams in %i entries', (count) => {
  const shareOf = openEntries(count).shares()
  expect(shareOf('com')).toBeGreaterThan(0.95)
  expect(shareOf('rar')).toBeGreaterThan(0.05)
  expect(shareOf('rar')).toBeLessThan(0.2)
  expect(shareOf('xyz')).toBeLessThan(0.05)
})

it('repeats the estimate when the number of entries has doubled', () => {
  const { shares, add } = openEntries(0)
  expect(shares()('com')).toBe(1)
  add(1, 100)
  const first = shares()
  expect(first('xyz')).toBeLessThan(0.01)
  add(101, 150)
  expect(shares()).toBe(first)
  add(151, 201)
  expect(shares()).not.toBe(first)
})
