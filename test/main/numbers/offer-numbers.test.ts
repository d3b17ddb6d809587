import { describe, expect, it } from 'vitest'
import { offerNumbers } from '../../../src/main/numbers/offer-numbers.ts'
import { readPhoneNumber } from '../../../src/main/numbers/read-phone-number.ts'

const offered = (text: string, countries: readonly string[] = []): string[] =>
  offerNumbers(text, countries).map(({ dial, assumed, extension, kind }) =>
    [dial, kind === 'telephone' ? '' : kind, assumed ?? '', extension === null ? '' : `ext ${extension}`]
      .filter(Boolean)
      .join(' '),
  )

describe('what a text may mean', () => {
  it.each([
    ['+14155550123 or +44 20 7946 0018', [], ['+14155550123', '+442079460018']],
    ['+14155550123 and (415) 555-0123', ['US'], ['+14155550123']],
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

  it('is given back by reading what was offered', () => {
    const text = '+14155550123, 020 7946 0018 ext. 7, 4915123456789, PJSIP/1001'
    const readings = offerNumbers(text, ['GB'])
    expect(readings).toHaveLength(4)
    for (const reading of readings) {
      const again = readPhoneNumber(reading.text, reading.kind !== 'telephone')
      expect(again).toMatchObject({ value: { dial: reading.dial, display: reading.display } })
    }
  })

  it('is at most twenty numbers', () => {
    const many = Array.from({ length: 40 }, (_, at) => `+1415555${String(1000 + at)}`).join(', ')
    expect(offerNumbers(many, [])).toHaveLength(20)
  })
})
