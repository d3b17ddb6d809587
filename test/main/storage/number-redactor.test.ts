import { describe, expect, it } from 'vitest'
import { createNumberRedactor } from '../../../src/main/storage/number-redactor.ts'

describe('a number', () => {
  const person = createNumberRedactor('+14155550101')

  it.each([
    '+14155550101',
    '14155550101',
    '0014155550101',
    '4155550101',
    '+1 415 555 0101',
    '+1 (415) 555-0101',
    '(415) 555-0101',
    '415.555.0101',
    '415/555/0101',
    '+1‑415‑555‑0101',
    'tel:+1-415-555-0101;ext=2',
    'call Jane (415 555 0101) after six',
  ])('is found as %s', (text) => {
    expect(person.occursIn(text)).toBe(true)
    expect(person.redact(text).replace(/\D/g, '')).not.toContain('5550101')
  })

  it.each(['+14155550102', '91415555010', '24155550101', '41555501019', 'run 48213', '2026-11-21T09:15:00.000Z', ''])(
    'do not include %s',
    (text) => {
      expect(person.occursIn(text)).toBe(false)
      expect(person.redact(text)).toBe(text)
    },
  )

  it('is found with the trunk prefixes of other countries', () => {
    const other = createNumberRedactor('+442079460018')
    for (const text of ['020 7946 0018', '+44 (0)20 7946 0018', '0044 20 7946 0018', '2079460018'])
      expect(other.occursIn(text)).toBe(true)
  })

  it('matches as a word, ignoring case, if it is not numeric', () => {
    const endpoint = createNumberRedactor('sip:jane.doe@voice.example')
    expect(endpoint.redact('to SIP:Jane.Doe@voice.example now')).toBe('to [erased] now')
    expect(endpoint.occursIn('sip:janexdoe@voice.example')).toBe(false)
  })

  it.each([
    ['+8613055550101', '+1 305 555 0101'],
    ['+14155550101', '+4414155550101'],
    ['+14155550101', '0044 14155550101'],
    ['10', '+14155550110'],
    ['10', '{"repeatMinutes":10}'],
    ['10', '10 minutes'],
    ['12345', '123456'],
    ['bob', 'bobby'],
    ['sip:al@x.example', 'sip:al@x.example-two'],
  ])('%j is not found in %j', (phoneNumber, text) => {
    const one = createNumberRedactor(phoneNumber)
    expect(one.occursIn(text)).toBe(false)
    expect(one.redact(text)).toBe(text)
    expect(one.matchesNumber(text)).toBe(false)
  })

  it.each([
    ['+14155550101', '+14155550101'],
    ['+14155550101', '0014155550101'],
    ['+14155550101', '4155550101'],
    ['+442079460018', '02079460018'],
    ['10', '10'],
    ['sip:jane@x.example', 'SIP:Jane@x.example'],
  ])('%j matches a call to %j', (phoneNumber, other) => {
    expect(createNumberRedactor(phoneNumber).matchesNumber(other)).toBe(true)
  })

  it.each([
    ['4155550101', '+14155550101'],
    ['+8613055550101', '+13055550101'],
    ['10', '+14155550110'],
    ['10', ''],
    ['+14155550101', ''],
  ])('%j does not match a call to %j', (phoneNumber, other) => {
    expect(createNumberRedactor(phoneNumber).matchesNumber(other)).toBe(false)
  })

  it('is removed every time it occurs in a line, and the text around it stays', () => {
    expect(person.redact('Ann +1 415 555 0101 / (415) 555-0101, order 555, 2026-11-21')).toBe(
      'Ann [erased] / ([erased], order 555, 2026-11-21',
    )
  })

  it.each(['-', ' ', '_', '(', '- '])('is searched in linear time, however long a row of %j is', (sign) => {
    // A quadratic search would take minutes.
    const text = `x${sign.repeat(400_000)}1${sign.repeat(400_000)}4`
    expect(person.occursIn(text)).toBe(false)
  })
})
