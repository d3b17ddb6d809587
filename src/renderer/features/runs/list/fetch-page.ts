import type { StoreApi } from 'zustand/vanilla'
import type { Api } from '../../../../contract/api.ts'
import type { CallPage } from '../../../../contract/call-list.ts'
import type { Outcome } from '../../../../contract/failure.ts'
import { settle } from '../../../lib/query.ts'
import { filterOf, isFiltered } from '../filters/filters.ts'
import { mergePage, type RunsQuery, type RunsState } from '../state.ts'

/** Fetches one page of the list from main. */
export type FetchPage = (page: { after: string | null; from?: number; limit: number }) => Promise<Outcome<CallPage>>

/** Returns a function that fetches pages of a query's results from main and stores the notes that come with them. */
export const createFetchPage = (
  api: Api,
  store: StoreApi<RunsState>,
  { search, filters }: RunsQuery,
  now: number,
): FetchPage => {
  const filter = isFiltered(filters) ? { filter: filterOf(filters, now) } : {}
  return async (page) => {
    const answer = await settle(api.listCalls({ search, ...filter, ...page }))
    if (answer.ok) store.setState((state) => mergePage(state, answer.value))
    return answer
  }
}
