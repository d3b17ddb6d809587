import { useCallback, useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import type { Profile } from '../contract/profile.ts'
import { createCallDesks } from './call/call-desks.ts'
import { CallScreen } from './call/call-screen.tsx'
import { KeysScreen } from './keys/keys-screen.tsx'
import { ManageProfiles } from './profiles/manage-profiles.tsx'
import { ProfileSwitcher } from './profiles/profile-switcher.tsx'
import type { ProfilesStore } from './profiles/profiles-store.ts'
import { createRunsStore } from './runs/runs-store.ts'
import { RunsScreen } from './runs/runs-screen.tsx'
import { createFact } from './shell/fact.ts'
import { HealthDot } from './shell/health-dot.tsx'
import { createHealth, watchHealth } from './shell/health-store.ts'
import { useParts } from './shell/parts.ts'
import { screenOfLetter, type ScreenName } from './shell/screens.ts'
import { Shell } from './shell/shell.tsx'
import { createChordReader, useWindowKeys } from './shell/shortcuts.ts'
import { SupportScreen } from './support/support-screen.tsx'
import { words } from './words/words.ts'

type Props = { profiles: ProfilesStore; all: readonly Profile[]; profile: Profile; onAdd: () => void }

const useHealth = (profileId: string) => {
  const { desk, now } = useParts()
  const health = useMemo(() => createHealth(desk, profileId, now), [desk, profileId, now])
  useEffect(() => watchHealth(health, () => document.hasFocus()), [health])
  return health
}

const useAppKeys = (onGo: (screen: ScreenName) => void, onPick: (index: number) => void): void => {
  const [readChord] = useState(() => createChordReader(() => performance.now()))
  useWindowKeys((event) => {
    const digit = event.ctrlKey && !event.altKey && !event.shiftKey ? '123456789'.indexOf(event.key) : -1
    if (digit >= 0) {
      event.preventDefault()
      return onPick(digit)
    }
    const screen = screenOfLetter(readChord(event) ?? '')
    if (!screen) return
    // The letter was spent on the chord: it must not act on the screen it opens.
    event.preventDefault()
    event.stopImmediatePropagation()
    onGo(screen)
  })
}

const useAppInfo = () => {
  const { desk, now } = useParts()
  const [info] = useState(() => createFact(() => desk.appInfo({}), now))
  useEffect(() => void info.ask(), [info])
  return info
}

/** The app once there is a profile: frame, switcher, health, and the screen in use. */
export const Workspace = ({ profiles, all, profile, onAdd }: Props) => {
  const parts = useParts()
  const [screen, setScreen] = useState<ScreenName>('call')
  const [managing, setManaging] = useState(false)
  const [deskOf] = useState(() => createCallDesks(parts))
  const call = deskOf(profile.id)
  const health = useHealth(profile.id)
  const info = useAppInfo()
  const [runs] = useState(() => createRunsStore(parts))
  const trial = useStore(info.store).known?.value.runtime === 'trial'
  const pick = useCallback(
    (index: number) => {
      const chosen = all[index]
      if (chosen) void profiles.select(chosen.id)
    },
    [all, profiles],
  )
  useAppKeys(setScreen, pick)
  return (
    <Shell
      profile={profile}
      screen={screen}
      trial={trial}
      onGo={setScreen}
      health={<HealthDot health={health} />}
      switcher={
        <ProfileSwitcher
          profile={profile}
          all={all}
          onPick={(id) => void profiles.select(id)}
          onAdd={onAdd}
          onManage={() => setManaging(true)}
        />
      }
    >
      {screen === 'call' && (
        <CallScreen
          key={profile.id}
          call={call}
          profile={profile}
          practiceNumbers={profile.kind === 'practice' ? words.practiceNumbers : []}
        />
      )}
      {screen === 'runs' && <RunsScreen runs={runs} profiles={all} onCall={() => setScreen('call')} />}
      {screen === 'keys' && <KeysScreen key={profile.id} profile={profile} />}
      {screen === 'support' && <SupportScreen key={profile.id} profile={profile} health={health} info={info} />}
      <ManageProfiles open={managing} all={all} onClose={() => setManaging(false)} onAdd={onAdd} />
    </Shell>
  )
}
