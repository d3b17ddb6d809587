import { setTimeout as wait } from 'node:timers/promises'
import type { List } from '../../../src/contract/list.ts'
import type { Lab, LabReport } from '../lab.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { type AppPool, type AppProcess, createAppPool } from '../support/app-process.ts'
import type { LabAppOptions } from '../support/lab-app.ts'
import { compareLists, liftCallLimit, type ListOperations, openLabList, readLabLists } from '../support/lab-lists.ts'
import { type LabService, startLabService } from '../support/lab-service.ts'
import { addLabProfile, makeDataFolder, removeDataFolder } from '../support/lab-setup.ts'
import { valueOf } from '../../support/value-of.ts'

/** Kills per data folder, and rows per list: on average, more rows than are called between two kills. */
const [killsPerFolder, rowsPerList] = [20, 60]
/**
 * Longest time from a list's start to the kill (ms), share of apps killed during startup, and longest time to that kill
 * (ms).
 */
const [longestLife, startUpShare, longestStartUp] = [600, 0.1, 500]
/** Share of responses that are lost even though the run was created. */
const lostAnswers = 0.03

type FolderReport = {
  kills: number
  requests: number
  called: number
  lost: string[]
  doubled: string[]
  sumsWrong: string[]
}

type FolderOptions = {
  kills: number
  random: () => number
  pool: AppPool
  bugs?: Partial<LabAppOptions>
  onKill: () => void
  /** Ends early when it returns true. */
  enough?: (service: LabService) => boolean
}

const listsOf = (app: AppProcess): ListOperations => ({
  openListText: (input) => valueOf(app.run('openListText', input)),
  saveListPlan: (input) => valueOf(app.run('saveListPlan', input)),
  startList: (input) => valueOf(app.run('startList', input)),
  pauseList: (input) => valueOf(app.run('pauseList', input)),
  getList: (input) => valueOf(app.run('getList', input)),
})

const startSlowService = async (random: () => number): Promise<LabService> => {
  const service = await startLabService({
    random,
    async onReceived() {
      await wait(random() * 25)
      return 'go'
    },
    async onMade() {
      await wait(random() * 25)
      return random() < lostAnswers ? 'drop' : 'go'
    },
  })
  liftCallLimit(service)
  return service
}

/** Runs an app's list until its rows are called or it pauses; resolves with its last state. */
const runToEnd = async (app: AppProcess, listId: string): Promise<List> => {
  const lists = listsOf(app)
  let list = await lists.getList({ listId })
  while (list.state !== 'finished' && list.counts.ready > 0) {
    if (list.state === 'paused' || list.state === 'draft') await lists.startList({ listId, calls: list.counts.ready })
    await wait(50)
    list = await lists.getList({ listId })
  }
  return list
}

/** Starts an app's list, and kills the app at a random moment. */
const runUntilKilled = async (app: AppProcess, listId: string, random: () => number): Promise<void> => {
  if (random() < startUpShare) {
    await wait(random() * longestStartUp)
    return void (await app.kill())
  }
  await app.ready
  const list = await app.run('getList', { listId })
  const ready = list?.ok === true ? list.value.counts.ready : 0
  const started = app.run('startList', { listId, calls: ready })
  await Promise.race([started, app.ended])
  await wait(random() * longestLife)
  await app.kill()
}

/**
 * Kills the apps of one data folder while a list is running, lets the last app call the remaining rows, and compares
 * the result with the service.
 */
