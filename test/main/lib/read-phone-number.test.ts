import * as fc from 'fast-check'
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { describe, expect, it } from 'vitest'
import type { PhoneNumberReading } from '../../../src/contract/phone-number.ts'
import { readPhoneNumber, suggestNumbers } from '../../../src/main/lib/read-phone-number.ts'

const us = '+14155550123'
const gb = '+442079460018'
const de = '+4930901820'

const containing = (text: string): unknown => expect.stringContaining(text)

const valueOf = (text: string, home: string | null = null): PhoneNumberReading => {
  const read = readPhoneNumber(text, false, home)
  if (!read.ok) throw new Error(`${text}: ${JSON.stringify(read.failure)}`)
  return read.value
}

const codeOf = (text: string, home: string | null = null, asTyped = false): string | undefined => {
  const read = readPhoneNumber(text, asTyped, home)
  return !read.ok && read.failure.kind === 'invalid' ? read.failure.issues[0]?.code : undefined
}

describe('a number with a country code', () => {
  it.each([
    ['+14155550123', us],
    ['+1 415 555 0123', us],
    ['+1 (415) 555-0123', us],
    ['+1.415.555.0123', us],
    ['+1-415-555-0123', us],
    ['please call (415) 555-0123 back: +1 415 555 0123', us],
    ['+1 415 555 0123 or 1-415-555-0123', us],
    ['020-7946-0018 from abroad: +44 20 7946 0018', gb],
    ['+7 495 123-45-67 / 8 (495) 123-45-67', '+74951234567'],
    ['  +1 415 555 0123  ', us],
    ['0014155550123', us],
    ['00 1 415 555 0123', us],
    ['+44 (0)20 7946 0018', gb],
    ['+44 20 7946 0018', gb],
    ['0044 20 7946 0018', gb],
    ['+49 (0) 30 901820', de],
    ['+49 30/901820', de],
    // Characters that email programs, contacts and spreadsheets substitute.
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
      validity: 'valid',
      assumed: null,
    })
    // The home country does not change a number with a country code.
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
  ])('formats %s as %s, nationally %s', (text, display, national, country, lineType) => {
    expect(valueOf(text)).toMatchObject({ display, national, country, lineType })
  })

  it('marks an unassigned number as possible', () => {
    expect(valueOf('+1 999 555 0123')).toMatchObject({
      dial: '+19995550123',
      validity: 'possible',
      isValid: false,
      lineType: null,
    })
  })
})

describe('a number without a country code', () => {
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
  ])('%j is read as a number of the home country %s', (text, home, dial) => {
    expect(valueOf(text, home)).toMatchObject({ dial, assumed: 'country', validity: 'valid' })
    expect(codeOf(text)).toBe('nationalNumber')
  })

  it.each([
    ['999 555 0123', 'US'],
    ['415 555 0123', 'GB'],
    ['442079460018', 'US'],
  ])('%j is not valid in %s and is not read', (text, home) => expect(codeOf(text, home)).toBe('nationalNumber'))

  it('is refused if it could also be an international number without a plus sign', () => {
    expect(codeOf('442079460018', 'DE')).toBe('severalNumbers')
    expect(codeOf('15123456789', 'DE')).toBe('severalNumbers')
    // A leading zero or ten digits make it a national number.
    expect(valueOf('015123456789', 'DE').dial).toBe('+4915123456789')
    expect(valueOf('2025550123', 'US').dial).toBe('+12025550123')
  })
})

describe('refusals', () => {
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
    ['911', 'emergencyNumber'],
    ['1001', 'shortNumber'],
    ['tel:112', 'emergencyNumber'],
    ['SIP/112', 'emergencyNumber'],
    ['*43#', 'shortNumber'],
    ['sip:alice@example.com', 'sipEndpoint'],
    ['sips:+14155550123@example.com', 'sipEndpoint'],
    ['PJSIP/1001@trunk', 'sipEndpoint'],
    ['SIP/1001', 'sipEndpoint'],
  ])('%j: %s', (text, code) => expect(codeOf(text)).toBe(code))

  it('reports the extension, which cannot be dialed', () => {
    expect(readPhoneNumber('please call Jane at (415) 555-0123 ext. 5 tomorrow', false, 'US')).toMatchObject({
      failure: { issues: [{ path: ['phoneNumber'], code: 'phoneExtension', words: '5' }] },
    })
  })

  it('does not read a date or an amount as a national number', () => {
    expect(codeOf('2026-11-21', 'DE')).toBe('phoneNumber')
    expect(codeOf('21.11.2026 1.204,50', 'DE')).toBe('phoneNumber')
    expect(valueOf('20261121', 'DE').dial).toBe('+4920261121')
  })
})

