import { Menu } from '@base-ui/react/menu'
import { Bookmark, Check, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { SavedView } from '../../../../contract/call-list.ts'
import popup from '../../../ui/popup.module.css'
import { type PageDeps, usePage } from '../../../lib/page.ts'
import { messages } from '../../../../messages/index.ts'
import css from './filter-bar.module.css'
import { Dialog, DialogFooter } from '../../../ui/dialog.tsx'
import { Field, Input, tooLong } from '../../../ui/field.tsx'
import { FailureNotice } from '../../../ui/notice.tsx'
import type { RunsQuery, RunsState } from '../state.ts'
import { ariaKeysOf } from '../../../lib/commands.ts'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Failure, Outcome } from '../../../../contract/failure.ts'
import { settle } from '../../../lib/query.ts'
import { anyNumber, daysBetween, facetKey, filterOf, type Filters } from './filters.ts'

const viewsText = messages.runs.views

const Views = ({
  views,
  shown,
  onApply,
}: {
  views: readonly SavedView[]
  shown: string | null
  onApply: (view: SavedView) => void
}) => (
  <>
    {views.length === 0 && <p className={popup['none']}>{viewsText.none}</p>}
    {views.map((view) => (
      <Menu.Item key={view.viewId} className={popup['item']} onClick={() => onApply(view)} label={view.name}>
        <span className={popup['tick']}>{view.viewId === shown && <Check aria-hidden />}</span>
        <span className={popup['text']}>
          <bdi>{view.name}</bdi>
        </span>
      </Menu.Item>
    ))}
    <Menu.Separator className={popup['line']} />
  </>
)

const MenuAction = ({ text, onSelect }: { text: string; onSelect: () => void }) => (
  <Menu.Item className={popup['item']} onClick={onSelect}>
    <span className={popup['tick']} />
    <span className={popup['text']}>{text}</span>
  </Menu.Item>
)

type ViewsMenuProps = {
  runs: { store: StoreApi<RunsState>; views: ViewsStore; applyView: (view: SavedView) => void }
  open: boolean
  onOpen: (open: boolean) => void
}

/** Renders the menu that applies, saves, updates, renames and deletes saved views. */
export const ViewsMenu = ({ runs, open, onOpen }: ViewsMenuProps) => {
  const { announce } = usePage()
  const { views, appliedId } = useStore(runs.views.store)
  const { typed, filters } = useStore(runs.store)
  const [naming, setNaming] = useState<'new' | SavedView | null>(null)
  const query = { search: typed.trim(), filters }
  const applied = views.find(({ viewId }) => viewId === appliedId) ?? null
  const isShown = applied !== null && isSameQuery(queryOf(applied), query)
  const remove = async (view: SavedView) => {
    if (await runs.views.remove(view.viewId)) announce(viewsText.deleted(view.name))
  }
  return (
    <>
      <Menu.Root open={open} onOpenChange={onOpen}>
        <Menu.Trigger
          className={css['filter']}
          data-on={isShown || undefined}
          aria-keyshortcuts={ariaKeysOf('savedViews')}
        >
          <Bookmark aria-hidden />
          <span>{isShown ? applied.name : viewsText.button}</span>
          <ChevronDown aria-hidden />
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner sideOffset={4} align="start" collisionPadding={8}>
            <Menu.Popup className={popup['popup']} aria-label={viewsText.title}>
              <Views views={views} shown={isShown ? appliedId : null} onApply={runs.applyView} />
              <MenuAction text={viewsText.saveAs} onSelect={() => setNaming('new')} />
              {applied && !isShown && (
                <MenuAction
                  text={viewsText.update(applied.name)}
                  onSelect={() => void runs.views.save(applied.name, query, applied.viewId)}
                />
              )}
              {applied && <MenuAction text={viewsText.rename(applied.name)} onSelect={() => setNaming(applied)} />}
              {applied && <MenuAction text={viewsText.delete(applied.name)} onSelect={() => void remove(applied)} />}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      {naming && <ViewNameDialog views={runs.views} naming={naming} query={query} onClose={() => setNaming(null)} />}
    </>
  )
}

const maxNameLength = 80

type ViewNameProps = { views: ViewsStore; naming: 'new' | SavedView; query: RunsQuery; onClose: () => void }

