import { Menu } from '@base-ui/react/menu'
import { Bookmark, Check, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { SavedView } from '../../../../contract/call-list.ts'
import popup from '../../../ui/popup.module.css'
import { usePage } from '../../../lib/page.ts'
import { messages } from '../../../../messages/index.ts'
import css from './filter-bar.module.css'
import type { RunsStore } from '../store.ts'
import { isSameQuery, queryOf, type ViewsStore } from './views-store.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, Input } from '../../../ui/field.tsx'
import { FailureNotice } from '../../../ui/notice.tsx'
import type { RunsQuery } from '../state.ts'
import { ariaKeysOf } from '../../../lib/commands.ts'

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

type ViewsMenuProps = { runs: RunsStore; open: boolean; onOpen: (open: boolean) => void }

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
  const error = trimmed === '' ? viewsText.noName : isTaken ? viewsText.taken : null
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
      foot={
        <>
          <Button onClick={onClose}>{messages.common.cancel}</Button>
          <Button variant="loud" onClick={() => void save()}>
            {viewsText.save}
          </Button>
        </>
      }
    >
      <Field label={viewsText.name} hint={naming === 'new' ? viewsText.hint : undefined} error={tried ? error : null}>
        {(control) => (
          <Input
            {...control}
            value={name}
            maxLength={maxNameLength}
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
