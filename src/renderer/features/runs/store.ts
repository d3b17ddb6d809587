import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Api } from '../../../contract/api.ts'
import type { Call } from '../../../contract/call.ts'
import type { SavedView } from '../../../contract/call-list.ts'
import { runIdIn } from '../../../domain/ids.ts'
import { onNewDay, type PageDeps } from '../../lib/page.ts'
import { createQuery, settle } from '../../lib/query.ts'
import { createNotes, type NotesStore } from '../../lib/notes.ts'
import { createExport } from './export/export-store.ts'
import { type Filters, isRelative, noFilters } from './filters/filters.ts'
import { createViews, queryOf } from './filters/views.tsx'
import { createRowLoader, pageSize, type RowLoader } from './list/rows.ts'
import { initialState, isEveryCall, isSameQuery, rowOf, type RunsState } from './state.ts'

/** How long typing must pause before the search runs, in milliseconds. */
const searchDelay = 120

/** Returns the store of the Runs screen: search and filters, the list, the selection, and the drawer. */
export const createRunsStore = (deps: PageDeps) => {
  const { api, now } = deps
  const store = createStore<RunsState>(() => initialState)
  const notes = createNotes()
  const exports = createExport(api, now)
  const views = createViews(deps)
  const loader = createRowLoader(api, store, now)
  const selection = createSelection(api, store, loader)
  const drawer = createDrawer(api, store, now, notes)
  const loadRunById = createRunById(api, store)
  let timer: ReturnType<typeof setTimeout> | undefined

  const reload = async (): Promise<void> => {
    const { typed, filters } = store.getState()
    const text = typed.trim()
    await Promise.all([loader.load({ search: text, filters }), loadRunById(text)])
  }
  const loadNow = (change: Partial<RunsState>): Promise<void> => {
    clearTimeout(timer)
    selection.cancelGoToEnd()
    store.setState(change)
    return reload()
  }

  /** Searches the whole history, without a filter or a view. */
  const searchAll = (change: Pick<RunsState, 'typed'> & Partial<RunsState>): void => {
    views.apply(null)
    void loadNow({ filters: noFilters, ...change })
  }

  const stopFollowing = followChanges(api, async (callIds) => {
    // Don't load anything in the background before the screen has been opened for the first time.
    if (store.getState().status.step === 'loading') return
    await loader.refresh(callIds)
    drawer.refresh(callIds)
  })
  const stopDays = onNewDay(now, () => {
    const { status, query } = store.getState()
    if (status.step !== 'loading' && isRelative(query.filters.days)) void loader.reset()
  })
  // If the drawer is open, it shows the selected call, even if the call's row must be loaded first.
  const stopOpening = store.subscribe(({ selectedCallId, opened }) => {
    if (opened && selectedCallId !== null && opened.callId !== selectedCallId) drawer.open(selectedCallId)
  })
  const stopClearingExport = store.subscribe(({ typed, filters, opened }, before) => {
    const isOther = typed !== before.typed || filters !== before.filters || opened?.callId !== before.opened?.callId
    if (isOther) exports.clearSuccess()
  })

  return {
    store,
    notes,
    exports,
    views,
    open: drawer.open,
    writeNote: drawer.writeNote,
    reload,
    showRange: loader.showRange,
    selectRow: selection.selectRow,
    moveSelection: selection.moveSelection,
    movePage: selection.movePage,
    typeSearch: (typed: string): void => {
      selection.cancelGoToEnd()
      store.setState({ typed })
      clearTimeout(timer)
      timer = setTimeout(() => void reload(), searchDelay)
    },
    setFilters: (change: Partial<Filters>): void =>
      void loadNow({ filters: { ...store.getState().filters, ...change } }),
    /** Removes the search text, the filters and the applied view. */
    clearQuery: (): void => searchAll({ typed: '' }),
    /** Searches for another screen: closes the open call and selects the first result. */
    search: (typed: string): void =>
      // With its own filters object, this is a new query even if the list already shows the same search.
      searchAll({ typed, filters: { ...noFilters }, opened: null, selectedRow: -1, selectedCallId: null }),
    applyView: (view: SavedView): void => {
      const { search: typed, filters } = queryOf(view)
      views.apply(view.viewId)
      void loadNow({ typed, filters })
    },
    /** Opens a call for another screen and selects its row in the whole history. */
    showCall: (callId: string): void => {
      drawer.open(callId)
      void loadNow({ typed: '', filters: noFilters }).then(() => selection.selectCall(callId))
    },
    /** Opens the newest call with the typed run ID. If there is none, selects the newest call that was found. */
    openFirst: async (): Promise<void> => {
      if (store.getState().typed.trim() !== store.getState().query.search) await loadNow({})
      const [first] = store.getState().runById?.calls ?? []
      return first ? drawer.open(first.callId) : selection.selectRow(0)
    },
    /** Loads the agents and learned values that the filters offer. If that fails, keeps the previous ones. */
    loadFilters: async (): Promise<void> => {
      const agents = await settle(api.listCalledAgents({}))
      if (agents.ok) store.setState({ agents: agents.value })
      const facets = await settle(api.listLearned({}))
      if (facets.ok) store.setState({ facets: facets.value })
    },
    closeDrawer: (): void => store.setState({ opened: null }),
    close: (): void => {
      stopFollowing()
      stopDays()
      exports.close()
      stopOpening()
      stopClearingExport()
    },
  }
}

