import { History, Search, SearchX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Profile } from '../../contract/profile.ts'
import { Button } from '../design/button.tsx'
import { Empty } from '../design/empty.tsx'
import { mayRepeat } from '../shell/call-again.ts'
import { useCallActs } from '../shell/call-acts.ts'
import { FailureNotice } from '../shell/failure-notice.tsx'
import { runIdOf } from '../shell/run-id.ts'
import { isInDialog, isTyping, useWindowKeys } from '../shell/shortcuts.ts'
import { useCopy } from '../shell/use-copy.ts'
import { words } from '../words/words.ts'
import { ExportLine } from './export/export-line.tsx'
import { ExportMenu } from './export/export-menu.tsx'
import { FilterBar } from './filters/filter-bar.tsx'
import { isNarrow } from './filters/wish.ts'
import { RunByIdLine } from './run-by-id-line.tsx'
import { RunDrawer } from './run-drawer.tsx'
import { asksForAll } from './rows/list-state.ts'
import { RunsList } from './runs-list.tsx'
import css from './runs-screen.module.css'
import type { RunsStore } from './runs-store.ts'
import { ViewsMenu } from './views/views-menu.tsx'

const said = words.runs
type Props = { runs: RunsStore; profiles: readonly Profile[]; onCall: () => void }

const moves: Record<string, number> = {
  j: 1,
  ArrowDown: 1,
  k: -1,
  ArrowUp: -1,
  End: Infinity,
  Home: -Infinity,
}

/** Whoever walks through the list stands in it from then on, unless the focus is on something else of this screen. */
const standInList = (): void => {
  if (document.activeElement?.closest('main')) return
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>('main tr[aria-current] button')?.focus({ preventScroll: true }),
  )
}

const useRunsKeys = (
  runs: RunsStore,
  searchField: React.RefObject<HTMLInputElement | null>,
  showViews: () => void,
): void => {
  const copy = useCopy()
  const { repeat, hasProfile } = useCallActs()
  useWindowKeys((event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isInDialog(event)) return
    const { selected, rows, chosen: row, opened } = runs.store.getState()
    if (event.key === 'Escape' && opened) return runs.closeDrawer()
    if (isTyping(event)) return
    const by = moves[event.key]
    if (by !== undefined) {
      event.preventDefault()
      standInList()
      return runs.move(by)
    }
    if (event.key === 'PageDown' || event.key === 'PageUp') {
      event.preventDefault()
      standInList()
      return runs.turnPage(event.key === 'PageDown' ? 1 : -1)
    }
    // Enter on a button or link is that button's own.
    const onControl = event.target instanceof Element && event.target.closest('button, a, summary')
    if (event.key === 'Enter' && selected && !onControl) return runs.open(selected)
    if (event.key === '/') {
      event.preventDefault()
      return searchField.current?.focus()
    }
    if (event.key === 'v') {
      event.preventDefault()
      return showViews()
    }
    if (event.key === 'n') {
      event.preventDefault()
      return void runs.writeNote()
    }
    const chosen = rows.at(row)
    const run = chosen ? runIdOf(chosen) : null
    if (event.key === 'c' && run !== null) void copy(String(run))
    if (event.key === 'r' && chosen && mayRepeat(chosen) && hasProfile(chosen.profileId)) repeat(chosen.callId)
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
        aria-label={said.search}
        placeholder={said.searchPlaceholder}
        value={typed}
        maxLength={200}
        spellCheck={false}
        onChange={(event) => runs.type(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown' || event.key === 'Enter') event.currentTarget.blur()
          if (event.key === 'Enter') void runs.openFirst()
        }}
      />
    </search>
  )
}

const Body = ({ runs, onCall }: { runs: RunsStore; onCall: () => void }) => {
  const { at, rows, asked, runById } = useStore(runs.store)
  if (at.step === 'failed')
    return (
      <div className={css['failed']}>
        <FailureNotice
          failure={at.failure}
          title={said.failed}
          acts={<Button onClick={() => void runs.reload()}>{words.common.askAgain}</Button>}
        />
      </div>
    )
  if (rows.count > 0) return <RunsList runs={runs} />
  if (at.step === 'asking') return <p className={css['wait']}>{said.loading}</p>
  return !asksForAll(asked) ? (
    <Empty icon={SearchX} title={runById ? said.noneElse : said.noneTitle} text={said.noneText(asked.search)}>
      <Button onClick={runs.clear}>{said.clear}</Button>
    </Empty>
  ) : (
    <Empty icon={History} title={said.emptyTitle} text={said.emptyText}>
      <Button onClick={onCall}>{said.goCall}</Button>
    </Empty>
  )
}

/** How many calls are shown, and where the search is not whole yet. */
const Count = ({ runs }: { runs: RunsStore }) => {
  const { at, typed, wish, asked, chosen, rows, total, totalIs, unindexed, goingToEnd } = useStore(runs.store)
  const isSame = typed.trim() === asked.search && wish === asked.wish
  const narrowed = !asksForAll(asked)
  return (
    <div className={css['count']}>
      <output>
        {at.step === 'shown' && (isSame ? said.count(total, totalIs === 'exact', narrowed) : said.searching)}
        {at.step === 'shown' && narrowed && unindexed > 0 && ` · ${said.preparing(unindexed)}`}
        {goingToEnd && ` · ${said.goingToEnd}`}
      </output>
      {(isNarrow(wish) || typed !== '') && (
        <Button look="quiet" size="small" onClick={runs.clear}>
          {said.filters.clear}
        </Button>
      )}
      <span className={css['hint']}>{said.hint}</span>
      {at.step === 'shown' && rows.count > 0 && (
        <span className={css['position']}>
          {goingToEnd ? said.row(rows.count) : chosen >= 0 && said.row(chosen + 1)}
        </span>
      )}
    </div>
  )
}

/** Every call placed from this computer, newest first; what was sent and what came back in the drawer. */
export const RunsScreen = ({ runs, profiles, onCall }: Props) => {
  const { opened } = useStore(runs.store)
  const field = useRef<HTMLInputElement>(null)
  const [viewsOpen, setViewsOpen] = useState(false)
  useEffect(() => {
    void runs.reload()
    void runs.askAgents()
    void runs.views.ask()
  }, [runs])
  useRunsKeys(runs, field, () => setViewsOpen(true))
  return (
    <div className={css['screen']}>
      <section className={css['list']} aria-label={said.title}>
        <div className={css['bar']}>
          <SearchBar runs={runs} field={field} />
          <FilterBar runs={runs} profiles={profiles} />
          <div className={css['tools']}>
            <ViewsMenu runs={runs} open={viewsOpen} onOpen={setViewsOpen} />
            <ExportMenu runs={runs} />
          </div>
        </div>
        <Count runs={runs} />
        <ExportLine exports={runs.exports} />
        <RunByIdLine runs={runs} />
        <Body runs={runs} onCall={onCall} />
      </section>
      {opened && (
        <RunDrawer
          key={opened.callId}
          opened={opened}
          notes={runs.notes}
          profiles={profiles}
          onClose={runs.closeDrawer}
        />
      )}
    </div>
  )
}
