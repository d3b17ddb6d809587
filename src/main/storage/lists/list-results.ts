import { setImmediate as pause } from 'node:timers/promises'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { DoNotCallProposal } from '../../../contract/list.ts'
import type { ZoneRows } from '../../../domain/lists/finish.ts'
import { parseLearned } from '../call-results.ts'
import type { Row } from '../call-rows.ts'
import { createDoNotCallFinder } from '../do-not-call.ts'
import { endOfRows, listNumberOf, rowIdOf, zonesOf } from './list-rows.ts'

/** Number of rows that are read before the thread handles other requests. */
const readAtOnce = 2_000

/** Maximum number of do-not-call proposals. */
const maxProposals = 1_000

/** The number of the newest calls that are searched for calls of an agent, and maximum number that are measured. */
const [searchedCalls, measuredCalls] = [2_000, 200]

/** Reads all rows of a list in chunks. The statement's parameters are two row IDs: after the first, before the second. */
async function* inChunks(next: StatementSync, list: number): AsyncGenerator<Row[]> {
  for (let last: number | null = rowIdOf(list, 0); last !== null;) {
    const rows: Row[] = next.all(last, endOfRows(list))
    yield rows
    last = rows.length < readAtOnce ? null : Number(rows.at(-1)?.['id'])
    await pause()
  }
}

/** What is known about the waiting rows of a list, to estimate when they will be finished. */
export type ListForecast = {
  practice: boolean
  groups: ZoneRows[]
  /** The median time from the start to the end of the agent's newest calls; null if it has none. */
  callMilliseconds: number | null
}

/** Reads what the calls of a list resulted in, and what is known about the calls to come. */
export const createListResults = (database: DatabaseSync) => {
  const { find: findDoNotCall } = createDoNotCallFinder(database)
  const numberOf = (listId: string): number => listNumberOf(database, listId) ?? 0

  const proposalOf = (row: Row, at: string): DoNotCallProposal[] => {
    const phoneNumber = row['phone_number']
    // An erased row has no number.
    if (row['proposed'] !== 1 || typeof phoneNumber !== 'string') return []
    const phoneNumberDisplay = String(row['phone_number_display'] || phoneNumber)
    const entry = findDoNotCall({ phoneNumber, practice: row['practice'] === 1, at })
    return [{ row: Number(row['row']), phoneNumber, phoneNumberDisplay, at: String(row['changed_at']), entry }]
  }

  const callMillisecondsOf = (agentUuid: string, practice: number): number | null => {
    const durations = database
      .prepare(
        `SELECT prepared_at, changed_at FROM calls
         WHERE sequence > (SELECT max(sequence) FROM calls) - ${searchedCalls} AND agent_uuid = ? AND practice = ?
           AND state = 'accepted' AND json_extract(outcome, '$.end') IS NOT NULL
         ORDER BY sequence DESC LIMIT ${measuredCalls}`,
      )
      .all(agentUuid, practice)
      .map((row) => Date.parse(String(row['changed_at'])) - Date.parse(String(row['prepared_at'])))
      .toSorted((one, other) => one - other)
    return durations[Math.floor(durations.length / 2)] ?? null
  }

  return {
    /**
     * Returns the rows whose call has the disposition `do_not_call`, which agents may write with other separators.
     * Numbers without an entry that holds at `at` (ISO 8601) come first.
     */
    async doNotCallProposals({ listId, at }: { listId: string; at: string }): Promise<DoNotCallProposal[]> {
      // In LIKE, an underscore stands for any character.
      const next = database.prepare(
        `SELECT id, row, list_rows.phone_number, list_rows.phone_number_display, practice, calls.changed_at,
           json_extract(outcome, '$.end.disposition') LIKE 'do_not_call' AS proposed
         FROM list_rows LEFT JOIN calls USING (call_id) WHERE id > ? AND id < ? ORDER BY id LIMIT ${readAtOnce}`,
      )
      const found: DoNotCallProposal[] = []
      for await (const rows of inChunks(next, numberOf(listId)))
        found.push(...rows.flatMap((row) => proposalOf(row, at)))
      const { open = [], listed = [] } = Object.groupBy(found, ({ entry }) => (entry === null ? 'open' : 'listed'))
      return [...open, ...listed].slice(0, maxProposals)
    },

    /** Returns the names of the variables that agents extracted in calls of a list, in the order of its rows. */
    async listLearnedNames({ listId }: { listId: string }): Promise<string[]> {
      const next = database.prepare(
        `SELECT id, learned FROM list_rows LEFT JOIN call_results USING (call_id)
         WHERE id > ? AND id < ? ORDER BY id LIMIT ${readAtOnce}`,
      )
      const names = new Set<string>()
      for await (const rows of inChunks(next, numberOf(listId)))
        for (const { learned } of rows)
          for (const { name } of learned === null ? [] : (parseLearned(learned)?.variables ?? [])) names.add(name)
      return [...names]
    },

    /** Returns what is known about the ready rows of a list; null if there is no such list or it has no agent. */
    async listForecast({ listId }: { listId: string }): Promise<ListForecast | null> {
      const list = database
        .prepare("SELECT list_number, practice, agent ->> 'agentUuid' AS agent FROM lists WHERE list_id = ?")
        .get(listId)
      if (list === undefined || list['agent'] === null) return null
      const next = database.prepare(
        `SELECT id, state, time_zones FROM list_rows WHERE id > ? AND id < ? ORDER BY id LIMIT ${readAtOnce}`,
      )
      const groups = new Map<string, ZoneRows>()
      for await (const rows of inChunks(next, Number(list['list_number'])))
        for (const row of rows) {
          if (row['state'] !== 'ready') continue
          const zones = zonesOf(row)
          const group = groups.get(zones.join(' ')) ?? { zones, rows: 0 }
          group.rows += 1
          groups.set(zones.join(' '), group)
        }
      return {
        practice: list['practice'] === 1,
        groups: [...groups.values()],
        callMilliseconds: callMillisecondsOf(String(list['agent']), Number(list['practice'])),
      }
    },
  }
}
