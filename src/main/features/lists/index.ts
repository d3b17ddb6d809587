import type { Call } from '../../../contract/call.ts'
import { invalid, type Outcome, succeed } from '../../../contract/failure.ts'
import { type Brake, type List, type listOperations, noCounts, type RowState } from '../../../contract/list.ts'
import type { Input, Operations, Output } from '../../../contract/operations.ts'
import type { Profile } from '../../../contract/profile.ts'
import { runDespiteDecisionOf } from '../../../domain/call-state.ts'
import { hoursOfPolicy } from '../../../domain/lists/calling-hours.ts'
import { localDay } from '../../../domain/local-day.ts'
import { mostAtOnce } from '../../../domain/lists/brake.ts'
import { countBlockingCalls, expectedFinish, expectedStart } from '../../../domain/lists/finish.ts'
import { listMessages, nativeMessages } from '../../../messages/native.ts'
import type { Notice, Runtime } from '../../app/runtime.ts'
import type { ListImporter } from '../../lists/import.ts'
import type { TableSource } from '../../lists/source.ts'
import type { KeyFingerprint } from '../../log/key-fingerprint.ts'
import type { Storage } from '../../storage/storage.ts'
import { createDialer, type DialerDeps } from './dialer.ts'
import { createListPlans, type PlanDeps } from './plan.ts'
import { saveReport } from './report.ts'
import type { RunningPace } from './running-list.ts'

type ListsDeps = Pick<Runtime, 'clock' | 'monotonic' | 'after' | 'createUuid' | 'chooseFile' | 'announce'> &
  Pick<PlanDeps, 'settings' | 'listPolicy' | 'readAgentText' | 'countriesFor' | 'recentCalls'> &
  Pick<DialerDeps, 'triggerCall' | 'callLimit'> & {
    storage: Pick<Storage, 'run'>
    importer: ListImporter
    /** Returns the known keys, which no cell of a table may contain. */
    knownKeys: () => readonly KeyFingerprint[]
    findProfile: (profileId: string) => Promise<Outcome<Profile>>
    /** Lets the user choose a file with a table; absent if there is no window. */
    chooseListFile?: () => Promise<string | null>
    /** The text of the practice list. */
    sampleList: () => string
    notify: (notice: Notice) => void
    /** Shows the progress of the running lists, from 0 to 1; null if no list is running. */
    showProgress: (share: number | null) => void
  }

type ListOperations = Pick<Operations, keyof typeof listOperations>

/** Minimum time between two announcements, in milliseconds: at most ten announcements per second. */
const announceEvery = 100
/** Possible lengths of a chart period, in minutes, and the maximum number of periods. */
const chartPeriods = [1, 5, 15, 60, 240, 1_440, 10_080]
const maxPeriods = 60

/** Returns the share of a list's rows that are done, from 0 to 1, for the progress bar. */
const shareOf = ({ counts }: List): number => {
  const all = Object.values(counts).reduce((sum, rows) => sum + rows, 0)
  const left = counts.ready + counts.queued + counts.sending + counts.dialing + counts.accepted
  return all === 0 ? 1 : 1 - left / all
}

/** Announces a change immediately, and further changes together after a pause. */
const createAnnouncer = (after: Runtime['after'], announce: (listIds: readonly string[]) => void) => {
  const changed = new Set<string>()
  let isPausing = false
  const announceChanged = (): void => {
    announce([...changed])
    changed.clear()
    isPausing = true
    after(announceEvery, () => {
      isPausing = false
      if (changed.size > 0) announceChanged()
    })
  }
  return (listId: string): void => {
    changed.add(listId)
    if (!isPausing) announceChanged()
  }
}

/** Returns the outcomes of a list in periods of equal length, as many as a chart shows. */
const outcomesOf = async (storage: Pick<Storage, 'run'>, listId: string): Promise<Outcome<Output<'listOutcomes'>>> => {
  const span = await storage.run('listChangedBetween', { listId })
  if (!span.ok) return span
  const minutesOf = ({ first, last }: { first: number; last: number }): number =>
    chartPeriods.find((minutes) => (last - first) / (minutes * 60_000) < maxPeriods) ?? 10_080
  const minutes = span.value === null ? 1 : minutesOf(span.value)
  const found = await storage.run('listOutcomes', { listId, minutes })
  if (!found.ok) return found
  const byPeriod = Map.groupBy(found.value, ({ from }) => from)
  const periods = [...byPeriod].map(([from, states]) => {
    const counts = noCounts()
    for (const { state, rows } of states) counts[state] = rows
    return { from: new Date(from).toISOString(), counts }
  })
  return succeed({ minutes, periods })
}

