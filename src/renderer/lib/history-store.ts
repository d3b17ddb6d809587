import type { Api } from '../../contract/api.ts'
import type { HistoryHealth } from '../../contract/app-status.ts'
import { createQuery, type Query } from './query.ts'

export type HistoryStore = { readonly health: Query<HistoryHealth>; readonly close: () => void }

/**
 * Creates the store of the history's health: whether the history on disk is intact and writable. It is reloaded when
 * main announces a change.
 */
export const createHistoryStore = (api: Api, now: () => number): HistoryStore => {
  const health = createQuery(() => api.historyHealth({}), now)
  const close = api.onHistoryChanged(() => void health.refresh())
  void health.load()
  return { health, close }
}
