import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Agent } from '../../../contract/agent.ts'
import type { Failure } from '../../../contract/failure.ts'
import type { Profile } from '../../../contract/profile.ts'
import type { WorkflowFile } from '../../../contract/workflow.ts'
import type { Parts } from '../parts.ts'
import { settle } from '../settle.ts'

type Chosen = { file: WorkflowFile; name: string; taken: readonly string[] }

/** How far a new agent has come. */
export type NewAgent =
  | { step: 'closed' }
  | { step: 'choosing' }
  | { step: 'refused'; failure: Failure }
  /** A file is in main's hands, and a person sees what it holds. */
  | (Chosen & { step: 'looking'; failure: Failure | null })
  | (Chosen & { step: 'creating' })
  | { step: 'made'; agent: Agent; wasLost: boolean; isAsking: boolean }
  | { step: 'unclear'; name: string; failure: Failure; isAsking: boolean }

export type NewAgentStore = {
  readonly store: StoreApi<NewAgent>
  /** The organization that it is for: the one in use when the file was chosen. */
  readonly profile: () => Profile | null
  readonly choose: (profile: Profile) => Promise<void>
  readonly name: (name: string) => void
  readonly create: () => Promise<void>
  /** Asks the service's list once more. */
  readonly lookAgain: () => Promise<void>
  readonly close: () => void
}

/** A name that none of the listed agents has. */
export const freeName = (base: string, taken: readonly string[]): string => {
  for (let n = 1; ; n += 1) {
    const name = n === 1 || base === '' ? base : `${base.slice(0, 90)} (${n})`
    if (name === '' || !taken.includes(name)) return name
  }
}

type Around = {
  desk: Parts['desk']
  store: StoreApi<NewAgent>
  listChanged: (profile: Profile, agents: Agent[] | null) => void
}

/** Makes the look at the service's list for an agent whose answer was lost, or whose Agent UUID is not told yet. */
const createLookAgain =
  ({ desk, store, listChanged }: Around) =>
  async (profile: Profile | null): Promise<void> => {
    const now = store.getState()
    if ((now.step !== 'made' && now.step !== 'unclear') || now.isAsking || profile === null) return
    const isOurs = (one: Agent): boolean =>
      now.step === 'made' ? one.workflowId === now.agent.workflowId : one.name === now.name
    store.setState({ ...now, isAsking: true }, true)
    const listed = await settle(desk.listAgents({ profileId: profile.id }))
    if (listed.ok) listChanged(profile, listed.value)
    const agent = listed.ok ? listed.value.find(isOurs) : undefined
    const wasLost = now.step === 'unclear' || now.wasLost
    // Closed meanwhile, it stays closed.
    if (store.getState().step !== now.step) return
    store.setState(agent ? { step: 'made', agent, wasLost, isAsking: false } : { ...now, isAsking: false }, true)
  }

/** Makes the way of a new agent: a file chosen and looked at, a name, the creation, and the Agent UUID. */
export const createNewAgentStore = (
  { desk }: Parts,
  listChanged: (profile: Profile, agents: Agent[] | null) => void,
): NewAgentStore => {
  const store = createStore<NewAgent>(() => ({ step: 'closed' }))
  const set = (state: NewAgent): void => store.setState(state, true)
  const lookAgain = createLookAgain({ desk, store, listChanged })
  let profile: Profile | null = null

  const look = async (of: Profile, file: WorkflowFile): Promise<void> => {
    set({ step: 'looking', file, name: file.suggestedName, taken: [], failure: null })
    const listed = await settle(desk.listAgents({ profileId: of.id }))
    const now = store.getState()
    // A list that cannot be had is asked for again before anything is created.
    if (!listed.ok || now.step !== 'looking' || now.file !== file) return
    const taken = listed.value.map(({ name }) => name)
    // What a person has begun to type meanwhile is theirs.
    set({ ...now, taken, name: now.name === file.suggestedName ? freeName(now.name, taken) : now.name })
  }

  return {
    store,
    profile: () => profile,
    choose: async (of) => {
      const before = store.getState().step
      if (before !== 'closed' && before !== 'refused') return
      profile = of
      set({ step: 'choosing' })
      const answer = await settle(desk.chooseWorkflowFile({}))
      if (!answer.ok) return set({ step: 'refused', failure: answer.failure })
      const { file } = answer.value
      if (file === null) return set({ step: 'closed' })
      await look(of, file)
    },
    name: (name) => {
      const now = store.getState()
      if (now.step === 'looking') set({ ...now, name })
    },
    create: async () => {
      const now = store.getState()
      if (now.step !== 'looking' || profile === null || now.name.trim() === '') return
      const { file, name, taken } = now
      set({ step: 'creating', file, name, taken })
      const wish = { profileId: profile.id, fileId: file.fileId, name: name.trim() }
      const answer = await settle(desk.createWorkflow(wish))
      if (!answer.ok) return set({ step: 'looking', file, name, taken, failure: answer.failure })
      listChanged(profile, null)
      set({ ...answer.value, isAsking: false })
    },
    lookAgain: () => lookAgain(profile),
    close: () => {
      if (store.getState().step !== 'creating') set({ step: 'closed' })
    },
  }
}
