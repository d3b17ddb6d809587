import { ListChecks } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { List } from '../../contract/list.ts'
import { messages } from '../../messages/index.ts'
import { ariaKeysOf, keysOf, useCommands } from '../lib/commands.ts'
import { totalsOf } from '../lib/list-totals.ts'
import { type ListsStore, percentOf, useLists } from '../lib/lists.ts'
import { usePage } from '../lib/page.ts'
import { settle } from '../lib/query.ts'
import { Button, Kbd } from '../ui/button.tsx'
import css from './banners.module.css'

const listText = messages.lists.elsewhere

type ListBannerProps = {
  lists: ListsStore
  /** True on the Lists screen, which has its own button to resume an open list. */
  isOnLists: boolean
  onShow: (listId: string) => void
}

/** Shows the list that was running when Rundesk was closed, with a shortcut to resume it. */
export const ListBanner = ({ lists, isOnLists, onShow }: ListBannerProps) => {
  const { api, announce } = usePage()
  const all = useLists(lists)
  const shown = useStore(lists.shown, ({ listId }) => listId)
  const [isResuming, setIsResuming] = useState(false)
  const list = all.find(({ state, brake }) => state === 'paused' && brake?.reason === 'restarted') ?? null
  const isShown = list !== null && !(isOnLists && shown === list.listId)
  const resume = async (interrupted: List) => {
    if (isResuming) return
    setIsResuming(true)
    const { listId } = interrupted
    const answer = await settle(api.startList({ listId, calls: totalsOf(interrupted.counts).waiting }))
    setIsResuming(false)
    if (answer.ok) return lists.update(answer.value)
    announce(messages.failure.describe(answer.failure).title)
    // The list's screen shows why it could not be resumed.
    return onShow(listId)
  }
  useCommands({ pauseList: isShown ? () => void resume(list) : null })
  if (!isShown) return null
  const { finished, unknown, active, waiting } = totalsOf(list.counts)
  return (
    <div className={`${css['banner']} ${css['check']}`} role="status">
      <ListChecks aria-hidden />
      <p>{listText.interrupted(list.name, finished + unknown + active, finished + unknown + active + waiting)}</p>
      <Button size="small" onClick={() => onShow(list.listId)}>
        {listText.show}
      </Button>
      {waiting > 0 && (
        <Button size="small" aria-keyshortcuts={ariaKeysOf('pauseList')} onClick={() => void resume(list)}>
          {messages.lists.run.resume(waiting)}
          <Kbd keys={keysOf('pauseList')} />
        </Button>
      )}
    </div>
  )
}

/** Changes when the list starts, pauses or ends. */
const stepOf = ({ state, brake }: List): string => `${state} ${brake?.at ?? ''}`

/** Announces when a list starts, pauses, stops or finishes, and shows a running list's progress in the window title. */
export const useListNews = (lists: ListsStore): void => {
  const { announce } = usePage()
  const all = useLists(lists)
  const known = useRef<ReadonlyMap<string, string> | null>(null)
  useEffect(() => {
    for (const list of all) {
      const before = known.current?.get(list.listId)
      if (before === undefined || before === stepOf(list)) continue
      const { waiting, active } = totalsOf(list.counts)
      announce(`${listText.announcement(list)}. ${listText.next(list.state, waiting, active)}`.trim())
    }
    if (lists.all.store.getState().data) known.current = new Map(all.map((list) => [list.listId, stepOf(list)]))
  }, [all, lists, announce])
  const running = all.find(({ state }) => state === 'running') ?? null
  const title = running === null ? '' : listText.windowTitle(running.name, percentOf(running))
  useEffect(() => {
    document.title = title === '' ? messages.shell.app : `${title} – ${messages.shell.app}`
  }, [title])
}

/** Returns the running list's progress as a whole percentage; null if no list is running. */
export const useRunningPercent = (lists: ListsStore): number | null => {
  const running = useLists(lists).find(({ state }) => state === 'running')
  return running === undefined ? null : percentOf(running)
}
