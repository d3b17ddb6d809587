import type { Failure } from '../../../src/contract/failure.ts'
import type { RandomChoices } from '../seeded-random.ts'
import type { ListFault, Outage, ServicePlan, SimulatedRun } from './simulated-service.ts'
import { endEarlier, hasOwnReference, makeOwnCall, type OwnCall } from './own-call.ts'
import { createUlid } from '../../../src/domain/ids.ts'

/** A simulated history, decided in advance: what the app and the service do, and what fails. */
export type History = {
  epoch: number
  calls: OwnCall[]
  service: ServicePlan
  /** Error of the computer's wall clock, in milliseconds. */
  wallError: number
  wallIsSet: { at: number; error: number } | null
  sleep: { at: number; milliseconds: number } | null
  /** The app crashes and starts again. */
  crash: { at: number; backAt: number } | null
  /** The disk is full for a while. */
  fullDisk: { from: number; to: number } | null
  /** Share of writes that are stored but reported as failed. */
  torn: number
  /** Whether the lists omit, hide or change what identifies a run. */
  isDisguised: boolean
}

/**
 * Returns whether nothing fails: the lists are readable and complete, and the app, its clock and its disk always work.
 */
export const isOrdinary = ({ service, isDisguised, ...history }: History): boolean =>
  service.refuses.organization === null &&
  service.agents.some(({ workflowId }) => workflowId === 7) &&
  (service.listFault ?? 'none') === 'none' &&
  !isDisguised &&
  !service.runs.some(({ breaksLists }) => breaksLists) &&
  service.outages.length === 0 &&
  service.flaky === 0 &&
  service.sendsDate &&
  service.dateError === 0 &&
  history.torn === 0 &&
  [history.wallIsSet, history.sleep, history.crash, history.fullDisk].every((event) => event === null)

const minute = 60_000
const hour = 60 * minute
const startedAt = Date.UTC(2026, 10, 21, 9, 0, 0)
const agentUuid = '7f3c2a1e-0000-4000-8000-000000009b21'

const drawRefusal = (choices: RandomChoices): Failure =>
  choices.pick<Failure>(
    [1, { kind: 'unauthorized', detail: '' }],
    [2, { kind: 'forbidden', detail: '' }],
    [2, { kind: 'notFound', detail: 'Not Found' }],
    [1, { kind: 'refused', status: 400, detail: '' }],
  )

const drawFailure = (choices: RandomChoices): Failure =>
  choices.pick<Failure>(
    [3, { kind: 'unavailable', cause: 'serverError' }],
    [2, { kind: 'unavailable', cause: 'busy' }],
    [2, { kind: 'unavailable', cause: 'busy', retryAfterSeconds: choices.whole(20, 400) }],
    [2, { kind: 'unavailable', cause: 'timedOut' }],
    [1, { kind: 'unavailable', cause: 'notJson' }],
    [1, { kind: 'unavailable', cause: 'cut' }],
    [1, { kind: 'forbidden', detail: '' }],
    [2, { kind: 'unreachable', cause: 'connectTimeout' }],
  )

const drawOutages = (choices: RandomChoices): Outage[] => {
  if (!choices.chance(0.18)) return []
  return Array.from({ length: choices.whole(1, 3) }, () => {
    const from = choices.between(-1_000, 4 * minute)
    const failure = drawFailure(choices)
    const hangs = failure.kind === 'unavailable' && failure.cause === 'timedOut'
    return { from, to: from + choices.between(1_000, 3 * minute), failure, hangs }
  })
}

const makeRefuses = (choices: RandomChoices): ServicePlan['refuses'] =>
  choices.pick(
    [88, { organization: null, agent: null }],
    [7, { organization: drawRefusal(choices), agent: null }],
    [5, { organization: drawRefusal(choices), agent: drawRefusal(choices) }],
  )

const drawClockError = (choices: RandomChoices): number =>
  choices.pick(
    [5, choices.between(-800, 800)],
    [2, choices.between(-90_000, 90_000)],
    [2, choices.between(-5 * hour, 5 * hour)],
    [1, choices.whole(-12, 14) * hour],
  )