export type RunsStore = ReturnType<typeof createRunsStore>

/** Creates the actions for the drawer. */
const createDrawer = (api: Api, store: StoreApi<RunsState>, now: () => number, notes: NotesStore) => {
  const open = (callId: string): void => {
    const detail = createQuery(() => api.getCall({ callId }), now)
    void detail.load()
    // The list may not contain a call that another screen has opened.
    store.setState(({ selectedCallId, selectedRow, rows }) => ({
      selectedCallId: callId,
      selectedRow: selectedCallId === callId ? selectedRow : rowOf(rows, callId),
      opened: { callId, detail },
    }))
  }
  return {
    open,
    /** Reloads the open call if it changed. */
    refresh: (callIds: readonly string[]): void => {
      const { opened } = store.getState()
      if (opened && callIds.includes(opened.callId)) void opened.detail.refresh()
    },
    /** Opens the selected call and starts editing its note. */
    writeNote: async (): Promise<void> => {
      const { selectedCallId } = store.getState()
      if (selectedCallId === null) return
      if (store.getState().opened?.callId !== selectedCallId) open(selectedCallId)
      const detail = store.getState().opened?.detail
      await detail?.load()
      const loaded = detail?.store.getState().data
      if (loaded) notes.edit(selectedCallId, loaded.value.note?.text ?? '')
    },
  }
}

