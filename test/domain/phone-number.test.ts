import { describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { hasSeveralTargets } from '../../src/domain/dial-string.ts'
import { completeKey, isSameNumber, isShortNumber, numberKey, numberTail } from '../../src/domain/phone-number.ts'

const called = '+14155550160'

describe.each([
  '+14155550160',
  '14155550160',
  '0014155550160',
  '+1 (415) 555-0160',
  '+1/415/555/0160',
  '+1.415.555.0160',
  ' +14155550160',
  '\t+14155550160',
  '+1 415 555 0160',
  '+1–415–555–0160',
  '+１４１５５５５０１６０',
  '+١٤١٥٥٥٥٠١٦٠',
  'tel:+14155550160',
  'TEL:+1-415-555-0160',
  'sip:+14155550160@carrier.example',
  'sip:14155550160@carrier.example;transport=tcp',
  '+14155550160,,1',
  '+14155550160;ext=1',
  '+14155550160x12',
  '4155550160',
  '(415) 555-0160',
  '04155550160',
  '5550160',
  'sip:14155550160:secret@carrier.example',
  'sip:%2B1%34155550160@carrier.example',
  'sip:%252B14155550160@carrier.example',
  'sip:+1-415-555-0160;phone-context=example.com@carrier.example;user=phone?subject=a',
  'tel:555-0160;phone-context=+1-415',
  '<sip:+14155550160@carrier.example>',
  '"Jane Doe \\"7\\" <x>" <sip:4155550160@carrier.example>;tag=1',
  'Jane <tel:+14155550160>',
  'PJSIP/+14155550160@trunk',
  'PJSIP/trunk/sip:4155550160@10.0.0.1:5060',
  'SIP/14155550160',
  'SIP/trunk/14155550160',
  'SIP/4155550160:secret:md5:name@10.0.0.1:5060',
  'IAX2/user:secret@10.0.0.1/14155550160@context',
  'DAHDI/g1/94155550160',
  'Local/4155550160@from-internal/n',
  '*674155550160',
  '*67,4155550160',
  '*67+14155550160',
  '*82*674155550160',
  '#31#+14155550160',
  '*31#4155550160',
  '9,4155550160',
  '9w14155550160',
  '94155550160',
  '9,,1-415-555-0160',
  '9,011,14155550160',
  '9*674155550160',
  '01114155550160',
  '9,415,555,0160',
  '1415555\u200b0160',
  '4155550160 ext. 7',
  '+14155550160#5',
  '+14155550160*5',
  '+14155550160T5',
  '+14155550160t5',
  '+14155550160a5',
  '+14155550160!5',
  '+14155550160|5',
  '+14155550160^5',
  '+14155550160=5',
  '+14155550160_5',
  '+14155550160%235',
  '4155550160#5',
  '*674155550160#5',
  'PJSIP/+14155550160#5@trunk',
  'sip:+14155550160#5@h',
  'SIP/+14155550160!5',
  '+14155550160&+493011111111',
  'PJSIP/1001&PJSIP/+14155550160@trunk',
  'whatsapp:+14155550160',
  'whatsapp:14155550160@carrier.example',
  'client:4155550160',
  'sms:+1-415-555-0160',
  'facetime://+14155550160',
  'any-scheme.2:tel:+14155550160',
  '+1 (0) 415 555 0160',
  '+1_415_555_0160',
  '9|+14155550160',
  '+1415*5550160',
  '+1415#5550160',
  '+14=155550160',
  '+1_415_555_0160!x',
])('%j rings the telephone that was called', (format) => {
  it('in either order, and has the same search key', () => {
    expect(isSameNumber(called, format)).toBe(true)
    expect(isSameNumber(format, called)).toBe(true)
    expect(numberTail(format)).toBe(numberTail(called))
  })
})

it.each([
  ['+14155550160', '+14155550161'],
  ['+14155550160', '+4414155550160'],
  ['+8613055550101', '+13055550101'],
  ['+14155550110', '10'],
  ['0110', '110'],
  ['110', '+14155550110'],
  ['sip:alice@acme.example', 'sip:bob@acme.example'],
  ['sip:alice@acme.example', 'sip:alice@other.example'],
  ['PJSIP/1001@trunk', 'PJSIP/1002@trunk'],
  ['+14155550160', '2125550160'],
  ['+14155550160', '2155550160'],
  ['+14155550160', '9,2155550160'],
  ['4155550160', '*672155550160'],
  ['9155550160', '8155550160'],
  ['+14155550160', 'sip:2125550160:4155550160@carrier.example'],
  ['+14155550160', 'sip:alice@4155550160.example'],
  ['+493090182000', 'PJSIP/30901821@trunk'],
  ['1001', '9,1002'],
  ['+14155550160', ''],
  ['+14155550160', 'hello'],
])('%j and %j are two numbers', (one, other) => {
  expect(isSameNumber(one, other)).toBe(false)
  expect(isSameNumber(other, one)).toBe(false)
})

it.each([
  ['SIP:Alice@Acme.example', 'sip:alice@acme.example;transport=udp'],
  ['PJSIP/1001@trunk', 'pjsip/1001@trunk'],
  ['PJSIP/1001@trunk', 'SIP/trunk/1001'],
  ['PJSIP/1001@trunk', '1001'],
  ['PJSIP/1001', '9,1001'],
  ['"Desk" <sip:alice@acme.example:5060>', 'sip:alice:secret@acme.example'],
  ['+18003569377', '1-800-flowers'],
  ['911', '911'],
  ['*67', '*67'],
  ['sip:101@acme.example', '101'],
  ['PJSIP/1001#5@trunk', '1001'],
  ['1001!5', 'sip:9,1001@acme.example'],
  ['client:alice', 'alice'],
  ['+49(0)301234', '+49301234'],
  ['Call +49 30 901820', '+4930901820'],
  ['user=+4930901820', '+4930901820'],
])('%j and %j are one number', (one, other) => {
  expect(isSameNumber(one, other)).toBe(true)
})

it.each([
  ['1001', true],
  ['9,1001', true],
  ['*100', true],
  ['tel:22-044', true],
  ['+14155550160', false],
  ['5550160', false],
  ['PJSIP/1001@trunk', false],
  ['sip:alice@carrier.example', false],
])('%j is a short number: %s', (text, isShort) => {
  expect(isShortNumber(text)).toBe(isShort)
})

/** A phone number without a prefix, once with the country code and once as people in that country dial it. */
const telephones = fc
  .record({
    country: fc.constantFrom('1', '7', '44', '49', '33', '91', '354', '971'),
    area: fc.integer({ min: 200, max: 999 }),
    line: fc.integer({ min: 1_000_000, max: 9_999_999 }),
  })
  .map(({ country, area, line }) => ({ whole: `${country}${area}${line}`, national: `${area}${line}` }))

const spacings = fc.constantFrom(
  (digits: string) => digits,
  (digits: string) => digits.replace(/(\d{3})(\d{4})$/, '-$1-$2'),
  (digits: string) => digits.replace(/(\d{3})(\d{4})$/, '.$1.$2'),
  (digits: string) => digits.replace(/(\d{3})(\d{3})(\d{4})$/, '($1)$2-$3'),
)
const accesses = fc.constantFrom('', '*67', '*82', '*31#', '#31#', '9,', '9', '0,', '*67,', '9,*67', '9w')
const codings = fc.constantFrom(
  (user: string) => user,
  (user: string) => user.replaceAll('+', '%2B').replaceAll(',', '%2c').replaceAll('#', '%23'),
  (user: string) => user.replaceAll(/./g, (one) => `%${one.charCodeAt(0).toString(16)}`),
)
const wrappings = fc.constantFrom(
  (user: string) => user,
  (user: string) => `tel:${user}`,
  (user: string) => `sip:${user}@carrier.example`,
  (user: string) => `SIPS:${user}:secret@carrier.example:5061;transport=tls`,
  (user: string) => `"Doe, Jane" <sip:${user}@carrier.example>`,
  (user: string) => `<sip:${user};user=phone@carrier.example?x=1>`,
  (user: string) => `PJSIP/${user}@trunk`,
  (user: string) => `SIP/trunk/${user}`,
)
const suffixes = fc.constantFrom('', ',,1', 'x12', ';ext=12', '#5', '*5', 'T5', '!5', '_5')

const formatsOf = ({ whole, national }: { whole: string; national: string }) =>
  fc
    .record({
      access: accesses,
      form: fc.constantFrom(`+${whole}`, `00${whole}`, whole, `0${national}`, national),
      space: spacings,
      code: codings,
      wrap: wrappings,
      tail: suffixes,
    })
    .map(({ access, form, space, code, wrap, tail }) => wrap(code(access + space(form) + tail)))

const writtenTelephones = telephones.chain((telephone) =>
  fc.record({ telephone: fc.constant(telephone), one: formatsOf(telephone), other: formatsOf(telephone) }),
)

it('recognizes one phone number in every pair of formats', () => {
  fc.assert(
    fc.property(writtenTelephones, ({ one, other }) => {
      expect(isSameNumber(one, other)).toBe(true)
      expect(numberTail(one)).toBe(numberTail(other))
    }),
    { numRuns: 5_000 },
  )
})

/** Short texts of the characters that matter in a number, and what people change in one. */
const texts = fc
  .array(fc.constantFrom('0', '1', '4', '9', '8', '2', '011', '49', '298', '+', '*', '#', ',', 'x', '&', '(0)', '_'), {
    maxLength: 11,
  })
  .map((parts) => parts.join(''))
const changes = fc.constantFrom(
  (text: string) => text,
  (text: string) => `+${text}`,
  (text: string) => text.replace('+', ''),
  (text: string) => text.replace('+', '00'),
  (text: string) => text.replace(/^\+(\d\d)/, '+$10'),
  (text: string) => text.replace(/^\+(\d{3})/, '+$100'),
  (text: string) => text.replace(/^\+?\d\d/, ''),
  (text: string) => `9,${text}`,
  (text: string) => `0${text}`,
  (text: string) => `*67${text}`,
  (text: string) => `${text}#5`,
  (text: string) => `sip:${text}@carrier.example`,
  (text: string) => `PJSIP/${text}@trunk`,
  (text: string) => `PJSIP/${text}&PJSIP/1001`,
)

/** Ordinary numbers, and separators that phone systems treat differently. */
const divisions = fc.record({
  digits: fc.oneof(
    telephones.map(({ whole }) => whole),
    fc.integer({ min: 491_000_000, max: 499_999_999 }).map(String),
  ),
  at: fc.nat(14),
  separator: fc.constantFrom('!', '|', '^', '=', '_', '~', '*', '#'),
  wrap: wrappings,
})

it('equals its number, or can’t be called, with a separator at any position', () => {
  fc.assert(
    fc.property(divisions, ({ digits, at, separator, wrap }) => {
      const number = `+${digits}`
      const text = wrap(number.slice(0, at) + separator + number.slice(at))
      expect(isSameNumber(text, number) || hasSeveralTargets(text)).toBe(true)
    }),
    { numRuns: 5_000 },
  )
})

it.each(['+1415555_0160', '+141555501#60', '+1415555016*0', '+14155550160!5', '1001#5551234567', '+49301_2345'])(
  '%s can’t be called, because it may be two numbers',
  (text) => expect(hasSeveralTargets(text)).toBe(true),
)

it.each(['1001!5', '9*674155550160', '*31#4155550160', '+14155550160,,123456#7890', 'PJSIP/agent_1234567@trunk'])(
  '%s is one number',
  (text) => expect(hasSeveralTargets(text)).toBe(false),
)

it('has equal complete keys exactly for one number', () => {
  const written = fc
    .tuple(texts, fc.array(changes, { maxLength: 3 }))
    .map(([text, some]) => some.reduce((changed, change) => change(changed), text))
  fc.assert(
    fc.property(written, written, fc.array(changes, { maxLength: 3 }), fc.boolean(), (one, another, more, isOther) => {
      const other = isOther ? another : more.reduce((changed, change) => change(changed), one)
      const [key, otherKey] = [completeKey(one), completeKey(other)]
      fc.pre(key !== null && otherKey !== null)
      expect(isSameNumber(one, other)).toBe(key === otherKey)
    }),
    { numRuns: 5_000 },
  )
})

it('has one index key for every two texts that may be one number', () => {
  fc.assert(
    fc.property(texts, fc.array(changes, { maxLength: 3 }), fc.array(changes, { maxLength: 3 }), (text, some, more) => {
      const one = some.reduce((changed, change) => change(changed), text)
      const other = more.reduce((changed, change) => change(changed), text)
      fc.pre(isSameNumber(one, other))
      expect(numberTail(one)).toBe(numberTail(other))
      expect(isSameNumber(other, one)).toBe(true)
    }),
    { numRuns: 10_000, examples: [['+2980123456', [], [() => '+298123456']]] },
  )
})

it('distinguishes numbers whose last seven digits differ, in every format', () => {
  fc.assert(
    fc.property(writtenTelephones, writtenTelephones, (first, second) => {
      fc.pre(first.telephone.national.slice(-7) !== second.telephone.national.slice(-7))
      expect(isSameNumber(first.one, second.other)).toBe(false)
    }),
    { numRuns: 2_000 },
  )
})

it('distinguishes the area codes and countries of two complete numbers', () => {
  fc.assert(
    fc.property(telephones, telephones, wrappings, codings, (first, second, wrap, code) => {
      fc.pre(first.whole !== second.whole)
      expect(isSameNumber(wrap(code(`+${first.whole}`)), `+${second.whole}`)).toBe(false)
    }),
    { numRuns: 2_000 },
  )
})

it('reduces a number to its digits, and an endpoint to lowercase', () => {
  expect(numberKey('+1 (415) 555-0160 ext. 12')).toBe('14155550160')
  expect(numberKey('004930901820')).toBe('4930901820')
  expect(numberKey('PJSIP/1001@Trunk')).toBe('pjsip/1001@trunk')
  expect(numberTail('101')).toBe('101')
  expect(numberTail('')).toBe('')
})
