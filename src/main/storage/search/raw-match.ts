import type { CallFilter } from '../../../contract/call-filter.ts'
import type { Row } from '../call-row.ts'
import type { Question } from './find-entries.ts'
import { hasWords } from './read-words.ts'
import { searchTextOf } from './search-text.ts'

const isAmong = (values: readonly string[], value: unknown): boolean =>
  values.length === 0 || values.includes(String(value))

const isBetween = (at: number, { from, until }: CallFilter): boolean =>
  (from === null || at >= Date.parse(from)) && (until === null || at < Date.parse(until))

const passes = (row: Row, filter: CallFilter): boolean =>
  isAmong(filter.states, row['state']) &&
  isAmong(filter.agentUuids, row['agent_uuid']) &&
  isAmong(filter.profileIds, row['profile_id']) &&
  (filter.practice === null || row['practice'] === (filter.practice ? 1 : 0)) &&
  isBetween(Date.parse(String(row['prepared_at'])), filter)

/** The UUID of an agent alone means its calls; it stands in no text. */
const isAgent = (row: Row, [word, ...others]: Question['words']): boolean =>
  others.length === 0 && word?.includes(String(row['agent_uuid'])) === true

/** Whether a call is what a question asks for, told from its row alone: for calls that the search file does not know yet. */
export const matchesRow = (row: Row, { words, filter }: Question): boolean =>
  passes(row, filter) && (words.length === 0 || isAgent(row, words) || hasWords(searchTextOf(row), words))
