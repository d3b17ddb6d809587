import { expect, it } from 'vitest'
import { readPhoneNumber } from '../../../src/main/numbers/read-phone-number.ts'

it.each([
  ['+1 (415) 555-0123', '+14155550123', '+1 415 555 0123', 'US'],
  ['0014155550123', '+14155550123', '+1 415 555 0123', 'US'],
  ['Please call Jane at +44 20 7946 0018 today', '+442079460018', '+44 20 7946 0018', 'GB'],
  ['+１４１５５５５０１２３', '+14155550123', '+1 415 555 0123', 'US'],
])('reads %s', (text, dial, display, country) => {
  expect(readPhoneNumber(text, false)).toMatchObject({
    ok: true,
    value: { text, dial, display, country, isE164: true },
  })
})

it.each([
  ['', 'required'],
  ['hello', 'phoneNumber'],
  ['415 555 0123', 'nationalNumber'],
  ['+1', 'phoneNumber'],
  ['+1415555012399999', 'phoneNumber'],
  ['+14155550123 or +14155550124', 'severalNumbers'],
  ['+1 415 555 0123 ext 5', 'phoneExtension'],
])('refuses %j: %s', (text, code) => {
  expect(readPhoneNumber(text, false)).toMatchObject({
    ok: false,
    failure: { issues: [{ path: ['phoneNumber'], code }] },
  })
})

it('keeps what is to be dialled as typed', () => {
  expect(readPhoneNumber(' PJSIP/1001@trunk ', true)).toMatchObject({
    value: { dial: 'PJSIP/1001@trunk', isE164: false },
  })
  for (const text of ['two words', 'a\u0000b', 'ü', 'x'.repeat(201)])
    expect(readPhoneNumber(text, true)).toMatchObject({
      ok: false,
      failure: { issues: [{ code: 'phoneNumber' }] },
    })
})
