import type { Call, CallState } from '../../../src/contract/call.ts'
import { succeed } from '../../../src/contract/failure.ts'
import { createCallLedger, type Ending } from '../../../src/main/calls/call-ledger.ts'
import { createRetryUntil } from '../../../src/main/calls/retry-until.ts'
import { createSettleCall } from '../../../src/main/calls/settle-call.ts'
import { createLookUps, type LookUps } from '../../../src/main/look-ups/look-ups.ts'
import type { Judge } from '../../../src/main/look-ups/verdict.ts'
import type { History } from './history.ts'
import { createMadeUpService } from './made-up-service.ts'
import { createMemoryStorage } from './memory-storage.ts'
import type { OwnCall } from './own-call.ts'
import { createVirtualTime } from './virtual-time.ts'

/** Something that was written about a call, and when, in milliseconds of the history. */
export type Step = { callId: string; at: number; from: CallState; to: CallState }

export type Played = {
  steps: Step[]
  /** When the run of a call was first on the screen, by call: its id and the moment. */
  shown: Map<string, { workflowRunId: number; at: number }>
  /** How each call stands at the end. */
  left: Map<string, Call>
  /** Errors that nobody foresaw. */
  unforeseen: unknown[]
  /** `tooSoon` are questions asked of a service that had asked to be left alone. */
  counts: { requests: number; mostAtOnce: number; dials: number; tooSoon: number }
  /** Questions that were asked after all looking had been ended. */
  askedAfterStop: number
}

const minute = 60_000

const callOf = (own: OwnCall, wall: number): Call => {
  const at = new Date(wall).toISOString()
  return {
    callId: own.callId,
    profileId: '01JD0000000000000000000000',
    profileName: 'Lab',
    profileColor: 'blue',
    practice: false,
    origin: 'https://voice.example',
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

/** How long a history goes on: every dial is over then, and every verdict that can come has come. */
const lengthOf = ({ calls, crash, sleep }: History): number =>
  Math.max(crash?.backAt ?? 0, ...calls.map(({ endedAt }) => endedAt)) + (sleep?.milliseconds ?? 0) + 15 * minute

/** Plays a history to its end, with the real look-ups and the real rules of what a call may become. */
export const playHistory = async (history: History, random: () => number, judge?: Judge): Promise<Played> => {
  const time = createVirtualTime(history.epoch)
  time.setWall(history.wallError)
  const service = createMadeUpService(history.service, time, random)
  const steps: Step[] = []
  const shown: Played['shown'] = new Map()
  const unforeseen: unknown[] = []
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
  const ledger = createCallLedger({ storage, clock: time.wall, announce: () => {} })

  const openLookUps = (): LookUps => {
    const opened: LookUps = createLookUps({
      clock: time.wall,
      monotonic: time.monotonic,
      after: time.after,
      announce: () => {
        for (const { callId, foundRunId } of opened.list()) show(callId, foundRunId)
      },
      ledger,
      onUnforeseen: (error) => unforeseen.push(error),
      clientOf: () => Promise.resolve(succeed(service.client)),
      ...(judge === undefined ? {} : { judge }),
    })
    return opened
  }
  let lookUps = openLookUps()
  let life = 1

  /** An answer is written down by the real rules, as long as this life of the app lasts. */
  const settle = async (own: OwnCall, ending: Ending, began: number): Promise<void> => {
    const call = storage.get(own.callId)
    if (began !== life || call === undefined) return
    const retry = createRetryUntil({ after: time.after, isStopped: () => began !== life })
    const watch = (moved: Call): void => {
      if (began === life) lookUps.watch(moved)
    }
    const sent = { call, initialContext: {}, until: Infinity, answered: true }
    await createSettleCall({ ledger, watch, retry })(sent, own.ending, ending)
  }

  const end = (own: OwnCall): void => {
    const { tellsDate, offset, dateError } = history.service
    const server = Math.floor((time.epoch + time.now() + offset + dateError) / 1000) * 1000
    const serverDate = own.tellsDate && tellsDate ? new Date(server).toISOString() : null
    void settle(own, { endedAt: ledger.now(), serverDate }, 1)
  }

  const close = async (own: OwnCall): Promise<void> => {
    const call = storage.get(own.callId)
    if (call === undefined) return
    const at = ledger.now()
    const closed = await ledger.resolve(call, {
      state: 'closedByOperator',
      verdict: 'placed',
      who: 'lab',
      at,
      note: 'x',
    })
    if (closed.ok && closed.value !== null) lookUps.watch(closed.value)
  }

  const wake = async (): Promise<void> => {
    const settled = await ledger.settleInterrupted()
    if (!settled.ok) return void time.after(2_000, () => void wake())
    life += 1
    service.forget()
    lookUps = openLookUps()
    for (const call of storage.unresolved()) lookUps.watch(call)
  }

  for (const own of history.calls) {
    time.at(own.sentAt, () => {
      const call = callOf(own, time.wall())
      storage.insert(call)
      lookUps.watch(call)
    })
    // The end of a connection is noticed by the desk: not while the computer sleeps, and not after a crash.
    time.at(own.sentAt, () => time.after(own.endedAt - own.sentAt, () => end(own)))
    if (own.closedAt !== null) time.at(own.closedAt, () => void close(own))
  }
  const { crash, sleep, wallIsSet } = history
  if (crash !== null) {
    time.at(crash.at - 1, () => {
      life += 1
      lookUps.stop()
    })
    time.at(crash.backAt, () => void wake())
  }
  if (sleep !== null)
    time.at(sleep.at, () => {
      time.sleep(sleep.milliseconds)
      time.at(sleep.at + sleep.milliseconds, service.cutAll)
    })
  if (wallIsSet !== null) time.at(wallIsSet.at, () => time.setWall(wallIsSet.error))

  const begun = Math.max(crash?.backAt ?? 0, ...history.calls.map(({ endedAt }) => endedAt))
  await time.pass(lengthOf(history), () => time.now() > begun && storage.unresolved().length === 0)
  lookUps.stop()
  const before = service.counts.requests
  await time.pass(time.now() + 10 * minute)
  const left = new Map(
    history.calls.flatMap(({ callId }) => {
      const call = storage.get(callId)
      return call === undefined ? [] : [[callId, call] as const]
    }),
  )
  return { steps, shown, left, unforeseen, counts: service.counts, askedAfterStop: service.counts.requests - before }
}
