import type { DatabaseSync } from 'node:sqlite'
import type { CalledAgent } from '../../contract/call-filter.ts'
import type { Search } from './search/search.ts'
import { SearchLost } from './search/search-door.ts'

/** So many of the newest calls are looked at themselves: what the search file does not know yet is among them. */
const lately = 2_000
/** Longer, nobody reads a list. */
const most = 200

const newest = `SELECT max(sequence) AS sequence FROM (SELECT sequence, agent_uuid FROM calls ORDER BY sequence DESC LIMIT ?)
  GROUP BY agent_uuid`

/** The places of the last calls by each agent that the search file knows; none where there is no file to be had. */
const lastCalls = (search: Search | null): number[] => {
  try {
    return search?.lastCallOfAgents() ?? []
  } catch (error) {
    if (!(error instanceof SearchLost)) throw error
    return []
  }
}

/** Tells which agents were called, without going through every call. */
export const createCalledAgents = (database: DatabaseSync, search: Search | null) => ({
  calledAgents(_input: Record<string, never>): CalledAgent[] {
    const found = database.prepare(newest).all(lately)
    const places = new Set([...lastCalls(search), ...found.map((row) => Number(row['sequence']))])
    const last = database
      .prepare(
        `SELECT agent_uuid, agent_name FROM calls
         WHERE sequence IN (SELECT value FROM json_each(?)) ORDER BY sequence DESC`,
      )
      .all(JSON.stringify([...places]))
    const agents = new Map<string, CalledAgent>()
    for (const { agent_uuid: uuid, agent_name: name } of last) {
      const agentUuid = String(uuid)
      if (!agents.has(agentUuid)) agents.set(agentUuid, { agentUuid, name: typeof name === 'string' ? name : null })
    }
    return [...agents.values()].slice(0, most)
  },
})
