import { describe, expect, it } from 'vitest'
import { hasWords, readWords, searchTextOf } from '../../../../src/main/storage/search/search-text.ts'

const row = (change: Record<string, string | number | null> = {}) => ({
  number_key: '14155550101',
  phone_number_display: '+1 415 555 0101',
  workflow_run_id: 48213,
  outcome: '{"state":"accepted","workflowRunName":"WR-API-7823"}',
  agent_name: 'Délai',
  profile_name: 'Acme Billing',
  initial_context: '{"name":"Jane DOE","deep":[{"call_back":"+44 (0)20 7946-0018"},120.5,true,null]}',
  note: 'Asked for a letter',
  ...change,
})

it('contains the number, run, agent, profile, note and context values, one per line', () => {
  expect(searchTextOf(row()).split('\n')).toEqual([
    '14155550101',
    '48213',
    'wr-api-7823',
    'delai',
    'acme billing',
    'asked for a letter',
    'jane doe',
    '+44 (0)20 7946-0018',
    '120.5',
    '442079460018',
    '',
    '',
  ])
})

it('contains what remains of a purged number', () => {
  expect(searchTextOf(row({ number_key: '', phone_number_display: '…101' }))).toMatch(/^\.\.\.101\n/)
})

it('contains the note of a manual resolution', () => {
  const outcome = '{"state":"closedByOperator","note":"Rang Ana back"}'
  expect(searchTextOf(row({ outcome, workflow_run_id: null }))).toContain('rang ana back')
})

it('is limited in length and ends with a whole character', () => {
  const text = searchTextOf(row({ initial_context: JSON.stringify({ long: '😀'.repeat(9_000) }) }))
  expect(text.length).toBeLessThan(4_010)
  expect(text.isWellFormed()).toBe(true)
})

it('omits an unreadable context', () => {
  expect(searchTextOf(row({ initial_context: '{' }))).toContain('14155550101')
})

describe('a search', () => {
  it.each([
    ['', []],
    ['   ', []],
    ['Jane', [['jane']]],
    ['  jane   DOE ', [['jane'], ['doe']]],
    ['José', [['jose']]],
    ['Ｒｕｎ', [['run']]],
    ['tel:+14155550136', [['14155550136']]],
    ['Jane +14155550138;ext=5', [['jane'], ['14155550138']]],
    ['48213', [['48213']]],
    ['run 48213', [['48213']]],
    ['Run #48213', [['48213']]],
    ['#48213', [['48213']]],
    ['run48213', [['48213']]],
    ['Run: 48213', [['48213']]],
    ['run', [['run']]],
    ['run 48213 jane', [['run'], ['48213'], ['jane']]],
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
    ['1.5', [['1.5']]],
    ['0.05', [['0.05']]],
    ['415-5', [['415-5', '4155']]],
    ['415.5', [['415.5', '4155']]],
    ['415.55', [['415.55']]],
    ['1 (415', [['1 (415', '1415']]],
    ['+1 415', [['+1 415', '1415']]],
    ['+1 (', [['1']]],
    ['+1 (415)', [['+1 (415)', '1415']]],
    ['(415)', [['415']]],
    ['415-', [['415']]],
    ['415 -', [['415']]],
    ['+44 20', [['+44 20', '4420']]],
    ['+4420', [['4420']]],
    ['0044', [['44']]],
    ['0044 20 79', [['0044 20 79', '442079']]],
    ['0001', [['0001']]],
    ['jane +1 415', [['jane'], ['+1 415', '1415']]],
    ['7 5', [['7'], ['5']]],
    ['WR-API-7823', [['wr-api-7823']]],
    ['%', [['%']]],
    ['- -', [['-'], ['-']]],
  ])('%j becomes %j', (typed, words) => {
    expect(readWords(typed)).toEqual(words)
  })

  it('is limited to the first words', () => {
    expect(readWords(Array.from({ length: 40 }, (_, place) => `word${place}`).join(' '))).toHaveLength(12)
  })

  it('matches text with typographic quotes by plain ones, and the other way around', () => {
    const text = (note: string) => searchTextOf(row({ note }))
    expect(hasWords(text('Ms. O’Neil, “Ann”'), readWords(`O'Neil "Ann"`))).toBe(true)
    expect(hasWords(text(`Ms. O'Neil, "Ann"`), readWords('O’Neil “Ann”'))).toBe(true)
  })

  it('matches when every word occurs in one of its forms', () => {
    const text = 'jane doe\n14155550151\n\n'
    expect(hasWords(text, readWords('doe 415 555-0151'))).toBe(true)
    expect(hasWords(text, readWords('doe 415 555-0152'))).toBe(false)
  })
})
