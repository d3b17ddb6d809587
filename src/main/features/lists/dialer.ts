import type { Call } from '../../../contract/call.ts'
import { invalid, type IssueCode, type Outcome, succeed } from '../../../contract/failure.ts'
import type { Brake, List, RowState } from '../../../contract/list.ts'
import type { PublishedText } from '../../../contract/agent.ts'
import { longestCall } from '../../../domain/call-state.ts'
import { effectOf, isCalledLater } from '../../../domain/lists/brake.ts'
import type { StateRefusal } from '../../storage/lists/lists-table.ts'
import type { Storage } from '../../storage/storage.ts'
import { agentVersion, describeChange } from './agent-version.ts'
import { callsInProgress } from './call-slots.ts'
import { createRunningList, retryOf, type RunningList, type RunningListDeps, type RunningPace } from './running-list.ts'

export type DialerDeps = Pick<RunningListDeps, 'clock' | 'monotonic' | 'after' | 'triggerCall'> & {
  storage: Pick<Storage, 'run'>
  /** Returns an agent's published definition; fails if the agent cannot be called. */
  publishedText: (profileId: string, agentUuid: string) => Promise<Outcome<PublishedText>>
  /** Returns how many calls the profile's organization may have in progress; null if the service does not report it. */
  callLimit: (profileId: string) => Promise<number | null>
  announce: (listId: string) => void
  /** Invoked when a list finishes or a brake pauses it. */
  onStopped: (list: List) => void
}

/** How often the agent of a running list is compared with the version at its start, in milliseconds. */
const agentCheck = 60_000
/** Pause before a state change that was refused is retried, in milliseconds. */
const tryAgain = 2_000

const refusalCodes: Readonly<Record<StateRefusal, IssueCode>> = {
  state: 'listState',
  unchecked: 'listUnchecked',
  count: 'listCount',
  busy: 'listBusy',
  open: 'listState',
  held: 'listState',
}

/**
 * States of rows without a final outcome, and of held rows, which the user may still release. Accepted calls may never
 * report their end.
 */
const openStates: readonly RowState[] = ['ready', 'held', 'queued', 'sending', 'dialing', 'unknown', 'toCheck']
/** States of rows that a check with a new plan may make ready. */
const checkedStates: readonly RowState[] = ['refused', 'skipped']
/** The user must see why a list with one of these paused, and may call its rows again. */
const keptBrakes: ReadonlySet<unknown> = new Set<Brake>(['carrierFailures', 'serviceUnavailable'])

/** Returns the row of a call; undefined if the call belongs to no list. */
const rowOfCall = async (storage: Pick<Storage, 'run'>, { callId }: Call) => {
  const rows = await storage.run('rowsOfCalls', { callIds: [callId] })
  return rows.ok ? rows.value[callId] : undefined
}

type RepeatableCall = { row: number; attempts: number; call: Call }

/**
 * Makes a row ready again if its call was certainly not placed and the row was not the reason, or if the list's plan
 * retries it; storage refuses this if the list is over.
 */
const releaseRow = async (
  storage: Pick<Storage, 'run'>,
  { listId, options }: List,
  { row, attempts, call: { callId, outcome } }: RepeatableCall,
  now: number,
): Promise<Outcome<unknown>> => {
  const effect = effectOf(outcome)
  if (effect === null) return succeed(null)
  const next = isCalledLater(effect) ? { dueAt: now, counts: false } : retryOf(outcome, attempts, options, now)
  return next === null ? succeed(null) : storage.run('callListRowAgain', { listId, row, callId, at: now, ...next })
}

/** Releases rows that were not released because the app crashed or the disk was full after their outcome was written. */
const releaseInterrupted = async (storage: Pick<Storage, 'run'>, list: List, now: number): Promise<Outcome<null>> => {
  const rows = await storage.run('listRepeatableCalls', { listId: list.listId })
  if (!rows.ok) return rows
  for (const of of rows.value) {
    const released = await releaseRow(storage, list, of, now)
    if (!released.ok) return released
  }
  return succeed(null)
}

/**
 * Finishes a paused list whose rows all have an outcome, because it has no call to resume with. `isStarted`: whether this
 * process started it.
 */
