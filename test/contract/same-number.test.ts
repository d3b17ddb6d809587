import { describe, expect, it } from 'vitest'
import { isSameNumber, numberKey, numberTail } from '../../src/contract/same-number.ts'

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
])('%j rings the telephone that was called', (spelling) => {
  it('both ways round, and is found by the same end', () => {
    expect(isSameNumber(called, spelling)).toBe(true)
    expect(isSameNumber(spelling, called)).toBe(true)
    expect(numberTail(spelling)).toBe(numberTail(called))
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
  ['sip:101@acme.example', '101'],
  ['PJSIP/1001@trunk', 'PJSIP/1002@trunk'],
  ['+14155550160', ''],
  ['+14155550160', 'hello'],
])('%j and %j are two', (one, other) => {
  expect(isSameNumber(one, other)).toBe(false)
  expect(isSameNumber(other, one)).toBe(false)
})

it.each([
  ['SIP:Alice@Acme.example', 'sip:alice@acme.example;transport=udp'],
  ['PJSIP/1001@trunk', 'pjsip/1001@trunk'],
  ['911', '911'],
  ['*67', '*67'],
])('%j and %j are one', (one, other) => {
  expect(isSameNumber(one, other)).toBe(true)
})

it('writes a number as its digits and an endpoint in small letters', () => {
  expect(numberKey('+1 (415) 555-0160 ext. 12')).toBe('14155550160')
  expect(numberKey('004930901820')).toBe('4930901820')
  expect(numberKey('PJSIP/1001@Trunk')).toBe('pjsip/1001@trunk')
  expect(numberTail('101')).toBe('101')
  expect(numberTail('')).toBe('')
})
