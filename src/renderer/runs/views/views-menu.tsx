import { Menu } from '@base-ui/react/menu'
import { Bookmark, Check, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { SavedView } from '../../../contract/call-filter.ts'
import popup from '../../design/popup.module.css'
import { useParts } from '../../shell/parts.ts'
import { words } from '../../words/words.ts'
import css from '../filters/filter-bar.module.css'
import type { RunsStore } from '../runs-store.ts'
import { NameView } from './name-view.tsx'
import { askedOf, isSameAsked } from './views-store.ts'

const said = words.runs.views

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
    {views.length === 0 && <p className={popup['none']}>{said.none}</p>}
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

const Act = ({ text, onAct }: { text: string; onAct: () => void }) => (
  <Menu.Item className={popup['item']} onClick={onAct}>
    <span className={popup['tick']} />
    <span className={popup['text']}>{text}</span>
  </Menu.Item>
)

type Props = { runs: RunsStore; open: boolean; onOpen: (open: boolean) => void }

/** Searches and filters under a name: put on, kept, changed, renamed, deleted. */
export const ViewsMenu = ({ runs, open, onOpen }: Props) => {
  const { announce } = useParts()
  const { views, appliedId } = useStore(runs.views.store)
  const { typed, wish } = useStore(runs.store)
  const [naming, setNaming] = useState<'new' | SavedView | null>(null)
  const asked = { search: typed.trim(), wish }
  const applied = views.find(({ viewId }) => viewId === appliedId) ?? null
  const isShown = applied !== null && isSameAsked(askedOf(applied), asked)
  const remove = async (view: SavedView) => {
    if (await runs.views.remove(view.viewId)) announce(said.deleted(view.name))
  }
  return (
    <>
      <Menu.Root open={open} onOpenChange={onOpen}>
        <Menu.Trigger className={css['filter']} data-on={isShown || undefined} aria-keyshortcuts="V">
          <Bookmark aria-hidden />
          <span>{isShown ? applied.name : said.button}</span>
          <ChevronDown aria-hidden />
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner sideOffset={4} align="start" collisionPadding={8}>
            <Menu.Popup className={popup['popup']} aria-label={said.title}>
              <Views views={views} shown={isShown ? appliedId : null} onApply={runs.applyView} />
              <Act text={said.saveAs} onAct={() => setNaming('new')} />
              {applied && !isShown && (
                <Act
                  text={said.update(applied.name)}
                  onAct={() => void runs.views.save(applied.name, asked, applied.viewId)}
                />
              )}
              {applied && <Act text={said.rename(applied.name)} onAct={() => setNaming(applied)} />}
              {applied && <Act text={said.delete(applied.name)} onAct={() => void remove(applied)} />}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      {naming && <NameView views={runs.views} naming={naming} asked={asked} onClose={() => setNaming(null)} />}
    </>
  )
}
