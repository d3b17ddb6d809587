import type { CallFilter } from '../../../contract/call-filter.ts'

/** One condition on the facts of a call, and the index by which its calls are found. */
export type Condition = { sql: string; values: readonly (string | number)[]; index: string }

const inList = (column: string, values: readonly string[], index: string): Condition[] =>
  values.length === 0
    ? []
    : [{ sql: `${column} IN (SELECT value FROM json_each(?))`, values: [JSON.stringify(values)], index }]

const labelled = (kind: 'agent' | 'profile', values: readonly string[]): Condition[] =>
  values.length === 0
    ? []
    : [
        {
          sql: `${kind} IN (SELECT label FROM labels WHERE kind = '${kind}' AND value IN (SELECT value FROM json_each(?)))`,
          values: [JSON.stringify(values)],
          index: `facts_by_${kind}`,
        },
      ]

/** The index of the days on which calls were prepared. */
export const dayIndex = 'facts_by_prepared'

const between = (from: string | null, until: string | null): Condition[] =>
  from === null && until === null
    ? []
    : [
        {
          sql: 'prepared >= ? AND prepared < ?',
          values: [from === null ? 0 : Date.parse(from), until === null ? Number.MAX_SAFE_INTEGER : Date.parse(until)],
          index: dayIndex,
        },
      ]

/** What a filter asks of `facts`, condition by condition. */
export const factConditions = ({ states, agentUuids, profileIds, practice, from, until }: CallFilter): Condition[] => [
  ...inList('state', states, 'facts_by_state'),
  ...labelled('agent', agentUuids),
  ...labelled('profile', profileIds),
  ...(practice === null ? [] : [{ sql: 'practice = ?', values: [practice ? 1 : 0], index: 'facts_by_practice' }]),
  ...between(from, until),
]