describe('a number that is dialed as typed', () => {
  it.each([
    [' PJSIP/1001@trunk ', 'PJSIP/1001@trunk', 'sip'],
    ['sip:alice@example.com', 'sip:alice@example.com', 'sip'],
    ['alice@example.com', 'alice@example.com', 'sip'],
    ['1001', '1001', 'short'],
    ['*43#', '*43#', 'short'],
    ['4155550123', '4155550123', 'other'],
    ['(415)555-0123', '(415)555-0123', 'other'],
  ])('%j is dialed as %s: %s', (text, dial, kind) => {
    const read = readPhoneNumber(text, true)
    expect(read).toMatchObject({ value: { text, dial, display: dial, kind, validity: 'unvalidated' } })
  })

  it('is described as an E.164 number if it is exactly one', () => {
    expect(readPhoneNumber(us, true)).toMatchObject({ value: { dial: us, country: 'US', kind: 'telephone' } })
  })

  it('contains only printable characters', () => {
    for (const text of ['two words', 'a\u0000b', 'ü', 'x'.repeat(201)])
      expect(codeOf(text, null, true)).toBe('typedCharacters')
    expect(codeOf('  ', null, true)).toBe('required')
  })
})

const offered = (text: string, countries: readonly string[] = []): string[] =>
  suggestNumbers(text, countries).map(({ dial, assumed, extension, kind }) =>
    [dial, kind === 'telephone' ? '' : kind, assumed ?? '', extension === null ? '' : `ext ${extension}`]
      .filter(Boolean)
      .join(' '),
  )

describe('suggestNumbers', () => {
  it.each([
    ['+14155550123 or +44 20 7946 0018', [], ['+14155550123', '+442079460018']],
    ['+14155550123 and (415) 555-0123', ['US'], ['+14155550123']],
    ['+1 415 555 0170n+1 415 555 0177', [], ['+14155550170', '+14155550177']],
    ['+49 30 901820 (12), +44 20 7946 0018', [], ['+4930901820', '+442079460018']],
    ['please call Jane at (415) 555-0123 ext. 5 tomorrow', ['US'], ['+14155550123 country ext 5']],
    ['(415) 555-0123', ['GB', 'US'], ['+14155550123 country']],
    ['(415) 555-0123', ['DE', 'US'], ['+494155550123 country', '+14155550123 country']],
    ['+1 415 555 0123 x5', [], ['+14155550123 ext 5']],
    ['442079460018', [], ['+442079460018 plus']],
    ['44 20 7946 0018', [], ['+442079460018 plus']],
    ['442079460018', ['DE'], ['+49442079460018 country', '+442079460018 plus']],
    ['https://wa.me/442079460018', ['US'], []],
    ['order 442079460018 of 2026-11-21', [], ['+442079460018 plus']],
    ['+14155550123, 020 7946 0018', ['GB'], ['+14155550123', '+442079460018 country']],
    ['1001', ['US'], ['1001 short']],
    ['sip:alice@example.com', ['US'], ['sip:alice@example.com sip']],
    ['ask PJSIP/1001@trunk, please.', ['US'], ['PJSIP/1001@trunk sip']],
    ['(see sip:bob@example.com).', [], ['sip:bob@example.com sip']],
    ['alice@example.com', ['US'], []],
    ['nothing at all', ['US', 'DE'], []],
    ['due 2026-11-21, 1.204,50 €', ['DE'], []],
    ['(415) 555-0123', ['XX'], []],
  ])('%j with %j: %j', (text, countries, expected) => expect(offered(text, countries)).toEqual(expected))

  it('returns suggestions that are read as the same number', () => {
    const text = '+14155550123, 020 7946 0018 ext. 7, 4915123456789, PJSIP/1001'
    const readings = suggestNumbers(text, ['GB'])
    expect(readings).toHaveLength(4)
    for (const reading of readings) {
      const again = readPhoneNumber(reading.text, reading.kind !== 'telephone')
      expect(again).toMatchObject({ value: { dial: reading.dial, display: reading.display } })
    }
  })

  it('returns at most twenty numbers', () => {
    const many = Array.from({ length: 40 }, (_, at) => `+1415555${String(1000 + at)}`).join(', ')
    expect(suggestNumbers(many, [])).toHaveLength(20)
  })
})

