import { ChevronDown, Download, History, Search, SearchX, X } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Profile } from '../../../contract/profile.ts'
import { Button } from '../../ui/button.tsx'
import { Empty, FailureNotice } from '../../ui/notice.tsx'
import { runIdsOf } from '../../../domain/call-state.ts'
import { mayRepeat, useCallActions, usePendingCommand } from '../../lib/workspace-context.ts'
import { leaveDetails } from '../../lib/focus.ts'
import { isInDialog, isTyping, useWindowKeys } from '../../lib/hotkeys.ts'
import { useCopy } from '../../lib/clipboard.ts'
import { messages } from '../../../messages/index.ts'
import { FilterBar } from './filters/filter-bar.tsx'
import { isFiltered } from './filters/filters.ts'
import { RunDrawer } from './drawer/drawer.tsx'
import { isEveryCall } from './state.ts'
import { RunList } from './list/run-list.tsx'
import css from './runs-screen.module.css'
import type { RunsStore } from './store.ts'
import { ViewsMenu } from './filters/views.tsx'
import { Ltr } from '../../ui/text.tsx'
import { StateTag } from '../../ui/tag.tsx'
import { useNow } from '../../lib/page.ts'
import { valueOf } from '../../lib/query.ts'
import { isCommand } from '../../lib/commands.ts'
import { Menu } from '@base-ui/react/menu'
import { exportFormats } from '../../../contract/call-list.ts'
import popup from '../../ui/popup.module.css'
import filterCss from './filters/filter-bar.module.css'
import type { ExportState, ExportStore } from './export/export-store.ts'

const runsText = messages.runs
type Props = { runs: RunsStore; profiles: readonly Profile[]; onCall: () => void }

const moves: Record<string, number> = {
  j: 1,
  ArrowDown: 1,
  k: -1,
  ArrowUp: -1,
  End: Infinity,
  Home: -Infinity,
}

/**
 * Focuses the selected row, unless another control on the screen has focus. J and K also move focus from the buttons of
 * the filters, which Enter would press.
 */
const focusList = (list: HTMLElement | null, key: string): void => {
  const { activeElement } = document
  const leavesFilters = /^[jk]$/.test(key) && activeElement?.closest('[data-filters]')
  if (activeElement?.closest('main') && !leavesFilters) return
  requestAnimationFrame(() => list?.querySelector<HTMLElement>('[aria-current] button')?.focus({ preventScroll: true }))
}

const closeDetails = (runs: RunsStore): void => {
  leaveDetails()
  runs.closeDrawer()
}

const useRunsShortcuts = (
  runs: RunsStore,
  searchField: React.RefObject<HTMLInputElement | null>,
  list: React.RefObject<HTMLElement | null>,
  showViews: () => void,
): void => {
  const copy = useCopy()
  const { repeat, hasProfile } = useCallActions()
  useWindowKeys((event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isInDialog(event)) return
    const { selectedCallId, rows, selectedRow: row, opened } = runs.store.getState()
    if (event.key === 'Escape' && opened) return closeDetails(runs)
    if (isTyping(event)) return
    const by = moves[event.key]
    if (by !== undefined) {
      event.preventDefault()
      focusList(list.current, event.key)
      return runs.moveSelection(by)
    }
    if (event.key === 'PageDown' || event.key === 'PageUp') {
      event.preventDefault()
      focusList(list.current, event.key)
      return runs.movePage(event.key === 'PageDown' ? 1 : -1)
    }
    // Enter on a button or link must activate the button or link instead.
    const onControl = event.target instanceof Element && event.target.closest('button, a, summary')
    if (event.key === 'Enter' && selectedCallId && !onControl) return runs.open(selectedCallId)
    if (isCommand(event, 'searchRuns')) {
      event.preventDefault()
      searchField.current?.focus()
      // The typed text will replace the previous search.
      return searchField.current?.select()
    }
    if (isCommand(event, 'savedViews')) {
      event.preventDefault()
      return showViews()
    }
    if (isCommand(event, 'writeNote')) {
      event.preventDefault()
      return void runs.writeNote()
    }
    // The list may not contain the open call. The keys don't act on it while another row is selected and being loaded.
    const call = row < 0 ? opened && valueOf(opened.detail.store.getState())?.call : rows.at(row)
    const run = call ? runIdsOf(call).join(', ') : ''
    if (isCommand(event, 'copySelectedRunId') && run !== '') void copy(run)
    if (isCommand(event, 'repeatSelected') && call && mayRepeat(call) && hasProfile(call.profileId)) repeat(call.callId)
  })
}