const runFolder = async (options: FolderOptions): Promise<FolderReport> => {
  const { random, pool, bugs = {}, onKill } = options
  const service = await startSlowService(random)
  const dataFolder = makeDataFolder()
  const sumsWrong: string[] = []
  try {
    const first = await pool.open({ dataFolder })
    await first.ready
    const profileId = await addLabProfile(first, service)
    const appOptions = { dataFolder, key: { profileId, origin: service.origin, text: service.key } }
    let { listId } = await openLabList(listsOf(first), service, profileId, rowsPerList)
    await first.end()
    const check = (): void => void sumsWrong.push(...readLabLists(dataFolder).problems)
    let kills = 0
    while (kills < options.kills && options.enough?.(service) !== true) {
      await runUntilKilled(await pool.open({ ...appOptions, ...bugs }), listId, random)
      await service.quiet()
      kills += 1
      onKill()
      check()
      const left = readLabLists(dataFolder).rows.filter((row) => row.listId === listId && row.state === 'ready')
      if (left.length > 5) continue
      const app = await pool.open(appOptions)
      await app.ready
      await runToEnd(app, listId)
      ;({ listId } = await openLabList(listsOf(app), service, profileId, rowsPerList))
      await app.end()
    }
    const last = await pool.open(appOptions)
    await last.ready
    await runToEnd(last, listId)
    await last.end()
    await service.quiet()
    check()
    const lists = readLabLists(dataFolder)
    const made = service.posts.filter(({ runId }) => runId !== null).length
    // Every number in a list was called once, or its request was cut off.
    const missing = lists.rows.filter(({ state }) => ['ready', 'held', 'refused', 'skipped'].includes(state))
    if (missing.length > 0) sumsWrong.push(`${missing.length} rows were never called`)
    return { kills, requests: service.posts.length, called: made, ...compareLists(lists, service), sumsWrong }
  } finally {
    await service.close()
    removeDataFolder(dataFolder)
  }
}

const sum = (reports: readonly FolderReport[], of: (report: FolderReport) => number): number =>
  reports.reduce((total, report) => total + of(report), 0)

const reportOf = (reports: readonly FolderReport[], caught: boolean): LabReport => {
  const problems = {
    lost: sum(reports, ({ lost }) => lost.length),
    doubled: sum(reports, ({ doubled }) => doubled.length),
    sumsWrong: sum(reports, ({ sumsWrong }) => sumsWrong.length),
  }
  for (const { lost, doubled, sumsWrong } of reports)
    for (const text of [...lost, ...doubled, ...sumsWrong]) process.stderr.write(`listkills: ${text}\n`)
  const requests = sum(reports, ({ requests: of }) => of)
  return {
    figures: {
      kills: sum(reports, ({ kills }) => kills),
      requests,
      runs: sum(reports, ({ called }) => called),
      ...problems,
    },
    control: { caught },
    ok: requests > 0 && Object.values(problems).every((count) => count === 0),
  }
}

/** Control: the lab must detect an app that resends unfinished calls at startup, by numbers that were called twice. */
const runControl = async (pool: AppPool, seed: number): Promise<boolean> => {
  const doubled = (service: LabService): boolean => {
    const made = service.posts.filter(({ runId }) => runId !== null)
    return new Set(made.map(({ phoneNumber }) => phoneNumber)).size < made.length
  }
  const random = createSeededRandom(seed)
  const report = await runFolder({
    kills: 40,
    random,
    pool,
    onKill: () => undefined,
    bugs: { naiveRetry: true },
    enough: doubled,
  })
  return report.doubled.length > 0
}

/**
 * Kills the app with SIGKILL at random moments while a list is running: no row lost, no number called twice, and
 * correct counts.
 */
export const lab: Lab = {
  name: 'listkills',
  standard: 1000,
  short: 10,
  async run({ n, seed, progress }) {
    const pool = createAppPool(2)
    let done = 0
    const onKill = (): void => progress((done += 1), n)
    const folders = Array.from({ length: Math.ceil(n / killsPerFolder) }, (_, index) => ({
      kills: Math.min(killsPerFolder, n - index * killsPerFolder),
      seed: seed * 1000 + index,
    }))
    const reports: FolderReport[] = []
    const work = async (): Promise<void> => {
      for (let next = folders.shift(); next; next = folders.shift())
        reports.push(await runFolder({ kills: next.kills, random: createSeededRandom(next.seed), pool, onKill }))
    }
    try {
      await Promise.all([work(), work()])
      return reportOf(reports, await runControl(pool, seed))
    } finally {
      await pool.close()
    }
  },
}
