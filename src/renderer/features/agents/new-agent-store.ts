import { createStore, type StoreApi } from 'zustand/vanilla'
import { type Agent, agentNameSchema, type WorkflowFile } from '../../../contract/agent.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { Profile } from '../../../contract/profile.ts'
import type { PageDeps } from '../../lib/page.ts'
import { settle } from '../../lib/query.ts'

type ChosenFile = { file: WorkflowFile; name: string; usedNames: readonly string[] }

export type NewAgentState =
  | { step: 'closed' }
  | { step: 'choosing' }
  | { step: 'refused'; failure: Failure }
  /** Main has read a file, and the user is reviewing its summary. */
  | (ChosenFile & { step: 'reviewing'; failure: Failure | null })
  | (ChosenFile & { step: 'creating' })
  | { step: 'made'; agent: Agent; wasLost: boolean; isLoading: boolean }
  | { step: 'unclear'; name: string; failure: Failure; isLoading: boolean }

export type NewAgentStore = {
  readonly store: StoreApi<NewAgentState>
  /** The profile that was selected when the file was chosen. */
  readonly profile: () => Profile | null
  readonly choose: (profile: Profile) => Promise<void>
  readonly name: (name: string) => void
  readonly create: () => Promise<void>
  /** Reloads the service's list of agents. */
  readonly reload: () => Promise<void>
  readonly close: () => void
}

/** Returns the name, followed by a number if a listed agent already has the name. */
export const unusedName = (base: string, usedNames: readonly string[]): string => {
  for (let n = 1; ; n += 1) {
    const name = n === 1 || base === '' ? base : `${base.slice(0, 90)} (${n})`
    if (name === '' || !usedNames.includes(name)) return name
  }
}

/** Called when the list of agents has changed, with the new list, or with null if it must be reloaded. */
type ListChanged = (profile: Profile, agents: Agent[] | null) => void

/**
 * Returns a function that reloads the agent list if the response about a new agent was lost or the agent has no Agent
 * UUID yet.
 */
const createReload =
  (api: PageDeps['api'], store: StoreApi<NewAgentState>, listChanged: ListChanged) =>
  async (profile: Profile | null): Promise<void> => {
    const now = store.getState()
    if ((now.step !== 'made' && now.step !== 'unclear') || now.isLoading || profile === null) return
    const isOurs = (one: Agent): boolean =>
      now.step === 'made' ? one.workflowId === now.agent.workflowId : one.name === now.name
    store.setState({ ...now, isLoading: true }, true)
    const listed = await settle(api.listAgents({ profileId: profile.id }))
    if (listed.ok) listChanged(profile, listed.value)
    const agent = listed.ok ? listed.value.find(isOurs) : undefined
    const wasLost = now.step === 'unclear' || now.wasLost
    // The dialog may have been closed during the request.
    if (store.getState().step !== now.step) return
    store.setState(agent ? { step: 'made', agent, wasLost, isLoading: false } : { ...now, isLoading: false }, true)
  }

/** Returns the store for a new agent. The steps are to choose a file, review it, name the agent and create it. */
export const createNewAgentStore = ({ api }: PageDeps, listChanged: ListChanged): NewAgentStore => {
  const store = createStore<NewAgentState>(() => ({ step: 'closed' }))
  const set = (state: NewAgentState): void => store.setState(state, true)
  const reload = createReload(api, store, listChanged)
  let profile: Profile | null = null

  const review = async (of: Profile, file: WorkflowFile): Promise<void> => {
    set({ step: 'reviewing', file, name: file.suggestedName, usedNames: [], failure: null })
    const listed = await settle(api.listAgents({ profileId: of.id }))
    const now = store.getState()
    // A failure here is harmless: main reloads the list before it creates the agent.
    if (!listed.ok || now.step !== 'reviewing' || now.file !== file) return
    const usedNames = listed.value.map(({ name }) => name)
    // Keep what the user typed during the request.
    set({ ...now, usedNames, name: now.name === file.suggestedName ? unusedName(now.name, usedNames) : now.name })
  }

  return {
    store,
    profile: () => profile,
    choose: async (of) => {
      const before = store.getState().step
      if (before !== 'closed' && before !== 'refused') return
      profile = of
      set({ step: 'choosing' })
      const answer = await settle(api.chooseWorkflowFile({}))
      if (!answer.ok) return set({ step: 'refused', failure: answer.failure })
      const { file } = answer.value
      if (file === null) return set({ step: 'closed' })
      await review(of, file)
    },
    name: (name) => {
      const now = store.getState()
      if (now.step === 'reviewing') set({ ...now, name })
    },
    create: async () => {
      const now = store.getState()
      if (now.step !== 'reviewing' || profile === null || !agentNameSchema.safeParse(now.name).success) return
      const { file, name, usedNames } = now
      set({ step: 'creating', file, name, usedNames })
      const answer = await settle(api.createWorkflow({ profileId: profile.id, fileId: file.fileId, name: name.trim() }))
      if (!answer.ok) return set({ step: 'reviewing', file, name, usedNames, failure: answer.failure })
      listChanged(profile, null)
      set({ ...answer.value, isLoading: false })
    },
    reload: () => reload(profile),
    close: () => {
      if (store.getState().step !== 'creating') set({ step: 'closed' })
    },
  }
}
