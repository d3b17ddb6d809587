import type { AppInfo } from '../contract/app-info.ts'
import type { Health } from '../contract/health.ts'
import type { Profile } from '../contract/profile.ts'
import { CallScreen } from './call/call-screen.tsx'
import { KeysScreen } from './keys/keys-screen.tsx'
import { RunsScreen } from './runs/runs-screen.tsx'
import { SettingsScreen } from './settings/settings-screen.tsx'
import type { FactStore } from './shell/fact.ts'
import type { ScreenName } from './shell/screens.ts'
import { SupportScreen } from './support/support-screen.tsx'
import type { WorkspaceStores } from './use-workspace.ts'
import { words } from './words/words.ts'

type Props = {
  screen: ScreenName
  stores: WorkspaceStores
  all: readonly Profile[]
  profile: Profile
  health: FactStore<Health>
  info: FactStore<AppInfo>
  onGo: (screen: ScreenName) => void
}

/** The one screen that is shown. What belongs to a profile is made anew with another one. */
export const ScreenInUse = ({ screen, stores, all, profile, health, info, onGo }: Props) => {
  switch (screen) {
    case 'call':
      return (
        <CallScreen
          key={profile.id}
          call={stores.deskOf(profile)}
          profile={profile}
          practiceNumbers={profile.kind === 'practice' ? words.practiceNumbers : []}
        />
      )
    case 'runs':
      return <RunsScreen runs={stores.runs} profiles={all} onCall={() => onGo('call')} />
    case 'keys':
      return <KeysScreen key={profile.id} profile={profile} newKey={stores.newKeys.of(profile.id)} />
    case 'support':
      return <SupportScreen key={profile.id} look={stores.runLookUp} profiles={all} {...{ profile, health, info }} />
    case 'settings':
      return <SettingsScreen history={stores.history} />
  }
}
