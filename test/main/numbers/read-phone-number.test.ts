import { describe, expect, it } from 'vitest'
import type { PhoneNumberReading } from '../../../src/contract/phone-number.ts'
import { readPhoneNumber } from '../../../src/main/numbers/read-phone-number.ts'

const us = '+14155550123'
const gb = '+442079460018'
const de = '+4930901820'

const valueOf = (text: string, home: string | null = null): PhoneNumberReading => {
  const read = readPhoneNumber(text, false, home)
  if (!read.ok) throw new Error(`${text}: ${JSON.stringify(read.failure)}`)
  return read.value
}

const codeOf = (text: string, home: string | null = null, asTyped = false): string | undefined => {
  const read = readPhoneNumber(text, asTyped, home)
  return !read.ok && read.failure.kind === 'invalid' ? read.failure.issues[0]?.code : undefined
}

describe('a number that says its country', () => {
  it.each([
    ['+14155550123', us],
    ['+1 415 555 0123', us],
    ['+1 (415) 555-0123', us],
    ['+1.415.555.0123', us],
    ['+1-415-555-0123', us],
    ['  +1 415 555 0123  ', us],
    ['0014155550123', us],
    ['00 1 415 555 0123', us],
    ['+44 (0)20 7946 0018', gb],
    ['+44 20 7946 0018', gb],
    ['0044 20 7946 0018', gb],
    ['+49 (0) 30 901820', de],
    ['+49 30/901820', de],
    // Signs that mail, contacts and spreadsheets put in the place of plain ones.
    ['+１４１５５５５０１２３', us],
    ['＋1 415 555 0123', us],
    ['+١٤١٥٥٥٥٠١٢٣', us],
    ['+१४१५५५५०१२३', us],
    ['+۱۴۱۵۵۵۵۰۱۲۳', us],
    ['+𝟏𝟒𝟏𝟓𝟓𝟓𝟓𝟎𝟏𝟐𝟑', us],
    ['+1\u00a0415\u00a0555\u00a00123', us],
    ['+1\u202f415\u2009555\u20070123', us],
    ['+1 415\u2011555\u20110123', us],
    ['+1 415\u2013555\u20140123', us],
    ['+1 415\u2212555\u22120123', us],
    ['\u202a+1 (415) 555\u20110123\u202c', us],
    ['\u2066+1 415 555 0123\u2069', us],
    ['+1 415\u200b555\u200b0123', us],
    ['\ufeff+14155550123', us],
    // Links.
    ['tel:+14155550123', us],
    ['tel:+1-415-555-0123', us],
    ['TEL:+1%20(415)%20555-0123', us],
    ['tel:%2B14155550123', us],
    ['tel://+14155550123', us],
    ['callto:+14155550123', us],
    ['sms:+14155550123', us],
    ['tel:5550123;phone-context=+1415', us],
    ['<a href="tel:+14155550123">', us],
    // Sentences.
    ['Please call Jane at +44 20 7946 0018 today', gb],
    ['call 0044 20 7946 0018.', gb],
    ['Jane (+1 415 555 0123), due 2026-11-21, 120.50 USD', us],
    ['her number is +1 415 555 0123!', us],
    ['Tel.: +49 30 901820', de],
    ['+14155550123, again: +1 (415) 555-0123', us],
    ['Jane Doe\n+1 415 555 0123\nAcme Inc.', us],
    ['+14155550123 11/28/2026', us],
    ['+44 20 7946 0018 09:30', gb],
    ['+14155550123 120.50', us],
    ['+1 415 555 0123, 5 pm', us],
    ['Jane;+14155550123;1,204.50', us],
    ['+33 1.23.45.67.89', '+33123456789'],
  ])('reads %j', (text, dial) => {
    expect(valueOf(text)).toMatchObject({
      text,
      dial,
      kind: 'telephone',
      standing: 'valid',
      isE164: true,
      assumed: null,
    })
    // A country that is set changes nothing about a number that says its own.
    expect(valueOf(text, 'US').dial).toBe(dial)
  })

  it.each([
    ['+14155550123', '+1 415 555 0123', '(415) 555-0123', 'US', 'fixedLineOrMobile'],
    ['+442079460018', '+44 20 7946 0018', '020 7946 0018', 'GB', 'fixedLine'],
    ['+447400123456', '+44 7400 123456', '07400 123456', 'GB', 'mobile'],
    ['+4930901820', '+49 30 901820', '030 901820', 'DE', 'fixedLine'],
    ['+18005550100', '+1 800 555 0100', '(800) 555-0100', 'US', 'tollFree'],
    ['+81312345678', '+81 3 1234 5678', '03-1234-5678', 'JP', 'fixedLine'],
    ['+80012345678', '+800 1234 5678', '1234 5678', null, 'tollFree'],
  ])('tells %s as %s, at home %s', (text, display, national, country, lineType) => {
    expect(valueOf(text)).toMatchObject({ display, national, country, lineType })
  })

  it('says of a number that nobody has that it is only possible', () => {
    expect(valueOf('+1 999 555 0123')).toMatchObject({
      dial: '+19995550123',
      standing: 'possible',
      isValid: false,
      lineType: null,
    })
  })
})

