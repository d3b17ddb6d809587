import type { Call } from '../../../contract/call.ts'
import { fail, invalid, type Outcome, succeed } from '../../../contract/failure.ts'
import type { Input, Operations, Output } from '../../../contract/operations.ts'
import type { Settings } from '../../../contract/settings.ts'
import type { Runtime } from '../../app/runtime.ts'
import { ownRunIdsOf, runIdsOf, runNameOf } from '../../../domain/call-state.ts'
import type { Storage } from '../../storage/storage.ts'
import { createExportCalls, type ExportCallsDeps } from './export.ts'
import { createInFlightCalls, type InFlightCalls } from './guards.ts'
import type { CallOutcomes } from './outcomes.ts'
import { createResume } from './resume.ts'
import { type CallTrigger, type CallTriggerDeps, createCallTrigger, type PendingCalls } from './trigger-call.ts'
import { nativeMessages } from '../../../messages/native.ts'

type CallsDeps = Pick<Runtime, 'clock' | 'monotonic' | 'after' | 'createUuid' | 'announce' | 'chooseFile'> &
  Pick<
    CallTriggerDeps,
    'connect' | 'createClient' | 'dialMilliseconds' | 'countriesFor' | 'lookUpEnd' | 'auditOfListed'
  > & {
    storage: Storage
    outcomes: CallOutcomes
    /** Returns the name that a decision is recorded with. */
    operatorName: () => string
    settings: { read: () => Promise<Outcome<Settings>>; known: () => Settings }
    /**
     * `hasGap` returns whether calls may be missing from the history; `refresh` checks this again after a storage
     * failure.
     */
    history: { hasGap: () => boolean; refresh: () => Promise<Outcome<unknown>> }
    /** Starts, continues or ends the reconciliation of a call that changed. */
    watch: (call: Call) => void
  }

type Calls = {
  operations: CallHistoryOperations & Pick<Operations, 'checkContext' | 'triggerCall'>
  /** Places a call, either a single one or one for a list row. */
  triggerCall: CallTrigger['triggerCall']
  /** Settles calls that an earlier process left unfinished, and retries after a failure. */
  start: () => Promise<Outcome<null>>
  /** Invoked when the storage fails or works again. */
  storageChanged: () => void
  rememberNumber: CallTrigger['rememberNumber']
  rememberCalls: CallTrigger['rememberCalls']
  forgetNumber: CallTrigger['forgetNumber']
  recentCalls: CallTrigger['recentCalls']
  stopCalls: () => void
  inFlight: () => Call[]
  /** Resolves when no call is being recorded or in flight. */
  settled: () => Promise<void>
  shutdown: ReturnType<typeof createCallShutdown>
  stop: () => void
}

/** Triggers calls, settles them, and keeps their history. */
export const createCalls = (deps: CallsDeps): Calls => {
  const { storage, outcomes, settings, history, watch, announce, clock, monotonic, after } = deps
  const { connect, createClient, dialMilliseconds, createUuid, operatorName } = deps
  const inFlight = createInFlightCalls()
  const resume = createResume({ storage, outcomes, inFlight, watch, after })
  const calls = createCallTrigger({
    storage,
    repeatMinutes: () => settings.known().repeatMinutes,
    connect,
    createClient,
    dialMilliseconds,
    inFlight,
    outcomes,
    async resume() {
      const resumed = await resume.ensure()
      if (!resumed.ok) return resumed
      const refreshed = await history.refresh()
      return refreshed.ok ? settings.read() : refreshed
    },
    hasGap: history.hasGap,
    countriesFor: deps.countriesFor,
    lookUpEnd: deps.lookUpEnd,
    auditOfListed: deps.auditOfListed,
    watch,
    clock,
    monotonic,
    after,
    createUuid,
  })
  const callHistory = createCallHistory({
    storage,
    outcomes,
    inFlight,
    operatorName,
    clock,
    chooseFile: deps.chooseFile ?? noDialog,
    watch,
    announceCalls: outcomes.announce,
    announceExport: (count) => announce('exportChanged', { calls: count }),
  })
  return {
    operations: {
      ...callHistory,
      // The key guard checks the input of every operation.
      checkContext: () => Promise.resolve(succeed({})),
      triggerCall: (draft) => calls.triggerCall(draft),
    },
    triggerCall: calls.triggerCall,
    start: resume.start,
    storageChanged: resume.storageChanged,
    rememberNumber: calls.rememberNumber,
    rememberCalls: calls.rememberCalls,
    forgetNumber: calls.forgetNumber,
    recentCalls: calls.recentCalls,
    stopCalls: calls.stopCalls,
    inFlight: calls.inFlight,
    settled: calls.settled,
    shutdown: createCallShutdown({ calls, monotonic, after, show: (pending) => announce('quitPending', pending) }),
    stop() {
      resume.stop()
      calls.stop()
    },
  }
}

