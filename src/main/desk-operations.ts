import type { AppInfo } from '../contract/app-info.ts'
import { type Outcome, succeed } from '../contract/failure.ts'
import type { Operations } from '../contract/operations.ts'
import { runIdIn } from '../contract/run-id-text.ts'
import type { AgentService } from './agents/agent-service.ts'
import type { CallHistory } from './calls/call-history.ts'
import type { CallService } from './calls/call-service.ts'
import type { createCloseCall } from './calls/close-call.ts'
import type { ArtifactOperations } from './desk-artifacts.ts'
import type { AuditOperations } from './desk-audit.ts'
import type { AskedOperations } from './desk-asked.ts'
import type { KeyOperations } from './desk-keys.ts'
import type { CallListOperations } from './desk-call-list.ts'
import type { NumberOperations } from './desk-numbers.ts'
import type { SupportOperations } from './desk-support.ts'
import type { WorkflowOperations } from './desk-workflows.ts'
import type { Announce } from './ipc/announce.ts'
import { createDeskQuestions } from './desk-questions.ts'
import type { HistoryService } from './history/history-service.ts'
import type { GuardProfiles } from './keys/rotation/guard-profiles.ts'
import type { LiveRuns } from './runs/live-runs.ts'
import type { LookUps } from './look-ups/look-ups.ts'
import type { Connections } from './profiles/connections.ts'
import type { KeyEntries } from './profiles/key-entries.ts'
import type { ProfileBook } from './profiles/profile-book.ts'
import type { ProfileService } from './profiles/profile-service.ts'
import type { RouteBook } from './settings/route-book.ts'
import type { SettingsBook } from './settings/settings-book.ts'
import type { SettingsService } from './settings/settings-service.ts'
import type { KeyVault } from './vault/key-vault.ts'

export type DeskOperationsParts = {
  vault: KeyVault
  appInfo: AppInfo
  clipboard: { read(): Promise<string>; write(text: string): Promise<void> }
  announce: Announce
  book: ProfileBook
  entries: KeyEntries
  profiles: ProfileService
  connections: Connections
  agents: AgentService
  calls: CallService
  callHistory: CallHistory
  closeCall: ReturnType<typeof createCloseCall>
  lookUps: LookUps
  liveRuns: LiveRuns
  settings: SettingsBook
  settingsService: SettingsService
  history: HistoryService
  numbers: NumberOperations
  callList: CallListOperations
  routes: RouteBook
  /** Stands before what takes a key from a profile, or the profile itself. */
  guardProfiles: GuardProfiles
  /** Told that a profile has another key: what was refused to the old one, or had none, may be answered to it. */
  switched: (profileId: string) => void
}

const nothing = async (act: Promise<Outcome<unknown>>): Promise<Outcome<Record<string, never>>> => {
  const outcome = await act
  return outcome.ok ? succeed({}) : outcome
}

type PolicyOperations = Pick<Operations, 'readPolicy'>

/** What is answered here; the rest has a file of its own. */
type OwnOperations = Omit<
  Operations,
  keyof (ArtifactOperations &
    AskedOperations &
    AuditOperations &
    PolicyOperations &
    KeyOperations &
    SupportOperations &
    WorkflowOperations)
>

/** Gives every operation of the contract to the service that answers it. */
export const createDeskOperations = (parts: DeskOperationsParts): OwnOperations => {
  const { vault, appInfo, clipboard, announce, book, entries, profiles, connections, agents, calls } = parts
  const { callHistory, closeCall, lookUps, liveRuns, settings, settingsService, history, numbers, callList } = parts

  /** Runs an act that changes profiles, and announces the change when it succeeded. */
  const changing = async <T>(act: Promise<Outcome<T>>): Promise<Outcome<T>> => {
    const outcome = await act
    if (outcome.ok) announce('profilesChanged', {})
    return outcome
  }

  return {
    ...createDeskQuestions(connections, agents),
    appInfo: async () => succeed(appInfo),
    keychainStatus: async () => succeed(await vault.status()),
    listProfiles: () => book.list(),
    enterKey: async (input) => entries.enter(input.from === 'typed' ? input.text : await clipboard.read()),
    addProfile: (input) => changing(profiles.add(input)),
    updateProfile: (input) => changing(profiles.update(input)),
    replaceKey: async (input) => {
      const replaced = await parts.guardProfiles.replacing(input, () => profiles.replaceKey(input))
      if (replaced.ok) parts.switched(input.profileId)
      return replaced
    },
    removeProfile: ({ profileId }) =>
      changing(nothing(parts.guardProfiles.removing(profileId, () => profiles.remove(profileId)))),
    selectProfile: ({ profileId }) => changing(nothing(book.select(profileId))),
    checkProfile: ({ profileId }) => profiles.check(profileId),
    ...parts.routes,
    ...numbers,
    listStarredAgents: ({ profileId }) => agents.starred.list(profileId),
    starAgent: ({ profileId, agentUuid, isStarred }) => agents.starred.star(profileId, agentUuid, isStarred),
    triggerCall: (draft) => calls.trigger(draft),
    ...callList,
    getCall: (input) => callHistory.get(input),
    listLookUps: async () => succeed(lookUps.list()),
    listLiveRuns: async () => succeed(liveRuns.list()),
    followRun: async (input) => {
      const found = await callHistory.get(input)
      if (found.ok) liveRuns.askNow(found.value.call)
      return nothing(Promise.resolve(found))
    },
    lookUpCall: async (input) => {
      const found = await callHistory.get(input)
      return found.ok ? lookUps.lookNow(found.value.call) : found
    },
    closeCall: (input) => closeCall(input),
    readSettings: () => settings.read(),
    changeSettings: (input) => settingsService.change(input),
    enterProxyPassword: ({ text }) => nothing(settingsService.enterProxyPassword(text)),
    checkHistory: () => history.check(),
    historyHealth: () => history.health(),
    erasePerson: ({ phoneNumber }) => history.erasePerson(phoneNumber),
    acknowledgeRecovery: () => nothing(history.acknowledgeRecovery()),
    copyText: async ({ text }) => {
      await clipboard.write(text)
      return succeed({})
    },
    findOnClipboard: async () => succeed({ workflowRunId: runIdIn(await clipboard.read()) }),
  }
}