const SearchBar = ({ runs, field }: { runs: RunsStore; field: React.RefObject<HTMLInputElement | null> }) => {
  const typed = useStore(runs.store, (state) => state.typed)
  return (
    <search className={css['search']}>
      <Search aria-hidden />
      <input
        ref={field}
        type="search"
        aria-label={runsText.search}
        placeholder={runsText.searchPlaceholder}
        value={typed}
        maxLength={200}
        spellCheck={false}
        onChange={(event) => runs.typeSearch(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' || event.key === 'Enter') event.currentTarget.blur()
          if (event.key === 'Enter') void runs.openFirst()
        }}
      />
    </search>
  )
}

type BodyProps = {
  runs: RunsStore
  list: React.RefObject<HTMLDivElement | null>
  onClear: () => void
  onCall: () => void
}

const Body = ({ runs, list, onClear, onCall }: BodyProps) => {
  const { status, rows, query, runById } = useStore(runs.store)
  if (status.step === 'failed')
    return (
      <div className={css['failed']}>
        <FailureNotice
          failure={status.failure}
          title={runsText.failed}
          actions={<Button onClick={() => void runs.reload()}>{messages.common.retry}</Button>}
        />
      </div>
    )
  if (rows.count > 0) return <RunList runs={runs} scroller={list} />
  if (status.step === 'loading') return <p className={css['wait']}>{runsText.loading}</p>
  return !isEveryCall(query) ? (
    <Empty
      icon={SearchX}
      title={runById ? runsText.noOtherResults : runsText.noResults}
      text={runsText.noResultsText(query.search)}
    >
      <Button onClick={onClear}>{runsText.clear}</Button>
    </Empty>
  ) : (
    <Empty icon={History} title={runsText.emptyTitle} text={runsText.emptyText}>
      <Button onClick={onCall}>{runsText.goCall}</Button>
    </Empty>
  )
}

/** Shows how many calls were found, and whether the search index is still being built. */
const Count = ({ runs, onClear }: { runs: RunsStore; onClear: () => void }) => {
  const { status, typed, filters, query, selectedRow, rows, total, totalIs, unindexed, goingToEnd } = useStore(
    runs.store,
  )
  const isSame = typed.trim() === query.search && filters === query.filters
  const narrowed = !isEveryCall(query)
  return (
    <div className={css['count']}>
      <output>
        {status.step === 'shown' &&
          (isSame ? runsText.count(total, totalIs === 'exact', narrowed) : runsText.searching)}
        {status.step === 'shown' && narrowed && unindexed > 0 && ` · ${runsText.preparing(unindexed)}`}
        {goingToEnd && ` · ${runsText.goingToEnd}`}
      </output>
      {(isFiltered(filters) || typed !== '') && (
        <Button variant="quiet" size="small" onClick={onClear}>
          {runsText.filters.clear}
        </Button>
      )}
      <span className={css['hint']}>{runsText.hint}</span>
      {status.step === 'shown' && rows.count > 0 && (
        <span className={css['position']}>
          {goingToEnd ? runsText.row(rows.count) : selectedRow >= 0 && runsText.row(selectedRow + 1)}
        </span>
      )}
    </div>
  )
}

/** Renders the Runs screen: every call placed from this computer, newest first, with details in a drawer. */
export const RunsScreen = ({ runs, profiles, onCall }: Props) => {
  const { opened } = useStore(runs.store)
  const field = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [viewsOpen, setViewsOpen] = useState(false)
  useEffect(() => {
    void runs.reload()
    void runs.loadFilters()
    void runs.views.load()
  }, [runs])
  useRunsShortcuts(runs, field, list, () => setViewsOpen(true))
  const section = useRef<HTMLElement>(null)
  const clear = () => {
    // Clearing removes its own button. In the search field, the screen's shortcuts would be typed.
    section.current?.focus({ preventScroll: true })
    runs.clearQuery()
  }
  return (
    <div className={css['screen']}>
      <section ref={section} tabIndex={-1} className={css['list']} aria-label={runsText.title}>
        <div className={css['bar']} data-filters>
          <SearchBar runs={runs} field={field} />
          <FilterBar runs={runs} profiles={profiles} />
          <div className={css['tools']}>
            <ViewsMenu runs={runs} open={viewsOpen} onOpen={setViewsOpen} />
            <ExportMenu runs={runs} />
          </div>
        </div>
        <Count runs={runs} onClear={clear} />
        <ExportLine exports={runs.exports} />
        <RunByIdLine runs={runs} />
        <Body runs={runs} list={list} onClear={clear} onCall={onCall} />
      </section>
      {opened && (
        <RunDrawer
          key={opened.callId}
          opened={opened}
          notes={runs.notes}
          profiles={profiles}
          onClose={() => closeDetails(runs)}
        />
      )}
    </div>
  )
}

