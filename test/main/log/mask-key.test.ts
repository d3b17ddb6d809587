import { describe, expect, it } from 'vitest'
import { createKeyMask, createNameMask } from '../../../src/main/log/redact.ts'
import { createSeededRandom } from '../../labs/seeded-random.ts'
import { canaryKey } from '../service/create-test-client.ts'

const keyWithEscapes = `a"b\\c&d<e>f'g%41h+i/j=k~l|m^n`
const longKey = Array.from({ length: 512 }, (_, index) => String.fromCharCode(33 + ((index * 37) % 94))).join('')
const escapeAll = (key: string, form: (code: number) => string) =>
  Array.from(key)
    .map((character) => form(character.charCodeAt(0)))
    .join('')
const hex = (code: number, digits: number) => code.toString(16).padStart(digits, '0')
const base64 = (key: string, before = '', after = '') => Buffer.from(before + key + after).toString('base64')

const forms: [string, (key: string) => string][] = [
  ['unchanged', (key) => key],
  ['in JSON', (key) => JSON.stringify(key)],
  ['in JSON in JSON in JSON', (key) => JSON.stringify(JSON.stringify(JSON.stringify(key)))],
  ['as JSON escapes', (key) => escapeAll(key, (code) => `\\u${hex(code, 4)}`)],
  ['as uppercase JSON escapes', (key) => escapeAll(key, (code) => `\\u${hex(code, 4).toUpperCase()}`)],
  ['as JSON escapes escaped again', (key) => JSON.stringify(escapeAll(key, (code) => `\\u${hex(code, 4)}`))],
  ['as short escapes', (key) => escapeAll(key, (code) => `\\x${hex(code, 2)}`)],
  ['in a URL', (key) => encodeURIComponent(key)],
  ['in a URL in a URL', (key) => encodeURIComponent(encodeURIComponent(key))],
  ['entirely percent-encoded', (key) => escapeAll(key, (code) => `%${hex(code, 2)}`)],
  [
    'in a page',
    (key) => key.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  ],
  ['as decimal references', (key) => escapeAll(key, (code) => `&#${code};`)],
  ['as hexadecimal references', (key) => escapeAll(key, (code) => `&#x0${hex(code, 2)};`)],
  ['as references that are escaped again', (key) => escapeAll(key, (code) => `&amp;#${code};`)],
  [
    'with every character encoded differently',
    (key) =>
      Array.from(key)
        .map((character, index) => {
          const code = character.charCodeAt(0)
          return [`\\u${hex(code, 4)}`, `%${hex(code, 2)}`, `&#${code};`][index % 3]
        })
        .join(''),
  ],
  ['in Base64', (key) => base64(key)],
  ['in Base64, offset by one', (key) => base64(key, 'x', 'yz')],
  ['in Base64, offset by two', (key) => base64(key, 'xy', 'z')],
  ['in Base64 for URLs', (key) => Buffer.from(`?${key}?`).toString('base64url')],
  ['in hexadecimal digits', (key) => Buffer.from(key).toString('hex')],
  ['in uppercase hexadecimal digits', (key) => Buffer.from(key).toString('hex').toUpperCase()],
]

/**
 * Returns the length of the text besides the mask, without JSON punctuation: at most the prefix that lists show, in
 * Base64.
 */
