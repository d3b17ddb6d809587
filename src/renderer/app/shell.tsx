import type { Api } from '../../contract/api.ts'
import type { Health } from '../../contract/app-status.ts'
import { createQuery, type Query, type QueryState } from '../lib/query.ts'
import { useStore } from 'zustand'
import { messages } from '../../messages/index.ts'
import css from './shell.module.css'
import { useNow } from '../lib/page.ts'
import { Kbd } from '../ui/button.tsx'
import { focusTarget, type FocusTarget, type ScreenName, screenNames, screens } from './screens.ts'
import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Profile } from '../../contract/profile.ts'
import { HueContext } from '../ui/dialog.tsx'
import { ariaKeysOf, keysOf } from '../lib/commands.ts'

/** Interval between health checks while the window has focus, in milliseconds. */
const healthIntervalMs = 60_000

/**
 * How often the age of the last health check is updated, in milliseconds. Each update repaints an otherwise idle
 * window.
 */
const ageIntervalMs = 15_000

/** Returns the query for the health of a profile's service. */
export const createHealth = (api: Api, profileId: string, now: () => number): Query<Health> =>
  createQuery(() => api.checkHealth({ profileId }), now)

/** Checks immediately and then every minute while `hasFocus` is true; returns a function that stops this. */
export const watchHealth = (health: Query<Health>, hasFocus: () => boolean): (() => void) => {
  void health.load()
  const timer = setInterval(() => {
    if (hasFocus()) void health.load()
  }, healthIntervalMs)
  return () => clearInterval(timer)
}

const toneOf = (query: QueryState<Health>): 'up' | 'down' | 'idle' => {
  if (query.step === 'failed') return 'down'
  return query.data ? 'up' : 'idle'
}

const textOf = (query: QueryState<Health>): string => {
  if (query.step === 'failed') return messages.shell.health.down(messages.failure.describe(query.failure).title)
  if (!query.data) return messages.shell.health.checking
  const { milliseconds, version } = query.data.value
  return messages.shell.health.up(messages.time.milliseconds(milliseconds), version)
}

/** Shows the service's health and the age of the last check in the bar. Clicking it checks the health now. */
export const HealthDot = ({ health }: { health: Query<Health> }) => {
  const query = useStore(health.store)
  const now = useNow(ageIntervalMs)
  const at = query.step === 'failed' ? query.at : query.data?.at
  return (
    <button
      type="button"
      className={css['health']}
      onClick={() => void health.load()}
      title={messages.shell.health.check}
    >
      <span className={`${css['dot']} ${css[toneOf(query)]}`} aria-hidden />
      <span className={css['text']}>{textOf(query)}</span>
      {at !== undefined && <span className={css['age']}>{messages.time.ago(now - at)}</span>}
    </button>
  )
}

type RailProps = {
  current: ScreenName
  needsYou: number
  /** The running list's progress as a whole percentage; null if no list is running. */
  listPercent: number | null
  onGo: (screen: ScreenName) => void
}

const NavItem = ({ name, current, needsYou, listPercent, onGo }: { name: keyof typeof screens } & RailProps) => {
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
        {name === 'inbox' && needsYou > 0 && (
          <span className={css['badge']} aria-label={messages.inbox.badge(needsYou)}>
            {messages.common.count(needsYou)}
          </span>
        )}
        {name === 'lists' && listPercent !== null && (
          <span className={css['percent']} aria-label={messages.lists.elsewhere.progressLabel(listPercent)}>
            {messages.lists.elsewhere.progress(listPercent)}
          </span>
        )}
        <span className={css['keys']}>
          <Kbd keys={keysOf(command)} look="bare" />
        </span>
      </button>
    </li>
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
  needsYou: number
  /** The running list's progress as a whole percentage; null if no list is running. */
  listPercent: number | null
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
      <span className={css['notice']}>{messages.shell.sessionKey}</span>
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
  const { profile, screen, trial, needsYou, listPercent, switcher, finder, health, banner, focusAt, onGo, children } =
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
        <Rail current={screen} needsYou={needsYou} listPercent={listPercent} onGo={onGo} />
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
