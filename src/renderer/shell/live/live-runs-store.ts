import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { Desk } from '../../../contract/desk.ts'
import type { LiveRun } from '../../../contract/live-run.ts'
import { createFact, type FactStore } from '../fact.ts'

export type LiveRunsStore = { readonly list: FactStore<LiveRun[]>; readonly close: () => void }

/** The accepted calls that are followed, read again whenever main announces news of one. */
export const createLiveRunsStore = (desk: Desk, now: () => number): LiveRunsStore => {
  const list = createFact(() => desk.listLiveRuns({}), now)
  const close = desk.onLiveRunsChanged(() => void list.askAfresh())
  void list.ask()
  return { list, close }
}

export const LiveRunsContext = createContext<LiveRunsStore | null>(null)

/** What is known of a call that is followed; null when it is not. */
export const useLiveRun = (callId: string): LiveRun | null => {
  const store = useContext(LiveRunsContext)
  if (!store) throw new Error('A component was rendered outside the workspace.')
  return useStore(store.list.store, ({ known }) => known?.value.find((one) => one.callId === callId) ?? null)
}

/** True while the service is asked about it again and again. */
export const isGoingOn = (live: LiveRun | null): boolean => live?.step === 'asking' || live?.step === 'waiting'
