import { expect, it } from 'vitest'
import { isIndexed, matchExpression, termRange } from '../../../../src/main/storage/search/match-expression.ts'

it.each([
  [[['abc']], '(("abc"))'],
  [[['abcd']], '(("abc" AND "bcd"))'],
  [[['abcdef']], '(("abc" AND "bcd" AND "cde" AND "def"))'],
  [[['aaaaaa']], '(("aaa"))'],
  [[['a"b']], '(("a""b"))'],
  [[['abc', 'xyz'], ['123']], '(("abc") OR ("xyz")) AND (("123"))'],
  [[['😀😀😀a']], '(("😀😀😀" AND "😀😀a"))'],
])('%j is asked for as %s', (words, expression) => {
  expect(matchExpression(words)).toBe(expression)
})

it('takes every second three of a long word, or fewer', () => {
  const [expression] = [matchExpression([['abcdefghijklmnopqrstuvwxyz']])]
  expect(expression.split(' AND ')).toHaveLength(12)
  expect(expression).toContain('"abc" AND "cde" AND "efg"')
})

it('cannot be asked for words of one sign or two', () => {
  expect([['ab'], ['abc'], ['😀😀'], ['abc', 'ab']].map(isIndexed)).toEqual([false, true, false, false])
})

it('knows between which terms all lie that begin with one sign or two', () => {
  expect(termRange('ab')).toEqual(['ab', 'ac'])
  expect(termRange('\ud7ff')).toEqual(['\ud7ff', '\ue000'])
  expect(termRange('a😀')).toEqual(['a😀', 'a😁'])
})
