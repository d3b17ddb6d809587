import { type AppPool, type AppProcess } from '../support/app-process.ts'
import type { CallPoint, ReconciliationPoint, ServiceMoment } from './call-points.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { createLabSetup, type LabSetup, makeDataFolder, removeDataFolder } from '../support/lab-setup.ts'
import { type LabService, type Post, startLabService } from '../support/lab-service.ts'
import { type History, readHistory } from '../support/read-history.ts'
import type { LabAppOptions } from '../support/lab-app.ts'
import { valueOf } from '../../support/value-of.ts'

/** A crash during one call: the problems right after it, and the states that its record may reach later. */
export type CallTrial = { callId: string; problems: string[]; later: readonly string[]; promised: boolean }

/** How far into a step the app crashes (0 to 1), and the size of a request. */
type Measures = { share: number; requestBytes: number }

/** Places one call with an app that is killed at the point, and checks the record. */
export const crashOnce = async (setup: CrashSetup, point: CallPoint, measures: Measures): Promise<CallTrial> => {
  const draft = setup.nextDraft()
  const { callId } = draft
  const app = await setup.open(point.faults?.({ callId, ...measures }))
  await app.ready
  if (point.service) setup.endAt(point.service, app)
  const answer = await app.run('triggerCall', draft)
  const came = await setup.hasEnded(app)
  const promised = answer?.ok === true
  const findings = findingsOf(setup, callId)
  const problems = problemsOf(findings, { states: point.disk, requests: point.requests, promised })
  if (!came) problems.push('the crash never came')
  if (findings.requests > 0 && point.run !== (findings.run !== null)) problems.push(`run ${findings.run}`)
  return { callId, problems, later: point.later, promised }
}

/** Drops the response to a call, and kills the next app while it reconciles the call. */
export const crashInReconciliation = async (
  setup: CrashSetup,
  lost: CallPoint,
  point: ReconciliationPoint,
  measures: Measures,
): Promise<CallTrial> => {
  const trial = await crashOnce(setup, lost, measures)
  const { callId, promised } = trial
  const app = await setup.open(point.faults?.({ callId, ...measures }))
  if (point.atList) setup.endAt('list', app)
  const came = await setup.hasEnded(app)
  const problems = problemsOf(findingsOf(setup, callId), { states: point.disk, requests: [1], promised })
  if (!came) problems.push('the crash never came')
  return { ...trial, problems: [...trial.problems, ...problems] }
}

/** Checks after all restarts that the call is in an allowed state and was not sent again. */
export const problemsLater = (setup: CrashSetup, { callId, later, promised }: CallTrial): string[] =>
  problemsOf(findingsOf(setup, callId), { states: later, requests: [0, 1], promised }).map(
    (problem) => `later ${problem}`,
  )

/** Places an ordinary call and returns the size of its request. */
export const measureRequest = async (setup: CrashSetup): Promise<number> => {
  const app = await setup.open()
  await app.ready
  const { callId } = await valueOf(app.run('triggerCall', setup.nextDraft()))
  await app.end()
  const bytes = setup.service.posts.find((post) => post.callId === callId)?.bytes
  if (bytes === undefined) throw new Error('The ordinary call did not arrive.')
  return bytes
}

type CallFindings = {
  integrity: string
  /** The recorded state; `absent` if there is no record. */
  state: string
  recordedRun: number | null
  /** Complete requests that the service received. */
  requests: number
  run: number | null
}

type Allowed = {
  states: readonly string[]
  requests: readonly number[]
  /** Whether the app reported the call as durable. */
  promised: boolean
}

const neverSent = new Set(['absent', 'queued', 'cancelled', 'notSent'])

const findingsOf = (setup: CrashSetup, callId: string): CallFindings => {
  const posts = setup.service.posts.filter((post) => post.callId === callId && post.whole)
  const { integrity, calls } = setup.history()
  const record = calls.get(callId)
  return {
    integrity,
    state: record?.state ?? 'absent',
    recordedRun: record?.workflowRunId ?? null,
    requests: posts.length,
    run: posts.find(({ runId }) => runId !== null)?.runId ?? null,
  }
}

/** Returns everything that is wrong with a call. */
const problemsOf = (findings: CallFindings, { states, requests, promised }: Allowed): string[] => {
  const checks: [boolean, string][] = [
    [findings.integrity === 'ok', `damaged: ${findings.integrity}`],
    [states.includes(findings.state), `is ${findings.state}`],
    [requests.includes(findings.requests), `${findings.requests} requests`],
    [!promised || findings.state !== 'absent', 'promised, and not recorded'],
    [findings.requests === 0 || !neverSent.has(findings.state), `the service received it, and it is ${findings.state}`],
    [
      findings.state !== 'accepted' || findings.recordedRun === findings.run,
      `run ${findings.recordedRun}, not ${findings.run}`,
    ],
  ]
  return checks.filter(([holds]) => !holds).map(([, problem]) => problem)
}

/** A data folder and a service whose apps are killed at chosen moments. */
export type CrashSetup = LabSetup & {
  readonly service: LabService
  /** Starts an app with the data folder. */
  open(faults?: Partial<LabAppOptions>): Promise<AppProcess>
  /** Makes the service kill this app at that moment of its next request, or when it next lists runs. */
  endAt(moment: ServiceMoment | 'list', app: AppProcess): void
  /** Resolves when an app has exited and nothing is in flight; with false if it did not exit in time. */
  hasEnded(app: AppProcess): Promise<boolean>
  history(): History
  close(): Promise<void>
}

/** Milliseconds; much longer than an app takes to reach any crash point. */
const timeout = 20_000

type KillTrigger = { moment: ServiceMoment | 'list'; app: AppProcess } | null

export const openCrashSetup = async (pool: AppPool, random: () => number): Promise<CrashSetup> => {
  let trigger: KillTrigger = null
  const spring = async (moment: ServiceMoment | 'list'): Promise<'go' | 'drop'> => {
    if (trigger?.moment !== moment) return 'go'
    const { app } = trigger
    trigger = null
    await app.kill()
    return 'drop'
  }
  const service = await startLabService({
    random,
    onReceived: (_post: Post) => spring('received'),
    onMade: () => spring('made'),
    onOther: (path) => (/\/runs\b/.test(path) ? spring('list') : Promise.resolve('go')),
  })
  const dataFolder = makeDataFolder()
  const setup = await createLabSetup(dataFolder, pool, service, random)
  return {
    ...setup,
    service,
    open: (faults = {}) => pool.open({ ...setup.appOptions, ...faults }),
    endAt: (moment, app) => void (trigger = { moment, app }),
    async hasEnded(app) {
      const ended = await Promise.race([app.ended, wait(timeout, null, { ref: false })])
      if (ended === null) await app.kill()
      await service.quiet()
      return ended !== null
    },
    history: () => readHistory(dataFolder),
    async close() {
      await service.close()
      removeDataFolder(dataFolder)
    },
  }
}