const noDialog = (): Promise<never> => Promise.reject(new Error('There is no dialog without a window.'))

export type CallHistoryOperations = Pick<
  Operations,
  | 'getCall'
  | 'listCalls'
  | 'listCallsOfRun'
  | 'listCalledAgents'
  | 'listLearned'
  | 'setCallNote'
  | 'resolveCall'
  | 'listViews'
  | 'saveView'
  | 'deleteView'
  | 'exportCalls'
  | 'cancelExport'
>

/** Reads the local history, and writes what the user adds to it: notes, decisions, saved views, exports. */
export const createCallHistory = ({
  storage,
  outcomes,
  inFlight,
  operatorName,
  clock,
  chooseFile,
  watch,
  announceCalls,
  announceExport,
}: {
  storage: Storage
  outcomes: Pick<CallOutcomes, 'now' | 'resolve'>
  inFlight: Pick<InFlightCalls, 'has'>
  operatorName: CallsDeps['operatorName']
  clock: () => number
  chooseFile: ExportCallsDeps['chooseFile']
  /** Invoked with a resolved call, so that its reconciliation ends. */
  watch: (call: Call) => void
  announceCalls: (callIds: string[]) => void
  announceExport: (calls: number) => void
}): CallHistoryOperations => {
  const exports = createExportCalls({ storage, clock, chooseFile, announce: announceExport })

  const getCall = async ({ callId }: Input<'getCall'>): Promise<Outcome<Output<'getCall'>>> => {
    const found = await storage.run('getCall', { callId })
    if (!found.ok) return found
    return found.value === null ? fail({ kind: 'notFound', detail: '' }) : succeed(found.value)
  }

  return {
    getCall,
    listCalls: (page) => storage.run('listCalls', page),
    listCallsOfRun: ({ workflowRunId }) => storage.run('callsOfRun', { workflowRunId }),
    listCalledAgents: () => storage.run('calledAgents', {}),
    listLearned: () => storage.run('learnedFacets', {}),
    listViews: () => storage.run('listViews', {}),
    saveView: (view) => storage.run('saveView', { view }),
    deleteView: (input) => storage.run('deleteView', input),
    exportCalls: exports.run,

    async setCallNote({ callId, note }) {
      // SQLite does not store lone surrogates or NUL unchanged.
      const text = note.toWellFormed().replaceAll('\0', '')
      const written = { text, at: new Date(clock()).toISOString() }
      const noted = await storage.run('setCallNote', { callId, note: written })
      if (!noted.ok) return noted
      if (!noted.value) return fail({ kind: 'notFound', detail: '' })
      announceCalls([callId])
      return succeed({ note: text === '' ? null : written })
    },

    /** Records the user's decision. Fails while the response is pending, and for a resolved call. */
    async resolveCall({ callId, decision, note }) {
      const found = await getCall({ callId })
      if (!found.ok) return found
      if (inFlight.has(callId)) return invalid(['callId'], 'resolved')
      const at = outcomes.now()
      const runIds = [...runIdsOf(found.value.call)]
      const ownRunIds = [...ownRunIdsOf(found.value.call)]
      const name = runNameOf(found.value.call)
      const { outcome: before } = found.value.call
      const known = {
        ...(runIds.length === 0 ? {} : { runIds }),
        ...(ownRunIds.length === 0 ? {} : { ownRunIds }),
        ...(before.state === 'notFound' ? { noRunAt: before.since } : {}),
        ...(name === undefined ? {} : { workflowRunName: name }),
      }
      const outcome = { state: 'closedByOperator', decision, who: operatorName(), at, note, ...known } as const
      const resolved = await outcomes.resolve(found.value.call, outcome, at)
      if (!resolved.ok) return resolved
      if (resolved.value === null) return invalid(['callId'], 'resolved')
      watch(resolved.value)
      return succeed(resolved.value)
    },

    async cancelExport() {
      exports.cancel()
      return succeed({})
    },
  }
}

