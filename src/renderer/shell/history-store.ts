import type { Desk } from '../../contract/desk.ts'
import type { HistoryHealth } from '../../contract/history.ts'
import { createFact, type FactStore } from './fact.ts'

export type HistoryStore = { readonly health: FactStore<HistoryHealth>; readonly close: () => void }

/** Whether the history on disk can be trusted and written, read again whenever main announces a change. */
export const createHistoryStore = (desk: Desk, now: () => number): HistoryStore => {
  const health = createFact(() => desk.historyHealth({}), now)
  const close = desk.onHistoryChanged(() => void health.askAfresh())
  void health.ask()
  return { health, close }
}