const makeCalls = (choices: RandomChoices, workflowId: number): OwnCall[] => {
  const count = choices.pick([94, 1], [4, choices.whole(2, 12)], [1, 60])
  return Array.from({ length: count }, (_, index) =>
    makeOwnCall({ index, sentAt: choices.between(0, count * 700), epoch: startedAt, agentUuid, workflowId }, choices),
  )
}

/** A crash during a request: the request continues, and its response is lost. */
const makeCrash = (choices: RandomChoices): History['crash'] => {
  if (!choices.chance(0.12)) return null
  const at = choices.between(100, minute)
  const away = choices.pick(
    [4, choices.between(2_000, minute)],
    [3, choices.between(minute, hour)],
    [2, choices.between(hour, 40 * hour)],
  )
  return { at, backAt: at + away }
}

const drawListFault = (choices: RandomChoices): ListFault =>
  choices.pick(
    [84, 'none'],
    [2, 'oldestFirst'],
    [2, 'mixed'],
    [2, 'shuffled'],
    [2, 'shortTotal'],
    [1, 'longTotal'],
    [1, 'zeroTotal'],
    [1, 'negativeTotal'],
    [2, 'pageTotal'],
    [2, 'lostRows'],
    [1, 'wrongPages'],
  )

type Disguise = (run: SimulatedRun) => NonNullable<SimulatedRun['listedAs']>

const bySignOf =
  (sign: string): Disguise =>
  ({ number }) => ({
    calledNumber: number.slice(0, 5) + sign.repeat(number.length - 9) + number.slice(-4),
  })

/** What a service may list instead of a run's number and context. */
const disguises: [number, Disguise][] = [
  [2, () => ({ calledNumber: null, initialContext: {} })],
  [1, ({ number }) => ({ calledNumber: number.slice(-4), initialContext: {} })],
  [1, bySignOf('*')],
  [1, bySignOf('•')],
  [1, ({ number }) => ({ calledNumber: encodeURIComponent(number), initialContext: {} })],
  [1, ({ number }) => ({ calledNumber: btoa(number), initialContext: {} })],
  [1, ({ number }) => ({ calledNumber: `sha256:${btoa(number)}` })],
  [1, () => ({ initialContext: {}, calledNumber: null, workflowId: 9 })],
  [1, () => ({ initialContext: {}, workflowId: 9 })],
  [1, () => ({ initialContext: {}, workflowId: 4_711 })],
  [1, () => ({ initialContext: { rundesk_call_id: '***' } })],
  [1, () => ({ calledNumber: null, initialContext: { rundesk_call_id: '01JD****' } })],
  [1, () => ({ calledNumber: null, initialContext: {}, mode: null, callType: null, createdAt: 'hidden' })],
]

/** Disguises the app's runs, sometimes all runs. Returns whether it did. */
const disguiseSome = (runs: readonly SimulatedRun[], own: readonly OwnCall[], choices: RandomChoices): boolean => {
  if (!choices.chance(0.12)) return false
  const disguise = choices.pick(...disguises)
  const affected = choices.chance(0.3) ? runs : own.flatMap((call) => call.runs)
  for (const run of affected) run.listedAs = disguise(run)
  return true
}