it.each([
  ['+14155550123, +442079460018', null, '+1 415 555 0123, +44 20 7946 0018'],
  ['+1 415 555 0105n+14155550156', null, '+1 415 555 0105, +14155550156'],
  ['442079460018', 'DE', '+44 20 7946 0018, +49 4420 79460018'],
  [
    'A +1 415 555 0101, B +1 415 555 0102, C +1 415 555 0103, D +1 415 555 0104',
    null,
    '+1 415 555 0101, +1 415 555 0102, +1 415 555 0103',
  ],
])('names the numbers that it read in %j, at most three', (text, home, words) => {
  expect(readPhoneNumber(text, false, home)).toMatchObject({ failure: { issues: [{ code: 'severalNumbers', words }] } })
})

// Without the refusal, these dialed +49 2345678, +49 8123456 and +49 20261128.
it.each(['+49 30 901820 0171 2345678', '+49 30 1234567 8123456', '+49 30 901820 20261128'])(
  'refuses %j, whose last digits alone are a number of the home country',
  (text) => {
    expect(readPhoneNumber(text, false, 'DE')).toMatchObject({
      failure: { issues: [{ code: 'severalNumbers', words: containing(text) }] },
    })
  },
)

it.each([
  ['+49 30 1234567 / 030 12345678', null, '+49 30 1234567, 030 12345678'],
  ['+1 212 555 0100 / 212 555 01007', 'US', '+1 212 555 0100, 212 555 01007'],
  ['+1 212 555 0100 / 3 212 555 0100', 'US', '+1 212 555 0100, 3 212 555 0100'],
  ['+49 30 1234567 / 030 1234567 030 7654321', null, '+49 30 1234567, 030 1234567 030 7654321'],
  ['+1 415 555 0177, CA 94105-1234', 'US', '+1 415 555 0177, 94105-1234'],
  ['+1 415 555 0177 acct 1234567', null, '+1 415 555 0177, 1234567'],
  ['+1 415 555 0177 / 212 555 0142 212 555 0143', null, '+1 415 555 0177, 212 555 0142 212 555 0143'],
  // Its last digit is wrong for a card, so it may be two Norwegian numbers.
  ['+47 41 11 11 11, 4111 1111 1111 1112', null, '+47 41 11 11 11, 4111 1111 1111 1112'],
  ['+1 208 555 0177 / 0208 555 0177', null, '+1 208 555 0177, 0208 555 0177'],
  ['+34 612 34 56 78 / 0612345678', 'ES', '+34 612 34 56 78, 0612345678'],
])('refuses %j and names the digits that may be another number', (text, home, words) => {
  expect(readPhoneNumber(text, false, home)).toMatchObject({ failure: { issues: [{ code: 'severalNumbers', words }] } })
})

it.each([
  ['+49 (0)30 901820 (030 901820)', 'DE', de],
  ['+49 (0)30 901820 (24h)', 'DE', de],
  ['+49 (0)30 901820 (8-18 Uhr)', 'DE', de],
  ['030 901820 / 0049 30 901820', 'DE', de],
  ['+44 (0)7911 123456 (07911 123456)', 'GB', '+447911123456'],
  ['+44 7911 123456 / 0044 7911 123456', 'GB', '+447911123456'],
  ['+33 (0)6 12 34 56 78 (06 12 34 56 78)', 'FR', '+33612345678'],
  ['+55 11 91234-5678 / 011 91234-5678', 'BR', '+5511912345678'],
  ['+1 415 555 0177 / 011 1 415 555 0177', 'US', '+14155550177'],
])('reads %j, which repeats one number or adds hours', (text, home, dial) => {
  expect(valueOf(text, home).dial).toBe(dial)
})

