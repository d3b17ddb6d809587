import type { Call, CallState } from '../../../src/contract/call.ts'
import { succeed } from '../../../src/contract/failure.ts'
import type { Profile } from '../../../src/contract/profile.ts'
import {
  createCallOutcomes,
  createRetry,
  createSettleUntilWritten,
  type RequestEnd,
} from '../../../src/main/features/calls/outcomes.ts'
import { createReconciliation, type Reconciliation } from '../../../src/main/features/reconciliation/index.ts'
import type { Decide } from '../../../src/main/features/reconciliation/decide.ts'
import type { History } from './history.ts'
import { createSimulatedService } from './simulated-service.ts'
import { createMemoryStorage } from './memory-storage.ts'
import type { OwnCall } from './own-call.ts'
import { createVirtualTime } from './virtual-time.ts'

/** A change of a call and its time, in milliseconds since the start of the history. */
export type Step = { callId: string; at: number; from: CallState; to: CallState }

export type PlayResult = {
  steps: Step[]
  /** By call: the first run shown, and when. */
  shown: Map<string, { workflowRunId: number; at: number }>
  /** The final state of each call. */
  left: Map<string, Call>
  unexpectedErrors: unknown[]
  /** `tooSoon` counts requests during a back-off. */
  counts: { requests: number; mostAtOnce: number; dials: number; tooSoon: number }
  /** Requests after reconciliation was stopped. */
  requestsAfterStop: number
  /** When the app, after a crash, had settled the interrupted calls, which takes longer if the disk fails. */
  settledAt: number | null
}

const minute = 60_000

const profile: Profile = {
  kind: 'service',
  id: '01JD0000000000000000000000',
  name: 'Lab',
  color: 'blue',
  createdAt: '2026-11-01T00:00:00.000Z',
  referenceName: null,
  origin: 'https://voice.example',
  keyStorage: 'session',
}

const callOf = (own: OwnCall, wall: number): Call => {
  const at = new Date(wall).toISOString()
  return {
    callId: own.callId,
    profileId: profile.id,
    profileName: profile.name,
    profileColor: profile.color,
    practice: false,
    origin: profile.origin,
    agentUuid: own.agentUuid,
    agentName: null,
    phoneNumber: own.number,
    phoneNumberDisplay: own.number,
    telephonyConfigurationId: null,
    telephonyConfigurationName: null,
    fromPhoneNumberId: null,
    fromPhoneNumberText: null,
    referenceName: own.referenceName,
    redialOf: null,
    preparedAt: at,
    endedAt: null,
    serverDate: null,
    changedAt: at,
    outcome: { state: 'sending', since: at },
  }
}

/** Returns the time by which all calls are over and decided, in milliseconds. */
const lengthOf = ({ calls, crash, sleep }: History): number =>
  Math.max(crash?.backAt ?? 0, ...calls.map(({ endedAt }) => endedAt)) + (sleep?.milliseconds ?? 0) + 15 * minute

