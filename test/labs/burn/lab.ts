import { setTimeout as wait } from 'node:timers/promises'
import type { List } from '../../../src/contract/list.ts'
import { type AppDeps, createApp } from '../../../src/main/app/create-app.ts'
import { createHeadlessDeps } from '../../../src/main/headless/run.ts'
import { mapConcurrently, type Lab, type LabReport } from '../lab.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { compareLists, liftCallLimit, openLabList, readLabLists } from '../support/lab-lists.ts'
import { type LabService, startLabService } from '../support/lab-service.ts'
import { makeDataFolder, removeDataFolder } from '../support/lab-setup.ts'
import { valueOf } from '../../support/value-of.ts'
import { connectService } from '../../support/connect-service.ts'

/** The service's response during an outage; `before` and `after` drop it before or after the run is created. */
type Outage = {
  name: string
  answer: (() => Response) | 'before' | 'after'
  /** How many requests it takes to pause the list, in addition to those in flight. Null if it never pauses. */
  pausesAfter: number | null
  /** True if the outcomes of the calls are unknown, so that they use slots until a look-up finds the runs or none. */
  isUnknown?: true
}

const json =
  (status: number, detail: string, headers: Record<string, string> = {}) =>
  () =>
    new Response(JSON.stringify({ detail }), { status, headers: { 'content-type': 'application/json', ...headers } })

const outages: readonly Outage[] = [
  { name: '401', answer: json(401, 'Invalid API key'), pausesAfter: 1 },
  { name: '402', answer: json(402, 'You have exhausted your trial credits.'), pausesAfter: 1 },
  { name: '403', answer: json(403, 'Access denied'), pausesAfter: 1 },
  { name: '404', answer: json(404, 'Workflow is not active'), pausesAfter: 1 },
  { name: '400', answer: json(400, "'Main line' is not ready for outbound calls. Add a number."), pausesAfter: 1 },
  { name: '429', answer: json(429, 'Concurrent call limit reached', { 'retry-after': '1' }), pausesAfter: null },
  {
    name: '503',
    answer: json(503, 'A service is temporarily unavailable.', { 'retry-after': '1' }),
    pausesAfter: 3,
    isUnknown: true,
  },
  { name: 'lost before', answer: 'before', pausesAfter: 3, isUnknown: true },
  { name: 'lost after', answer: 'after', pausesAfter: 3, isUnknown: true },
]

const rowsPerList = 16
/** How many requests are refused in an outage that does not pause the list. */
const endlessRequests = 3
/** Milliseconds until a call without a run is "not found" and its row has been called again. */
const settleMilliseconds = 240_000

type Trial = { outage: Outage; atOnce: number; requestsBefore: number; random: () => number; settles: boolean }
type TrialReport = {
  outage: string
  requests: number
  wronglyEnded: number
  late: number
  doubled: number
  stuck: number
}

type OutageState = { isActive: boolean; arrived: number; failed: number }

const startFailingService = (
  { outage, requestsBefore, random }: Trial,
  outageState: OutageState,
): Promise<LabService> =>
  startLabService({
    random,
    async onReceived() {
      outageState.arrived += 1
      if (outageState.arrived === requestsBefore + 1) outageState.isActive = true
      if (!outageState.isActive) return 'go'
      outageState.failed += 1
      if (outage.pausesAfter === null && outageState.failed >= endlessRequests) outageState.isActive = false
      await wait(random() * 10)
      if (outage.answer === 'before') return 'drop'
      return outage.answer === 'after' ? 'go' : outage.answer()
    },
    onMade: () => Promise.resolve(outageState.isActive && outage.answer === 'after' ? 'drop' : 'go'),
  })

const openApp = async (dataFolder: string, service: LabService, injectBug: (deps: AppDeps) => AppDeps) => {
  const deps = createHeadlessDeps({ dataFolder, keychain: 'memory', version: 'lab', announce: () => undefined })
  const app = createApp(injectBug(deps))
  const { operations } = app
  await valueOf(app.start())
  const { origin, key } = service
  const profile = await connectService(operations, { origin, key, keyStorage: 'session' })
  return { app, operations, profileId: profile.id }
}

/** Milliseconds between two reads of a list's state. */
const pollMilliseconds = 50

/** Returns the list's plan with as many calls at once as it has rows. */
const withMoreAtOnce = ({ listId, name, agent, targets, route, options }: List) => {
  if (agent === null || route === null) throw new Error('The list has no plan.')
  return { listId, name, agentUuid: agent.agentUuid, targets, route, options: { ...options, atOnce: rowsPerList } }
}

