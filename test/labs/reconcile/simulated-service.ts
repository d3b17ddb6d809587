import { type Failure, fail, type Outcome, succeed } from '../../../src/contract/failure.ts'
import { nothingLearned } from '../../support/run-samples.ts'
import type { Run } from '../../../src/contract/run.ts'
import type { ListClient } from '../../../src/main/features/reconciliation/read-lists.ts'
import type { RunListItem, RunPage } from '../../../src/main/service/wire/runs.ts'
import type { VirtualTime } from './virtual-time.ts'

/** The truth about a run. Times are milliseconds since the start of the history; null means never. */
export type SimulatedRun = {
  id: number
  madeAt: number
  workflowId: number
  number: string
  context: RunListItem['initialContext']
  breaksLists: boolean
  placedAt: number | null
  failedAt: number | null
  error: string
  /** Whether a phone rang. */
  rang: boolean
  /** When the carrier's first status report reached the service; only the run itself shows it. */
  reportedAt?: number | null
  /** The lists show these values instead of the true ones. */
  listedAs?: Partial<RunListItem>
}

/** How the service's lists differ from complete lists with the newest run first. */
export type ListFault =
  | 'none'
  /** Oldest first, in a fixed arbitrary order, or in a different order in each response. */
  | 'oldestFirst'
  | 'mixed'
  | 'shuffled'
  /** A total that is too small, too large, zero, negative, or the size of the page. */
  | 'shortTotal'
  | 'longTotal'
  | 'zeroTotal'
  | 'negativeTotal'
  | 'pageTotal'
  /** A page that sometimes lacks a run, or a page count that does not match the total. */
  | 'lostRows'
  | 'wrongPages'

/** A period in which every request fails; with `hangs`, only after 30 s. */
export type Outage = { from: number; to: number; failure: Failure; hangs: boolean }

export type ServicePlan = {
  /** Oldest first. */
  runs: SimulatedRun[]
  agents: { workflowId: number; agentUuid: string }[]
  /** How far the service's clock is ahead, in milliseconds. */
  offset: number
  sendsDate: boolean
  /** How far the Date header is ahead of the runs' times, because another server may add it. */
  dateError: number
  refuses: { organization: Failure | null; agent: Failure | null }
  outages: Outage[]
  /** Share of requests that randomly fail with 500. */
  flaky: number
  latency: [number, number]
  listFault?: ListFault
}

type Range = { from: number; to: number }

const iso = (milliseconds: number): string => new Date(milliseconds).toISOString()

/** Returns how many runs were created by this time. */
const countBy = (runs: readonly SimulatedRun[], moment: number): number => {
  let [low, high] = [0, runs.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const run = runs[middle]
    if (run !== undefined && run.madeAt <= moment) low = middle + 1
    else high = middle
  }
  return low
}

/** Returns the back-off that a response requests, in milliseconds. */
const retryAfterOf = (outcome: Outcome<unknown>): number =>
  !outcome.ok && outcome.failure.kind === 'unavailable' ? (outcome.failure.retryAfterSeconds ?? 0) * 1000 : 0