/** Runs a history to its end with the app's reconciliation and its code for call outcomes. */
export const playHistory = async (history: History, random: () => number, decideRuns?: Decide): Promise<PlayResult> => {
  const time = createVirtualTime(history.epoch)
  time.setWall(history.wallError)
  const service = createSimulatedService(history.service, time, random)
  const steps: Step[] = []
  const shown: PlayResult['shown'] = new Map()
  const unexpectedErrors: unknown[] = []
  const show = (callId: string, workflowRunId: number | null): void => {
    if (workflowRunId !== null && !shown.has(callId)) shown.set(callId, { workflowRunId, at: time.now() })
  }
  const isFull = (): boolean =>
    history.fullDisk !== null && time.now() >= history.fullDisk.from && time.now() < history.fullDisk.to
  const storage = createMemoryStorage({
    isFull,
    isTorn: () => history.torn > 0 && random() < history.torn,
    onMoved: (before, after) => {
      const { callId, outcome: to } = after
      steps.push({ callId, at: time.now(), from: before.outcome, to })
      if (to.state === 'accepted' || to.state === 'failedAtProvider') show(callId, to.workflowRunId)
    },
  })
  const outcomes = createCallOutcomes({ storage, clock: time.wall, announce: () => {} })

  const openReconciliation = (): Reconciliation => {
    const opened: Reconciliation = createReconciliation({
      storage,
      profiles: { list: () => Promise.resolve(succeed({ profiles: [profile], selectedId: null })) },
      clock: time.wall,
      monotonic: time.monotonic,
      after: time.after,
      announce: () => {
        for (const { callId, foundRunId } of opened.list()) show(callId, foundRunId)
      },
      outcomes,
      onUnexpected: (error) => unexpectedErrors.push(error),
      clientOf: () => Promise.resolve(succeed(service.client)),
      ...(decideRuns === undefined ? {} : { decide: decideRuns }),
    })
    return opened
  }
  let reconciliation = openReconciliation()
  let currentProcess = 1
  let settledAt: number | null = null

  /** Records a response with the app's code, if its process is still running. */
  const settle = async (own: OwnCall, ending: RequestEnd, processNumber: number): Promise<void> => {
    const call = storage.get(own.callId)
    if (processNumber !== currentProcess || call === undefined) return
    const retry = createRetry({ after: time.after, isStopped: () => processNumber !== currentProcess })
    const watch = (moved: Call): void => {
      if (processNumber === currentProcess) reconciliation.watch(moved)
    }
    const sent = { call, initialContext: {}, until: Infinity, answered: true }
    await createSettleUntilWritten({ outcomes, watch, retry })(sent, own.ending, ending)
  }

  const end = (own: OwnCall): void => {
    const { sendsDate, offset, dateError } = history.service
    const server = Math.floor((time.epoch + time.now() + offset + dateError) / 1000) * 1000
    const serverDate = own.sendsDate && sendsDate ? new Date(server).toISOString() : null
    void settle(own, { endedAt: outcomes.now(), serverDate }, 1)
  }

  const close = async (own: OwnCall): Promise<void> => {
    const call = storage.get(own.callId)
    if (call === undefined) return
    const at = outcomes.now()
    const closed = await outcomes.resolve(call, {
      state: 'closedByOperator',
      decision: 'placed',
      who: 'lab',
      at,
      note: 'x',
    })
    if (closed.ok && closed.value !== null) reconciliation.watch(closed.value)
  }

  const wake = async (): Promise<void> => {
    const settled = await outcomes.settleInterrupted()
    if (!settled.ok) return void time.after(2_000, () => void wake())
    settledAt = time.now()
    currentProcess += 1
    service.forget()
    reconciliation = openReconciliation()
    for (const call of storage.unresolved()) reconciliation.watch(call)
  }

  for (const own of history.calls) {
    time.at(own.sentAt, () => {
      const call = callOf(own, time.wall())
      storage.insert(call)
      reconciliation.watch(call)
    })
    // The app does not notice the end of a connection during sleep or after a crash.
    time.at(own.sentAt, () => time.after(own.endedAt - own.sentAt, () => end(own)))
    if (own.closedAt !== null) time.at(own.closedAt, () => void close(own))
  }
  const { crash, sleep, wallIsSet } = history
  if (crash !== null) {
    time.at(crash.at - 1, () => {
      currentProcess += 1
      reconciliation.stop()
    })
    time.at(crash.backAt, () => void wake())
  }
  if (sleep !== null)
    time.at(sleep.at, () => {
      time.sleep(sleep.milliseconds)
      time.at(sleep.at + sleep.milliseconds, service.cutAll)
    })
  if (wallIsSet !== null) time.at(wallIsSet.at, () => time.setWall(wallIsSet.error))

  const lastEnd = Math.max(crash?.backAt ?? 0, ...history.calls.map(({ endedAt }) => endedAt))
  await time.pass(lengthOf(history), () => time.now() > lastEnd && storage.unresolved().length === 0)
  reconciliation.stop()
  const before = service.counts.requests
  await time.pass(time.now() + 10 * minute)
  const left = new Map(
    history.calls.flatMap(({ callId }) => {
      const call = storage.get(callId)
      return call === undefined ? [] : [[callId, call] as const]
    }),
  )
  return {
    steps,
    shown,
    left,
    unexpectedErrors,
    counts: service.counts,
    requestsAfterStop: service.counts.requests - before,
    settledAt,
  }
}
