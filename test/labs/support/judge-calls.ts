import type { Post } from './lab-service.ts'
import type { History } from './read-history.ts'

/** What was found when the records were held against what the service saw. */
export type Verdicts = {
  /** Requests that arrived, and calls that were answered as recorded, of which the disk knows nothing or says "not sent". */
  lost: string[]
  /** Calls that arrived more than once. */
  doubled: string[]
  /** Calls recorded with a run that is not theirs. */
  wrongRun: string[]
}

const neverSent = new Set(['queued', 'cancelled', 'notSent'])
/** With a run on the service's side these would be untrue as well. */
const nothingRang = new Set([...neverSent, 'rejected', 'notFound'])

const countById = (posts: readonly Post[]): Map<string, number> => {
  const counts = new Map<string, number>()
  for (const { callId } of posts) if (callId !== null) counts.set(callId, (counts.get(callId) ?? 0) + 1)
  return counts
}

/** Whether the record of a call that the service saw may stand as it is. */
const isKept = (post: Post, history: History): boolean => {
  const record = post.callId === null ? undefined : history.calls.get(post.callId)
  return record !== undefined && !(post.runId === null ? neverSent : nothingRang).has(record.state)
}

/**
 * Holds every request that the service saw, and every call that the desk answered as durable, against the records.
 * `promised` are the callIds of those answers.
 */
export const judgeCalls = (posts: readonly Post[], promised: Iterable<string>, history: History): Verdicts => {
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
