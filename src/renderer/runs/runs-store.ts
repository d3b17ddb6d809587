import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Call, CallDetail } from '../../contract/call.ts'
import type { Failure } from '../../contract/failure.ts'
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

/** The call in the drawer. */
export type OpenedRun = { callId: string; detail: FactStore<CallDetail> }

export type RunsStore = {
  readonly store: StoreApi<RunsState>
  readonly type: (text: string) => void
  readonly reload: () => Promise<void>
  readonly loadMore: () => Promise<void>
  readonly select: (callId: string) => void
  readonly move: (by: number) => void
  readonly open: (callId: string) => void
  /** Opens a call from elsewhere: whatever was searched for gives way, so that the call stands in the list. */
  readonly show: (callId: string) => void
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
    const detail = createFact(() => desk.getCall({ callId }), now)
    void detail.ask()
    store.setState({ selected: callId, opened: { callId, detail } })
  }
  const refreshOpened = (callIds: readonly string[]) => {
    const { opened } = store.getState()
    if (opened && callIds.includes(opened.callId)) void opened.detail.askAfresh()
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
    show: (callId) => {
      clearTimeout(timer)
      store.setState({ typed: '' })
      open(callId)
      void reload()
    },
    closeDrawer: () => store.setState({ opened: null }),
  }
}