/** Creates a random history. */
export const makeHistory = (choices: RandomChoices): History => {
  const workflowId = 7
  const workflowIds = [workflowId, 8, 9]
  const crash = makeCrash(choices)
  const sent = makeCalls(choices, workflowId).filter(({ sentAt }) => crash === null || sentAt < crash.at)
  const calls = crash === null ? sent : sent.map((call) => endEarlier(call, crash.at))
  const until = (crash?.backAt ?? 0) + 16 * minute
  // Without contexts and with a changed clock, no run could be found after a restart.
  const isSet = choices.chance(0.06) && (crash === null || calls.every(({ keepsContext }) => keepsContext))
  const listsAgent = !choices.chance(0.02)
  const runs = makeRuns(
    { epoch: startedAt, own: calls, workflowIds, until, someBreakLists: choices.chance(0.3) },
    choices,
  )
  const isDisguised = disguiseSome(runs, calls, choices)
  // Without a reference, a run is found only by its time, so the service's times must be correct.
  const allHaveReferences = calls.every(hasOwnReference) && !isDisguised
  return {
    epoch: startedAt,
    calls,
    isDisguised,
    service: {
      runs,
      listFault: drawListFault(choices),
      agents: (listsAgent ? workflowIds : [8, 9]).map((id) => ({
        workflowId: id,
        agentUuid: id === workflowId ? agentUuid : `7f3c2a1e-0000-4000-8000-00000000000${id}`,
      })),
      offset: drawClockError(choices),
      sendsDate: !choices.chance(0.06),
      dateError: allHaveReferences && choices.chance(0.06) ? drawClockError(choices) : 0,
      refuses: makeRefuses(choices),
      outages: drawOutages(choices),
      flaky: choices.pick([93, 0], [4, choices.between(0.02, 0.2)], [3, choices.between(0.2, 0.5)]),
      latency: choices.pick([6, [20, 150]], [3, [100, 600]], [1, [800, 2_500]]),
    },
    wallError: drawClockError(choices),
    wallIsSet: isSet ? { at: choices.between(0, 2 * minute), error: drawClockError(choices) } : null,
    sleep: choices.chance(0.05)
      ? { at: choices.between(500, 2 * minute), milliseconds: choices.between(2_000, 3 * hour) }
      : null,
    crash,
    fullDisk: choices.chance(0.04)
      ? { from: choices.between(0, minute), to: choices.between(minute, 4 * minute) }
      : null,
    torn: choices.pick([92, 0], [8, choices.between(0.1, 0.7)]),
  }
}

type TrafficOptions = {
  epoch: number
  own: readonly OwnCall[]
  workflowIds: readonly number[]
  /** End of the simulated runs. */
  until: number
  someBreakLists: boolean
}

const anId = (at: number, choices: RandomChoices): string =>
  createUlid(
    Math.max(0, Math.floor(at)),
    Uint8Array.from({ length: 16 }, () => choices.whole(0, 255)),
  )

const createOtherRun = (madeAt: number, choices: RandomChoices, change: Partial<SimulatedRun> = {}): SimulatedRun => ({
  id: 0,
  madeAt,
  workflowId: 1,
  number: `+4420794${String(choices.whole(10_000, 99_999))}`,
  context: { direction: 'outbound' },
  breaksLists: false,
  placedAt: madeAt + 900,
  failedAt: null,
  error: '',
  rang: true,
  ...change,
})

/** Returns runs of other clients, before and during reconciliation. */
const otherRuns = ({ epoch, workflowIds, until }: TrafficOptions, choices: RandomChoices): SimulatedRun[] => {
  const before = choices.pick([4, choices.whole(0, 60)], [4, choices.whole(60, 400)], [2, choices.whole(1_000, 3_000)])
  const span = before * choices.pick([3, 60_000], [3, 600_000], [2, 8_000])
  const perMinute = choices.pick([3, 0], [4, choices.between(0.1, 2)], [2, choices.between(2, 12)])
  const after = Math.min(2_000, Math.round((until / 60_000) * perMinute))
  const moments = [
    ...Array.from({ length: before }, () => -choices.between(0, span)),
    ...Array.from({ length: after }, () => choices.between(0, until)),
  ]
  return moments.map((madeAt) => {
    const workflowId = choices.pick(...workflowIds.map((id): [number, number] => [1, id]))
    // Other apps send their own references.
    const context = choices.chance(0.4) ? { rundesk_call_id: anId(epoch + madeAt, choices) } : { direction: 'outbound' }
    return createOtherRun(madeAt, choices, { workflowId, context })
  })
}

