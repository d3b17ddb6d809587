import type { DatabaseSync } from 'node:sqlite'
import { type CallState, type Learned, learnedSchema } from '../../contract/call.ts'
import {
  type LearnedBrief,
  type LearnedFacet,
  learnedFacets as learnedKinds,
  learnedFacetSchema,
} from '../../contract/call-list.ts'
import { durationOf } from '../../domain/call-state.ts'
import { recordTextChange, type Row } from './call-rows.ts'
import { inTransaction } from './database.ts'
import { parseJson, valueAt } from '../../domain/json.ts'

/** Parses what an agent learned, as stored; null if it is damaged, because the call's record is valid without it. */
export const parseLearned = (text: unknown): Learned | null =>
  learnedSchema.safeParse(parseJson(String(text))).data ?? null

export const readLearned = (database: DatabaseSync, callId: string): Learned | null => {
  const row = database.prepare('SELECT learned FROM call_results WHERE call_id = ?').get(callId)
  return row === undefined ? null : parseLearned(row['learned'])
}

/** Returns the service's result for a call; null if there is none or the outcome is damaged. */
const dispositionIn = (outcome: unknown): string | null => {
  const disposition = valueAt(parseJson(String(outcome)), ['end', 'disposition'])
  return typeof disposition === 'string' ? disposition : null
}

/** Returns what a call can be filtered by. `row` is a row of `calls` with what the agent `learned`. */
export const facetsOf = (row: Row): LearnedFacet[] => {
  const learned = typeof row['learned'] === 'string' ? parseLearned(row['learned']) : null
  const result = dispositionIn(row['outcome'])
  const all: LearnedFacet[] = [
    ...(result === null ? [] : [{ kind: 'result' as const, value: result }]),
    ...(learned?.tags ?? []).map((value) => ({ kind: 'tag' as const, value })),
    ...(learned?.variables ?? []).map(({ name: value }) => ({ kind: 'variable' as const, value })),
  ]
  return all.filter((facet) => learnedFacetSchema.safeParse(facet).success)
}

/**
 * Returns what a call can be filtered by: its duration in seconds, and its cost in credits. Both are rounded as they are
 * shown, so that a call matches the value that the user reads. `learned` is the stored text; null if there is none.
 */
export const amountsOf = (outcome: CallState, learned: unknown): Record<'duration' | 'credits', number | null> => {
  const duration = durationOf(outcome)
  const credits = learned === null ? null : (parseLearned(learned)?.credits ?? null)
  return {
    duration: duration === null ? null : Math.round(duration),
    credits: credits === null ? null : Math.round(credits * 1_000) / 1_000,
  }
}

/**
 * The number of newest calls that are read for the filter, and maximum number of values of each kind that it offers.
 */
const [newestRead, maxFacets] = [2_000, 20]

/** Counts equal values, the most frequent first. */
const mostFrequent = (facets: readonly LearnedFacet[]): LearnedFacet[] =>
  [...Map.groupBy(facets, ({ value }) => value).values()]
    .toSorted((one, other) => other.length - one.length)
    .slice(0, maxFacets)
    .flatMap(([facet]) => facet ?? [])

/**
 * Maximum number of a call's tags and variables in a list, and length of a value in characters: what fits into a cell.
 */
const [maxBrief, maxBriefLength] = [4, 60]

const briefOf = ({ tags, variables, credits }: Learned): LearnedBrief => ({
  credits,
  tags: tags.slice(0, maxBrief),
  variables: variables
    .slice(0, maxBrief)
    .map(({ name, value }) => ({ name, value: value.slice(0, maxBriefLength).toWellFormed() })),
})

/** Returns what the agents learned in calls, in short, by call ID. */
export const learnedIn = (rows: readonly Row[]): Record<string, LearnedBrief> =>
  Object.fromEntries(
    rows.flatMap((row) => {
      const learned = row['learned'] === null ? null : parseLearned(row['learned'])
      return learned === null ? [] : [[String(row['call_id']), briefOf(learned)]]
    }),
  )

/** What the agents learned in calls. */
export const createCallResults = (database: DatabaseSync) => ({
  /** Returns what the agents learned in the newest calls, by kind, the most frequent first. */
  learnedFacets(_input: Record<string, never>): LearnedFacet[] {
    const rows = database
      .prepare(
        `SELECT outcome, learned FROM calls LEFT JOIN call_results USING (call_id)
         WHERE sequence > (SELECT max(sequence) FROM calls) - ${newestRead} AND state = 'accepted'`,
      )
      .all()
    const found = rows.flatMap(facetsOf)
    return learnedKinds.flatMap((kind) => mostFrequent(found.filter((facet) => facet.kind === kind)))
  },

  /** Saves what the agent learned in a call; returns false if nothing changed or if there is no such call. */
  saveLearned({ callId, learned }: { callId: string; learned: Learned }): boolean {
    return inTransaction(database, () => {
      const call = database
        .prepare(
          'SELECT sequence, learned FROM calls LEFT JOIN call_results USING (call_id) WHERE call_id = ? AND purged_at IS NULL',
        )
        .get(callId)
      const text = JSON.stringify(learned)
      if (call === undefined || call['learned'] === text) return false
      database
        .prepare(
          `INSERT INTO call_results (call_id, learned) VALUES (?, ?)
           ON CONFLICT (call_id) DO UPDATE SET learned = excluded.learned`,
        )
        .run(callId, text)
      recordTextChange(database, Number(call['sequence']))
      return true
    })
  },
})