/** Simulates the lists of a service in virtual time and counts requests. */
export const createSimulatedService = (plan: ServicePlan, time: VirtualTime, random: () => number) => {
  const counts = { requests: 0, atOnce: 0, mostAtOnce: 0, dials: 0, tooSoon: 0 }
  let retryNotBefore = -Infinity
  const byAgent = new Map<number, SimulatedRun[]>()
  const open = new Set<(failure: Failure) => void>()

  const shown = (run: SimulatedRun, organization: boolean): RunListItem => {
    const isPast = (moment: number | null): boolean => moment !== null && moment <= time.now()
    return {
      workflowRunId: run.id,
      workflowRunName: `WR-API-${run.id}`,
      workflowId: run.workflowId,
      createdAt: iso(time.epoch + run.madeAt + plan.offset),
      isCompleted: organization ? null : isPast(run.failedAt),
      calledNumber: run.number,
      callerNumber: null,
      mode: 'twilio',
      callType: 'outbound',
      carrierCallId: isPast(run.placedAt) ? `CA${run.id}` : null,
      error: isPast(run.failedAt) ? run.error : null,
      disposition: isPast(run.failedAt) ? 'error' : null,
      durationSeconds: null,
      initialContext: run.context,
      ...run.listedAs,
    }
  }

  /** Returns the run itself, with its carrier's reports. */
  const detailOf = (run: SimulatedRun): Run => {
    const isPast = (moment: number | null): boolean => moment !== null && moment <= time.now()
    const { reportedAt = null } = run
    const { callType: _type, mode: _mode, isCompleted, ...listed } = shown({ ...run, listedAs: {} }, false)
    return {
      ...listed,
      isCompleted: isCompleted === true,
      steps: isPast(reportedAt) ? [{ status: 'ringing', at: null }] : [],
      hasRecording: false,
      hasTranscript: false,
      learned: nothingLearned,
    }
  }

  /** Returns the runs of a list in the order in which this response shows them. */
  const ordered = (runs: readonly SimulatedRun[]): SimulatedRun[] => {
    if (plan.listFault === 'oldestFirst') return [...runs]
    if (plan.listFault === 'mixed')
      return runs.toSorted((one, other) => ((one.id * 7919) % 1009) - ((other.id * 7919) % 1009))
    if (plan.listFault === 'shuffled') {
      const keys = new Map(runs.map((run) => [run, random()]))
      return runs.toSorted((one, other) => (keys.get(one) ?? 0) - (keys.get(other) ?? 0))
    }
    return runs.toReversed()
  }

  /** Applies the list's fault to a page. */
  const applyFault = (page: RunPage): RunPage => {
    switch (plan.listFault ?? 'none') {
      case 'shortTotal':
        return { ...page, totalCount: Math.max(0, page.totalCount - 1) }
      case 'longTotal':
        return { ...page, totalCount: page.totalCount + 3 }
      case 'zeroTotal':
        return { ...page, totalCount: 0 }
      case 'negativeTotal':
        return { ...page, totalCount: -1 }
      case 'pageTotal':
        return { ...page, totalCount: page.runs.length }
      case 'lostRows':
        return { ...page, runs: page.runs.filter(() => random() < 0.9) }
      case 'wrongPages':
        return { ...page, totalPages: (page.totalPages ?? 0) + 2 }
      case 'none':
      case 'oldestFirst':
      case 'mixed':
      case 'shuffled':
        return page
    }
  }

  const pageOf = (runs: readonly SimulatedRun[], range: Range, page: number, limit: number, organization: boolean) => {
    const low = countBy(runs, range.from - 1)
    const high = countBy(runs, Math.min(range.to, time.now()))
    const totalCount = Math.max(0, high - low)
    const list = (plan.listFault ?? 'none') === 'none' ? null : ordered(runs.slice(low, Math.max(low, high)))
    const end = high - (page - 1) * limit
    const inOrder = end <= low ? [] : runs.slice(Math.max(low, end - limit), end).toReversed()
    const rows = list === null ? inOrder : list.slice((page - 1) * limit, page * limit)
    if (rows.some(({ breaksLists }) => breaksLists)) return fail({ kind: 'unavailable', cause: 'serverError' })
    const clock = Math.floor((time.epoch + time.now() + plan.offset + plan.dateError) / 1000) * 1000
    const answer: RunPage = {
      runs: rows.map((run) => shown(run, organization)),
      totalCount,
      page,
      totalPages: Math.ceil(totalCount / limit),
      serverDate: plan.sendsDate ? iso(clock) : null,
    }
    return succeed(applyFault(answer))
  }

  const currentOutage = (): Outage | undefined =>
    plan.outages.find(({ from, to }) => time.now() >= from && time.now() < to)

  /** Simulates a request with latency. A sleeping computer loses the response. */
  const respond = <T>(answer: () => Outcome<T>): Promise<Outcome<T>> => {
    counts.requests += 1
    if (time.now() < retryNotBefore) counts.tooSoon += 1
    counts.mostAtOnce = Math.max(counts.mostAtOnce, (counts.atOnce += 1))
    const [least, most] = plan.latency
    const way = (): number => (least + random() * (most - least)) / 2
    const { promise, resolve } = Promise.withResolvers<Outcome<T>>()
    const cut = (failure: Failure): void => finish(fail(failure))
    const finish = (outcome: Outcome<T>): void => {
      if (!open.delete(cut)) return
      counts.atOnce -= 1
      retryNotBefore = Math.max(retryNotBefore, time.now() + retryAfterOf(outcome))
      resolve(outcome)
    }
    open.add(cut)
    time.at(time.now() + way(), () => {
      const outage = currentOutage()
      const isFlaky = random() < plan.flaky
      const outcome = isFlaky ? fail({ kind: 'unavailable', cause: 'serverError' } as const) : answer()
      const delivered = outage === undefined ? outcome : fail(outage.failure)
      time.after(outage?.hangs === true ? 30_000 : way(), () => finish(delivered))
    })
    return promise
  }

  const agentRuns = (workflowId: number): SimulatedRun[] => {
    const known =
      byAgent.get(workflowId) ?? plan.runs.filter((run) => (run.listedAs?.workflowId ?? run.workflowId) === workflowId)
    byAgent.set(workflowId, known)
    return known
  }

  /** The service compares the number as it was sent. */
  const runsTo = (number: string): SimulatedRun[] =>
    plan.runs.filter((run) =>
      (run.listedAs?.calledNumber === undefined ? run.number : (run.listedAs.calledNumber ?? '')).includes(number),
    )

  const toHistory = (text: string | undefined, otherwise: number): number =>
    text === undefined ? otherwise : Date.parse(text) - time.epoch - plan.offset

  const client: ListClient & { triggerCall: () => never } = {
    agents: () =>
      respond(() => succeed(plan.agents.map((agent) => ({ ...agent, name: 'Agent', status: 'active' as const })))),
    run: (workflowRunId) =>
      respond(() => {
        const run = plan.runs.find(({ id, madeAt }) => id === workflowRunId && madeAt <= time.now())
        if (run?.breaksLists === true) return fail({ kind: 'unavailable', cause: 'serverError' })
        return run === undefined ? fail({ kind: 'notFound', detail: '' }) : succeed(detailOf(run))
      }),
    runsOfAgent: (workflowId, { page = 1, limit = 50, from, to } = {}) =>
      respond(() => {
        const { agent: refusal } = plan.refuses
        const range = { from: toHistory(from, -Infinity), to: toHistory(to, Infinity) }
        return refusal === null ? pageOf(agentRuns(workflowId), range, page, limit, false) : fail(refusal)
      }),
    runsOfOrganization: ({ page = 1, limit = 50, from, to, calledNumber } = {}) =>
      respond(() => {
        const { organization: refusal } = plan.refuses
        const range = { from: toHistory(from, -Infinity), to: toHistory(to, Infinity) }
        const runs = calledNumber === undefined ? plan.runs : runsTo(calledNumber)
        return refusal === null ? pageOf(runs, range, page, limit, true) : fail(refusal)
      }),
    triggerCall: () => {
      counts.dials += 1
      throw new Error('Reconciliation placed a call.')
    },
  }

  return {
    client,
    counts,
    /** A new process does not know the back-off of the previous one. */
    forget: (): void => void (retryNotBefore = -Infinity),
    /** Loses all pending responses. */
    cutAll: (): void => {
      for (const cut of open) cut({ kind: 'unavailable', cause: 'cut' })
    },
  }
}