/** Creates the actions on the selected row, whose call may not be loaded yet. */
const createSelection = (api: Api, store: StoreApi<RunsState>, loader: RowLoader) => {
  let jumps = 0
  /**
   * The call that was selected last in the query's list; null if it is unknown. The list may have been loaded again
   * without its row.
   */
  let last: Call | null = null
  store.subscribe(({ rows, selectedRow, selectedCallId, query }, before) => {
    const call = rows.at(selectedRow)
    if (!isSameQuery(query, before.query) || (selectedCallId !== null && selectedCallId !== last?.callId))
      last = call ?? null
  })

  const cancelGoToEnd = (): void => {
    jumps += 1
    if (store.getState().goingToEnd) store.setState({ goingToEnd: false })
  }

  const selectRow = (row: number): void => {
    cancelGoToEnd()
    const { rows } = store.getState()
    if (rows.count === 0) return
    const selectedRow = Math.min(rows.count - 1, Math.max(0, row))
    const call = rows.at(selectedRow)
    store.setState({ selectedRow, selectedCallId: call?.callId ?? null })
    last = call ?? null
    const { first, end } = loader.viewport()
    // The list is about to scroll to this row, so fetch the rows around it.
    if (selectedRow < first || selectedRow >= end) loader.showRange(selectedRow, selectedRow + end - first)
  }

  /**
   * Returns the row of a call or, if it has left the list (not `isListed`), of the next older one; null if a load fails
   * or a later action comes first.
   */
  const findRow = async ({ callId, preparedAt }: Call): Promise<{ row: number; isListed: boolean } | null> => {
    cancelGoToEnd()
    const mine = jumps
    if (isEveryCall(store.getState().query)) {
      const page = await settle(api.listCalls({ search: callId, after: null, limit: 1 }))
      if (mine !== jumps || !page.ok || page.value.position === 0) return null
      return { row: store.getState().rows.count - page.value.position, isListed: true }
    }
    let row = 0
    for (let { rows } = store.getState(); row < rows.count; { rows } = store.getState()) {
      const call = rows.at(row)
      const isListed = call?.callId === callId
      if (isListed || (call !== undefined && call.preparedAt < preparedAt)) return { row, isListed }
      if (call !== undefined) row += 1
      else if (!(await loader.loadRange(row, row + pageSize)) || mine !== jumps) return null
    }
    return { row, isListed: false }
  }

  /** Moves from the selected row or, if the list was loaded again without it, from the call that was selected last. */
  const moveBy = async (by: number): Promise<void> => {
    const { selectedRow } = store.getState()
    if (selectedRow >= 0 || last === null) return selectRow(selectedRow + by)
    const found = await findRow(last)
    if (found !== null) selectRow(found.isListed || by < 0 ? found.row + by : found.row + by - 1)
  }

  const goToEnd = async (): Promise<void> => {
    cancelGoToEnd()
    const mine = jumps
    store.setState({ goingToEnd: true })
    const isAtEnd = await loader.loadToEnd(() => mine === jumps)
    if (mine !== jumps) return
    store.setState({ goingToEnd: false })
    if (isAtEnd) selectRow(store.getState().rows.count - 1)
  }

  return {
    cancelGoToEnd,
    selectRow,
    /** Selects the row of the open call in the whole history. */
    selectCall: async (callId: string): Promise<void> => {
      const page = await settle(api.listCalls({ search: callId, after: null, limit: 1 }))
      const { selectedCallId, rows } = store.getState()
      // Another call may have been selected while the page was loading.
      if (page.ok && page.value.position > 0 && selectedCallId === callId) selectRow(rows.count - page.value.position)
    },
    /** Moves the selection by this many rows. Infinity moves to the oldest call, -Infinity to the newest. */
    moveSelection: (by: number): void => {
      if (by === Infinity) return void goToEnd()
      if (by === -Infinity) return selectRow(0)
      void moveBy(by)
    },
    /** Moves the selection by one viewport. */
    movePage: (direction: 1 | -1): void => {
      const { first, end } = loader.viewport()
      void moveBy(direction * Math.max(1, end - first - 2))
    },
  }
}

/** Finds the calls with a typed run ID in all profiles, regardless of the filters. */
const createRunById = (api: Api, store: StoreApi<RunsState>) => {
  let searches = 0
  return async (search: string): Promise<void> => {
    const mine = (searches += 1)
    const runId = runIdIn(search)
    if (runId === null) return store.setState({ runById: null })
    const found = await settle(api.listCallsOfRun({ workflowRunId: runId }))
    // Ignore a failure: loading the list will fail, too, and that is reported.
    if (mine === searches)
      store.setState({ runById: found.ok && found.value.length > 0 ? { runId, calls: found.value } : null })
  }
}

/**
 * Calls `apply` with the IDs of changed calls, one batch at a time. Changes that arrive during a batch go into the next
 * one.
 */
const followChanges = (api: Api, apply: (callIds: readonly string[]) => Promise<void>): (() => void) => {
  const changed = new Set<string>()
  let isApplying = false
  const applyAll = async (): Promise<void> => {
    isApplying = true
    while (changed.size > 0) {
      const callIds = [...changed]
      changed.clear()
      await apply(callIds)
    }
    isApplying = false
  }
  return api.onCallsChanged(({ callIds }) => {
    for (const callId of callIds) changed.add(callId)
    if (!isApplying) void applyAll()
  })
}
