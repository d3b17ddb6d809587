import type { DatabaseSync } from 'node:sqlite'
import { type InitialContext, initialContextSchema } from '../../contract/initial-context.ts'
import { readJson } from './call-row.ts'

/** What one call carried, and when it was prepared. */
export type SentContext = { preparedAt: string; context: InitialContext }

/** How far back it is looked: far enough for weeks of one desk, and a few milliseconds in a history of any length. */
const newest = 5_000

/** Reads what the last calls to one agent carried. */
export const createSentContexts = (database: DatabaseSync) => ({
  /** Newest first, among the newest 5,000 calls of this history; those whose context was erased are left out. */
  sentContexts({
    profileId,
    agentUuid,
    limit,
  }: {
    profileId: string
    agentUuid: string
    limit: number
  }): SentContext[] {
    return database
      .prepare(
        `SELECT prepared_at, initial_context FROM calls
         WHERE sequence > (SELECT max(sequence) FROM calls) - ${newest}
           AND profile_id = ? AND agent_uuid = ? AND purged_at IS NULL
         ORDER BY sequence DESC LIMIT ?`,
      )
      .all(profileId, agentUuid, limit)
      .map((row) => ({
        preparedAt: String(row['prepared_at']),
        context: initialContextSchema.parse(readJson(row['initial_context'])),
      }))
  },
})
