import { describe, expect, it } from 'vitest'
import { hasWords, readWords } from '../../../../src/main/storage/search/read-words.ts'

describe('what is typed into the search', () => {
  it.each([
    ['', []],
    ['   ', []],
    ['Jane', [['jane']]],
    ['  jane   DOE ', [['jane'], ['doe']]],
    ['José', [['jose']]],
    ['Ｒｕｎ', [['run']]],
    ['48213', [['48213']]],
    ['415-555-0151', [['415-555-0151', '4155550151']]],
    ['+1 (415) 555-0151', [['+1 (415) 555-0151', '14155550151']]],
    ['+14155550151', [['14155550151']]],
    ['415 555 0151', [['415 555 0151', '4155550151']]],
    ['415 - 555 - 0151', [['415 - 555 - 0151', '4155550151']]],
    ['415‑555–0151', [['415-555-0151', '4155550151']]],
    ['+44 (0)20 7946 0018', [['+44 (0)20 7946 0018', '442079460018']]],
    ['0044 20 7946 0018', [['0044 20 7946 0018', '442079460018']]],
    ['020 7946 0018', [['020 7946 0018', '2079460018']]],
    ['0151', [['0151']]],
    ['jane 0151', [['jane'], ['0151']]],
    ['415 jane 555', [['415'], ['jane'], ['555']]],
    ['7 may', [['7'], ['may']]],
    ['120.50', [['120.50']]],
    ['7 5', [['7'], ['5']]],
    ['WR-API-7823', [['wr-api-7823']]],
    ['%', [['%']]],
    ['- -', [['-'], ['-']]],
  ])('%j asks for %j', (typed, words) => {
    expect(readWords(typed)).toEqual(words)
  })

  it('has an end: the first words say enough', () => {
    expect(readWords(Array.from({ length: 40 }, (_, place) => `word${place}`).join(' '))).toHaveLength(12)
  })

  it('is found when every word is there in one of its spellings', () => {
    const text = 'jane doe\n14155550151\n\n'
    expect(hasWords(text, readWords('doe 415 555-0151'))).toBe(true)
    expect(hasWords(text, readWords('doe 415 555-0152'))).toBe(false)
  })
})
