import type { Health } from '../../contract/app-status.ts'
import { createQuery, finishedOf, type Query, type QueryState } from '../lib/query.ts'
import { useStore } from 'zustand'
import { messages } from '../../messages/index.ts'
import css from './shell.module.css'
import { useNow, usePage } from '../lib/page.ts'
import { Kbd } from '../ui/button.tsx'
import {
  Activity,
  History,
  Inbox,
  KeyRound,
  ListChecks,
  type LucideIcon,
  Phone,
  Settings,
  TriangleAlert,
} from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { List } from '../../contract/list.ts'
import type { Profile } from '../../contract/profile.ts'
import type { Attention } from '../features/inbox/inbox-store.ts'
import { isDown, isLocal } from '../features/support/health.tsx'
import { HueContext } from '../ui/dialog.tsx'
import { ariaKeysOf, type CommandId, keysOf, profileIndexOf, useChords } from '../lib/commands.ts'
import { isInDialog, useWindowKeys } from '../lib/hotkeys.ts'
import { percentOf } from '../lib/lists.ts'
import { createPendingCommands, type PendingCommand } from '../lib/workspace-context.ts'

/** Interval between health checks while the window has focus, in milliseconds. */
const healthIntervalMs = 60_000

/**
 * How often the age of the last health check is updated, in milliseconds, and up to which ages it is "just now" and "less
 * than 1 min ago". Each update repaints an otherwise idle window, so seconds aren't shown.
 */
const [ageIntervalMs, justNowMs, minuteMs] = [20_000, 5_000, 60_000]

/**
 * Returns the health of a profile's service. It is checked now, every minute while the window has focus, and when main
 * announces that the last check is outdated: a failed check is repeated once after another request shows whether the
 * service accepts the key, a successful one after another request couldn't reach the service.
 */