const finishIfDone = async (
  { storage, clock, announce, onStopped }: Pick<DialerDeps, 'storage' | 'clock' | 'announce' | 'onStopped'>,
  listId: string,
  isStarted: boolean,
): Promise<void> => {
  const now = clock()
  const found = await storage.run('readList', { listId, now })
  if (!found.ok || found.value?.state !== 'paused') return
  const { counts, brake, checked } = found.value
  const mayBeCalled = checked ? openStates : [...openStates, ...checkedStates]
  if (keptBrakes.has(brake?.reason) || mayBeCalled.some((state) => counts[state] > 0)) return
  if (counts.accepted > 0) {
    const calls = await storage.run('listCallsInProgress', { listId })
    // Practice calls of an earlier process ended with that process.
    const lasts = ({ practice, preparedAt, outcome }: Call): boolean =>
      (isStarted || !practice) && effectOf(outcome)?.kind !== 'unknown' && now - Date.parse(preparedAt) < longestCall
    if (!calls.ok || calls.value.some(lasts)) return
  }
  const released = await releaseInterrupted(storage, found.value, now)
  if (!released.ok) return
  const change = { listId, from: ['paused' as const], to: 'finished' as const, at: new Date(now).toISOString() }
  // Storage refuses this if a row was released, or refused after the start because of a do-not-call entry that may be
  // wrong. A failed write is repeated after the next change or start.
  const written = await storage.run('setListState', change)
  announce(listId)
  if (written.ok && written.value !== null && 'list' in written.value) onStopped(written.value.list)
}

type AgentChecksDeps = Pick<DialerDeps, 'publishedText' | 'after'> & {
  /** Returns the list if it is running; undefined otherwise. */
  runningList: (listId: string) => RunningList | undefined
}

/** Regularly compares the agents of running lists with the versions at the start. */
const createAgentChecks = ({ publishedText, after, runningList }: AgentChecksDeps) => {
  const timers = new Map<string, () => void>()

  const end = (listId: string): void => {
    timers.get(listId)?.()
    timers.delete(listId)
  }

  /**
   * Checks the agent. If the service can't return it, the list continues: its calls show whether the service works.
   */
  const check = async (list: List, version: string): Promise<void> => {
    const { listId, profileId, agent } = list
    if (agent === null || runningList(listId) === undefined) return
    const text = await publishedText(profileId, agent.agentUuid)
    const running = runningList(listId)
    const published = text.ok ? agentVersion(text.value) : version
    if (text.ok && published !== version)
      return running?.brake('agentChanged', describeChange(version, text.value), published)
    const code = !text.ok && text.failure.kind === 'invalid' ? text.failure.issues[0]?.code : undefined
    if (code === 'listAgent') return running?.brake('agentArchived')
    // The profile was removed while the list was being started, and no row has been due since.
    if (code === 'profile') return running?.brake('profileRemoved')
    if (running !== undefined) keep(list, version)
  }

  const keep = (list: List, version: string): void => {
    end(list.listId)
    timers.set(
      list.listId,
      after(agentCheck, () => void check(list, version)),
    )
  }
  return {
    keep,
    end,
    stop(): void {
      for (const cancel of timers.values()) cancel()
    },
  }
}

/**
 * Refuses to start a list whose agent's version is not the one that was shown to the user. A draft then shows the new
 * version. A paused list shows what has changed; `at` is ISO 8601.
 */
const refuseChanged = async (
  { storage, clock, announce }: Pick<DialerDeps, 'storage' | 'clock' | 'announce'>,
  { listId, state }: List,
  { from, text, at }: { from: string; text: PublishedText; at: string },
): Promise<Outcome<List>> => {
  if (state === 'draft') {
    const { agentUuid } = text
    const shown = { listId, agentUuid, version: agentVersion(text), now: clock() }
    const pinned = await storage.run('pinShownVersion', shown)
    return pinned.ok ? invalid(['agentUuid'], 'listAgentChanged') : pinned
  }
  const brake = { reason: 'agentChanged' as const, detail: describeChange(from, text) }
  const states = { from: ['paused' as const], to: 'paused' as const }
  const change = { listId, ...states, at, brake, version: agentVersion(text) }
  const written = await storage.run('setListState', change)
  if (!written.ok) return written
  announce(listId)
  return written.value !== null && 'list' in written.value
    ? succeed(written.value.list)
    : invalid(['listId'], 'listState')
}