/** Maximum number of calls to show above the list. */
const maxRunCalls = 3

/** Shows the calls with the typed run ID above the other search results. */
const RunByIdLine = ({ runs }: { runs: RunsStore }) => {
  const { runById, opened, rows } = useStore(runs.store)
  const now = useNow(60_000)
  // The list starts with the same calls.
  if (!runById || runById.calls.every(({ callId }, index) => rows.at(index)?.callId === callId)) return null
  return (
    <ul className={css['found']} aria-label={runsText.foundById(runById.runId)}>
      {runById.calls.slice(0, maxRunCalls).map((call) => (
        <li key={call.callId} data-color={call.profileColor}>
          <button
            type="button"
            aria-pressed={opened?.callId === call.callId}
            className={css['run']}
            onClick={() => runs.open(call.callId)}
          >
            <strong>{runsText.drawer.run(runById.runId)}</strong>
            <StateTag call={call} />
            <Ltr>{call.phoneNumberDisplay || messages.common.numberErased}</Ltr>
            <span className={css['rest']}>
              {runsText.ofRun(
                call.agentName ?? call.agentUuid,
                call.profileName,
                messages.time.shortWithTime(call.preparedAt, now),
              )}
            </span>
          </button>
        </li>
      ))}
    </ul>
  )
}

const exportText = messages.runs.exports

/** Renders the menu that exports all calls that match the current query to a file. */
const ExportMenu = ({ runs }: { runs: RunsStore }) => {
  const { step } = useStore(runs.exports.store)
  const isRunning = step === 'choosing' || step === 'writing'
  const [open, setOpen] = useState(false)
  usePendingCommand(
    'export',
    useCallback(() => setOpen(true), []),
  )
  return (
    <Menu.Root open={open} onOpenChange={setOpen}>
      <Menu.Trigger className={filterCss['filter']} aria-disabled={isRunning || undefined}>
        <Download aria-hidden />
        <span>{exportText.button}</span>
        <ChevronDown aria-hidden />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="end" collisionPadding={8}>
          <Menu.Popup className={popup['popup']} aria-label={exportText.title}>
            {exportFormats.map((format) => (
              <Menu.Item
                key={format}
                className={popup['item']}
                disabled={isRunning}
                onClick={() => void runs.exports.start(runs.store.getState().query, format)}
              >
                <span className={popup['text']}>{exportText.formats[format]}</span>
                <span className={popup['note']}>{exportText.formatNames[format]}</span>
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}

const textOf = (state: ExportState): string | null => {
  if (state.step === 'writing') return exportText.writing(state.calls)
  if (state.step !== 'written') return null
  const written = exportText.written(state.calls, state.file)
  return state.format === 'csv' ? `${written} ${exportText.formulaNote}` : written
}

/** Shows the progress and the result of the export. */
const ExportLine = ({ exports }: { exports: ExportStore }) => {
  const state = useStore(exports.store)
  if (state.step === 'failed')
    return (
      <FailureNotice
        failure={state.failure}
        title={exportText.failed}
        actions={<Button onClick={exports.clear}>{messages.common.close}</Button>}
      />
    )
  const text = textOf(state)
  return (
    <div className={text === null ? undefined : css['line']}>
      {/* This is always rendered, so that screen readers announce changes to it. */}
      <output className={css['text']}>{text}</output>
      {state.step === 'writing' && (
        <Button size="small" onClick={exports.cancel}>
          {exportText.cancel}
        </Button>
      )}
      {state.step === 'written' && (
        <Button variant="quiet" size="icon" aria-label={messages.common.close} onClick={exports.clear}>
          <X aria-hidden />
        </Button>
      )}
    </div>
  )
}
