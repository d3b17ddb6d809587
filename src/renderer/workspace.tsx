import { useCallback, useState } from 'react'
import { useStore } from 'zustand'
import type { Profile } from '../contract/profile.ts'
import { CallScreen } from './call/call-screen.tsx'
import { KeysScreen } from './keys/keys-screen.tsx'
import { ManageProfiles } from './profiles/manage-profiles.tsx'
import { ProfileSwitcher } from './profiles/profile-switcher.tsx'
import type { ProfilesStore } from './profiles/profiles-store.ts'
import { RunsScreen } from './runs/runs-screen.tsx'
import { SettingsScreen } from './settings/settings-screen.tsx'
import { CallActsContext } from './shell/call-acts.ts'
import { HealthDot } from './shell/health-dot.tsx'
import { HistoryBanner } from './shell/history-banner.tsx'
import { LookUpsContext } from './shell/look-up/look-ups-store.ts'
import type { ScreenName } from './shell/screens.ts'
import { Shell } from './shell/shell.tsx'
import { SupportScreen } from './support/support-screen.tsx'
import { useAppInfo, useAppKeys, useCallActsOf, useHealth, useWorkspaceStores } from './use-workspace.ts'
import { words } from './words/words.ts'

type Props = { profiles: ProfilesStore; all: readonly Profile[]; profile: Profile; onAdd: () => void }

/** The app once there is a profile: frame, switcher, health, and the screen in use. */
export const Workspace = ({ profiles, all, profile, onAdd }: Props) => {
  const [screen, setScreen] = useState<ScreenName>('call')
  const [managing, setManaging] = useState(false)
  const stores = useWorkspaceStores()
  const acts = useCallActsOf({ stores, profiles, all, onGo: setScreen })
  const health = useHealth(profile.id)
  const info = useAppInfo()
  const trial = useStore(info.store).known?.value.runtime === 'trial'
  const pick = useCallback(
    (index: number) => {
      const chosen = all[index]
      if (chosen) void profiles.select(chosen.id)
    },
    [all, profiles],
  )
  useAppKeys(setScreen, pick)
  const switcher = (
    <ProfileSwitcher
      profile={profile}
      all={all}
      onPick={(id) => void profiles.select(id)}
      onAdd={onAdd}
      onManage={() => setManaging(true)}
    />
  )
  return (
    <LookUpsContext value={stores.lookUps}>
      <CallActsContext value={acts}>
        <Shell
          profile={profile}
          screen={screen}
          trial={trial}
          onGo={setScreen}
          health={<HealthDot health={health} />}
          switcher={switcher}
          banner={<HistoryBanner history={stores.history} onShow={() => setScreen('settings')} />}
        >
          {screen === 'call' && (
            <CallScreen
              key={profile.id}
              call={stores.deskOf(profile.id)}
              profile={profile}
              practiceNumbers={profile.kind === 'practice' ? words.practiceNumbers : []}
            />
          )}
          {screen === 'runs' && <RunsScreen runs={stores.runs} profiles={all} onCall={() => setScreen('call')} />}
          {screen === 'keys' && <KeysScreen key={profile.id} profile={profile} />}
          {screen === 'support' && <SupportScreen key={profile.id} profile={profile} health={health} info={info} />}
          {screen === 'settings' && <SettingsScreen history={stores.history} />}
          <ManageProfiles open={managing} all={all} onClose={() => setManaging(false)} onAdd={onAdd} />
        </Shell>
      </CallActsContext>
    </LookUpsContext>
  )
}
