import type { DatabaseSync } from 'node:sqlite'
import type { Row } from '../call-row.ts'
import { searchTextOf } from './search-text.ts'

type Kind = 'agent' | 'profile'

/** Small numbers for agents and profiles: millions of entries name them. */
const createLabels = (search: DatabaseSync) => {
  const known = new Map<string, number>()
  const read = (kind: Kind, value: string): number => {
    search.prepare('INSERT INTO labels (kind, value) VALUES (?, ?) ON CONFLICT DO NOTHING').run(kind, value)
    return Number(search.prepare('SELECT label FROM labels WHERE kind = ? AND value = ?').get(kind, value)?.['label'])
  }
  return (kind: Kind, value: unknown): number => {
    const key = `${kind} ${String(value)}`
    const label = known.get(key) ?? read(kind, String(value))
    known.set(key, label)
    return label
  }
}

/** Writes entries of the search file, in the caller's transaction. */
export const createEntryWriter = (search: DatabaseSync) => {
  let labelOf = createLabels(search)

  const writeText = (sequence: number, text: string): void => {
    const known = search.prepare('SELECT text FROM texts WHERE sequence = ?').get(sequence)?.['text']
    if (known === text) return
    if (known !== undefined) {
      search
        .prepare(`INSERT INTO texts_index (texts_index, rowid, text) VALUES ('delete', ?, ?)`)
        .run(sequence, String(known))
      search.prepare('UPDATE texts SET text = ? WHERE sequence = ?').run(text, sequence)
    } else search.prepare('INSERT INTO texts (sequence, text) VALUES (?, ?)').run(sequence, text)
    search.prepare('INSERT INTO texts_index (rowid, text) VALUES (?, ?)').run(sequence, text)
  }

  const writeFacts = (sequence: number, row: Row): void => {
    const [agent, profile] = [labelOf('agent', row['agent_uuid']), labelOf('profile', row['profile_id'])]
    search
      .prepare(
        `INSERT OR REPLACE INTO facts (sequence, state, agent, profile, practice, prepared) VALUES (?, ?, ?, ?, ?, ?)`,
      )
      .run(
        sequence,
        String(row['state']),
        agent,
        profile,
        Number(row['practice']),
        Date.parse(String(row['prepared_at'])),
      )
  }

  return {
    /** Writes a call as it stands now; `row` is its row in the history with its note. */
    write(row: Row): void {
      const sequence = Number(row['sequence'])
      writeText(sequence, searchTextOf(row))
      writeFacts(sequence, row)
    },
    /** Forgets numbers given in a transaction that was not committed. */
    forgetLabels(): void {
      labelOf = createLabels(search)
    },
  }
}

export type EntryWriter = ReturnType<typeof createEntryWriter>
