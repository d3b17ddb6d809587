import type { StoreApi } from 'zustand/vanilla'
import type { Call } from '../../contract/call.ts'
import type { Desk } from '../../contract/desk.ts'
import { runIdIn } from '../../contract/run-id-text.ts'
import { settle } from '../shell/settle.ts'
import type { RunsState } from './runs-store.ts'

/** The calls that became the run whose id was typed. */
export type RunById = { readonly runId: number; readonly calls: readonly Call[] }

/** Looks a typed run id up by itself: it is found at once, over all profiles, whatever the filters leave out. */
export const createRunById = (desk: Desk, store: StoreApi<RunsState>) => {
  let turn = 0
  return async (search: string): Promise<void> => {
    const mine = (turn += 1)
    const runId = runIdIn(search)
    if (runId === null) return store.setState({ runById: null })
    const found = await settle(desk.listCallsOfRun({ workflowRunId: runId }))
    // What stands in the way of this question stands in the way of the list too, which tells it.
    if (mine === turn)
      store.setState({ runById: found.ok && found.value.length > 0 ? { runId, calls: found.value } : null })
  }
}
