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
})
