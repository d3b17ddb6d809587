import type { Failure } from '../../contract/failure.ts'
import type { HistoryHealth } from '../../contract/app-status.ts'
import { messages } from '../../messages/index.ts'
import { finishedOf, type QueryState, settle } from '../lib/query.ts'
import { CircleAlert, KeyRound, Link2, ListChecks, TriangleAlert } from 'lucide-react'
import { useStore } from 'zustand'
import { Button, Kbd } from '../ui/button.tsx'
import { ProfileName } from '../ui/text.tsx'
import css from './banners.module.css'
import type { HistoryStore } from '../lib/history-store.ts'
import type { Profile } from '../../contract/profile.ts'
import type { NewKeys } from '../features/keys/new-key-store.ts'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import type { ExternalRequestStore } from '../features/call/external/external-request.tsx'
import type { List } from '../../contract/list.ts'
import { ariaKeysOf, keysOf, useCommands } from '../lib/commands.ts'
import { useForecast } from '../features/lists/list-action.ts'
import { changeScreen } from '../lib/hotkeys.ts'
import { sumsOf, totalsOf } from '../lib/list-totals.ts'
import { type ListsStore, percentOf, useLists } from '../lib/lists.ts'
import { usePage } from '../lib/page.ts'

const historyText = messages.settings.history

/**
 * A problem with the history. `bad`: calls are blocked or the history can't be trusted. `check`: the user must confirm
 * something.
 */
type HistoryProblem = { tone: 'bad' | 'check'; title: string; text: string }

const bad = (title: string, ...sentences: string[]): HistoryProblem => ({
  tone: 'bad',
  title,
  text: sentences.join(' '),
})

const unread = (failure: Failure): HistoryProblem => {
  if (failure.kind === 'storage')
    return bad(historyText.failed, historyText.why(failure.reason), historyText.next(failure.reason))
  const { why, next } = messages.failure.describe(failure)
  return bad(historyText.failed, why, next)
}

const problemIn = ({ stopped, check, recovered }: HistoryHealth): HistoryProblem | null => {
  if (stopped) return bad(historyText.stopped, historyText.why(stopped), historyText.next(stopped))
  if (check && !check.intact) return bad(historyText.brokenTitle, historyText.brokenText(check.firstBroken))
  if (!recovered) return null
  return {
    tone: 'check',
    title: historyText.recovered(recovered),
    text: `${historyText.gap(recovered)} ${historyText.beforeElsewhere}`,
  }
}

/**
 * Returns the most serious known problem with the history; null if there is none or the history has not been read yet.
 */
export const historyProblem = (health: QueryState<HistoryHealth>): HistoryProblem | null => {
  const finished = finishedOf(health)
  if (finished.step === 'failed') return unread(finished.failure)
  return finished.data ? problemIn(finished.data.value) : null
}

type HistoryBannerProps = {
  history: HistoryStore
  /** Gets the button that shows Settings. */
  opener?: RefObject<HTMLButtonElement | null> | undefined
  onShow: () => void
}

/**
 * Warns above every screen that the history cannot be read or written, was changed by another program, or is missing
 * calls. Says what this means for calling and who can help. Settings has the details.
 */
export const HistoryBanner = ({ history, opener, onShow }: HistoryBannerProps) => {
  const problem = historyProblem(useStore(history.health.store))
  if (!problem) return null
  const { tone, title, text } = problem
  const Icon = tone === 'bad' ? CircleAlert : TriangleAlert
  return (
    <div className={`${css['banner']} ${css[tone]}`} role="alert">
      <Icon aria-hidden />
      <p>
        <strong>{title}.</strong> {text}
      </p>
      <Button ref={opener} size="small" onClick={onShow}>
        {messages.settings.history.show}
      </Button>
    </div>
  )
}

type Props = {
  newKeys: NewKeys
  all: readonly Profile[]
  /**
   * The ID of the profile whose Keys screen is open, because that screen already shows the profile's new key; null if
   * none is.
   */
  shown: string | null
  onShow: (profileId: string) => void
}

/** Reminds the user on other screens of a new key that has been neither saved nor copied. */
export const NewKeyBanner = ({ newKeys, all, shown, onShow }: Props) => {
  const { undelivered } = useStore(newKeys.store)
  const profile = all.find(({ id }) => id !== shown && undelivered.includes(id))
  if (!profile) return null
  return (
    <div className={`${css['banner']} ${css['check']}`} role="status">
      <KeyRound aria-hidden />
      <p>{messages.keys.create.unsaved(profile.name)}</p>
      <Button size="small" onClick={() => onShow(profile.id)}>
        {messages.preflight.goToKeys}
      </Button>
    </div>
  )
}

const requestText = messages.externalRequest

/** Stacks the banners above every screen. */
export const Banners = ({ children }: { children: ReactNode }) => <div className={css['banners']}>{children}</div>

/** Announces links that arrived on a screen other than Call, instead of switching screens. */
export const ExternalRequestBanner = ({
  externalRequest,
  onShow,
}: {
  externalRequest: ExternalRequestStore
  onShow: () => void
}) => {
  const state = useStore(externalRequest.store)
  const refused = useStore(externalRequest.refused)
  return (
    <>
      {refused !== null && (
        <LinkBanner
          text={`${requestText.ignored}. ${requestText.why(refused)}`}
          onShow={null}
          onClose={externalRequest.closeRefused}
        />
      )}
      {(state.step === 'offered' || state.step === 'filled') && (
        <LinkBanner
          text={requestText.toNumber(
            state.step === 'offered' ? requestText.pending(state.link) : requestText.filledInBy(state.link),
            state.display,
          )}
          onShow={onShow}
          onClose={externalRequest.dismiss}
        />
      )}
    </>
  )
}

