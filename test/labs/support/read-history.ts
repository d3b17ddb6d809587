import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Post } from './lab-service.ts'

type Recorded = {
  state: string
  workflowRunId: number | null
  reconciled: boolean
  /** How many states it had; the first two are written together. */
  states: number
}

export type History = {
  calls: ReadonlyMap<string, Recorded>
  /** Number of calls by state. */
  states: Record<string, number>
  /** The result of SQLite's integrity check: `ok`, or what is wrong. */
  integrity: string
}

const empty: History = { calls: new Map(), states: {}, integrity: 'ok' }

const outcomeOf = (text: unknown): { reconciled?: boolean } =>
  // Only the app writes this column, and SQLite checks that it is JSON.
  JSON.parse(String(text)) as { reconciled?: boolean }

const selectCalls = `SELECT call_id, state, outcome, workflow_run_id,
  (SELECT count(*) FROM call_events WHERE call_events.call_id = calls.call_id) AS states FROM calls`

const read = (file: string): History => {
  const database = new DatabaseSync(file)
  try {
    const hasCalls = database.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'calls'`).get() !== undefined
    const rows = hasCalls ? database.prepare(selectCalls).all() : []
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
        states: Number(row['states']),
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
 * Reads what a crash left behind, from a copy of the database and its WAL, so that the next app finds the files
 * unchanged.
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

/** The differences between the records and what the service received. */
export type CallProblems = {
  /** Requests that arrived, and calls reported as recorded, that are not recorded or are recorded as "not sent". */
  lost: string[]
  /** Calls that arrived more than once. */
  doubled: string[]
  /** Calls recorded with the run of a different call. */
  wrongRun: string[]
}

const neverSent = new Set(['queued', 'cancelled', 'notSent'])
/** States that are wrong if the service created a run. */
const nothingRang = new Set([...neverSent, 'rejected', 'notFound'])

const countById = (posts: readonly Post[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const { callId } of posts) if (callId !== null) counts.set(callId, (counts.get(callId) ?? 0) + 1)
  return counts
}

/** Returns whether the record is compatible with what the service received. */
const isKept = (post: Post, history: History): boolean => {
  const record = post.callId === null ? undefined : history.calls.get(post.callId)
  return record !== undefined && !(post.runId === null ? neverSent : nothingRang).has(record.state)
}

/**
 * Compares the records with every request that the service received and every call reported as durable (`promised`).
 */
export const checkCalls = (posts: readonly Post[], promised: Iterable<string>, history: History): CallProblems => {
  const known = posts.filter(({ callId }) => callId !== null)
  const lostPosts = known.filter((post) => !isKept(post, history)).map(({ callId }) => `post ${callId}`)
  const lostPromises = [...promised].filter((callId) => !history.calls.has(callId)).map((id) => `promise ${id}`)
  const wrongRun = known.filter(({ callId, runId }) => {
    const record = history.calls.get(callId ?? '')
    return record?.state === 'accepted' && record.workflowRunId !== runId
  })
  return {
    lost: [...lostPosts, ...lostPromises],
    doubled: [...countById(posts)].filter(([, count]) => count > 1).map(([callId]) => callId),
    wrongRun: wrongRun.map(({ callId }) => callId ?? ''),
  }
}