export const useHealth = (profileId: string): Query<Health> => {
  const { api, now } = usePage()
  const health = useMemo(() => createQuery(() => api.checkHealth({ profileId }), now), [api, profileId, now])
  useEffect(() => {
    void health.load()
    const timer = setInterval(() => {
      if (document.hasFocus()) void health.load()
    }, healthIntervalMs)
    // The page may not have received the failed check yet.
    const stop = api.onHealthOutdated((outdated) => outdated.profileId === profileId && void health.refresh())
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [api, health, profileId])
  return health
}

const toneOf = (query: QueryState<Health>): 'up' | 'down' | 'idle' => {
  if (isDown(query)) return 'down'
  return query.step !== 'failed' && query.data ? 'up' : 'idle'
}

const textOf = (query: QueryState<Health>): string => {
  const { health } = messages.shell
  if (query.step === 'failed') {
    const { title } = messages.failure.describe(query.failure)
    return isLocal(query.failure) ? health.unchecked(title) : health.down(title)
  }
  if (!query.data) return health.checking
  const { milliseconds, version } = query.data.value
  return health.up(messages.time.milliseconds(milliseconds), version)
}

/** Returns the age of a health check as text. */
export const healthAge = (age: number): string => {
  if (age < justNowMs) return messages.time.ago(0)
  return age < minuteMs ? messages.shell.health.lessThanMinute : messages.time.ago(age)
}

/** Shows the service's health and the age of the last check in the bar. Clicking it checks the health now. */
export const HealthDot = ({ health }: { health: Query<Health> }) => {
  const query = finishedOf(useStore(health.store))
  const page = usePage()
  const at = query.step === 'failed' ? query.at : query.data?.at
  const isJustNow = at !== undefined && page.now() - at < justNowMs
  const now = useNow(isJustNow ? justNowMs : ageIntervalMs)
  return (
    <button
      type="button"
      className={css['health']}
      onClick={() => void health.load()}
      title={messages.shell.health.check}
    >
      <span className={`${css['dot']} ${css[toneOf(query)]}`} aria-hidden />
      <span className={css['text']}>{textOf(query)}</span>
      {at !== undefined && <span className={css['age']}>{healthAge(now - at)}</span>}
    </button>
  )
}

type RailProps = {
  current: ScreenName
  needsYou: Attention
  /** The running list whose progress is shown; null if no list is running. */
  runningList: List | null
  onGo: (screen: ScreenName) => void
}

const NavItem = ({ name, current, needsYou, runningList, onGo }: { name: keyof typeof screens } & RailProps) => {
  const { icon: Icon, command } = screens[name]
  const text = messages.shell.screens[name]
  return (
    <li className={name === 'inbox' ? css['apart'] : undefined}>
      <button
        type="button"
        className={css['item']}
        aria-current={name === current ? 'page' : undefined}
        aria-keyshortcuts={ariaKeysOf(command)}
        title={text}
        onClick={() => onGo(name)}
      >
        <Icon aria-hidden />
        <span className={css['name']}>{text}</span>
        {name === 'inbox' && needsYou.items > 0 && (
          <span className={css['badge']} aria-label={messages.inbox.badge(needsYou)}>
            {messages.inbox.badgeNumber(needsYou)}
          </span>
        )}
        {name === 'lists' && runningList && <ListPercent list={runningList} />}
        <span className={css['keys']}>
          <Kbd keys={keysOf(command)} variant="bare" />
        </span>
      </button>
    </li>
  )
}

/** Shows a running list's progress; its label and its tooltip name the list. */
const ListPercent = ({ list }: { list: List }) => {
  const percent = percentOf(list)
  const label = messages.lists.elsewhere.progressOf(list.name, percent)
  return (
    <span className={css['percent']} aria-label={label} title={label}>
      {messages.lists.elsewhere.progress(percent)}
    </span>
  )
}

const Rail = (props: RailProps) => (
  <nav className={css['rail']} aria-label={messages.shell.nav}>
    <ul>
      {screenNames.map((name) => (
        <NavItem key={name} name={name} {...props} />
      ))}
    </ul>
  </nav>
)

type Props = {
  profile: Profile
  screen: ScreenName
  trial: boolean
  /** How many inbox items need the user's attention now. */
  needsYou: Attention
  /** The running list whose progress is shown; null if no list is running. */
  runningList: List | null
  switcher: ReactNode
  finder: ReactNode
  health: ReactNode
  /** Shows problems that affect every screen. */
  banner: ReactNode
  /** Where to move focus. Each new object moves it once; null before the first one. */
  focusAt: FocusTarget | null
  onGo: (screen: ScreenName) => void
  children: ReactNode
}

const Notices = ({ profile, trial }: { profile: Profile; trial: boolean }) => (
  <div className={css['notices']}>
    {profile.kind === 'practice' && <span className={css['practice']}>{messages.shell.practice}</span>}
    {profile.kind === 'service' && profile.keyStorage === 'session' && (
      <span className={css['notice']} title={messages.shell.sessionKey}>
        <span>{messages.shell.sessionKey}</span>
      </span>
    )}
    {trial && (
      <span className={css['notice']} title={messages.shell.trial}>
        <TriangleAlert aria-hidden />
        <span className={css['whole']}>{messages.shell.trial}</span>
        <span className={css['short']} aria-hidden>
          {messages.shell.trialShort}
        </span>
      </span>
    )}
  </div>
)

/** Renders the frame around every screen: the bar and the navigation, in the profile's color. */
export const Shell = (props: Props) => {
  const { profile, screen, trial, needsYou, runningList, switcher, finder, health, banner, focusAt, onGo, children } =
    props
  const main = useRef<HTMLElement>(null)
  useEffect(() => {
    if (focusAt) focusTarget(main.current, focusAt)
  }, [focusAt])
  return (
    <HueContext value={profile.color}>
      <div className={css['shell']} data-color={profile.color}>
        <a className={css['skip']} href="#screen">
          {messages.shell.skip}
        </a>
        <div className={profile.kind === 'practice' ? `${css['line']} ${css['hatched']}` : css['line']} aria-hidden />
        <header className={css['bar']}>
          {switcher}
          <Notices profile={profile} trial={trial} />
          {finder}
          {health}
        </header>
        {banner}
        <Rail current={screen} needsYou={needsYou} runningList={runningList} onGo={onGo} />
        <main
          ref={main}
          id="screen"
          className={css['screen']}
          tabIndex={-1}
          aria-label={messages.shell.screens[screen]}
        >
          {children}
        </main>
      </div>
    </HueContext>
  )
}

/** The screens in the rail, in order. */
export const screenNames = ['call', 'lists', 'runs', 'keys', 'support', 'settings', 'inbox'] as const
export type RailScreen = (typeof screenNames)[number]

/** Every screen; a number's page (`person`) can be opened only from other screens. */
export type ScreenName = RailScreen | 'person'

/** Each screen's icon and the command that opens it. */
export const screens: Record<RailScreen, { icon: LucideIcon; command: CommandId }> = {
  call: { icon: Phone, command: 'goToCall' },
  lists: { icon: ListChecks, command: 'goToLists' },
  runs: { icon: History, command: 'goToRuns' },
  keys: { icon: KeyRound, command: 'goToKeys' },
  support: { icon: Activity, command: 'goToSupport' },
  settings: { icon: Settings, command: 'goToSettings' },
  inbox: { icon: Inbox, command: 'goToInbox' },
}

/** Returns the screen that G and this key open, or null. */
const screenOfKey = (key: string): ScreenName | null =>
  screenNames.find((name) => keysOf(screens[name].command) === `G ${key.toUpperCase()}`) ?? null

/**
 * Where focus goes after a shortcut, the palette or Back has opened a screen: to the screen itself, to a call's details,
 * or to an element that had focus before.
 */
export type FocusTarget = { readonly at: 'screen' | 'details' | Element }

/** Returns whether an element of the page can be seen. A number's page hides the screen below it. */
const isVisible = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && element.checkVisibility()

const elementOf = (screen: HTMLElement, { at }: FocusTarget): HTMLElement => {
  const target = at === 'details' ? screen.querySelector('[data-details]') : at === 'screen' ? null : at
  const found = [target, screen.querySelector('[data-number-field]')].find(isVisible)
  return found ?? screen
}

/** Moves focus to the target, unless the target is the screen and it has already focused one of its own elements. */
const focusTarget = (screen: HTMLElement | null, target: FocusTarget): void => {
  if (screen === null) return
  const { activeElement } = document
  const isFocused = screen.contains(activeElement) && isVisible(activeElement)
  if (target.at !== 'screen' || !isFocused) elementOf(screen, target).focus({ preventScroll: true })
}

/**
 * On Escape, moves focus out of a field, so that single-key shortcuts work. In a combobox, Escape closes its list or
 * clears it.
 */
const leaveField = ({ target, defaultPrevented, isComposing }: KeyboardEvent): void => {
  if (defaultPrevented || isComposing || !(target instanceof HTMLElement)) return
  if (target.matches('input:not([role="combobox"]), [data-context-field]')) target.blur()
}

/**
 * Registers the shortcuts that work on every screen: Ctrl and a digit selects a profile; G and another key opens a
 * screen.
 */
export const useAppShortcuts = (onGo: (screen: ScreenName) => void, onPick: (index: number) => void): void => {
  useWindowKeys((event) => {
    if (isInDialog(event)) return
    if (event.key === 'Escape') return leaveField(event)
    const index = profileIndexOf(event)
    if (index === null) return
    event.preventDefault()
    onPick(index)
  })
  useChords((key) => {
    const screen = screenOfKey(key)
    if (screen) onGo(screen)
  })
}

/** Returns the current screen, the number's page over it, the focus target and the command to run, and opens screens. */
export const useScreen = () => {
  const [screen, setScreen] = useState<RailScreen>('call')
  /** What had focus when a number's page was opened over the screen; null while none is open. */
  const [numberPage, setNumberPage] = useState<{ opener: Element | null } | null>(null)
  const [focusAt, setFocusAt] = useState<FocusTarget | null>(null)
  const [pendingCommands] = useState(createPendingCommands)
  /** Opens a screen without moving focus. */
  const go = useCallback(
    (to: ScreenName) => {
      const opener = document.activeElement
      pendingCommands.setState({ wanted: null })
      setNumberPage((open) => (to === 'person' ? (open ?? { opener }) : null))
      if (to !== 'person') setScreen(to)
    },
    [pendingCommands],
  )
  /** Opens a screen and moves focus there. */
  const send = useCallback(
    (to: ScreenName, at: FocusTarget['at'] = 'screen', command: PendingCommand | null = null) => {
      go(to)
      pendingCommands.setState({ wanted: command })
      setFocusAt({ at })
    },
    [pendingCommands, go],
  )
  /** Closes the number's page, and moves focus back to the element that opened it. */
  const back = () => {
    setNumberPage(null)
    setFocusAt({ at: numberPage?.opener ?? 'screen' })
  }
  return { screen, shown: numberPage ? ('person' as const) : screen, focusAt, pendingCommands, go, send, back }
}
