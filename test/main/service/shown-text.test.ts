import { expect, it, vi } from 'vitest'
import { toShownText, maxShownLength } from '../../../src/main/service/wire/detail.ts'

const key = 'dgr_7Zk2uQ9wXc4Vb6Nm8Lp0JhGfDsAqWeRtYuIoP-1234567'

it.each([
  ['leaves plain words unchanged', 'Workflow not found', 'Workflow not found'],
  ['joins several lines into one', ' a\r\n\tb\0 ', 'a b'],
  [
    'keeps ordinary sentences with SQL-like words',
    'Please select a number from the list',
    'Please select a number from the list',
  ],
  ['hides SQL', 'error [SQL: select 1]', ''],
  ['hides a statement', 'syntax error near SELECT id\nFROM runs', ''],
  ['hides a stack trace', 'Traceback (most recent call last): File x', ''],
  ['masks a key', `no ${key} here`, 'no [secret] here'],
  [
    'keeps a name that only starts like a key',
    'dgr_policy_holder_first_name is required',
    'dgr_policy_holder_first_name is required',
  ],
  ['masks a header', 'got X-API-Key: abc123 there', 'got X-API-Key: [secret] there'],
  ['masks a header in JSON', '{"x-api-key":"abc123"}', '{"x-api-key":"[secret]"}'],
  ['leaves three digits of a number', 'no line to +1 (415) 555-0123 today', 'no line to …123 today'],
  ['reduces a page to its title', '<html><head><title>A &amp; B</title></head></html>', 'A & B'],
  [
    'reduces a page without a title to its text',
    '<html><style>p{}</style><script>x()</script><p>Away <b>now</b></html>',
    'Away now',
  ],
  ['leaves no markup hidden in entities', '<html><title>&lt;script&gt;x</title></html>', 'script x'],
  [
    'reduces a page within text to its title',
    '404: Failed: <html><head><title>404 Not Found</title></head></html>',
    '404: Failed: 404 Not Found',
  ],
  ['keeps a sign that is not markup', 'count < 3 and > 1', 'count < 3 and > 1'],
  ['repairs half an emoji', 'a\ud83d b', 'a\ufffd b'],
])('%s', (_name, text, expected) => {
  expect(toShownText(text)).toBe(expected)
})

it('shortens long text and leaves no part of a key at the end', () => {
  const long = toShownText(`${'x'.repeat(maxShownLength - 20)} ${key}`)
  expect(long).not.toContain('dgr_')
  expect(toShownText('y'.repeat(5_000))).toHaveLength(maxShownLength)
})

it('does not split an emoji', () => {
  expect(toShownText('😀'.repeat(1_000)).isWellFormed()).toBe(true)
})

it.each(['SELECT ', '<', '<script ', '<title>', '&amp;', 'x-api-key ', 'dgr_', ' ', '<html>'])(
  'searches at most 8,000 characters of a page with a megabyte of %j',
  (piece) => {
    const replace = vi.spyOn(String.prototype, 'replace')
    const test = vi.spyOn(RegExp.prototype, 'test')
    toShownText(`<html>${piece.repeat(1_000_000 / piece.length)}`)
    const replaced = replace.mock.contexts.map((text) => String(text).length)
    const tested = test.mock.calls.map(([text]) => text.length)
    vi.restoreAllMocks()
    expect(replaced.length).toBeGreaterThan(1)
    expect(tested.length).toBeGreaterThan(0)
    expect(Math.max(...replaced, ...tested)).toBeLessThanOrEqual(8_000)
  },
)

it('leaves no part of a key where it stops reading', () => {
  const blanks = ' '.repeat(7_980)
  expect(toShownText(`a${blanks}${key}`)).toBe('a')
  expect(toShownText(`a${blanks} "${key}"`)).toBe('a "')
})