/** Returns a function that reads a list, and fails if it was removed. */
export const createListReader =
  ({ storage, clock }: Pick<DialerDeps, 'storage' | 'clock'>) =>
  async (listId: string): Promise<Outcome<List>> => {
    const found = await storage.run('readList', { listId, now: clock() })
    if (!found.ok) return found
    return found.value === null ? invalid(['listId'], 'listState') : succeed(found.value)
  }

/** Starts, pauses and stops lists. A list calls only after the user has started it in this process. */
export const createDialer = (deps: DialerDeps) => {
  const { storage, clock, after, announce } = deps
  const openedAt = clock()
  const lists = new Map<string, RunningList>()
  /** Brakes that are not on disk yet. Their lists do not place calls, but are still stored as running. */
  const unwritten = new Map<string, NonNullable<List['brake']> & { version: string | undefined }>()
  let stopped = false
  const agentChecks = createAgentChecks({
    ...deps,
    runningList: (listId) => (lists.get(listId)?.isRunning() === true ? lists.get(listId) : undefined),
  })

  const now = (): string => new Date(clock()).toISOString()

  const read = createListReader(deps)

  /** Writes a brake, and retries as long as the write fails. */
  const writeBrake = async (listId: string): Promise<void> => {
    const brake = unwritten.get(listId)
    if (brake === undefined || stopped) return
    const { reason, detail, at, version } = brake
    const pinned = version === undefined ? {} : { version }
    const states = { from: ['running' as const], to: 'paused' as const }
    const written = await storage.run('setListState', { listId, ...states, at, brake: { reason, detail }, ...pinned })
    if (!written.ok) return void after(tryAgain, () => void writeBrake(listId))
    unwritten.delete(listId)
    announce(listId)
    if (written.value !== null && 'list' in written.value) deps.onStopped(written.value.list)
    await finishPaused(listId)
  }

  const onBrake = (listId: string, reason: Brake, detail: string, version?: string): void => {
    agentChecks.end(listId)
    unwritten.set(listId, { reason, detail: detail.slice(0, 300), at: now(), version })
    void writeBrake(listId)
  }

  /** Finishes a list with nothing left to do, or pauses it if only this list can release and call a held row. */
  const onIdle = async (listId: string): Promise<void> => {
    const written = await storage.run('setListState', { listId, from: ['running'], to: 'finished', at: now() })
    if (!written.ok) return lists.get(listId)?.brake('diskRefused')
    if (written.value !== null && 'refused' in written.value && written.value.refused === 'held')
      return lists.get(listId)?.brake('heldRows')
    // A row became ready, or a call that this process does not know is in progress.
    if (written.value === null || 'refused' in written.value)
      return void after(tryAgain, () => lists.get(listId)?.wake())
    await lists.get(listId)?.pause()
    agentChecks.end(listId)
    announce(listId)
    deps.onStopped(written.value.list)
  }

  const finishPaused = async (listId: string): Promise<void> => {
    if (lists.get(listId)?.isRunning() !== true) await finishIfDone(deps, listId, lists.has(listId))
  }

  const listOf = (listId: string): RunningList => {
    const known = lists.get(listId)
    if (known !== undefined) return known
    const created = createRunningList(
      {
        ...deps,
        announce: () => announce(listId),
        onBrake: (...brake) => onBrake(listId, ...brake),
        onIdle: () => void onIdle(listId),
      },
      listId,
    )
    lists.set(listId, created)
    return created
  }

  /** Prevents further calls, and writes the list's new state. */
  const endCalls = async (listId: string, states: { from: List['state'][]; to: 'paused' | 'stopped' }) => {
    // Stops immediately; recording a call also checks the state on disk.
    const leaving = lists.get(listId)?.pause()
    agentChecks.end(listId)
    const written = await storage.run('setListState', { listId, ...states, at: now() })
    // A start that storage wrote before this state may have ended in the meantime.
    await Promise.all([leaving, lists.get(listId)?.pause()])
    return written
  }

  return {
    read,
    shown: (list: List): List => {
      const unwrittenBrake = unwritten.get(list.listId)
      if (unwrittenBrake === undefined) return list
      const { version: _pinned, ...brake } = unwrittenBrake
      return { ...list, state: 'paused', brake }
    },

    /**
     * Starts or resumes a list. `shown` is the list as the user saw it, also if another version of its agent was kept since.
     * `calls` is the number of ready rows that was shown to the user.
     */
    async start(shown: List, calls: number): Promise<Outcome<List>> {
      const released = await releaseInterrupted(storage, shown, clock())
      if (!released.ok) return released
      const { listId, agent, profileId } = shown
      if (agent === null) return invalid(['listId'], 'listUnchecked')
      const text = await deps.publishedText(profileId, agent.agentUuid)
      if (!text.ok) return text
      if (text.value.opening === null) return invalid(['agentUuid'], 'listAgentSilent')
      const version = agentVersion(text.value)
      if (agent.version !== null && agent.version !== version)
        return refuseChanged(deps, shown, { from: agent.version, text: text.value, at: now() })
      const [limit, inProgress] = await Promise.all([
        deps.callLimit(profileId),
        callsInProgress(storage, listId, clock()),
      ])
      if (!inProgress.ok) return inProgress
      const written = await storage.run('setListState', {
        listId,
        to: 'running',
        at: now(),
        ready: calls,
        version,
        from: ['draft', 'paused'],
      })
      if (!written.ok) return written
      if (written.value === null) return invalid(['listId'], 'listState')
      if ('refused' in written.value) return invalid(['calls'], refusalCodes[written.value.refused])
      const { list } = written.value
      listOf(listId).start(list, limit, inProgress.value)
      agentChecks.keep(list, version)
      announce(listId)
      return succeed(list)
    },

    /** Pauses a list. None of its requests is sent after this resolves, except on a very slow connection. */
    async pause(listId: string): Promise<Outcome<List>> {
      const written = await endCalls(listId, { from: ['running'], to: 'paused' })
      announce(listId)
      if (!written.ok) return written
      // The last call may have ended in the meantime.
      await finishPaused(listId)
      return read(listId)
    },

    /** Ends a list and its ready rows. */
    async stop(listId: string): Promise<Outcome<List>> {
      const written = await endCalls(listId, { from: ['running', 'paused', 'finished'], to: 'stopped' })
      if (!written.ok) return written
      if (written.value === null || 'refused' in written.value) return invalid(['listId'], 'listState')
      const ended = await storage.run('stopListRows', { listId, at: clock() })
      announce(listId)
      return ended.ok ? read(listId) : ended
    },

    /** Invoked when rows of a list have changed, because it may be able to call some of them now, or have none left. */
    async wake(listId: string): Promise<void> {
      announce(listId)
      lists.get(listId)?.wake()
      await finishPaused(listId)
    },

    finishPaused,

    /** Pauses a running list with a reason that the list's own calls have not shown. */
    brake: (listId: string, reason: Brake): void => lists.get(listId)?.brake(reason),

    /** Handles a call's new state. Ignores calls that belong to no list. */
    async callMoved(call: Call): Promise<void> {
      const known = [...lists].flatMap(([listId, list]) => {
        const row = list.rowOf(call.callId)
        return row === undefined ? [] : [{ listId, ...row }]
      })
      // A new call of a list is known. Before the first list, no call of this process belongs to one.
      const isNew = call.outcome.state === 'queued' || call.outcome.state === 'sending'
      if (known.length === 0 && (isNew || (lists.size === 0 && Date.parse(call.preparedAt) >= openedAt))) return
      // Other calls of lists: those of an earlier process, and those whose run was found after an unknown outcome.
      const of = known[0] ?? (await rowOfCall(storage, call))
      if (of === undefined) return
      const list = lists.get(of.listId)
      if (list === undefined) {
        // The list has not been started since the app was. Its button shows the number of ready rows.
        const found = await read(of.listId)
        if (found.ok) await releaseRow(storage, found.value, { ...of, call }, clock())
        announce(of.listId)
      } else await list.callMoved(call, of)
      await finishPaused(of.listId)
    },

    /** Resolves when the requests of all calls recorded so far have been sent. */
    untilLeft: (): Promise<unknown> => Promise.all([...lists.values()].map((list) => list.untilLeft())),

    /** Returns how fast a running list calls now; null for other lists. */
    pace: (listId: string): RunningPace | null => lists.get(listId)?.pace() ?? null,

    /** Returns the IDs of the running lists. */
    running: (): string[] => [...lists].filter(([, list]) => list.isRunning()).map(([listId]) => listId),

    /** Prevents further calls, because the app is quitting. */
    halt(): void {
      stopped = true
      for (const list of lists.values()) list.stop()
      agentChecks.stop()
    },
  }
}