/**
 * Pauses a profile's running list, because without a valid key that can be read, main can't read when its calls end and
 * free their slots. If the list's own call was rejected, the list has paused with the response's text before its
 * profile is read here.
 */
const pauseForKey = async (
  { running, read, brake }: ReturnType<typeof createDialer>,
  profileId: string,
  reason: Brake,
): Promise<void> => {
  for (const listId of running()) {
    const list = await read(listId)
    if (list.ok && list.value.profileId === profileId) brake(listId, reason)
  }
}

/** On startup, updates when the rows of paused lists are due, and finishes the lists that have no call to resume with. */
const settlePaused = async (
  lists: readonly List[],
  { updateOpenings }: ReturnType<typeof createListPlans>,
  { finishPaused }: ReturnType<typeof createDialer>,
): Promise<Outcome<null>> => {
  for (const { listId, state } of lists) {
    if (state !== 'paused') continue
    const updated = await updateOpenings(listId)
    if (!updated.ok) return updated
    await finishPaused(listId)
  }
  return succeed(null)
}

/** Creates an unchecked list from the rows in these states; `at` is its time of creation (ISO 8601). */
const copyRows = async (
  { storage, findProfile, createUuid }: ListsDeps,
  { listId, profileId, name }: List,
  states: readonly RowState[],
  at: string,
): Promise<Outcome<List>> => {
  // Without its profile, the copy could not be checked.
  const profile = await findProfile(profileId)
  if (!profile.ok) return profile
  const copy = { newListId: createUuid(), name: nativeMessages.list.leftovers(name) }
  const copied = await storage.run('copyListRows', { ...copy, listId, states, at })
  if (!copied.ok) return copied
  return copied.value === null ? invalid(['states'], 'listState') : succeed(copied.value)
}

/** Returns the lists with rows that a call may have held, because a run was found although a user resolved the call. */
const listsHeldBy = async (storage: ListsDeps['storage'], call: Call): Promise<string[]> => {
  const { callId, phoneNumber, practice, outcome } = call
  if (runDespiteDecisionOf(outcome) === null) return []
  const listIds = await storage.run('otherListsToCall', { callId, phoneNumber, practice })
  return listIds.ok ? listIds.value : []
}

/** Returns the mean share of rows that are done in the running lists; null if no list is running. */
const progressOf = async ({ running, read }: Pick<ReturnType<typeof createDialer>, 'running' | 'read'>) => {
  const shares = (await Promise.all(running().map(read))).flatMap((list) => (list.ok ? [shareOf(list.value)] : []))
  return shares.length === 0 ? null : shares.reduce((sum, share) => sum + share, 0) / shares.length
}

