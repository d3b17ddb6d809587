import type { Lab, LabReport } from '../lab.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { type AppPool, type AppProcess, createAppPool } from '../support/app-process.ts'
import { setTimeout as wait } from 'node:timers/promises'
import { type CallProblems, checkCalls, readHistory } from '../support/read-history.ts'
import { createLabSetup, type LabSetup, makeDataFolder, removeDataFolder } from '../support/lab-setup.ts'
import { type LabService, startLabService } from '../support/lab-service.ts'
import type { LabAppOptions } from '../support/lab-app.ts'
import { valueOf } from '../../support/value-of.ts'

/** Kills per data folder, so that a history grows over many crashes. */
const killsPerFolder = 25

const sizesOf = (n: number): number[] =>
  Array.from({ length: Math.ceil(n / killsPerFolder) }, (_, setup) =>
    Math.min(killsPerFolder, n - setup * killsPerFolder),
  )

/** Control: the lab must detect an app that resends unfinished calls at startup, by calls that arrived twice. */
const runControl = async (pool: AppPool, seed: number): Promise<boolean> => {
  const setup = await runKills({
    kills: 20,
    random: createSeededRandom(seed),
    pool,
    bugs: { naiveRetry: true },
    onKill: () => undefined,
    enough: ({ doubled }) => doubled.length > 0,
  })
  return setup.doubled.length > 0
}

const sum = (setups: readonly KillRunReport[], of: (setup: KillRunReport) => number): number =>
  setups.reduce((total, setup) => total + of(setup), 0)

const statesOf = (setups: readonly KillRunReport[]): Record<string, number> => {
  const all: Record<string, number> = {}
  for (const { states } of setups)
    for (const [state, count] of Object.entries(states)) all[state] = (all[state] ?? 0) + count
  return all
}

const reportOf = (setups: readonly KillRunReport[], caught: boolean): LabReport => {
  const problems = {
    lost: sum(setups, ({ lost }) => lost.length),
    doubled: sum(setups, ({ doubled }) => doubled.length),
    wrongRun: sum(setups, ({ wrongRun }) => wrongRun.length),
    integrityErrors: sum(setups, ({ broken }) => broken.length),
  }
  const requests = sum(setups, ({ posts }) => posts)
  return {
    figures: {
      kills: sum(setups, ({ kills }) => kills),
      folders: setups.length,
      ...problems,
      requests,
      requestsCut: sum(setups, ({ cut }) => cut),
      runs: sum(setups, ({ runs }) => runs),
      answeredAsDurable: sum(setups, ({ promises }) => promises),
      states: statesOf(setups),
    },
    control: { caught },
    // If no call arrived, the kills would prove nothing.
    ok: requests > 0 && Object.values(problems).every((count) => count === 0),
  }
}

/**
 * Kills the app with SIGKILL at random moments while it places calls: no call lost, none sent twice, no damaged file.
 */
export const lab: Lab = {
  name: 'kills',
  standard: 1000,
  short: 12,
  async run({ n, seed, progress }) {
    const pool = createAppPool(2)
    let done = 0
    const onKill = (): void => progress((done += 1), n)
    const waiting = sizesOf(n).map((kills, setup) => ({ kills, seed: seed + setup }))
    const setups: KillRunReport[] = []
    const work = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift())
        setups.push(await runKills({ kills: next.kills, random: createSeededRandom(next.seed), pool, onKill }))
    }
    try {
      await Promise.all([work(), work()])
      return reportOf(setups, await runControl(pool, seed))
    } finally {
      await pool.close()
    }
  },
}

type KillRunOptions = {
  kills: number
  random: () => number
  pool: AppPool
  bugs?: Partial<LabAppOptions>
  onKill: () => void
  /** Ends the run early when it returns true. */
  enough?: (results: CallProblems) => boolean
}

type KillRunReport = CallProblems & {
  kills: number
  posts: number
  cut: number
  runs: number
  promises: number
  broken: string[]
  states: Record<string, number>
}