const remains = (masked: string) => masked.replace('[secret]', '').replaceAll(/[\\"=]/g, '').length

describe.each([
  ['the service’s own format', canaryKey],
  ['any printable characters', keyWithEscapes],
  ['the longest', longKey],
])('a key of %s', (_kind, key) => {
  const mask = createKeyMask(key)

  it.each(forms)('is removed %s', (_name, write) => {
    const masked = mask(`before ${write(key)} after`)
    expect(masked).toContain('[secret]')
    expect(masked).toMatch(/^before .* after$/)
    expect(remains(masked.slice(7, -6))).toBeLessThan(13)
  })

  it('is removed every time, even if it is shortened', () => {
    expect(mask(`${key} ${key}${key}`)).toMatch(/^\[secret\] (\[secret\])+$/)
    expect(mask(`no ${key.slice(0, 10)}…`)).toBe('no [secret]…')
  })

  it('is removed in parts, from any position', () => {
    expect(mask(`no ${key.slice(5, 15)}…`)).toBe('no [secret]…')
    expect(mask(`no ${key.slice(-9)}…`)).toBe('no [secret]…')
  })

  it('keeps JSON valid', () => {
    const text = JSON.stringify({ detail: `no ${key} "known" \\ here`, n: 1 })
    expect(JSON.parse(mask(text))).toEqual({ detail: 'no [secret] "known" \\ here', n: 1 })
  })
})

describe.each([
  ['a word', 'swordfish'],
  ['eight characters', 'p%ss w"d'],
  ['five characters', 'a/b\\c'],
  ['four characters', 'ab+é'],
  ['letters beyond ASCII', 'Füße und Öl, 12'],
])('a password of %s', (_kind, password) => {
  it.each(forms.filter(([name]) => !/references|escapes|otherwise/.test(name)))('is removed %s', (_name, write) => {
    const masked = createKeyMask(password)(`before ${write(password)} after`)
    expect(masked).toContain('[secret]')
    expect(masked).toMatch(/^before .* after$/)
  })

  it('is removed from a Proxy-Authorization header', () => {
    const header = `Basic ${base64(password, 'app-07:')}`
    expect(createKeyMask(password)(header)).toContain('[secret]')
  })
})

it('keeps text that is too short to be unique', () => {
  expect(createKeyMask('abc')('an abc of things')).toBe('an abc of things')
  expect(createNameMask('abc')('an abc of things')).toBe('an abc of things')
})

describe.each([
  ['four characters', 'ab+é'],
  ['a proxy', 'Sommer-2026!Proxy'],
  ['twenty-five characters', 'Harbour-Insurance-2026-99'],
])('a secret of %s', (_kind, secret) => {
  it.each(forms.filter(([name]) => !/references|escapes|otherwise/.test(name)))(
    'is removed from a name as a whole %s',
    (_name, write) => {
      const masked = createNameMask(secret)(`Desk ${write(secret)} of Ana`)
      expect(masked).toMatch(/^Desk .*\[secret\].* of Ana$/)
    },
  )
})

it('keeps the words that a name shares with a secret', () => {
  const name = 'Harbour Insurance, Sommer 2026'
  expect(createNameMask('Sommer-2026!Proxy')(name)).toBe(name)
  expect(createNameMask('Harbour-Insurance-2026')(name)).toBe(name)
  expect(createNameMask('Harbour-Insurance-2026')('Harbour-Insurance')).toBe('Harbour-Insurance')
})

it('searches only for the first 2,560 characters of a string that is too long for a keychain', () => {
  const random = createSeededRandom(1)
  const letter = (): string => String.fromCharCode(97 + Math.floor(random() * 26))
  const long = Array.from({ length: 100_000 }, letter).join('')
  const mask = createKeyMask(long)
  expect(mask(long.slice(0, 2_560))).toBe('[secret]')
  expect(mask(long.slice(2_560))).toBe(long.slice(2_560))
})

describe('any other text', () => {
  it.each(['', 'Invalid API key', '{"a":"\\u00e9\\n\\\\","b":[1,2]}', 'dgr_cana', '100 % & more', '\\', '&#;', '%'])(
    '%j stays unchanged',
    (text) => {
      expect(createKeyMask(canaryKey)(text)).toBe(text)
    },
  )

  // A search in quadratic time would take hours and exceed the test's timeout.
  it.each(['\\', '%25', '&amp;', 'd', canaryKey.slice(0, 8), canaryKey.slice(10, 16)])(
    'is searched in linear time if it repeats %j for a megabyte',
    (piece) => {
      const text = piece.repeat(1_000_000 / piece.length)
      expect(createKeyMask(canaryKey)(text)).toBe(text)
    },
  )
})