/** Creates the call-list features: reading and checking tables, calling their rows, and reporting each row's result. */
export const createLists = (deps: ListsDeps) => {
  const { storage, importer, clock, after, createUuid, findProfile } = deps
  const now = (): string => new Date(clock()).toISOString()

  const announce = createAnnouncer(after, (listIds) => {
    for (const listId of listIds) deps.announce('listsChanged', { listId })
    void showProgress()
  })

  const plans = createListPlans({ ...deps, announce })
  const dialer = createDialer({
    ...deps,
    publishedText: plans.publishedText,
    announce,
    onStopped(list) {
      const body = list.brake === null ? nativeMessages.list.finished : listMessages.run.brake(list.brake.reason).text
      deps.notify({ title: listMessages.elsewhere.announcement(list), body, callId: null })
    },
  })
  const { read } = dialer
  const wakeAll = async (listIds: readonly string[]): Promise<void> =>
    void (await Promise.all(listIds.map(dialer.wake)))

  const showProgress = async (): Promise<void> => deps.showProgress(await progressOf(dialer))

  const open = async (profileId: string, source: TableSource, name: string | null): Promise<Outcome<List | null>> => {
    const profile = await findProfile(profileId)
    if (!profile.ok) return profile
    const listId = createUuid()
    const list = { listId, profileId, createdAt: now(), name, practice: profile.value.kind === 'practice' }
    const opened = await importer.importTable(
      { source, list, countries: plans.countriesOf(null), keys: deps.knownKeys(), now: clock() },
      { onFirst: () => announce(listId), onProgress: () => announce(listId) },
    )
    announce(listId)
    return opened.ok ? succeed(opened.value.list) : opened
  }

  const fixed = async ({ country, zone, ...decision }: Input<'fixFinding'>): Promise<Outcome<List>> => {
    const { listId, fix } = decision
    const value = fix === 'useCountry' ? country : fix === 'chooseZone' ? zone : ''
    if (value === undefined) return invalid([fix === 'useCountry' ? 'country' : 'zone'], 'required')
    const applied = await storage.run('applyFix', { ...decision, value, now: clock() })
    if (!applied.ok) return applied
    // If it was refused, the group may have other rows now than those shown.
    announce(listId)
    if (applied.value === null) return invalid(['code'], 'listState')
    if (applied.value === 'moreRows') return invalid(['code'], 'listGroup')
    if (!applied.value.checked) await plans.checkChanged(applied.value)
    await dialer.wake(listId)
    return read(listId)
  }

  const shown = async (list: Promise<Outcome<List>>): Promise<Outcome<List>> => {
    const found = await list
    return found.ok ? succeed(dialer.shown(found.value)) : found
  }

  const operations: ListOperations = {
    async openListFile({ profileId, droppedPath }) {
      importer.prepare()
      const path = droppedPath ?? (await deps.chooseListFile?.()) ?? null
      if (path === null) return succeed({ list: null })
      const list = await open(profileId, { kind: 'file', path }, null)
      return list.ok ? succeed({ list: list.value }) : list
    },
    openListText: ({ profileId, text }) =>
      opened(open(profileId, { kind: 'text', text }, nativeMessages.list.pastedName)),
    async openPracticeList({ profileId }) {
      const profile = await findProfile(profileId)
      if (!profile.ok) return profile
      if (profile.value.kind !== 'practice') return invalid(['profileId'], 'listPractice')
      return opened(open(profileId, { kind: 'text', text: deps.sampleList() }, listMessages.home.practice))
    },
    async listLists() {
      const lists = await storage.run('readLists', { now: clock() })
      return lists.ok ? succeed(lists.value.map(dialer.shown)) : lists
    },
    getList: ({ listId }) => shown(read(listId)),
    async removeList({ listId }) {
      importer.cancel(listId)
      const removed = await storage.run('removeList', { listId })
      if (!removed.ok) return removed
      announce(listId)
      return removed.value ? succeed({}) : invalid(['listId'], 'listState')
    },
    async saveListPlan(plan) {
      const list = await read(plan.listId)
      const saved = list.ok ? await plans.save(list.value, plan) : list
      if (saved.ok) await dialer.finishPaused(plan.listId)
      return saved
    },
    listFindings: (input) => storage.run('listFindings', input),
    fixFinding: fixed,
    listRows: (page) => storage.run('readListRows', page),
    listPreviewRows: (input) => storage.run('previewListRows', input),
    async changeRow({ listId, row, action }) {
      const { repeatMinutes } = deps.settings.known()
      const found = await storage.run('changeListRow', { listId, row, action, at: clock(), repeatMinutes })
      if (!found.ok) return found
      // If it was refused, the row may differ from the one shown.
      if (found.value === null) announce(listId)
      else await dialer.wake(listId)
      return found.value === null ? invalid(['row'], 'listRowState') : succeed(found.value)
    },
    async recheckList({ listId }) {
      const checked = await plans.recheck({ listId })
      if (!checked.ok) return checked
      await dialer.finishPaused(listId)
      return read(listId)
    },
    async startList({ listId, calls }) {
      const list = await read(listId)
      if (!list.ok) return list
      const started = await plans.start(list.value, () => dialer.start(list.value, calls))
      // Another number of rows may be ready now than the button shows.
      if (!started.ok) announce(listId)
      return started
    },
    pauseList: ({ listId }) => shown(dialer.pause(listId)),
    stopList: ({ listId }) => dialer.stop(listId),
    async forecastList({ listId }) {
      const list = await read(listId)
      return list.ok ? forecastList(deps, list.value, dialer.pace(listId)) : list
    },
    listOutcomes: ({ listId }) => outcomesOf(storage, listId),
    listDoNotCallProposals: ({ listId }) => storage.run('doNotCallProposals', { listId, at: now() }),
    countCopyableRows: (input) => storage.run('countCopyableRows', input),
    async copyRows({ listId, states }) {
      const list = await read(listId)
      const copied = list.ok ? await copyRows(deps, list.value, states, now()) : list
      if (!copied.ok) return copied
      announce(copied.value.listId)
      return plans.checkChanged(copied.value)
    },
    async saveListReport({ listId, showNumbers }) {
      const list = await read(listId)
      return list.ok ? saveReportAs(deps, list.value, showNumbers) : list
    },
  }

  return {
    operations,
    /** Invoked with each call after its new state is durable. */
    async callMoved(call: Call): Promise<void> {
      await dialer.callMoved(call)
      await wakeAll(await listsHeldBy(storage, call))
    },
    pauseForKey: (profileId: string, reason: Brake): Promise<void> => pauseForKey(dialer, profileId, reason),
    /**
     * Invoked after do-not-call entries were added or removed; `listIds` are the lists whose rows have changed. Resolves
     * when the requests of all list calls recorded so far have been sent.
     */
    async doNotCallChanged(listIds: readonly string[]): Promise<void> {
      await wakeAll(listIds)
      await dialer.untilLeft()
    },
    /** Invoked with the lists whose rows were erased. */
    rowsErased: wakeAll,
    countRunning: (): number => dialer.running().length,
    /**
     * Pauses lists that an earlier process left running, and completes what that process began. No list resumes calling
     * on its own.
     */
    async start(): Promise<Outcome<null>> {
      const paused = await storage.run('pauseRunningLists', { at: now() })
      if (!paused.ok) return paused
      const ofPolicy = hoursOfPolicy(deps.listPolicy())
      const unchecked = await storage.run('settleInterruptedLists', { at: clock(), ...ofPolicy })
      if (!unchecked.ok) return unchecked
      for (const listId of unchecked.value) {
        const list = await read(listId)
        // If the service doesn't return the list's agent, the rows are checked when the list is resumed or its plan saved.
        if (list.ok) void plans.checkChanged(list.value).then(() => dialer.finishPaused(listId))
      }
      for (const listId of [...paused.value, ...unchecked.value]) announce(listId)
      const lists = await storage.run('readLists', { now: clock() })
      return lists.ok ? settlePaused(lists.value, plans, dialer) : lists
    },
    stop: dialer.halt,
  }
}

