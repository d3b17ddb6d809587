import type { Row } from '../call-row.ts'
import { digitsOf, spelledNumbers } from './digits.ts'
import { fold } from './fold.ts'

/** How much of one call can be searched, in characters: a context may be as long as a book. */
const longest = 4_000

/** Two line ends stand at the end, so that every two signs of a text begin some three signs of it. */
const end = '\n\n'

const parse = (text: unknown): unknown => {
  try {
    return JSON.parse(String(text))
  } catch {
    // A damaged row is found out where it is read; here its other words can still be found.
    return null
  }
}

/** Every text and number in a JSON value, without the names. */
const leavesOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value]
  if (typeof value === 'number') return [String(value)]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leavesOf) : []
}

const textIn = (value: unknown, name: string): string => {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
  return typeof found === 'string' ? found : ''
}

/** The number as it is dialled, and as it is shown where that says something else (a number whose time is over). */
const numbersOf = (row: Row): string[] => {
  const [key, shown] = [String(row['number_key']), String(row['phone_number_display'])]
  return digitsOf(shown) === key ? [key] : [key, shown]
}

/**
 * What a search looks through for one call, in one text of lines: number, run id and name, agent, profile, the values of
 * the context, and the notes. Numbers stand there as digits alone, too. `row` is a row of `calls` with its `note`.
 */
export const searchTextOf = (row: Row): string => {
  const outcome = parse(row['outcome'])
  const shown = [
    ...numbersOf(row),
    row['workflow_run_id'] ?? '',
    textIn(outcome, 'workflowRunName'),
    row['agent_name'] ?? '',
    row['profile_name'] ?? '',
    row['note'] ?? '',
    textIn(outcome, 'note'),
    ...leavesOf(parse(row['initial_context'])),
  ]
  const lines = shown.map((text) => fold(String(text).slice(0, longest)))
  const all = new Set([...lines, ...lines.flatMap(spelledNumbers)])
  all.delete('')
  return [...all].join('\n').slice(0, longest).toWellFormed() + end
}