type LinkBannerProps = { text: string; onShow: (() => void) | null; onClose: () => void }

const LinkBanner = ({ text, onShow, onClose }: LinkBannerProps) => (
  <div className={`${css['banner']} ${css['check']}`}>
    <Link2 aria-hidden />
    <p>{text}</p>
    {onShow && (
      <Button size="small" onClick={onShow}>
        {requestText.show}
      </Button>
    )}
    <Button size="small" variant="quiet" onClick={onClose}>
      {messages.common.close}
    </Button>
  </div>
)

const listText = messages.lists.elsewhere

type ListBannerProps = {
  lists: ListsStore
  profiles: readonly Profile[]
  /** True on the Lists screen, which has its own button to resume an open list. */
  isOnLists: boolean
  onShow: ListsStore['show']
}

/**
 * Returns the list that was running when Rundesk was closed and has rows to resume with, and its profile: the newest real
 * one or, if there is none, the newest practice list.
 */
export const interruptedList = (
  lists: readonly List[],
  profiles: readonly Profile[],
): { list: List; owner: Profile } | undefined => {
  const interrupted = lists.flatMap((list) => {
    const owner = profiles.find(({ id }) => id === list.profileId)
    const isInterrupted = list.state === 'paused' && list.brake?.reason === 'restarted'
    return owner && isInterrupted && list.counts.ready > 0 ? [{ list, owner }] : []
  })
  return interrupted.find(({ list }) => !list.practice) ?? interrupted[0]
}

/**
 * Shows the list that was running when Rundesk was closed, with a button to resume it. The button has a shortcut while no
 * list is open.
 */
export const ListBanner = ({ lists, profiles, isOnLists, onShow }: ListBannerProps) => {
  const { api, announce } = usePage()
  const all = useLists(lists)
  const shown = useStore(lists.shown, ({ listId }) => listId)
  const [isResuming, setIsResuming] = useState(false)
  useEffect(() => {
    if (!isOnLists) lists.shown.setState({ resumeFailure: null })
  }, [isOnLists, lists])
  const found = interruptedList(all, profiles)
  const isShown = found !== undefined && !(isOnLists && shown === found.list.listId)
  // The page of an open list may use the same key to pause or resume that list.
  const hasKey = !(isOnLists && shown !== null)
  const resume = async (interrupted: List) => {
    if (isResuming) return
    setIsResuming(true)
    const { listId } = interrupted
    const answer = await settle(api.startList({ listId, calls: totalsOf(interrupted.counts).waiting }))
    const latest = answer.ok ? answer : await settle(api.getList({ listId }))
    setIsResuming(false)
    if (latest.ok) lists.update(latest.value)
    if (answer.ok) return
    announce(messages.failure.describe(answer.failure).title)
    // The list's screen shows why it could not be resumed.
    const calls = latest.ok ? totalsOf(latest.value.counts).waiting : null
    changeScreen(() => onShow(listId, { failure: answer.failure, calls }))
  }
  useCommands({ pauseList: isShown && hasKey ? () => void resume(found.list) : null })
  if (!isShown) return null
  const { list, owner } = found
  return (
    <div className={`${css['banner']} ${css['check']}`} role="status">
      <ListChecks aria-hidden />
      <p>
        <ProfileName name={listText.owner(owner)} color={owner.color} />
        {' · '}
        {listText.interrupted(list.name, sumsOf(list))}
      </p>
      <Button size="small" onClick={() => onShow(list.listId)}>
        {listText.show}
      </Button>
      <Button
        size="small"
        off={isResuming}
        aria-keyshortcuts={hasKey ? ariaKeysOf('pauseList') : undefined}
        onClick={() => void resume(list)}
      >
        {isResuming ? messages.lists.run.resuming : <ResumeText list={list} />}
        {hasKey && <Kbd keys={keysOf('pauseList')} />}
      </Button>
    </div>
  )
}

/** Says how many calls the button resumes, and when. It loads the times, so it is rendered only for an interrupted list. */
const ResumeText = ({ list }: { list: List }) => {
  const { now } = usePage()
  const forecast = useForecast(list.listId, JSON.stringify(list))
  return <>{messages.lists.run.resume(totalsOf(list.counts).waiting, null, forecast, now())}</>
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
      const { waiting, active, unresolved } = totalsOf(list.counts)
      announce(`${listText.announcement(list)}. ${listText.next(list.state, waiting, active, unresolved)}`.trim())
    }
    if (lists.all.store.getState().data) known.current = new Map(all.map((list) => [list.listId, stepOf(list)]))
  }, [all, lists, announce])
  const running = useRunningList(lists)
  const title = running === null ? '' : listText.progressOf(running.name, percentOf(running))
  useEffect(() => {
    document.title = title === '' ? messages.shell.app : `${title} – ${messages.shell.app}`
  }, [title])
}

/** Returns the running list whose progress is shown: the open one or, if that is not running, the newest. */
export const useRunningList = (lists: ListsStore): List | null => {
  const running = useLists(lists).filter(({ state }) => state === 'running')
  const shown = useStore(lists.shown, ({ listId }) => listId)
  return running.find(({ listId }) => listId === shown) ?? running[0] ?? null
}
