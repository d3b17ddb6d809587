import { useCallback, useState } from 'react'
import { useStore } from 'zustand'
import type { Profile } from '../contract/profile.ts'
import { AskedBanner, Banners } from './asked-banner.tsx'
import { NewAgentPlace } from './new-agent-place.tsx'
import { NewKeyBanner } from './new-key-banner.tsx'
import { PaletteButton } from './palette/palette-button.tsx'
import { Palette } from './palette/palette.tsx'
import { usePalette } from './palette/use-palette.ts'
import { ManageProfiles } from './profiles/manage-profiles.tsx'
import { ProfileSwitcher } from './profiles/profile-switcher.tsx'
import type { ProfilesStore } from './profiles/profiles-store.ts'
import { ScreenInUse } from './screen-in-use.tsx'
import { HealthDot } from './shell/health-dot.tsx'
import { HistoryBanner } from './shell/history-banner.tsx'
import { Shell } from './shell/shell.tsx'
import { useAsked } from './use-asked.ts'
import { useNewAgentOf } from './use-new-agent.ts'
import { useScreen } from './use-screen.ts'
import { useAppInfo, useAppKeys, useCallActsOf, useHealth, type WorkspaceStores } from './use-workspace.ts'
import { WorkspaceContexts } from './workspace-contexts.tsx'

type Props = {
  stores: WorkspaceStores
  profiles: ProfilesStore
  all: readonly Profile[]
  profile: Profile
  onAdd: () => void
}

/** The app once there is a profile: frame, switcher, health, palette, and the screen in use. */
export const Workspace = ({ stores, profiles, all, profile, onAdd }: Props) => {
  const { screen, landing, errands, go, send } = useScreen()
  const [managing, setManaging] = useState(false)
  const manage = useCallback(() => setManaging(true), [])
  const pick = useCallback((id: string) => void profiles.select(id), [profiles])
  const acts = useCallActsOf({ stores, profiles, all, onGo: send })
  const health = useHealth(profile.id)
  const info = useAppInfo()
  const trial = useStore(info.store).known?.value.runtime === 'trial'
  useAppKeys(send, (index) => all[index] && pick(all[index].id))
  const call = stores.deskOf(profile)
  useAsked({ call, show: acts.show, onGo: go })
  const newAgent = useNewAgentOf({ stores, profiles, profile, onGo: go })
  const own = { pickProfile: pick, addProfile: onAdd, manageProfiles: manage, newAgent: newAgent.begin }
  const palette = usePalette({
    call,
    profiles: all,
    inUse: profile,
    lookUps: stores.lookUps,
    acts: { ...acts, ...own, checkHealth: () => void health.ask() },
    send,
  })
  return (
    <WorkspaceContexts {...{ stores, acts, errands }}>
      <Shell
        {...{ profile, screen, trial, landing }}
        onGo={go}
        health={<HealthDot health={health} />}
        switcher={<ProfileSwitcher profile={profile} all={all} onPick={pick} onAdd={onAdd} onManage={manage} />}
        finder={<PaletteButton onOpen={palette.show} />}
        banner={
          <Banners>
            <HistoryBanner history={stores.history} onShow={() => go('settings')} />
            <NewKeyBanner
              newKeys={stores.newKeys}
              all={all}
              shown={screen === 'keys' ? profile.id : null}
              onShow={(id) => (pick(id), go('keys'))}
            />
            {screen !== 'call' && <AskedBanner asked={call.asked} onShow={() => go('call')} />}
          </Banners>
        }
      >
        <NewAgentPlace newAgent={newAgent}>
          <ScreenInUse {...{ screen, stores, all, profile, health, info }} onGo={go} />
        </NewAgentPlace>
        <ManageProfiles open={managing} all={all} onClose={() => setManaging(false)} onAdd={onAdd} />
        <Palette {...palette} />
      </Shell>
    </WorkspaceContexts>
  )
}
