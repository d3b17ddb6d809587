import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createKeyMask } from '../../../src/main/log/redact.ts'
import { canaryKey } from '../service/create-test-client.ts'

const keyWithEscapes = `a"b\\c&d<e>f'g%41h+i/j=k~l|m^n0123zyx`
const reverse = (text: string) => Array.from(text).toReversed().join('')
const between = (separator: string, every: number) => (text: string) =>
  (text.match(new RegExp(`.{1,${every}}`, 'gs')) ?? []).join(separator)
const wide = (text: string) => text.replaceAll(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
const bold = (text: string) =>
  text
    .replaceAll(/[a-z]/g, (sign) => String.fromCodePoint(0x1d41a + sign.charCodeAt(0) - 97))
    .replaceAll(/[A-Z]/g, (sign) => String.fromCodePoint(0x1d400 + sign.charCodeAt(0) - 65))
/** Replaces letters with those of another alphabet, which starts at a code point. */
const letters = (first: number) => (text: string) =>
  text.replaceAll(/[a-z]/gi, (sign) => String.fromCodePoint(first + sign.toLowerCase().charCodeAt(0) - 97))
/** A–Z as small capitals; Q and X have none. */
const smallCapitals = 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘqʀꜱᴛᴜᴠᴡxʏᴢ'
const base64 = (text: string) => Buffer.from(text).toString('base64')
const hex = (text: string) => Buffer.from(text).toString('hex')
const bytes = (text: string) => Array.from(Buffer.from(text)).join(', ')
const json = (text: string) => JSON.stringify(text).slice(1, -1)
const escapes = (text: string) =>
  Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')

const disguises: Record<string, (text: string) => string> = {
  reversed: reverse,
  'in capitals': (text) => text.toUpperCase(),
  'in lowercase letters': (text) => text.toLowerCase(),
  'separated by spaces': between(' ', 4),
  'separated by line breaks': between('\n', 6),
  'separated by hyphens': between('-', 1),
  'separated by zero-width spaces': between('\u200b', 1),
  'separated by soft hyphens and joiners': between('\u00ad\u200d\u2060\ufeff', 3),
  'separated by direction controls': between('\u202e\u2066', 2),
  'separated by Greek letters': between('λ', 2),
  'with accents': between('\u0301', 1),
  'in full-width characters': wide,
  'in bold letters': bold,
  'in Base64': base64,
  'in hexadecimal digits': hex,
  'in decimal numbers': bytes,
  'reversed and separated': (text) => between('\u200b ', 1)(reverse(text)),
  'reversed in full-width characters': (text) => wide(reverse(text)),
  'in Base64 with line breaks': (text) => between('\r\n', 5)(base64(`x${text}`)),
  'in reversed Base64': (text) => reverse(base64(text)),
  'reversed, in Base64': (text) => base64(reverse(text)),
  'in hexadecimal digits with colons': (text) => between(':', 2)(hex(text).toUpperCase()),
  'reversed, in hexadecimal digits': (text) => hex(reverse(text)),
  'in full-width Base64': (text) => wide(base64(text)),
  'in negative squared letters': letters(0x1f170),
  'in negative circled letters': letters(0x1f150),
  'in regional indicators': letters(0x1f1e6),
  'in small capitals': (text) =>
    text.replaceAll(/[a-z]/gi, (sign) => smallCapitals[sign.toLowerCase().charCodeAt(0) - 97] ?? sign),
  'in negative circled digits': (text) =>
    text.replaceAll(/[1-9]/g, (sign) => String.fromCodePoint(0x2775 + Number(sign))),
  'in invisible tag characters': (text) =>
    text.replaceAll(/[ -~]/g, (sign) => String.fromCodePoint(0xe0000 + sign.charCodeAt(0))),
  'in hexadecimal numbers': (text) => hex(text).replaceAll(/../g, '0x$& '),
}
const writings: Record<string, (text: string) => string> = {
  unchanged: (text) => text,
  'in JSON': json,
  'as JSON escapes': escapes,
  'in a URL': (text) => encodeURIComponent(text),
  'in a page': (text) => text.replaceAll(/[^\x20-\x7e]/g, (sign) => `&#${sign.charCodeAt(0)};`),
}

const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')

/** Returns whether a string shows seven consecutive letters and digits of the secret part, or of its reverse. */
const shows = (text: string, key: string): boolean => {
  const rest = text.split('[secret]').map(fold)
  return [fold(key.slice(8)), fold(reverse(key.slice(8)))].some((form) =>
    Array.from({ length: form.length - 6 }, (_, at) => form.slice(at, at + 7)).some((piece) =>
      rest.some((part) => part.includes(piece)),
    ),
  )
}

describe.each([
  ['the service’s own format', canaryKey],
  ['any printable characters', keyWithEscapes],
  ['characters that look like an escape sequence', `dgr_wxyzk0a/b1c?d2e#f3g(h4i)j5k[l6\\u{8}m*R<C~r$n`],
])('a key of %s', (_kind, key) => {
  const mask = createKeyMask(key)

  describe.each(Object.entries(disguises))('%s', (_disguise, disguise) => {
    it.each(Object.entries(writings))('is masked %s', (_writing, write) => {
      const masked = mask(`(no, ${write(disguise(key))}; see)`)
      expect(masked).toContain('[secret]')
      expect(masked).toMatch(/^\(no, .*; see\)$/su)
      expect(shows(masked, key)).toBe(false)
    })
  })
})

it('masks a reversed key up to its end if the key contains a backslash that escapes a letter only in that order', () => {
  const key = `dgr_wxyzk0a/b1c?d2e#f3g(h4i)j5k[l6f\\p'g>w<~`
  expect(createKeyMask(key)(reverse(key))).toBe('~<[secret]w_rgd')
})

describe('every character as an escape sequence', () => {
  const escapedBy = (write: (code: number) => string) => (text: string) =>
    Array.from({ length: text.length }, (_, at) => write(text.charCodeAt(at))).join('')
  const hexOf = (code: number, length: number) => code.toString(16).padStart(length, '0')

  it.each([
    ['%u0064', escapedBy((code) => `%u${hexOf(code, 4)}`)],
    ['\\u{64}', escapedBy((code) => `\\u{${hexOf(code, 0)}}`)],
    ['\\u{000064}', escapedBy((code) => `\\u{${hexOf(code, 6)}}`)],
    ['\\144', escapedBy((code) => `\\${code.toString(8).padStart(3, '0')}`)],
  ])('is masked: %s', (_form, write) => {
    for (const key of [canaryKey, keyWithEscapes])
      for (const text of [write(key), json(write(key)), write(reverse(key))])
        expect(createKeyMask(key)(`(no, ${text}; see)`)).toMatch(/^\(no, .*\[secret\].*; see\)$/su)
  })
})

describe('text without a key', () => {
  const mask = createKeyMask(canaryKey)

  it('stays unchanged', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), fc.json(), fc.uuid()), (text) => {
        expect(mask(text)).toBe(text)
      }),
      { numRuns: 1_000 },
    )
  })

  it('keeps the prefix that lists show, whatever follows it', () => {
    for (const next of 'abcdefghijklmnopqrstuvwxyz0123456789') {
      const text = JSON.stringify({ key_prefix: canaryKey.slice(0, 8), [`${next}_at`]: canaryKey.slice(8, 9) })
      expect(mask(text)).toBe(text)
    }
  })
})