describe('a number without its country', () => {
  it.each([
    ['(415) 555-0123', 'US', us],
    ['415.555.0123', 'US', us],
    ['1 415 555 0123', 'US', us],
    ['14155550123', 'US', us],
    ['011 44 20 7946 0018', 'US', gb],
    ['please call Jane at (415) 555-0123 tomorrow', 'US', us],
    ['030 901820', 'DE', de],
    ['030/901820', 'DE', de],
    ['01.23.45.67.89', 'FR', '+33123456789'],
    ['020 7946 0018', 'GB', gb],
    ['٤١٥ ٥٥٥ ٠١٢٣', 'US', us],
    ['tel:(415)555-0123', 'US', us],
    ['030 901820, fällig 2026-11-21 um 14:30', 'DE', de],
  ])('%j is read with the country that is set, %s', (text, home, dial) => {
    expect(valueOf(text, home)).toMatchObject({ dial, assumed: 'country', standing: 'valid' })
    expect(codeOf(text)).toBe('nationalNumber')
  })

  it.each([
    ['999 555 0123', 'US'],
    ['415 555 0123', 'GB'],
    ['442079460018', 'US'],
  ])('%j is none of %s and is not read', (text, home) => expect(codeOf(text, home)).toBe('nationalNumber'))

  it('that could be one of this country, and one of another that lost its plus, is for a person to choose', () => {
    expect(codeOf('442079460018', 'DE')).toBe('severalNumbers')
    expect(codeOf('15123456789', 'DE')).toBe('severalNumbers')
    // A leading zero says that it is of this country, and ten digits are what most numbers have.
    expect(valueOf('015123456789', 'DE').dial).toBe('+4915123456789')
    expect(valueOf('2025550123', 'US').dial).toBe('+12025550123')
  })
})

describe('what is refused', () => {
  it.each([
    ['', 'required'],
    ['   ', 'required'],
    ['hello', 'phoneNumber'],
    ['+', 'phoneNumber'],
    ['+1', 'phoneNumber'],
    ['+1 555 0123', 'phoneNumber'],
    ['+1415555012399999', 'phoneNumber'],
    ['2026-11-21', 'phoneNumber'],
    ['192.168.100.200', 'phoneNumber'],
    ['1,204,500.75', 'phoneNumber'],
    ['alice@example.com', 'phoneNumber'],
    ['+1 800 FLOWERS', 'phoneNumber'],
    ['415 555 0123', 'nationalNumber'],
    ['call 4155550123 please', 'nationalNumber'],
    ['+14155550123 or +14155550124', 'severalNumbers'],
    ['+14155550123/+14155550124', 'severalNumbers'],
    ['+1 415 555 0105n+14155550156', 'severalNumbers'],
    ['+14155550105+14155550156', 'severalNumbers'],
    ['x+14155550105 +14155550156', 'severalNumbers'],
    ['Tel +1 415 555 0123\nFax +1 415 555 0177', 'severalNumbers'],
    ['+1 415 555 0123 ext 5', 'phoneExtension'],
    ['+1 415 555 0123 x5', 'phoneExtension'],
    ['tel:+1-415-555-0123;ext=5', 'phoneExtension'],
    ['+14155550123,,123#', 'phoneExtension'],
    ['+14155550123;123', 'phoneExtension'],
    ['+14155550123, +442079460018', 'severalNumbers'],
    ['911', 'shortNumber'],
    ['1001', 'shortNumber'],
    ['*43#', 'shortNumber'],
    ['sip:alice@example.com', 'sipEndpoint'],
    ['sips:+14155550123@example.com', 'sipEndpoint'],
    ['PJSIP/1001@trunk', 'sipEndpoint'],
    ['SIP/1001', 'sipEndpoint'],
  ])('%j: %s', (text, code) => expect(codeOf(text)).toBe(code))

  it('tells the extension that it does not dial', () => {
    expect(readPhoneNumber('please call Jane at (415) 555-0123 ext. 5 tomorrow', false, 'US')).toMatchObject({
      failure: { issues: [{ path: ['phoneNumber'], code: 'phoneExtension', words: '5' }] },
    })
  })

  it('takes no day or sum for a number where such digits are one', () => {
    expect(codeOf('2026-11-21', 'DE')).toBe('phoneNumber')
    expect(codeOf('21.11.2026 1.204,50', 'DE')).toBe('phoneNumber')
    expect(valueOf('20261121', 'DE').dial).toBe('+4920261121')
  })
})

describe('what is dialled exactly as typed', () => {
  it.each([
    [' PJSIP/1001@trunk ', 'PJSIP/1001@trunk', 'sip'],
    ['sip:alice@example.com', 'sip:alice@example.com', 'sip'],
    ['alice@example.com', 'alice@example.com', 'sip'],
    ['1001', '1001', 'short'],
    ['*43#', '*43#', 'short'],
    ['4155550123', '4155550123', 'other'],
    ['(415)555-0123', '(415)555-0123', 'other'],
  ])('%j stays %s: %s', (text, dial, kind) => {
    const read = readPhoneNumber(text, true)
    expect(read).toMatchObject({ value: { text, dial, display: dial, kind, standing: 'unjudged', isE164: false } })
  })

  it('is told as the number it is where that is the same sign by sign', () => {
    expect(readPhoneNumber(us, true)).toMatchObject({ value: { dial: us, country: 'US', kind: 'telephone' } })
  })

  it('holds nothing that cannot be seen or sent', () => {
    for (const text of ['two words', 'a\u0000b', 'ü', 'x'.repeat(201)])
      expect(codeOf(text, null, true)).toBe('phoneNumber')
    expect(codeOf('  ', null, true)).toBe('required')
  })
})
