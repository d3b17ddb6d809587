import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Call, CallDetail } from '../../contract/call.ts'
import type { Failure } from '../../contract/failure.ts'
import type { Run } from '../../contract/run.ts'
import { createFact, type FactStore } from '../shell/fact.ts'
import type { Parts } from '../shell/parts.ts'
import { createRunsPages } from './runs-pages.ts'

const searchPause = 120

/** The calls on the screen; `search` is what they were found by, which lags a moment behind the field. */
export type RunsState = {
  typed: string
  search: string
  calls: readonly Call[]
  total: number
  more: boolean
  at: { step: 'asking' } | { step: 'shown' } | { step: 'failed'; failure: Failure }
  selected: string | null
  opened: OpenedRun | null
}

/** The call in the drawer, with what the service says of its run. */
export type OpenedRun = { callId: string; detail: FactStore<CallDetail>; run: FactStore<Run> | null }

export type RunsStore = {
  readonly store: StoreApi<RunsState>
  readonly type: (text: string) => void
  readonly reload: () => Promise<void>
  readonly loadMore: () => Promise<void>
  readonly select: (callId: string) => void
  readonly move: (by: number) => void
  readonly open: (callId: string) => void
  readonly closeDrawer: () => void
  readonly close: () => void
}

const blank: RunsState = {
  typed: '',
  search: '',
  calls: [],
  total: 0,
  more: false,
  at: { step: 'asking' },
  selected: null,
  opened: null,
}

/** Makes the history's screen: pages of calls, newest first, read again when main announces a change. */
export const createRunsStore = ({ desk, now }: Parts): RunsStore => {
  const store = createStore<RunsState>(() => blank)
  let timer: ReturnType<typeof setTimeout> | undefined
  const { reload, loadMore } = createRunsPages(desk, store)

  const open = (callId: string) => {
    const call = store.getState().calls.find((one) => one.callId === callId)
    if (!call) return
    const detail = createFact(() => desk.getCall({ callId }), now)
    void detail.ask()
    store.setState({ selected: callId, opened: { callId, detail, run: runOf(call) } })
  }
  const runOf = ({ profileId, outcome }: Call): FactStore<Run> | null =>
    outcome.state === 'accepted'
      ? createFact(() => desk.lookUpRun({ profileId, workflowRunId: outcome.workflowRunId }), now)
      : null
  const refreshOpened = (callIds: readonly string[]) => {
    const { opened, calls } = store.getState()
    if (!opened || !callIds.includes(opened.callId)) return
    void opened.detail.askAfresh()
    const call = calls.find(({ callId }) => callId === opened.callId)
    if (call && !opened.run) store.setState({ opened: { ...opened, run: runOf(call) } })
  }
  const close = desk.onCallsChanged(({ callIds }) => {
    // A history that was never looked at is not read in the background.
    if (store.getState().at.step !== 'asking') void reload().then(() => refreshOpened(callIds))
  })

  return {
    store,
    reload,
    loadMore,
    open,
    close,
    type: (typed) => {
      store.setState({ typed })
      clearTimeout(timer)
      timer = setTimeout(() => void reload(), searchPause)
    },
    select: (selected) => store.setState({ selected }),
    move: (by) => {
      const { calls, selected, opened } = store.getState()
      const from = calls.findIndex(({ callId }) => callId === selected)
      const to = calls[Math.min(calls.length - 1, Math.max(0, from + by))]
      if (!to) return
      store.setState({ selected: to.callId })
      if (opened) open(to.callId)
    },
    closeDrawer: () => store.setState({ opened: null }),
  }
}
