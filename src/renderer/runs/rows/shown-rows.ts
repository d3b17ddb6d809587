import type { StoreApi } from 'zustand/vanilla'
import type { CallPage } from '../../../contract/call-filter.ts'
import type { Desk } from '../../../contract/desk.ts'
import type { Failure } from '../../../contract/failure.ts'
import { settle } from '../../shell/settle.ts'
import type { RunsState } from '../runs-store.ts'
import { choiceAfter, choiceInNew, notesWith } from './list-state.ts'
import type { RowSource } from './row-source.ts'

/** What a page tells of the whole list. */
const told = ({ total, totalIs, unindexed }: CallPage) => ({ total, totalIs, unindexed })

/** The rows that the store shows, and everything that puts them there. */
export const createShownRows = (desk: Desk, store: StoreApi<RunsState>) => {
  let source: RowSource | null = null
  let shifted = 0

  const publish = (change: Partial<RunsState> = {}, moved: number | 'begun' = 0): void => {
    if (source === null) return
    const rows = { count: source.count(), at: source.at, shifted }
    store.setState((state) => ({
      rows,
      at: { step: 'shown' },
      ...change,
      ...(moved === 'begun' ? choiceInNew(rows, state) : choiceAfter(rows, state, moved)),
    }))
  }
  const fail = (failure: Failure): void => store.setState({ at: { step: 'failed', failure } })

  return {
    source: () => source,
    publish,
    fail,
    begin(begun: RowSource, asked: RunsState['asked'], newest: CallPage): void {
      source = begun
      shifted = 0
      publish({ asked, ...told(newest) }, 'begun')
    },
    /** Takes in the newest page of the same list; with `stays` its rows are left where they are. */
    renew(newest: CallPage, stays: boolean): void {
      const moved = stays ? 0 : (source?.renew(newest) ?? 'begun')
      if (moved !== 'begun') shifted += moved
      publish(told(newest), moved)
    },
    forget(): void {
      source = null
    },
    async replaceSingly(callIds: readonly string[]): Promise<void> {
      if (callIds.length === 0) return
      const asks = callIds.map((callId) => settle(desk.listCalls({ search: callId, after: null, limit: 1 })))
      for (const answer of await Promise.all(asks)) {
        if (!answer.ok) continue
        for (const call of answer.value.calls) source?.replace(call)
        store.setState(({ notes }) => ({ notes: notesWith(notes, answer.value) }))
      }
      publish()
    },
    /** Fetches page after page until the oldest row is known; false when another wish came in between. */
    async goToEnd(isWanted: () => boolean): Promise<boolean> {
      const mine = source
      const failure = await mine?.wantEnd(() => {
        publish()
        return isWanted() && mine === source
      })
      if (failure) fail(failure)
      else publish()
      return !failure && isWanted() && mine === source
    },
  }
}
