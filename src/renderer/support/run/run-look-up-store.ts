import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Call } from '../../../contract/call.ts'
import type { Profile } from '../../../contract/profile.ts'
import { runIdIn } from '../../../contract/run-id-text.ts'
import type { Run } from '../../../contract/run.ts'
import { createFact, type FactStore } from '../../shell/fact.ts'
import type { Parts } from '../../shell/parts.ts'

/** What one profile's service says of the run. */
export type ServiceAsked = { profile: Profile; run: FactStore<Run> }

/** Everybody who was asked about one run. */
export type RunAsked = {
  runId: number
  /** The calls of this computer that became this run, of every profile. */
  here: FactStore<Call[]>
  services: readonly ServiceAsked[]
}

export type RunLookUpState = {
  typed: string
  /** True while what was asked for is no run id. */
  bad: boolean
  asked: RunAsked | null
}

export type RunLookUpStore = {
  readonly store: StoreApi<RunLookUpState>
  readonly type: (text: string) => void
  /** Asks this computer's history and the service of every profile about the run that is typed. */
  readonly look: (profiles: readonly Profile[]) => void
  /** The same for a run id from elsewhere. */
  readonly lookFor: (profiles: readonly Profile[], workflowRunId: number) => void
}

/** Makes the look-up of a run by its id. It outlives the screen, so that the palette can send a person here with an answer. */
export const createRunLookUp = ({ desk, now }: Pick<Parts, 'desk' | 'now'>): RunLookUpStore => {
  const store = createStore<RunLookUpState>(() => ({ typed: '', bad: false, asked: null }))

  const look = (profiles: readonly Profile[]) => {
    const workflowRunId = runIdIn(store.getState().typed)
    if (workflowRunId === null) return store.setState({ bad: true })
    const here = createFact(() => desk.listCallsOfRun({ workflowRunId }), now)
    const services = profiles.map((profile) => ({
      profile,
      run: createFact(() => desk.lookUpRun({ profileId: profile.id, workflowRunId }), now),
    }))
    store.setState({ bad: false, asked: { runId: workflowRunId, here, services } })
    void here.ask()
    for (const { run } of services) void run.ask()
  }

  return {
    store,
    type: (typed) => store.setState({ typed }),
    look,
    lookFor: (profiles, workflowRunId) => {
      store.setState({ typed: String(workflowRunId) })
      look(profiles)
    },
  }
}

/** The profiles with one of them first: whose service is asked about is told before all others. */
export const withFirst = (profiles: readonly Profile[], profileId: string): Profile[] =>
  profiles.toSorted((one, other) => Number(other.id === profileId) - Number(one.id === profileId))
