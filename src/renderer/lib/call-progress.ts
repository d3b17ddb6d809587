import { createContext, useContext, useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import type { Api } from '../../contract/api.ts'
import type { LiveRun, ReconciliationJob } from '../../contract/run.ts'
import { createQuery, type Query, type QueryState } from './query.ts'
import type { Call, CallDetail, CallState } from '../../contract/call.ts'
import { decisionOf, displayStateOf, lacksCarrierReport, runIdOf, shownOutcome } from '../../domain/call-state.ts'
import { messages } from '../../messages/index.ts'
import { useNow, usePage } from './page.ts'
import { useCallActions } from './workspace-context.ts'

export type ReconciliationStore = { readonly list: Query<ReconciliationJob[]>; readonly close: () => void }

/**
 * Creates the store of the reconciliation jobs for calls whose outcome is unknown. It is reloaded when main announces a
 * change.
 */
export const createReconciliationStore = (api: Api, now: () => number): ReconciliationStore => {
  const list = createQuery(() => api.listReconciliationJobs({}), now)
  const close = api.onReconciliationChanged(() => void list.refresh())
  void list.load()
  return { list, close }
}

export const ReconciliationContext = createContext<ReconciliationStore | null>(null)

/** Returns the reconciliation job of a call, or null. */
export const useReconciliationJob = (callId: string): ReconciliationJob | null => {
  const store = useContext(ReconciliationContext)
  if (!store) throw new Error('A component was rendered outside the workspace.')
  return useStore(store.list.store, ({ data }) => data?.value.find((job) => job.callId === callId) ?? null)
}

type LiveRunsStore = { readonly list: Query<LiveRun[]>; readonly close: () => void }

/** Creates the store of the runs of accepted calls, which main polls. It is reloaded when main announces a change. */
export const createLiveRunsStore = (api: Api, now: () => number): LiveRunsStore => {
  const list = createQuery(() => api.listLiveRuns({}), now)
  const close = api.onLiveRunsChanged(() => void list.refresh())
  void list.load()
  return { list, close }
}

export const LiveRunsContext = createContext<LiveRunsStore | null>(null)

/** Returns the polled run of a call, or null. */
export const useLiveRun = (callId: string): LiveRun | null => {
  const store = useContext(LiveRunsContext)
  if (!store) throw new Error('A component was rendered outside the workspace.')
  return useStore(store.list.store, ({ data }) => data?.value.find((run) => run.callId === callId) ?? null)
}

/** Returns whether main is still polling the run. */
export const isInProgress = (live: LiveRun | null): boolean => live?.step === 'polling' || live?.step === 'waiting'

/** Returns the call's outcome as screens show it; updated each second while the call is being dialed. */
export const useShownOutcome = (call: Pick<Call, 'outcome' | 'preparedAt'>): CallState =>
  shownOutcome(call, useNow(displayStateOf(call.outcome) === 'dialing' ? 1_000 : null))

const jobSummary = (call: Call, { step, nextAttemptAt }: ReconciliationJob, now: number): string => {
  if (lacksCarrierReport(call, now)) return messages.reconciliation.summaryNoReport
  return step === 'polling'
    ? messages.reconciliation.summaryNow(runIdOf(call))
    : messages.reconciliation.summary(nextAttemptAt === null ? null : Date.parse(nextAttemptAt) - now, runIdOf(call))
}

/**
 * Describes a call's state in a few words, based on its reconciliation or, if there is none, its polled run or
 * otherwise its outcome. A person's decision comes before the run.
 */
export const useCallSummary = (call: Call): string => {
  const job = useReconciliationJob(call.callId)
  const polled = useLiveRun(call.callId)
  const live = decisionOf(call.outcome) === null ? polled : null
  const { hasProfile } = useCallActions()
  const isReconciled = job !== null && call.outcome.state !== 'sending'
  const now = useNow(isReconciled || isInProgress(live) ? 1_000 : null)
  // Without a profile, the service is not asked again.
  if (isReconciled)
    return hasProfile(call.profileId)
      ? jobSummary(call, job, now)
      : messages.reconciliation.summary(null, runIdOf(call))
  return (
    (live && messages.live.summary(live, call.preparedAt, now)) ??
    messages.callState.summary(call, hasProfile(call.profileId))
  )
}

/** Loads a call and reloads it when it changes; loads nothing if `callId` is null. */
export const useCall = (callId: string | null): QueryState<CallDetail> => {
  const { api, now } = usePage()
  const query = useMemo(() => createQuery(() => api.getCall({ callId: callId ?? '' }), now), [api, now, callId])
  useEffect(() => {
    if (callId === null) return undefined
    void query.load()
    return api.onCallsChanged(({ callIds }) => {
      if (callIds.includes(callId)) void query.refresh()
    })
  }, [api, query, callId])
  return useStore(query.store)
}