/** Returns runs that resemble the app's own: same number, same agent or same time. */
const similarRuns = ({ epoch, own, workflowIds }: TrafficOptions, choices: RandomChoices): SimulatedRun[] =>
  own.slice(0, 5).flatMap((call) =>
    Array.from({ length: choices.pick([5, 0], [3, 1], [2, 2], [1, 4]) }, () => {
      const madeAt = call.sentAt + choices.between(-120_000, 240_000)
      const workflowId = choices.chance(0.7)
        ? call.workflowId
        : choices.pick(...workflowIds.map((id): [number, number] => [1, id]))
      const reference = { [call.referenceName ?? 'rundesk_call_id']: anId(epoch + madeAt, choices) }
      const { number } = call
      const spelled = choices.chance(0.5) ? number : `+1 (415) ${number.slice(5, 8)}-${number.slice(8)}`
      return choices.pick(
        [3, createOtherRun(madeAt, choices, { workflowId, number: spelled, context: reference })],
        [3, createOtherRun(madeAt, choices, { workflowId, number: spelled })],
        [
          1,
          createOtherRun(madeAt, choices, {
            workflowId,
            number: spelled,
            context: { other_reference: anId(madeAt, choices) },
          }),
        ],
      )
    }),
  )

/** Returns runs to other numbers with a context copied from the app's own run. */
const copiedContexts = ({ own }: TrafficOptions, choices: RandomChoices): SimulatedRun[] =>
  own.flatMap(({ runs: [run] }) =>
    run !== undefined && choices.chance(0.06)
      ? [
          createOtherRun(run.madeAt + choices.between(20_000, 60_000), choices, {
            workflowId: run.workflowId,
            context: run.context,
          }),
        ]
      : [],
  )

/** Returns runs that were not created by a call request; they have no number. */
const runsOfOtherKinds = ({ own, workflowIds, until }: TrafficOptions, choices: RandomChoices): SimulatedRun[] =>
  Array.from({ length: choices.pick([3, 0], [2, choices.whole(1, 20)]) }, () => {
    const madeAt = choices.between(-10 * minute, Math.min(until, (own[0]?.endedAt ?? 0) + 3 * minute))
    const workflowId = choices.pick(...workflowIds.map((id): [number, number] => [1, id]))
    const listedAs = choices.pick<NonNullable<SimulatedRun['listedAs']>>(
      [1, { mode: 'smallwebrtc', callType: 'inbound', initialContext: { direction: 'inbound' } }],
      [1, { mode: 'twilio', callType: 'inbound', initialContext: { direction: 'inbound' } }],
      [1, { workflowRunName: 'WR-CAMPAIGN-3-17', initialContext: { campaign_id: 3 } }],
    )
    return createOtherRun(madeAt, choices, { workflowId, listedAs: { ...listedAs, calledNumber: null } })
  })

/** Marks runs that break every list page that contains them, including the first and the last run. */
const breakSome = (runs: readonly SimulatedRun[], own: readonly OwnCall[], choices: RandomChoices): void => {
  const ours = new Set(own.flatMap((call) => call.runs))
  const others = runs.filter((run) => !ours.has(run))
  for (let count = choices.whole(1, 5); count > 0; count -= 1) {
    const last = others.length - 1
    const place = choices.pick(
      [1, 0],
      [1, last],
      [3, Math.max(0, last - choices.whole(0, 40))],
      [2, choices.whole(0, last)],
    )
    const run = others[place]
    if (run !== undefined) run.breaksLists = true
  }
}

/** Returns all runs of the service, oldest first, with increasing IDs. */
const makeRuns = (options: TrafficOptions, choices: RandomChoices): SimulatedRun[] => {
  const all = [
    ...otherRuns(options, choices),
    ...similarRuns(options, choices),
    ...copiedContexts(options, choices),
    ...runsOfOtherKinds(options, choices),
    ...options.own.flatMap(({ runs }) => runs),
  ].toSorted((one, other) => one.madeAt - other.madeAt)
  let id = 1_000
  for (const run of all) run.id = id += choices.whole(1, 4)
  if (options.someBreakLists) breakSome(all, options.own, choices)
  return all
}
