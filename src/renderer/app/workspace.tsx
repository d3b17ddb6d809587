import { Activity, type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import {
  type CallActions,
  CallActionsContext,
  NewAgentContext,
  type PendingCommand,
  type PendingCommands,
  type ShownNumber,
  PendingCommandsContext,
} from '../lib/workspace-context.ts'
import {
  type FocusTarget,
  HealthDot,
  type RailScreen,
  type ScreenName,
  Shell,
  useAppShortcuts,
  useHealth,
  useScreen,
} from './shell.tsx'
import type { Agent } from '../../contract/agent.ts'
import type { Profile } from '../../contract/profile.ts'
import type { ProfilesStore } from '../features/profiles/profiles-store.ts'
import { createNewAgentStore } from '../features/agents/new-agent-store.ts'
import { usePage } from '../lib/page.ts'
import { createCallScreenModels, loadAgainWhenUp } from '../features/call/form/call-screen-model.ts'
import { createProfileKeys } from '../features/keys/profile-keys.ts'
import { createNewKeys } from '../features/keys/new-key-store.ts'
import { createRunsStore } from '../features/runs/store.ts'
import { createQuery, type Query, settle } from '../lib/query.ts'
import { createHistoryStore } from '../lib/history-store.ts'
import {
  createLiveRunsStore,
  createReconciliationStore,
  LiveRunsContext,
  ReconciliationContext,
} from '../lib/call-progress.ts'
import { InboxScreen } from '../features/inbox/inbox-screen.tsx'
import { createInboxStore, useInbox } from '../features/inbox/inbox-store.ts'
import { PersonScreen } from '../features/people/person-screen.tsx'
import { createPeopleStore, PeopleContext } from '../lib/people.ts'
import { createListsStore, ListsContext } from '../lib/lists.ts'
import { NotesContext } from '../lib/notes.ts'
import { createEvidenceStore, EvidenceContext } from '../ui/evidence.tsx'
import { ListsScreen } from '../features/lists/lists-screen.tsx'
import {
  Banners,
  ExternalRequestBanner,
  HistoryBanner,
  ListBanner,
  NewKeyBanner,
  useListNews,
  useRunningList,
} from './banners.tsx'
import { isDown } from '../features/support/health.tsx'
import { firstUnusedColor } from '../ui/field.tsx'
import { createRunLookup, profileFirst } from '../features/support/run-lookup.tsx'
import { NewAgentDialog } from '../features/agents/new-agent-dialog.tsx'
import type { AppInfo, Health } from '../../contract/app-status.ts'
import { CallScreen } from '../features/call/form/call-screen.tsx'
import { KeysScreen } from '../features/keys/keys-screen.tsx'
import { RunsScreen } from '../features/runs/runs-screen.tsx'
import { SettingsScreen } from '../features/settings/settings-screen.tsx'
import { createSettingsStore } from '../features/settings/settings-store.ts'
import { SupportScreen } from '../features/support/support-screen.tsx'
import { messages } from '../../messages/index.ts'
import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { Palette, PaletteButton, usePalette } from './palette.tsx'
import { ManageProfiles } from '../features/profiles/manage-profiles.tsx'
import { createProfileDrafts } from '../features/profiles/profile-drafts.ts'
import { ProfileSwitcher } from '../features/profiles/profile-switcher.tsx'
import { useExternalRequests } from '../features/call/external/external-request.tsx'

type NewAgentOptions = {
  stores: WorkspaceStores
  profiles: ProfilesStore
  profile: Profile
  onGo: (screen: ScreenName) => void
}

/** Returns the new-agent store for the selected profile, and the action that fills in the Call screen. */
const useNewAgentOf = ({ stores, profiles, profile, onGo }: NewAgentOptions) => {
  const page = usePage()
  const { callScreenModelOf } = stores
  const [store] = useState(() =>
    createNewAgentStore(page, (of, listed) => {
      const { agents } = callScreenModelOf(of)
      if (listed === null) void agents.refresh()
      else agents.setData(listed)
    }),
  )
  const begin = useCallback(() => void store.choose(profile), [store, profile])
  const call = useCallback(
    (of: Profile, agent: Agent) => {
      store.close()
      callScreenModelOf(of).form.chooseAgent(agent)
      void profiles.select(of.id)
      onGo('call')
    },
    [store, callScreenModelOf, profiles, onGo],
  )
  return { store, begin, call }
}

const useAppInfo = () => {
  const { api, now } = usePage()
  const [info] = useState(() => createQuery(() => api.appInfo({}), now))
  useEffect(() => void info.load(), [info])
  return info
}

/** Returns the stores that the screens share. They outlive the screens. */
export const useWorkspaceStores = (profiles: ProfilesStore) => {
  const page = usePage()
  const [stores] = useState(() => {
    const people = createPeopleStore(page.api, page.now)
    const lists = createListsStore(page.api, page.now)
    const reconciliation = createReconciliationStore(page.api, page.now)
    return {
      people,
      lists,
      inbox: createInboxStore({ ...page, people, lists: lists.all, jobs: reconciliation.list }),
      person: createStore<{ shown: ShownNumber | null }>(() => ({ shown: null })),
      callScreenModelOf: createCallScreenModels(page),
      keysOf: createProfileKeys(page),
      newKeys: createNewKeys(page),
      runs: createRunsStore(page),
      evidence: createEvidenceStore(page.api),
      reconciliation,
      liveRuns: createLiveRunsStore(page.api, page.now),
      history: createHistoryStore(page.api, page.now),
      settings: createSettingsStore(page.api),
      profileDrafts: createProfileDrafts(page.api, profiles),
      runLookUp: createRunLookup(page),
    }
  })
  return stores
}

type WorkspaceStores = ReturnType<typeof useWorkspaceStores>

type CallActionsOptions = Omit<Props, 'onAdd'> & {
  onGo: (screen: ScreenName, at?: FocusTarget['at'], command?: PendingCommand | null) => void
}

/** Returns the actions for a recorded call, such as opening it in Runs or filling in the call form from it. */
const useCallActionsOf = ({ stores, profiles, all, profile, onGo }: CallActionsOptions): CallActions => {
  const { api } = usePage()
  const { runs, runLookUp, callScreenModelOf, person } = stores
  const show = useCallback((callId: string) => (runs.showCall(callId), onGo('runs', 'details')), [runs, onGo])
  const showResult = useCallback<CallActions['showResult']>(
    (callId, command) => (runs.showCall(callId), onGo('runs', 'details', { command, callId })),
    [runs, onGo],
  )
  const showPerson = useCallback<CallActions['showPerson']>(
    ({ phoneNumber, phoneNumberDisplay, practice }) => {
      person.setState({ shown: { phoneNumber, phoneNumberDisplay, practice } })
      onGo('person')
    },
    [person, onGo],
  )
  const fill = useCallback(
    async (callId: string, as: 'redial' | 'repeat' | 'again') => {
      const earlier = await settle(api.getCall({ callId }))
      // If the call cannot be read, open Runs, which shows why.
      if (!earlier.ok) return show(callId)
      const { profileId, practice } = earlier.value.call
      const { form, configurations } = callScreenModelOf({ id: profileId, kind: practice ? 'practice' : 'service' })
      const left = { name: profile.name, select: () => void profiles.select(profile.id) }
      const listed = configurations.store.getState().data?.value ?? []
      form.fillFrom(earlier.value, listed, as, profileId === profile.id ? null : left)
      void profiles.select(profileId)
      onGo('call')
    },
    [api, callScreenModelOf, profiles, profile, onGo, show],
  )
  const askRun = useCallback(
    (profileId: string, workflowRunId: number) => {
      void profiles.select(profileId)
      runLookUp.lookUpRun(profileFirst(all, profileId), workflowRunId)
      onGo('support')
    },
    [profiles, runLookUp, all, onGo],
  )
  return useMemo(
    () => ({
      show,
      showResult,
      searchRuns: (text) => (runs.search(text), onGo('runs')),
      showPerson,
      askRun,
      fillAgain: (callId) => void fill(callId, 'again'),
      callAgain: (callId) => void fill(callId, 'redial'),
      repeat: (callId) => void fill(callId, 'repeat'),
      goToKeys: () => onGo('keys'),
      hasProfile: (profileId) => all.some(({ id }) => id === profileId),
    }),
    [show, showResult, runs, showPerson, askRun, fill, all, onGo],
  )
}

type NewAgentHostProps = { newAgent: ReturnType<typeof useNewAgentOf>; children: ReactNode }

/** Provides the command that creates an agent from a file, and renders its dialog. */
const NewAgentHost = ({ newAgent: { store, begin, call }, children }: NewAgentHostProps) => (
  <>
    <NewAgentContext value={begin}>{children}</NewAgentContext>
    <NewAgentDialog newAgent={store} onCall={call} />
  </>
)

type CurrentScreenProps = {
  screen: RailScreen
  stores: WorkspaceStores
  all: readonly Profile[]
  profile: Profile
  health: Query<Health>
  info: Query<AppInfo>
  onGo: (screen: ScreenName) => void
  /** Opens a profile's Keys screen. */
  onKeys: (profileId: string) => void
  /** Opens a call list. */
  onList: (listId: string) => void
  /** Opens the form that replaces the selected profile's key. */
  onReplaceKey: () => void
}

/** Which profile dialog is open: the list of profiles, or the form that replaces the selected profile's key. */
type Managing = 'closed' | 'profiles' | 'key'

const ShownPerson = ({ person, onBack }: { person: WorkspaceStores['person']; onBack: () => void }) => {
  const shown = useStore(person, (state) => state.shown)
  return shown && <PersonScreen key={shown.phoneNumber} number={shown} onBack={onBack} />
}

/** Renders the current screen. The `key` resets a screen's state when the profile changes. */
const CurrentScreen = ({
  screen,
  stores,
  all,
  profile,
  health,
  info,
  onGo,
  onKeys,
  onList,
  onReplaceKey,
}: CurrentScreenProps) => {
  const isServiceDown = useStore(health.store, isDown)
  switch (screen) {
    case 'call':
      return (
        <CallScreen
          key={profile.id}
          call={stores.callScreenModelOf(profile)}
          profile={profile}
          isServiceDown={isServiceDown}
          practiceNumbers={profile.kind === 'practice' ? messages.practiceNumbers : []}
        />
      )
    case 'lists':
      return <ListsScreen profile={profile} profiles={all} isServiceDown={isServiceDown} />
    case 'runs':
      return <RunsScreen runs={stores.runs} profiles={all} onCall={() => onGo('call')} />
    case 'keys':
      return (
        <KeysScreen
          key={profile.id}
          profile={profile}
          stores={stores.keysOf(profile.id)}
          newKey={stores.newKeys.of(profile.id)}
          unusedColor={firstUnusedColor(all)}
          onReplaceKey={onReplaceKey}
        />
      )
    case 'support':
      return <SupportScreen key={profile.id} lookup={stores.runLookUp} profiles={all} {...{ profile, health, info }} />
    case 'settings':
      return <SettingsScreen history={stores.history} settings={stores.settings} />
    case 'inbox':
      return <InboxScreen inbox={stores.inbox} history={stores.history} profiles={all} {...{ onKeys, onList }} />
  }
}

type WorkspaceContextsProps = {
  stores: WorkspaceStores
  actions: CallActions
  pendingCommands: PendingCommands
  children: ReactNode
}

const WorkspaceContexts = ({ stores, actions, pendingCommands, children }: WorkspaceContextsProps) => (
  <ReconciliationContext value={stores.reconciliation}>
    <LiveRunsContext value={stores.liveRuns}>
      <PeopleContext value={stores.people}>
        <ListsContext value={stores.lists}>
          <NotesContext value={stores.runs.notes}>
            <EvidenceContext value={stores.evidence}>
              <CallActionsContext value={actions}>
                <PendingCommandsContext value={pendingCommands}>{children}</PendingCommandsContext>
              </CallActionsContext>
            </EvidenceContext>
          </NotesContext>
        </ListsContext>
      </PeopleContext>
    </LiveRunsContext>
  </ReconciliationContext>
)

type Props = {
  stores: WorkspaceStores
  profiles: ProfilesStore
  all: readonly Profile[]
  profile: Profile
  onAdd: () => void
}

/** Renders the app for the selected profile. */
export const Workspace = ({ stores, profiles, all, profile, onAdd }: Props) => {
  const { screen, shown, focusAt, pendingCommands, go, send, back } = useScreen()
  const [managing, setManaging] = useState<Managing>('closed')
  const manage = useCallback(() => setManaging('profiles'), [])
  const pick = useCallback((id: string) => void profiles.select(id), [profiles])
  const actions = useCallActionsOf({ stores, profiles, all, profile, onGo: send })
  const health = useHealth(profile.id)
  const info = useAppInfo()
  const trial = useStore(info.store).data?.value.runtime === 'trial'
  useAppShortcuts(send, (index) => all[index] && pick(all[index].id))
  const call = stores.callScreenModelOf(profile)
  useEffect(() => loadAgainWhenUp(health, call), [health, call])
  useExternalRequests({ call, show: actions.show, onGo: go })
  const newAgent = useNewAgentOf({ stores, profiles, profile, onGo: go })
  const showList = (...args: Parameters<typeof stores.lists.show>) => (stores.lists.show(...args), send('lists'))
  useListNews(stores.lists)
  const own = {
    pickProfile: pick,
    addProfile: onAdd,
    manageProfiles: manage,
    newAgent: newAgent.begin,
  }
  const palette = usePalette({
    call,
    profiles: all,
    inUse: profile,
    reconciliation: stores.reconciliation,
    actions: { ...actions, ...own, checkHealth: () => void health.load() },
    send,
  })
  return (
    <WorkspaceContexts {...{ stores, actions, pendingCommands }}>
      <Shell
        {...{ profile, screen: shown, trial, focusAt }}
        needsYou={useInbox(stores.inbox, all).attention}
        runningList={useRunningList(stores.lists)}
        onGo={go}
        health={<HealthDot health={health} />}
        switcher={<ProfileSwitcher profile={profile} all={all} onPick={pick} onAdd={onAdd} onManage={manage} />}
        finder={<PaletteButton onOpen={palette.show} />}
        banner={
          <Banners>
            <HistoryBanner history={stores.history} onShow={() => go('settings')} />
            <ListBanner lists={stores.lists} profiles={all} isOnLists={shown === 'lists'} onShow={showList} />
            <NewKeyBanner
              newKeys={stores.newKeys}
              all={all}
              shown={shown === 'keys' ? profile.id : null}
              onShow={(id) => (pick(id), go('keys'))}
            />
            {shown !== 'call' && (
              <ExternalRequestBanner externalRequest={call.externalRequest} onShow={() => go('call')} />
            )}
          </Banners>
        }
      >
        <NewAgentHost newAgent={newAgent}>
          {/* Below a number's page, the screen keeps its state, so that Back can return to the same place. */}
          <Activity mode={shown === 'person' ? 'hidden' : 'visible'}>
            <CurrentScreen
              {...{ screen, stores, all, profile, health, info }}
              onGo={go}
              onKeys={(id) => (pick(id), send('keys'))}
              onList={showList}
              onReplaceKey={() => setManaging('key')}
            />
          </Activity>
          {shown === 'person' && <ShownPerson person={stores.person} onBack={back} />}
        </NewAgentHost>
        <ManageProfiles
          {...{ all, onAdd }}
          open={managing !== 'closed'}
          replacing={managing === 'key' ? profile.id : null}
          drafts={stores.profileDrafts}
          onClose={() => setManaging('closed')}
        />
        <Palette {...palette} />
      </Shell>
    </WorkspaceContexts>
  )
}