/** How long writing an outcome may fail before the user is notified, in milliseconds. */
const writeMilliseconds = 5_000
/** How long that notice is shown before the app quits on its own, in milliseconds; the user may be away. */
const noticeMilliseconds = 30_000

/**
 * Stops calling: prevents new calls, waits for open requests, and writes their outcomes. If all requests have ended and
 * an outcome still cannot be written, the app shows this and then quits without it. On the next launch, such a call
 * becomes `unknown` and is reconciled.
 */
export const createCallShutdown = ({
  calls,
  monotonic,
  after,
  show,
}: {
  calls: Pick<CallTrigger, 'stopCalls' | 'settled' | 'pending' | 'onProgress'>
  monotonic: () => number
  after: (milliseconds: number, action: () => void) => () => void
  /** Shows what the app is waiting for, initially and after each change. */
  show: (pending: PendingCalls & { mayLeave: boolean }) => void
}) => {
  const abandoned = Promise.withResolvers<void>()
  let step: 'open' | 'waiting' | 'mayLeave' = 'open'
  let endsAt = 0
  let cancel = (): void => {}

  const showPending = (): void => {
    const pending = calls.pending()
    if (pending.calls + pending.unwritten === 0) return
    const mayLeave = step === 'mayLeave'
    const milliseconds = mayLeave ? Math.max(0, Math.ceil(endsAt - monotonic())) : pending.milliseconds
    show({ ...pending, mayLeave, milliseconds })
  }

  const offerToLeave = (): void => {
    step = 'mayLeave'
    endsAt = monotonic() + noticeMilliseconds
    cancel = after(noticeMilliseconds, abandoned.resolve)
    showPending()
  }

  const onlyDiskIsPending = (): boolean => {
    const pending = calls.pending()
    return pending.calls === 0 && pending.unwritten > 0
  }

  const onProgress = (): void => {
    if (step === 'mayLeave') return showPending()
    cancel()
    if (onlyDiskIsPending()) cancel = after(writeMilliseconds, offerToLeave)
    // The time between a response and its record is only milliseconds, which is too short to be displayed.
    else showPending()
  }

  return {
    /**
     * Resolves when everything is written or abandoned, with the number of unwritten outcomes and a message about them.
     */
    async end(): Promise<{ unwritten: number; message: string }> {
      step = 'waiting'
      calls.stopCalls()
      showPending()
      const unsubscribe = calls.onProgress(onProgress)
      if (onlyDiskIsPending()) onProgress()
      await Promise.race([calls.settled(), abandoned.promise])
      unsubscribe()
      cancel()
      const { unwritten } = calls.pending()
      return { unwritten, message: nativeMessages.unwritten(unwritten) }
    },
    /** Stops waiting if the user has been offered to quit; otherwise only shows what the app is waiting for. */
    leave(): void {
      if (step === 'mayLeave') abandoned.resolve()
      else showPending()
    },
  }
}
