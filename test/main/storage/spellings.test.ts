import { describe, expect, it } from 'vitest'
import { spellingsOf } from '../../../src/main/storage/spellings.ts'

describe('the spellings of a number', () => {
  const person = spellingsOf('+14155550101')

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
  ])('include %s', (text) => {
    expect(person.isIn(text)).toBe(true)
    expect(person.removeFrom(text).replace(/\D/g, '')).not.toContain('5550101')
  })

  it.each(['+14155550102', '91415555010', '24155550101', '41555501019', 'run 48213', '2026-11-21T09:15:00.000Z', ''])(
    'do not include %s',
    (text) => {
      expect(person.isIn(text)).toBe(false)
      expect(person.removeFrom(text)).toBe(text)
    },
  )

  it('know the zero that other countries write', () => {
    const other = spellingsOf('+442079460018')
    for (const text of ['020 7946 0018', '+44 (0)20 7946 0018', '0044 20 7946 0018', '2079460018'])
      expect(other.isIn(text)).toBe(true)
  })

  it('of something that is no number are that very text, whatever its case', () => {
    const endpoint = spellingsOf('sip:jane.doe@voice.example')
    expect(endpoint.removeFrom('to SIP:Jane.Doe@voice.example now')).toBe('to [erased] now')
    expect(endpoint.isIn('sip:janexdoe@voice.example')).toBe(false)
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
  ])('of %j do not include %j', (phoneNumber, text) => {
    const one = spellingsOf(phoneNumber)
    expect(one.isIn(text)).toBe(false)
    expect(one.removeFrom(text)).toBe(text)
    expect(one.isTheirs(text)).toBe(false)
  })

  it.each([
    ['+14155550101', '+14155550101'],
    ['+14155550101', '0014155550101'],
    ['+14155550101', '4155550101'],
    ['+442079460018', '02079460018'],
    ['10', '10'],
    ['sip:jane@x.example', 'SIP:Jane@x.example'],
  ])('of %j: a call to %j was theirs', (phoneNumber, other) => {
    expect(spellingsOf(phoneNumber).isTheirs(other)).toBe(true)
  })

  it.each([
    ['4155550101', '+14155550101'],
    ['+8613055550101', '+13055550101'],
    ['10', '+14155550110'],
    ['10', ''],
    ['+14155550101', ''],
  ])('of %j: a call to %j was somebody else’s', (phoneNumber, other) => {
    expect(spellingsOf(phoneNumber).isTheirs(other)).toBe(false)
  })

  it('take out two numbers in one line, and leave what stands between and around them', () => {
    expect(person.removeFrom('Ann +1 415 555 0101 / (415) 555-0101, order 555, 2026-11-21')).toBe(
      'Ann [erased] / ([erased], order 555, 2026-11-21',
    )
  })

  it.each(['-', ' ', '_', '(', '- '])('are looked for in one pass, however long a row of %j goes on', (sign) => {
    const text = `x${sign.repeat(40_000)}1${sign.repeat(40_000)}4`
    const start = performance.now()
    expect(person.isIn(text)).toBe(false)
    expect(performance.now() - start).toBeLessThan(250)
  })
})
