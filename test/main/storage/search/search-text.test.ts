import { expect, it } from 'vitest'
import { searchTextOf } from '../../../../src/main/storage/search/search-text.ts'

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

it('is number, run, agent, profile, note and the values of the context, each in its line', () => {
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

it('keeps what is left of a number whose time is over', () => {
  expect(searchTextOf(row({ number_key: '', phone_number_display: '…101' }))).toMatch(/^\.\.\.101\n/)
})

it('has the words of a person who closed the call', () => {
  const outcome = '{"state":"closedByOperator","note":"Rang Ana back"}'
  expect(searchTextOf(row({ outcome, workflow_run_id: null }))).toContain('rang ana back')
})

it('has an end, and is whole letters there', () => {
  const text = searchTextOf(row({ initial_context: JSON.stringify({ long: '😀'.repeat(9_000) }) }))
  expect(text.length).toBeLessThan(4_010)
  expect(text.isWellFormed()).toBe(true)
})

it('does without a context that cannot be read', () => {
  expect(searchTextOf(row({ initial_context: '{' }))).toContain('14155550101')
})
