import { getCountries, getCountryCallingCode } from 'libphonenumber-js/max'
import { describe, expect, it } from 'vitest'
import { phoneCountries } from '../../../src/contract/phone-number.ts'
import { findCountries } from '../../../src/renderer/lib/countries.ts'

const keysOf = (text: string): string[] => findCountries(text).countries.map(({ key }) => key)
const clearOf = (text: string): string | null => findCountries(text).clear

describe('a country', () => {
  it.each([
    ['US', ['US', 'us', 'U.S.', 'usa', 'U.S.A.', 'America', 'united states', 'United States of America']],
    ['GB', ['GB', 'uk', 'U.K.', 'United Kingdom', 'Great Britain', 'britain', 'england']],
    ['AE', ['uae', 'AE', 'united arab']],
    ['DE', ['germany', 'germ', '+49', '49', ' + 49 ']],
    ['TR', ['turkey', 'turkiye']],
    ['CI', ['ivory coast', 'cote d’ivoire']],
    ['LC', ['st. lucia']],
    ['NE', ['niger']],
    ['IE', ['ireland']],
  ])('%s is found first and is clear for each of its names and codes', (key, texts) => {
    for (const text of texts) expect([text, keysOf(text)[0], clearOf(text)]).toEqual([text, key, key])
  })

  it('is not clear if the text may mean several, and all of them are found', () => {
    expect(keysOf('united')).toEqual(['AE', 'GB', 'US'])
    expect(keysOf('+1').slice(0, 2)).toEqual(['US', 'AG'])
    expect(keysOf('1')).toContain('CA')
    expect(keysOf('+44')).toEqual(['GB', 'GG', 'IM', 'JE'])
    for (const text of ['united', '+1', '1', '+44', 'korea', 'a', ''])
      expect([text, clearOf(text)]).toEqual([text, null])
  })

  it('is not found in the middle of a word', () => {
    expect(keysOf('us')).toEqual(['US', 'VI'])
    expect(keysOf('samoa')).toEqual(['WS', 'AS'])
    expect(keysOf('zzz')).toEqual([])
    expect(keysOf('+999')).toEqual([])
  })

  it('is found by its calling code, without a text all are', () => {
    expect(keysOf('').toSorted()).toEqual(phoneCountries.toSorted())
    const offered = getCountries().filter((country) => phoneCountries.includes(country))
    for (const country of offered) expect(keysOf(`+${getCountryCallingCode(country)}`)).toContain(country)
    expect(offered.length).toBe(phoneCountries.length)
  })
})