it.each([
  '+49 30 901820 0171 2345678 (030 901820)',
  '+49 (0)30 901820 (030 901821)',
  '+49 30 9018203 (24h) 030 901820',
])('refuses %j, because only a part of its digits repeats the number', (text) =>
  expect(codeOf(text, 'DE')).toBe('severalNumbers'),
)

it.each(['card 4111 1111 1111 1111', 'IBAN DE89 3704 0044 0532 0130 00', 'GB82WEST12345698765432'])(
  'reads a number before %j',
  (other) => expect(valueOf(`+1 415 555 0177, ${other}`).dial).toBe('+14155550177'),
)

it.each(['+4930901820&+493011111111', 'PJSIP/1001&PJSIP/1002', '1001%261002'])(
  'refuses %s as typed, because the guards compare one number',
  (text) => {
    expect(readPhoneNumber(text, true)).toMatchObject({ failure: { issues: [{ code: 'severalNumbers' }] } })
  },
)

describe('emergency numbers', () => {
  it.each(['112', 'sip:911@carrier.example', 'PJSIP/110@trunk', '+49112', '9,999'])(
    '%s is not dialed as typed, and not suggested',
    (text) => {
      expect(readPhoneNumber(text, true)).toMatchObject({ failure: { issues: [{ code: 'emergencyNumber' }] } })
      expect(suggestNumbers(text, ['DE']).map(({ dial }) => dial)).not.toContain(text)
    },
  )

  it('are those of the given countries', () => {
    expect(readPhoneNumber('000', true, null, ['AU']).ok).toBe(false)
    expect(readPhoneNumber('000', true, null, ['DE']).ok).toBe(true)
    expect(suggestNumbers('000', ['AU'])).toEqual([])
    expect(suggestNumbers('000', ['DE'])).toHaveLength(1)
  })
})

