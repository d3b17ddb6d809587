import type { DatabaseSync } from 'node:sqlite'
import { readHead } from './event-chain.ts'

/** One event as it stands in the chain: `salt` is null when a person was erased, and `outcome` is its exact text. */
export type ProofEvent = {
  sequence: number
  at: string
  state: string
  outcome: string
  salt: string | null
  digest: string
  previous: string
  hash: string
}

/** The events of a call as they stand in the chain, and where the chain ends. */
export type CallProof = { events: ProofEvent[]; head: { events: number; hash: string } }

/** Reads what proves that the events of a call are part of the history. */
export const createCallProof = (database: DatabaseSync) => ({
  callProof({ callId }: { callId: string }): CallProof {
    const rows = database.prepare('SELECT * FROM call_events WHERE call_id = ? ORDER BY sequence').all(callId)
    const { events, hash } = readHead(database)
    return {
      events: rows.map((row) => ({
        sequence: Number(row['sequence']),
        at: String(row['at']),
        state: String(row['state']),
        outcome: String(row['outcome']),
        salt: row['salt'] === null ? null : String(row['salt']),
        digest: String(row['digest']),
        previous: String(row['previous_hash']),
        hash: String(row['hash']),
      })),
      head: { events, hash },
    }
  },
})
