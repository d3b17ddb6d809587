import { type Failure, fail, type Outcome, succeed } from '../../../src/contract/failure.ts'
import type { ListClient } from '../../../src/main/look-ups/ask-lists.ts'
import type { RunListItem, RunPage } from '../../../src/main/service/wire-runs.ts'
import type { VirtualTime } from './virtual-time.ts'

/** A run as it really is; moments are in milliseconds of the history, null means never. */
export type MadeRun = {
  id: number
  madeAt: number
  workflowId: number
  number: string
  context: RunListItem['initialContext']
  poisoned: boolean
  placedAt: number | null
  failedAt: number | null
  error: string
  /** Whether a phone rang for it in truth. */
  rang: boolean
}

/** What goes wrong between two moments: every question fails like that, `hangs` after 30 s. */
export type Trouble = { from: number; to: number; failure: Failure; hangs: boolean }

export type ServicePlan = {
  /** Oldest first. */
  runs: MadeRun[]
  agents: { workflowId: number; agentUuid: string }[]
  /** How far the service's clock is ahead of the truth. */
  offset: number
  tellsDate: boolean
  /** How far the clock in its answers is ahead of the one that its runs are stamped by: answers may pass other machines. */
  dateError: number
  refuses: { organization: Failure | null; agent: Failure | null }
  troubles: Trouble[]
  /** The share of questions that fail with 500 for no reason. */
  flaky: number
  latency: [number, number]
}

type Range = { from: number; to: number }

const iso = (milliseconds: number): string => new Date(milliseconds).toISOString()

/** How many of the runs were made by a moment. */
const countBy = (runs: readonly MadeRun[], moment: number): number => {
  let [low, high] = [0, runs.length]
  while (low < high) {
    const middle = (low + high) >> 1
    const run = runs[middle]
    if (run !== undefined && run.madeAt <= moment) low = middle + 1
    else high = middle
  }
  return low
}

/** For how long an answer asks to be left alone, in milliseconds. */
const askedFor = (outcome: Outcome<unknown>): number =>
  !outcome.ok && outcome.failure.kind === 'unavailable' ? (outcome.failure.retryAfterSeconds ?? 0) * 1000 : 0

/** The lists of a made-up service in a made-up time. It answers what it is asked, and counts. */
export const createMadeUpService = (plan: ServicePlan, time: VirtualTime, random: () => number) => {
  const counts = { requests: 0, atOnce: 0, mostAtOnce: 0, dials: 0, tooSoon: 0 }
  let leftAloneUntil = -Infinity
  const byAgent = new Map<number, MadeRun[]>()
  const open = new Set<(failure: Failure) => void>()

  const shown = (run: MadeRun, organization: boolean): RunListItem => {
    const isPast = (moment: number | null): boolean => moment !== null && moment <= time.now()
    return {
      workflowRunId: run.id,
      workflowRunName: `WR-API-${run.id}`,
      workflowId: run.workflowId,
      createdAt: iso(time.epoch + run.madeAt + plan.offset),
      isCompleted: organization ? null : isPast(run.failedAt),
      calledNumber: run.number,
      callerNumber: null,
      carrierCallId: isPast(run.placedAt) ? `CA${run.id}` : null,
      error: isPast(run.failedAt) ? run.error : null,
      disposition: isPast(run.failedAt) ? 'error' : null,
      durationSeconds: null,
      initialContext: run.context,
    }
  }

  const pageOf = (runs: readonly MadeRun[], range: Range, page: number, limit: number, organization: boolean) => {
    const low = countBy(runs, range.from - 1)
    const high = countBy(runs, Math.min(range.to, time.now()))
    const totalCount = Math.max(0, high - low)
    const end = high - (page - 1) * limit
    const rows = end <= low ? [] : runs.slice(Math.max(low, end - limit), end).toReversed()
    if (rows.some(({ poisoned }) => poisoned)) return fail({ kind: 'unavailable', cause: 'serverError' })
    const clock = Math.floor((time.epoch + time.now() + plan.offset + plan.dateError) / 1000) * 1000
    const answer: RunPage = {
      runs: rows.map((run) => shown(run, organization)),
      totalCount,
      page,
      totalPages: Math.ceil(totalCount / limit),
      serverDate: plan.tellsDate ? iso(clock) : null,
    }
    return succeed(answer)
  }

  const troubleNow = (): Trouble | undefined =>
    plan.troubles.find(({ from, to }) => time.now() >= from && time.now() < to)

  /** One question on its way there and back; a sleeping computer loses the answer. */
  const ask = <T>(answer: () => Outcome<T>): Promise<Outcome<T>> => {
    counts.requests += 1
    if (time.now() < leftAloneUntil) counts.tooSoon += 1
    counts.mostAtOnce = Math.max(counts.mostAtOnce, (counts.atOnce += 1))
    const [least, most] = plan.latency
    const way = (): number => (least + random() * (most - least)) / 2
    const { promise, resolve } = Promise.withResolvers<Outcome<T>>()
    const cut = (failure: Failure): void => finish(fail(failure))
    const finish = (outcome: Outcome<T>): void => {
      if (!open.delete(cut)) return
      counts.atOnce -= 1
      leftAloneUntil = Math.max(leftAloneUntil, time.now() + askedFor(outcome))
      resolve(outcome)
    }
    open.add(cut)
    time.at(time.now() + way(), () => {
      const trouble = troubleNow()
      const isFlaky = random() < plan.flaky
      const outcome = isFlaky ? fail({ kind: 'unavailable', cause: 'serverError' } as const) : answer()
      const told = trouble === undefined ? outcome : fail(trouble.failure)
      time.after(trouble?.hangs === true ? 30_000 : way(), () => finish(told))
    })
    return promise
  }

  const agentRuns = (workflowId: number): MadeRun[] => {
    const known = byAgent.get(workflowId) ?? plan.runs.filter((run) => run.workflowId === workflowId)
    byAgent.set(workflowId, known)
    return known
  }

  const toHistory = (text: string | undefined, otherwise: number): number =>
    text === undefined ? otherwise : Date.parse(text) - time.epoch - plan.offset

  const client: ListClient & { triggerCall: () => never } = {
    agents: () =>
      ask(() =>
        succeed(plan.agents.map((agent) => ({ ...agent, name: 'Agent', status: 'active' as const, totalRuns: null }))),
      ),
    runsOfAgent: (workflowId, { page = 1, limit = 50 } = {}) =>
      ask(() => {
        const { agent: refusal } = plan.refuses
        const all = { from: -Infinity, to: Infinity }
        return refusal === null ? pageOf(agentRuns(workflowId), all, page, limit, false) : fail(refusal)
      }),
    runsOfOrganization: ({ page = 1, limit = 50, from, to } = {}) =>
      ask(() => {
        const { organization: refusal } = plan.refuses
        const range = { from: toHistory(from, -Infinity), to: toHistory(to, Infinity) }
        return refusal === null ? pageOf(plan.runs, range, page, limit, true) : fail(refusal)
      }),
    triggerCall: () => {
      counts.dials += 1
      throw new Error('A look-up has dialled.')
    },
  }

  return {
    client,
    counts,
    /** Another life of the app knows nothing of what was asked of the one before. */
    forget: (): void => void (leftAloneUntil = -Infinity),
    /** Every answer on its way is lost. */
    cutAll: (): void => {
      for (const cut of open) cut({ kind: 'unavailable', cause: 'cut' })
    },
  }
}

export type MadeUpService = ReturnType<typeof createMadeUpService>
