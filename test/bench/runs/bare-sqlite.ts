import { DatabaseSync } from 'node:sqlite'
import { searchFileOf } from '../../../src/main/storage/search/search-file.ts'
import { readWords } from '../../../src/main/storage/search/read-words.ts'

/** The same files asked with SQLite alone: no thread, no contract, no filter, nothing that waits to be indexed. */
export type BareSqlite = {
  newest(): number
  before(sequence: number): number
  ofRun(runId: number): number
  find(typed: string): number
  close(): void
}

const quoted = (term: string): string => `"${term.replaceAll('"', '""')}"`

const threesOf = (text: string): string[] => {
  const signs = Array.from(text)
  return signs.slice(2).map((_, place) => signs.slice(place, place + 3).join(''))
}

/** Opens both files to be read. */
export const openBare = (file: string): BareSqlite => {
  const calls = new DatabaseSync(file, { readOnly: true })
  const search = new DatabaseSync(searchFileOf(file), { readOnly: true })
  const newest = calls.prepare('SELECT * FROM calls ORDER BY sequence DESC LIMIT 50')
  const before = calls.prepare('SELECT * FROM calls WHERE sequence < ? ORDER BY sequence DESC LIMIT 100')
  const ofRun = calls.prepare('SELECT * FROM calls WHERE workflow_run_id = ?')
  const at = calls.prepare(
    'SELECT * FROM calls WHERE sequence IN (SELECT value FROM json_each(?)) ORDER BY sequence DESC',
  )
  const match = search.prepare(
    'SELECT rowid AS sequence FROM texts_index WHERE texts_index MATCH ? ORDER BY rowid DESC LIMIT 50',
  )
  const scan = search.prepare('SELECT sequence FROM texts WHERE instr(text, ?) > 0 ORDER BY sequence DESC LIMIT 50')

  const sequencesOf = (part: string) => {
    const threes = threesOf(part)
    return threes.length === 0 ? scan.all(part) : match.all(threes.map(quoted).join(' AND '))
  }

  return {
    newest: () => newest.all().length,
    before: (sequence) => before.all(sequence).length,
    ofRun: (runId) => ofRun.all(runId).length,
    find(typed) {
      // The longest word alone, in its plainest spelling: the least that any search would have to do.
      const words = readWords(typed).map((word) => word.at(-1) ?? '')
      const longest = words.toSorted((one, other) => other.length - one.length)[0] ?? ''
      return at.all(JSON.stringify(sequencesOf(longest).map((row) => row['sequence']))).length
    },
    close() {
      search.close()
      calls.close()
    },
  }
}