/** Fails if the list was removed while it was being read. */
const opened = async (list: Promise<Outcome<List | null>>): Promise<Outcome<List>> => {
  const found = await list
  if (!found.ok) return found
  return found.value === null ? invalid(['listId'], 'listState') : succeed(found.value)
}

/** Returns a list's name as a part of a file name, which has at most 255 bytes. */
const fileNameOf = (name: string): string =>
  name
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/(?<=^.{50}).+/su, '')
    .replaceAll(/^-+|-+$/g, '') || 'list'

/** Writes the report to the file that the user chooses; `fileName` is null if none was chosen. */
const saveReportAs = async (
  { storage, clock, chooseFile }: Pick<ListsDeps, 'storage' | 'clock' | 'chooseFile'>,
  list: List,
  showNumbers: boolean,
): Promise<Outcome<Output<'saveListReport'>>> => {
  const name = `rundesk-${fileNameOf(list.name)}-${localDay(clock())}.csv`
  const file = (await chooseFile?.({ name, format: 'csv' })) ?? null
  if (file === null) return succeed({ fileName: null, rows: 0 })
  return saveReport({ storage, list, showNumbers, file })
}

/** How long a call is expected to take if the agent has no earlier calls, in milliseconds: for real and practice calls. */
const [usualCall, practiceCall] = [120_000, 5_000]
const minute = 60_000

/**
 * Returns when the ready rows of a list will have been called once; null if there are none or it has no agent. `running`
 * is how fast the list calls now; null if it isn't running.
 */
const forecastList = async (
  { storage, listPolicy, callLimit, clock }: Pick<ListsDeps, 'storage' | 'listPolicy' | 'callLimit' | 'clock'>,
  { listId, profileId, options }: List,
  running: RunningPace | null,
): Promise<Outcome<Output<'forecastList'>>> => {
  const now = clock()
  const found = await storage.run('listForecast', { listId, now })
  if (!found.ok) return found
  if (found.value === null || found.value.groups.length === 0) return succeed(null)
  const atOnce = running?.atOnce ?? mostAtOnce({ chosen: options, limit: await callLimit(profileId) })
  const { practice, groups, inProgress } = found.value
  const callMilliseconds = found.value.callMilliseconds ?? (practice ? practiceCall : usualCall)
  const hours = { ...options.hours, days: options.days, ...hoursOfPolicy(listPolicy()) }
  const resumesAt = running !== null && running.pause > 0 ? now + running.pause : null
  const pace = { atOnce, callMilliseconds, inProgress, resumesAt, hours: practice ? null : hours }
  const endsAt = expectedFinish(groups, pace, now)
  const { startsAt, later } = expectedStart(groups, pace.hours, now)
  const ready = groups.reduce((sum, { rows }) => sum + rows, 0)
  return succeed({
    // Shown as a time with minutes, which would otherwise be up to a minute too early.
    endsAt: endsAt === null ? null : new Date(Math.ceil(endsAt / minute) * minute).toISOString(),
    pausesAfter:
      options.maxCalls !== null && ready > options.maxCalls - (running?.offered ?? 0) ? options.maxCalls : null,
    atOnce,
    resumesAt: resumesAt === null ? null : new Date(resumesAt).toISOString(),
    startsAt: startsAt === null ? null : new Date(startsAt).toISOString(),
    later,
    blocking: countBlockingCalls(pace, now),
    callSeconds: Math.max(1, Math.round(callMilliseconds / 1000)),
  })
}
