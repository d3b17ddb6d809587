import { describe, expect, it } from 'vitest'
import { countLost, everyState, watchReports } from '../../labs/rollback/losses.ts'
import type { AppProcess } from '../../labs/support/app-process.ts'
import type { Post } from '../../labs/support/lab-service.ts'
import type { History } from '../../labs/support/read-history.ts'

const callId = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
const post: Post = { callId, phoneNumber: null, whole: true, bytes: 400, runId: null }

const history = (state: string | null, states: number): History => ({
  calls: new Map(state === null ? [] : [[callId, { state, workflowRunId: null, reconciled: false, states }]]),
  states: {},
  integrity: 'ok',
})

/** Returns the visible states of a call that the app reported this many times. */
const seenAfter = (reports: number, posts: Post[] = []) => {
  const app: Pick<AppProcess, 'onEvent'> = {
    onEvent: (listener) =>
      Array.from({ length: reports }, () => listener({ event: 'callsChanged', payload: { callIds: [callId] } })),
  }
  return watchReports(app, { posts })
}

const recorded = history('sending', 2)
const accepted = history('accepted', 3)
const none = history(null, 0)
const locked = history('unknown', 3)

describe('the loss of a call', () => {
  it.each([
    ['was reported', recorded, none, seenAfter(1)],
    ['was not reported, but the service received it', recorded, none, seenAfter(0, [post])],
    ['had more states than its record', accepted, none, seenAfter(1)],
    ['lost an outcome that was reported', accepted, locked, seenAfter(2)],
    ['was lost without a kill', recorded, none, everyState],
  ])('counts when the call %s', (_title, before, after, seen) => {
    expect(countLost(before, after, seen)).toEqual({ lost: 1, lostUnseen: 0 })
  })

  it.each([
    ['record', recorded, none, seenAfter(0)],
    ['outcome', accepted, locked, seenAfter(1, [post])],
  ])('is counted separately if the last write, its %s, was not reported', (_title, before, after, seen) => {
    expect(countLost(before, after, seen)).toEqual({ lost: 0, lostUnseen: 1 })
  })

  it('is zero if every call has its outcome', () => {
    expect(countLost(accepted, accepted, everyState)).toEqual({ lost: 0, lostUnseen: 0 })
  })
})
