import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** What the files of a data folder say about one call. */
export type Recorded = { state: string; workflowRunId: number | null; reconciled: boolean }

export type History = {
  calls: ReadonlyMap<string, Recorded>
  /** How many calls there are by the states they are in. */
  states: Record<string, number>
  /** What SQLite's own check of every page and index says: `ok`, or what is wrong. */
  integrity: string
}

const empty: History = { calls: new Map(), states: {}, integrity: 'ok' }

const outcomeOf = (text: unknown): { reconciled?: boolean } =>
  // The desk writes nothing else there, and the column has a check that it is JSON.
  JSON.parse(String(text)) as { reconciled?: boolean }

const read = (file: string): History => {
  const database = new DatabaseSync(file)
  try {
    const hasCalls = database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'calls'`).get() !== undefined
    const rows = hasCalls ? database.prepare('SELECT call_id, state, outcome, workflow_run_id FROM calls').all() : []
    const calls = new Map<string, Recorded>()
    const states: Record<string, number> = {}
    for (const row of rows) {
      const state = String(row['state'])
      states[state] = (states[state] ?? 0) + 1
      const run = row['workflow_run_id']
      calls.set(String(row['call_id']), {
        state,
        workflowRunId: typeof run === 'number' ? run : null,
        reconciled: outcomeOf(row['outcome']).reconciled === true,
      })
    }
    const integrity = database
      .prepare('PRAGMA integrity_check')
      .all()
      .map((row) => String(row['integrity_check']))
    return { calls, states, integrity: integrity.join('; ') }
  } finally {
    database.close()
  }
}

/**
 * Reads what a crash left behind without touching it: a copy of the database and its log is opened, so that the desk
 * which comes next finds everything as it was.
 */
export const readHistory = (dataFolder: string): History => {
  const file = join(dataFolder, 'rundesk.db')
  if (!existsSync(file)) return empty
  const folder = mkdtempSync(join(tmpdir(), 'rundesk-lab-read-'))
  try {
    for (const part of ['', '-wal']) {
      if (existsSync(file + part)) copyFileSync(file + part, join(folder, `rundesk.db${part}`))
    }
    return read(join(folder, 'rundesk.db'))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