describe('a number with a letter among its digits', () => {
  it.each([
    ['+49 30 23125 O33', null],
    ['+49 30 23125 l33', null],
    ['+49 30 23125O33', null],
    ['+49 30 23125-O33', null],
    ['+49 30 23125.l33', null],
    ['+49 30 23125/O33', null],
    ['+49 30 23125 (O33)', null],
    ['+49 30 23125 O 33', null],
    ['+49 30 23125 Z 33', null],
    ['+49 30 23125 OO', null],
    ['+49 30 23125 33 B44', null],
    ['+49 30 23125_33', null],
    ['+49 30 23125 \u041e33', null],
    ['+49 30 901820 2nd line', null],
    ['0049 30 23125 O33', null],
    ['+1 415 555 O133', null],
    ['030 23125 O33', 'DE'],
    ['O30 23125125', 'DE'],
    ['+49 3O 23125125', 'DE'],
    ['+49 30 23125 / +49 30 23125 O33', null],
  ])('is refused and not suggested: %j', (text, home) => {
    expect(['phoneNumber', 'phoneLetter']).toContain(codeOf(text, home))
    expect(suggestNumbers(text.replace(/^.* \/ /, ''), home === null ? [] : [home])).toEqual([])
  })

  it.each([
    '+1 415 555 0101 O’Brien',
    '(415) 555-2671 B',
    'Apt 3B 415 555 2671',
    '+49 30 23125 O33',
    '+49 30 23125[O]9',
  ])('is refused because of the letter: %j', (text) => expect(codeOf(text, 'US')).toBe('phoneLetter'))

  it.each(['+49 30 23125_33', '+49 30 2312!34', '+49 30 901820 [1]'])(
    'is not refused because of a letter if there is none: %j',
    (text) => expect(codeOf(text)).toBe('phoneNumber'),
  )

  it.each([
    '+49 30 901820 home',
    '+49 30 901820 (John, mobile)',
    'Bob +49 30 901820 Anna',
    'Line 2 B: +49 30 901820, 2nd floor',
    '+49 30 901820 - 24h',
    '+49 30 901820 o3@example.com',
    '+49 30 901820\n2nd floor',
  ])('is not a number with a label: %j', (text) => expect(valueOf(text).dial).toBe(de))

  it.each(['ext 33', 'ext. 33', 'x33', 'x 33', '#33', 'int. 33'])(
    'is not a number with an extension: %s',
    (extension) => expect(codeOf(`+49 30 901820 ${extension}`)).toBe('phoneExtension'),
  )

  it.each([
    ['1) 030 23125125', 'DE'],
    ['(1) 0171 2345678', 'DE'],
    ['#1 0171 2345678', 'DE'],
    ['Handy 1 0171 23456789', 'DE'],
    ['Handy 2 0171 2345678', 'DE'],
    ['2) 0171 2345678', 'DE'],
    ['Nr. 5 030 90182', 'DE'],
    ['Kunde 17 030 901820', 'DE'],
    ['Tel 1 0316 12345', 'AT'],
    ['A1 0664/1234567', 'AT'],
    ['44 (0)171 2345678', 'DE'],
    ['+O9 1512 3456789', 'DE'],
    ['0O49 1512 3456789', 'DE'],
    ['OO49 30 2312534', 'DE'],
    ['017O 1 2345678', 'DE'],
    ['+!9 30 901820', 'DE'],
    ['+49 30 2312!34', null],
    ['+49 30 23125|39', null],
    ['+49 30 23125[O]9', null],
    ['+49 30 2312+34', null],
    ['+49 30 901820 [1]', null],
    ['+49 30 2312:34', null],
    ['+49 30 2312@34', null],
    ['+49 30 2312 "34', null],
    ['+49 30 23125\u00bd9', null],
    ['+43 1 5885!8', 'AT'],
    ['(!1) 95000-0000', 'BR'],
    ['+49 30 90182@001', null],
    ['+49 30 901820\u00b9', null],
    ['+49 30 901820\u2081', null],
    ['+49 30 901820\u2460', null],
    ['+49 30 901820 \u00b9\u00b2', null],
    ['+43 1 58858 \u00b9', 'AT'],
    ['+39 06 698 83\u00b9', 'IT'],
    ['+49 30 901820\u202633', null],
    ['+49 30 901820\u2025 33', null],
    ['+49 30 901820...33', null],
    ['Phone 2 171 2345678', 'DE'],
    ['Phone #2 171 2345678', 'DE'],
    ['Phone 1 664 1234567', 'AT'],
    ['Tel. 3 30 901820', 'DE'],
  ])('or with a label or another sign next to its digits is refused and not suggested: %j', (text, home) => {
    expect(['phoneNumber', 'phoneLetter']).toContain(codeOf(text, home))
    expect(suggestNumbers(text, home === null ? [] : [home])).toEqual([])
  })

  it('that is a part of digits around a sign is not suggested', () => {
    expect(suggestNumbers('+49 30 0000!1680', ['DE'])).toEqual([])
  })

  it.each(['030 901820\u00b9', '030 901820 [1]', '\u2460 030 901820'])('or with a footnote is refused: %j', (text) => {
    expect(codeOf(text, 'DE')).toBe('nationalNumber')
    expect(suggestNumbers(text, ['DE'])).toEqual([])
  })

  it.each([
    ['Tel. 030 901820', de],
    ['Handy 2: 030 901820', de],
    ['2, 030 901820', de],
    ['2\t030 901820', de],
    ['2 | 030 901820', de],
    ['10115 Berlin 030 901820', de],
    ['49 (0)171 2345678', '+491712345678'],
    ['<a href="tel:030901820">030 901820</a>', de],
    ['<a href="tel:+4930901820">030 901820</a>', de],
    ['+49 30 901820 (room 12)', de],
    ['+49 30 901820 @ 5 pm', de],
    ['+49 30 901820 | 5', de],
    ['+49 30 901820; 12 Main St', de],
    ['171 0234567', '+491710234567'],
    ['+49 30 901820\u2026', de],
    ['\u2026 030 901820 ...', de],
    ['Tel. 30 901820', de],
  ])('is not %j', (text, dial) => expect(valueOf(text, 'DE').dial).toBe(dial))

  it.each([
    ['Call 1 800 555 0199', 'US', '+18005550199'],
    ['Home 1 (415) 555-2671', 'US', '+14155552671'],
    ['Tel. 01 23 45 67 89', 'FR', '+33123456789'],
    ['Tlf 22 01 02 03', 'NO', '+4722010203'],
    ['Tel. 06 6982 0000', 'IT', '+390669820000'],
    ['Тел. 8 495 123-45-67', 'RU', '+74951234567'],
    ['Tel. 1 588 58', 'AT', '+43158858'],
    ['Tel. 1 234 5678', 'HU', '+3612345678'],
  ])('is not %j in %s', (text, home, dial) => expect(valueOf(text, home).dial).toBe(dial))

  describe('never yields another number that can be dialed', () => {
    const countries: readonly CountryCode[] = ['DE', 'AT', 'US', 'GB', 'FR', 'IT', 'FI', 'BR', 'NO', 'IN']
    const starts = { DE: '30', AT: '1', US: '415', GB: '20', FR: '1', IT: '06', FI: '9', BR: '11', NO: '22', IN: '98' }
    const written = fc
      .tuple(fc.constantFrom(...countries), fc.stringMatching(/^\d{4,9}$/), fc.boolean(), fc.boolean())
      .map(([country, rest, isNational, isHome]) => {
        const number = parsePhoneNumberFromString(
          `${country === 'IT' || country === 'US' ? '' : '0'}${starts[country as keyof typeof starts]}${rest}`,
          { defaultCountry: country, extract: false },
        )
        const text = isNational ? number?.formatNational() : number?.formatInternational()
        const home = isNational || isHome ? country : null
        return { country, number, home, text: text ?? '', isNational }
      })
      .filter(({ number }) => number?.isValid() === true)
    const label = fc.constantFrom('', '1) ', 'Handy 1 ', 'Handy 2 ', 'Tel2 ', '#5 ', 'Tel. ')
    const replaceDigit = (text: string, position: number, sign: string, digits = /\d/g): string => {
      const places = [...text.matchAll(digits)].map(({ index }) => index)
      const at = places[position % places.length] ?? 0
      return `${text.slice(0, at)}${sign}${text.slice(at + 1)}`
    }
    const dialsOf = (text: string, home: CountryCode | null, country: CountryCode): (string | null)[] => {
      const read = readPhoneNumber(text, false, home)
      return [read.ok ? read.value.dial : null, ...suggestNumbers(text, [country]).map(({ dial }) => dial)]
    }

    it('with a letter', () => {
      const letters = fc.constantFrom('O', 'o', 'I', 'l', 'S', 'B')
      fc.assert(
        fc.property(written, label, fc.nat(), letters, ({ text, home, country }, before, position, letter) => {
          const mistyped = `${before}${replaceDigit(text, position, letter)}`
          expect([mistyped, ...dialsOf(mistyped, home, country)]).toEqual([mistyped, null])
        }),
        { numRuns: 500 },
      )
    })

    // A sign after the last digit may be punctuation, and digits around a colon may be a time.
    it('with another sign', () => {
      const signs = fc.constantFrom(...'!?*\'"=^&§<>·•°\\×÷%_@{}'.split(''))
      fc.assert(
        fc.property(written, label, fc.nat(), signs, ({ text, home, country, number }, before, position, sign) => {
          const mistyped = `${before}${replaceDigit(text, position, sign, /\d(?!$)/g)}`
          const others = dialsOf(mistyped, home, country).filter((dial) => dial !== null && dial !== number?.number)
          expect([mistyped, ...others]).toEqual([mistyped])
        }),
        { numRuns: 500 },
      )
    })

    it('with a footnote', () => {
      const notes = fc.constantFrom(
        ...Array.from('\u00b9\u00b2\u00b3\u2070\u2074\u2081\u2082\u2460\u2469\u2474\u2488\u00bd\u3358\u{1f101}'),
      )
      fc.assert(
        fc.property(written, notes, fc.boolean(), ({ text, home, country, number }, note, isApart) => {
          const noted = `${text}${isApart ? ' ' : ''}${note}`
          const others = dialsOf(noted, home, country).filter((dial) => dial !== null && dial !== number?.number)
          expect([noted, ...others]).toEqual([noted])
        }),
        { numRuns: 500 },
      )
    })

    it('after a label with a digit', () => {
      fc.assert(
        fc.property(written, label, ({ text, home, country, number }, before) => {
          const labeled = `${before}${text}`
          const others = dialsOf(labeled, home, country).filter((dial) => dial !== null && dial !== number?.number)
          expect([labeled, ...others]).toEqual([labeled])
        }),
        { numRuns: 500 },
      )
    })
  })
})
