import { events } from '../../../src/contract/api.ts'
import type { AppProcess } from '../support/app-process.ts'
import type { LabService } from '../support/lab-service.ts'
import type { History } from '../support/read-history.ts'

export type Losses = {
  /** Calls and call outcomes that the history had and now lacks. */
  lost: number
  /**
   * Lost calls and outcomes that the app had not reported and whose request the service had not received.
   */
  lostUnseen: number
}

const settledStates = new Set(['accepted', 'rejected', 'notSent', 'failedAtProvider', 'closedByOperator', 'cancelled'])

/** How many states of a call were visible outside the app. */
export type SeenStates = (callId: string) => number

/**
 * Counts the states that an app reports. The app records the length of the history after each write and before it
 * reports the write. Therefore, a kill between the write and the recording leaves one write that the length does not
 * cover: a call that was not sent, or an outcome that was not shown and whose number stays locked.
 */
export const watchReports = (app: Pick<AppProcess, 'onEvent'>, { posts }: Pick<LabService, 'posts'>): SeenStates => {
  const reports = new Map<string, number>()
  app.onEvent(({ event, payload }) => {
    if (event !== 'callsChanged') return
    for (const callId of events.callsChanged.parse(payload).callIds) reports.set(callId, (reports.get(callId) ?? 0) + 1)
  })
  return (callId) => {
    const count = reports.get(callId) ?? 0
    // The first two states are one write and one report, and the request is sent after them.
    if (count > 0) return count + 1
    return posts.some((post) => post.callId === callId) ? 2 : 0
  }
}

/** Every state counts as visible, so no loss is excused. */
export const everyState: SeenStates = () => Infinity

/** Counts the calls that are missing and the outcomes that are no longer known. */
export const countLost = (before: History, after: History, seen: SeenStates): Losses => {
  const missing = [...before.calls].filter(([callId, { state }]) => {
    const now = after.calls.get(callId)
    return now === undefined || (settledStates.has(state) && !settledStates.has(now.state))
  })
  const wasSeen = ([callId, { states }]: (typeof missing)[number]): boolean =>
    after.calls.has(callId) ? seen(callId) >= states : seen(callId) > 0
  const lost = missing.filter(wasSeen).length
  return { lost, lostUnseen: missing.length - lost }
}