/** Renders the dialog for the name of a new or renamed view. */
const ViewNameDialog = ({ views, naming, query, onClose }: ViewNameProps) => {
  const { announce } = usePage()
  const { views: all, failure } = useStore(views.store)
  const [name, setName] = useState(naming === 'new' ? '' : naming.name)
  const [tried, setTried] = useState(false)
  const trimmed = name.trim()
  const isTaken = all.some((view) => view !== naming && view.name.trim() === trimmed)
  const lengthError = tooLong(name, maxNameLength)
  const error = trimmed === '' ? viewsText.noName : isTaken ? viewsText.taken : lengthError
  const save = async () => {
    setTried(true)
    if (error !== null) return
    if (await (naming === 'new' ? views.save(trimmed, query) : views.rename(naming, trimmed))) {
      announce(viewsText.saved(trimmed))
      onClose()
    }
  }
  return (
    <Dialog
      title={naming === 'new' ? viewsText.saveTitle : viewsText.renameTitle}
      open
      onClose={onClose}
      foot={<DialogFooter text={viewsText.save} onClose={onClose} onCommit={save} />}
    >
      <Field
        label={viewsText.name}
        hint={naming === 'new' ? viewsText.hint : undefined}
        error={tried ? error : lengthError}
      >
        {(control) => (
          <Input
            {...control}
            value={name}
            onChange={(event) => setName(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return
              // The same key press would otherwise also activate the button that is focused next.
              event.preventDefault()
              void save()
            }}
          />
        )}
      </Field>
      {tried && failure && <FailureNotice failure={failure} title={viewsText.failed} />}
    </Dialog>
  )
}

type ViewsState = {
  views: readonly SavedView[]
  /** The view that was applied last, even if the filters have changed since; null if there is none. */
  appliedId: string | null
  failure: Failure | null
}

type ViewsStore = {
  readonly store: StoreApi<ViewsState>
  readonly load: () => Promise<void>
  /**
   * Saves the query under a name, either as a new view or in place of an existing one. Resolves with whether it was
   * saved.
   */
  readonly save: (name: string, query: RunsQuery, viewId?: string) => Promise<boolean>
  readonly rename: (view: SavedView, name: string) => Promise<boolean>
  readonly remove: (viewId: string) => Promise<boolean>
  readonly apply: (viewId: string | null) => void
}

export const queryOf = ({ search, filter, days }: SavedView): RunsQuery => {
  const { from, until, learned = [], duration = anyNumber, credits = anyNumber, ...rest } = filter
  const shownDays = days === null ? daysBetween(from, until) : { kind: days }
  return { search, filters: { ...rest, learned, duration, credits, days: shownDays } }
}

const comparable = ({ states, agentUuids, profileIds, learned, duration, credits, practice, days }: Filters): string =>
  JSON.stringify([
    states.toSorted(),
    agentUuids.toSorted(),
    profileIds.toSorted(),
    learned.map(facetKey).toSorted(),
    [duration.from, duration.to],
    [credits.from, credits.to],
    practice,
    days,
  ])

/** Returns whether two queries are equal, regardless of the order in which filter values were selected. */
export const isSameQuery = (one: RunsQuery, other: RunsQuery): boolean =>
  one.search === other.search && comparable(one.filters) === comparable(other.filters)

/** Returns a version 4 UUID made from 16 random bytes. */
const uuidOf = (bytes: Uint8Array): string => {
  const digits = Array.from(bytes, (byte, index) => {
    if (index === 6) return (byte & 0x0f) | 0x40
    return index === 8 ? (byte & 0x3f) | 0x80 : byte
  }).map((byte) => byte.toString(16).padStart(2, '0'))
  const part = (from: number, to: number) => digits.slice(from, to).join('')
  return [part(0, 4), part(4, 6), part(6, 8), part(8, 10), part(10, 16)].join('-')
}

/** Returns the store of the saved views: named searches with filters, which main stores. */
export const createViews = ({ api, now, randomBytes }: PageDeps): ViewsStore => {
  const store = createStore<ViewsState>(() => ({ views: [], appliedId: null, failure: null }))
  const apply = (views: Outcome<SavedView[]>, change: Partial<ViewsState> = {}): boolean => {
    if (views.ok) store.setState({ views: views.value, failure: null, ...change })
    else store.setState({ failure: views.failure })
    return views.ok
  }
  return {
    store,
    load: async () => void apply(await settle(api.listViews({}))),
    save: async (name, { search, filters }, viewId = uuidOf(randomBytes(16))) => {
      const { kind } = filters.days
      const days = kind === 'any' || kind === 'between' ? null : kind
      const view = { viewId, name, search, filter: filterOf(filters, now()), days }
      return apply(await settle(api.saveView(view)), { appliedId: viewId })
    },
    rename: async (view, name) => apply(await settle(api.saveView({ ...view, name }))),
    remove: async (viewId) => {
      const { appliedId } = store.getState()
      return apply(await settle(api.deleteView({ viewId })), { appliedId: appliedId === viewId ? null : appliedId })
    },
    apply: (appliedId) => store.setState({ appliedId }),
  }
}