/** Responds with random delays, so that kills hit calls at every step. */
const startSlowService = (random: () => number): Promise<LabService> => {
  const pause = async (): Promise<'go'> => {
    await wait(random() * 25)
    return 'go'
  }
  return startLabService({ random, onReceived: pause, onMade: pause })
}

/**
 * Starts and closes a last app, which settles the remaining calls, and verifies the event chain; returns the problems.
 */
const settle = async ({ appOptions: order }: LabSetup, pool: AppPool): Promise<string[]> => {
  const app = await pool.open(order)
  const { started } = await app.ready
  const check = await valueOf(app.run('checkHistory', {}))
  await app.end()
  const problems = check.intact ? [] : [`chain of ${check.events}: ${check.firstBroken}`]
  return started.ok ? problems : [...problems, `no start: ${JSON.stringify(started.failure)}`]
}

/** Kills the apps of one data folder one after another, and compares its records with the service's. */
const runKills = async (options: KillRunOptions): Promise<KillRunReport> => {
  const { random, pool, onKill } = options
  const service = await startSlowService(random)
  const dataFolder = makeDataFolder()
  const promised = new Set<string>()
  const broken: string[] = []
  const { bugs = {} } = options
  try {
    const setup = await createLabSetup(dataFolder, pool, service, random)
    let kills = 0
    for (; kills < options.kills; kills += 1) {
      await startAndKill({ setup, pool, bugs, random, promise: (callId) => promised.add(callId) })
      await service.quiet()
      const left = readHistory(dataFolder)
      if (left.integrity !== 'ok') broken.push(left.integrity)
      onKill()
      if (options.enough?.(checkCalls(service.posts, promised, left)) === true) break
    }
    broken.push(...(await settle(setup, pool)))
    const history = readHistory(dataFolder)
    if (history.integrity !== 'ok') broken.push(history.integrity)
    return {
      ...checkCalls(service.posts, promised, history),
      kills,
      posts: service.posts.filter(({ whole }) => whole).length,
      cut: service.posts.filter(({ whole }) => !whole).length + service.connections.broken,
      runs: service.posts.filter(({ runId }) => runId !== null).length,
      promises: promised.size,
      broken,
      states: history.states,
    }
  } finally {
    await service.close()
    removeDataFolder(dataFolder)
  }
}

type KillTrialOptions = {
  setup: LabSetup
  pool: AppPool
  bugs: Partial<LabAppOptions>
  random: () => number
  /** Called with every call that was reported as durable. */
  promise: (callId: string) => void
}

/** Longest time from the first durable call to the kill, in milliseconds. */
const maxRunMs = 200
/** Share of the apps that are killed during startup, while they settle the calls that the previous app left. */
const startUpShare = 0.1
const longestStartUp = 400

/** Places calls until the app has exited; calls `first` when a call is durable. */
const placeCalls = async (app: AppProcess, { setup, promise }: KillTrialOptions, first: () => void): Promise<void> => {
  for (;;) {
    const draft = setup.nextDraft()
    const answer = await app.run('triggerCall', draft)
    if (answer === null) return
    if (!answer.ok) throw new Error(`a call was refused: ${JSON.stringify(answer.failure)}`)
    promise(draft.callId)
    first()
  }
}

const callUntilKilled = async (app: AppProcess, options: KillTrialOptions): Promise<void> => {
  await app.ready
  const dialing = Promise.withResolvers<void>()
  const width = 1 + Math.floor(options.random() * 6)
  const callers = Array.from({ length: width }, () => placeCalls(app, options, dialing.resolve))
  await Promise.race([dialing.promise, ...callers])
  await wait(options.random() * maxRunMs)
  await app.kill()
  await Promise.all(callers)
}

/** Runs an app and kills it with SIGKILL at a random moment. */
const startAndKill = async (options: KillTrialOptions): Promise<void> => {
  const app = await options.pool.open({ ...options.setup.appOptions, ...options.bugs })
  if (options.random() >= startUpShare) return callUntilKilled(app, options)
  await wait(options.random() * longestStartUp)
  await app.kill()
}
