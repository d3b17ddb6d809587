import { TriangleAlert } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import type { Profile } from '../../contract/profile.ts'
import { HueContext } from '../design/hue.ts'
import { words } from '../words/words.ts'
import { land, type Landing } from './landing.ts'
import { Rail } from './rail.tsx'
import type { ScreenName } from './screens.ts'
import css from './shell.module.css'

type Props = {
  profile: Profile
  screen: ScreenName
  trial: boolean
  switcher: ReactNode
  finder: ReactNode
  health: ReactNode
  /** What every screen must know before anybody calls; nothing while all is well. */
  banner: ReactNode
  /** Where the focus goes, once for each time that somebody is sent somewhere; null until then. */
  landing: Landing | null
  onGo: (screen: ScreenName) => void
  children: ReactNode
}

const Notices = ({ profile, trial }: { profile: Profile; trial: boolean }) => (
  <div className={css['notices']}>
    {profile.kind === 'practice' && <span className={css['practice']}>{words.shell.practice}</span>}
    {profile.kind === 'service' && profile.custody === 'session' && (
      <span className={css['notice']}>{words.shell.sessionKey}</span>
    )}
    {trial && (
      <span className={css['notice']} title={words.shell.trial}>
        <TriangleAlert aria-hidden />
        <span className={css['whole']}>{words.shell.trial}</span>
        <span className={css['short']} aria-hidden>
          {words.shell.trialShort}
        </span>
      </span>
    )}
  </div>
)

/** The frame around every screen: the profile's line, the bar, the rail, and the screen itself. */
export const Shell = ({ profile, screen, trial, switcher, finder, health, banner, landing, onGo, children }: Props) => {
  const main = useRef<HTMLElement>(null)
  useEffect(() => {
    if (landing) land(main.current, landing)
  }, [landing])
  return (
    <HueContext value={profile.color}>
      <div className={css['shell']} data-color={profile.color}>
        <a className={css['skip']} href="#screen">
          {words.shell.skip}
        </a>
        <div className={profile.kind === 'practice' ? `${css['line']} ${css['hatched']}` : css['line']} aria-hidden />
        <header className={css['bar']}>
          {switcher}
          <Notices profile={profile} trial={trial} />
          {finder}
          {health}
        </header>
        {banner}
        <Rail current={screen} onGo={onGo} />
        <main ref={main} id="screen" className={css['screen']} tabIndex={-1} aria-label={words.shell.screens[screen]}>
          {children}
        </main>
      </div>
    </HueContext>
  )
}