/** Runs one list through one outage, and resumes it as the user would. */
const runTrial = async (trial: Trial, injectBug: (deps: AppDeps) => AppDeps = (deps) => deps): Promise<TrialReport> => {
  const outageState: OutageState = { isActive: false, arrived: 0, failed: 0 }
  const service = await startFailingService(trial, outageState)
  liftCallLimit(service)
  const dataFolder = makeDataFolder()
  const { app, operations, profileId } = await openApp(dataFolder, service, injectBug)
  const lists = {
    openListText: (input: Parameters<typeof operations.openListText>[0]) => valueOf(operations.openListText(input)),
    saveListPlan: (input: Parameters<typeof operations.saveListPlan>[0]) => valueOf(operations.saveListPlan(input)),
  }
  const { outage, atOnce, settles } = trial
  const until = async (listId: string, fits: (list: List) => boolean): Promise<List> => {
    for (;;) {
      const list = await valueOf(operations.getList({ listId }))
      if (fits(list)) return list
      await wait(pollMilliseconds)
    }
  }
  try {
    const { listId } = await openLabList(lists, service, profileId, rowsPerList, { atOnce })
    await valueOf(operations.startList({ listId, calls: rowsPerList }))
    const isOver = ({ state }: List): boolean => state === 'paused' || state === 'finished'
    let list = await until(listId, isOver)
    await app.settled()
    const late = outage.pausesAfter === null ? 0 : Math.max(0, outageState.failed - (outage.pausesAfter - 1 + atOnce))
    outageState.isActive = false
    const isSettled = ({ state, counts }: List): boolean =>
      state === 'finished' || (!settles && counts.ready + counts.sending + counts.accepted === 0)
    for (const end = Date.now() + settleMilliseconds; Date.now() < end && !isSettled(list);) {
      // Rows with refused calls become ready again shortly after the pause.
      if (list.state === 'paused') {
        // The unknown calls may use all slots until the look-ups have found their outcomes, which takes minutes.
        if (outage.isUnknown && !settles && list.options.atOnce !== rowsPerList)
          await valueOf(operations.saveListPlan(withMoreAtOnce(list)))
        await operations.startList({ listId, calls: list.counts.ready })
      }
      await wait(pollMilliseconds)
      list = await valueOf(operations.getList({ listId }))
    }
    await app.settled()
    const { counts } = list
    return {
      outage: outage.name,
      requests: outageState.arrived,
      wronglyEnded:
        counts.rejected + counts.notSent + counts.notFound + counts.cancelled + counts.skipped + counts.refused,
      late,
      doubled: compareLists(readLabLists(dataFolder), service).doubled.length,
      stuck: counts.ready + counts.held + (settles ? counts.unknown : 0),
    }
  } finally {
    await app.close()
    await service.close()
    removeDataFolder(dataFolder)
  }
}

/** Injected bug: rows keep every refusal as their own outcome. */
const withoutCallingAgain = (deps: AppDeps): AppDeps => ({
  ...deps,
  storage: {
    ...deps.storage,
    run: (name, input) =>
      name === 'callListRowAgain'
        ? // Storage returns this if the row may not be called again.
          Promise.resolve({ ok: true, value: false } as Awaited<ReturnType<typeof deps.storage.run<typeof name>>>)
        : deps.storage.run(name, input),
  },
})

const trialOf = (random: () => number, outage: Outage, settles: boolean): Trial => {
  // With one slot, the list would wait for the look-ups of two unknown calls before the third one pauses it.
  const choices = outage.isUnknown ? [3, 8] : [1, 3, 8]
  return {
    outage,
    atOnce: choices[Math.floor(random() * choices.length)] ?? 3,
    requestsBefore: Math.floor(random() * 8),
    random,
    settles,
  }
}

const reportOf = (reports: readonly TrialReport[], caught: boolean): LabReport => {
  const sum = (of: (report: TrialReport) => number): number => reports.reduce((total, one) => total + of(one), 0)
  const problems = {
    wronglyEnded: sum(({ wronglyEnded }) => wronglyEnded),
    afterBrake: sum(({ late }) => late),
    doubled: sum(({ doubled }) => doubled),
    stuck: sum(({ stuck }) => stuck),
  }
  for (const report of reports)
    if (report.wronglyEnded + report.late + report.doubled + report.stuck > 0)
      process.stderr.write(`burn: ${JSON.stringify(report)}\n`)
  return {
    figures: { trials: reports.length, requests: sum(({ requests }) => requests), ...problems },
    control: { caught },
    ok: reports.length > 0 && Object.values(problems).every((count) => count === 0),
  }
}

/** Number of trials in the short form. */
const short = 9

/** Hits a running list with refusals, a busy service and lost responses: it must pause at once and use up no row. */
export const lab: Lab = {
  name: 'burn',
  standard: 45,
  short,
  async run({ n, seed, progress }) {
    const random = createSeededRandom(seed)
    let done = 0
    const trials = Array.from({ length: n }, (_, index) => {
      const outage = outages[index % outages.length]
      if (outage === undefined) throw new Error('There is no outage.')
      return trialOf(createSeededRandom(Math.floor(random() * 1e9)), outage, false)
    })
    // Follow one outage of a busy service until its calls are "not found", two minutes later, and called again. This
    // takes too
    // long for the short form.
    const busy = outages.find(({ name }) => name === '503')
    if (busy !== undefined && n > short) trials.unshift({ ...trialOf(random, busy, true), atOnce: 3 })
    const reports = await mapConcurrently(4, trials, async (trial) => {
      const report = await runTrial(trial)
      progress((done += 1), trials.length)
      return report
    })
    const [first] = outages
    const control =
      first === undefined
        ? null
        : await runTrial({ ...trialOf(random, first, false), requestsBefore: 2 }, withoutCallingAgain)
    return reportOf(reports, control !== null && control.wronglyEnded > 0)
  },
}
