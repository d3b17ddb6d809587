import type { CrashHouse } from './crash-house.ts'

/** What the records and the service say about one call. */
export type Facts = {
  integrity: string
  /** The recorded state; `absent` without a record. */
  state: string
  recordedRun: number | null
  /** How many requests the service saw whole, and the run it made. */
  requests: number
  run: number | null
}

export type Allowed = {
  states: readonly string[]
  requests: readonly number[]
  /** Whether the desk had said that the call is durable. */
  promised: boolean
}

const neverSent = new Set(['absent', 'queued', 'cancelled', 'notSent'])

/** Reads off what a call has come to by now. */
export const factsOf = (house: CrashHouse, callId: string): Facts => {
  const posts = house.service.posts.filter((post) => post.callId === callId && post.whole)
  const { integrity, calls } = house.history()
  const record = calls.get(callId)
  return {
    integrity,
    state: record?.state ?? 'absent',
    recordedRun: record?.workflowRunId ?? null,
    requests: posts.length,
    run: posts.find(({ runId }) => runId !== null)?.runId ?? null,
  }
}

/** Everything about a call that may not be. */
export const problemsOf = (facts: Facts, { states, requests, promised }: Allowed): string[] => {
  const checks: [boolean, string][] = [
    [facts.integrity === 'ok', `damaged: ${facts.integrity}`],
    [states.includes(facts.state), `stands as ${facts.state}`],
    [requests.includes(facts.requests), `${facts.requests} requests`],
    [!promised || facts.state !== 'absent', 'promised, and not recorded'],
    [facts.requests === 0 || !neverSent.has(facts.state), `the service saw it, and it stands as ${facts.state}`],
    [facts.state !== 'accepted' || facts.recordedRun === facts.run, `run ${facts.recordedRun}, not ${facts.run}`],
  ]
  return checks.filter(([holds]) => !holds).map(([, problem]) => problem)
}
