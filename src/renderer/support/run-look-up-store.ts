import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Run } from '../../contract/run.ts'
import { recordIdSchema } from '../../contract/telephony.ts'
import { createFact, type FactStore } from '../shell/fact.ts'
import type { Parts } from '../shell/parts.ts'

export type RunLookUpState = {
  typed: string
  /** True while what was asked for is no run id. */
  bad: boolean
  /** What one profile's service says of the run. */
  asked: { profileId: string; run: FactStore<Run> } | null
}

export type RunLookUpStore = {
  readonly store: StoreApi<RunLookUpState>
  readonly type: (text: string) => void
  /** Asks the service of a profile about the run that is typed. */
  readonly look: (profileId: string) => void
  /** The same for a run id from elsewhere. */
  readonly lookFor: (profileId: string, workflowRunId: number) => void
}

/** Makes the look-up of a run by its id. It outlives the screen, so that the palette can send a person here with an answer. */
export const createRunLookUp = ({ desk, now }: Pick<Parts, 'desk' | 'now'>): RunLookUpStore => {
  const store = createStore<RunLookUpState>(() => ({ typed: '', bad: false, asked: null }))
  const look = (profileId: string) => {
    const typed = store.getState().typed.trim()
    const id = recordIdSchema.safeParse(typed === '' ? null : Number(typed))
    if (!id.success) return store.setState({ bad: true })
    const run = createFact(() => desk.lookUpRun({ profileId, workflowRunId: id.data }), now)
    store.setState({ bad: false, asked: { profileId, run } })
    void run.ask()
  }
  return {
    store,
    type: (typed) => store.setState({ typed }),
    look,
    lookFor: (profileId, workflowRunId) => {
      store.setState({ typed: String(workflowRunId) })
      look(profileId)
    },
  }
}
