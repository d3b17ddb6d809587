import { expect, it } from 'vitest'
import { capWords, maxWords } from '../../../src/main/service/words.ts'

const key = 'dgr_7Zk2uQ9wXc4Vb6Nm8Lp0JhGfDsAqWeRtYuIoP-1234567'

it.each([
  ['leaves plain words alone', 'Workflow not found', 'Workflow not found'],
  ['makes one line of several', ' a\r\n\tb\0 ', 'a b'],
  [
    'keeps ordinary sentences with SQL-like words',
    'Please select a number from the list',
    'Please select a number from the list',
  ],
  ['hides SQL', 'error [SQL: select 1]', ''],
  ['hides a statement', 'syntax error near SELECT id\nFROM runs', ''],
  ['hides a stack trace', 'Traceback (most recent call last): File x', ''],
  ['masks a key', `no ${key} here`, 'no [secret] here'],
  ['masks a header', 'got X-API-Key: abc123 there', 'got X-API-Key: [secret] there'],
  ['masks a header in JSON', '{"x-api-key":"abc123"}', '{"x-api-key":"[secret]"}'],
  ['leaves three digits of a number', 'no line to +1 (415) 555-0123 today', 'no line to …123 today'],
  ['takes a page by its title', '<html><head><title>A &amp; B</title></head></html>', 'A & B'],
  [
    'takes a page without a title by its text',
    '<html><style>p{}</style><script>x()</script><p>Away <b>now</b></html>',
    'Away now',
  ],
  ['leaves no markup hidden in entities', '<html><title>&lt;script&gt;x</title></html>', 'script x'],
  [
    'takes a page within a text by its title',
    '404: Failed: <html><head><title>404 Not Found</title></head></html>',
    '404: Failed: 404 Not Found',
  ],
  ['leaves a sign that is no markup', 'count < 3 and > 1', 'count < 3 and > 1'],
  ['repairs half an emoji', 'a\ud83d b', 'a\ufffd b'],
])('%s', (_name, text, expected) => {
  expect(capWords(text)).toBe(expected)
})

it('caps long words and leaves no half of a key at the cut', () => {
  const long = capWords(`${'x'.repeat(maxWords - 20)} ${key}`)
  expect(long).not.toContain('dgr_')
  expect(capWords('y'.repeat(5_000))).toHaveLength(maxWords)
})

it('never cuts an emoji in half', () => {
  expect(capWords('😀'.repeat(1_000)).isWellFormed()).toBe(true)
})

it('takes no longer for a page of a megabyte, whatever is in it', () => {
  const before = performance.now()
  for (const piece of ['SELECT ', '<', '<script ', '<title>', '&amp;', 'x-api-key ', 'dgr_', ' ', '<html>'])
    capWords(`<html>${piece.repeat(1_000_000 / piece.length)}`)
  expect(performance.now() - before).toBeLessThan(2_000)
})

it('leaves no half of a key where it stops reading', () => {
  const blanks = ' '.repeat(7_980)
  expect(capWords(`a${blanks}${key}`)).toBe('a')
  expect(capWords(`a${blanks} "${key}"`)).toBe('a "')
})
