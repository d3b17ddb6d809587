import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ListedAuditEntry } from '../../contract/audit.ts'
import type { Desk } from '../../contract/desk.ts'
import type { Failure } from '../../contract/failure.ts'
import { settle } from '../shell/settle.ts'

/** One act with its end: an act without one is under way, or was cut short with the app. */
export type Act = ListedAuditEntry & { readonly end: 'done' | 'failed' | 'open' }

export type ActsState = {
  readonly step: 'asking' | 'known' | 'failed'
  readonly entries: readonly ListedAuditEntry[]
  readonly more: boolean
  readonly failure: Failure | null
}

export type ActsStore = {
  readonly store: StoreApi<ActsState>
  /** Asks for the newest ones anew. */
  readonly load: () => Promise<void>
  /** Asks for those before the oldest one shown. */
  readonly older: () => Promise<void>
}

const atOnce = 40

/** The entries as acts, the newest first: both entries of an act are one line, at the place of its beginning. */
export const actsOf = (entries: readonly ListedAuditEntry[]): Act[] => {
  const ends = new Map(entries.filter(({ phase }) => phase !== 'begun').map((entry) => [entry.actId, entry]))
  return entries
    .filter(({ phase }) => phase === 'begun')
    .map((entry) => {
      const end = ends.get(entry.actId)
      return {
        ...entry,
        failure: end?.failure ?? null,
        end: end?.phase === 'done' || end?.phase === 'failed' ? end.phase : 'open',
      }
    })
}

/** Makes the log of acts as the screen shows it. */
export const createActsStore = (desk: Desk): ActsStore => {
  const store = createStore<ActsState>(() => ({ step: 'asking', entries: [], more: false, failure: null }))
  const ask = async (before: number | null, earlier: readonly ListedAuditEntry[]) => {
    const answer = await settle(desk.listAudit({ before, limit: atOnce }))
    if (!answer.ok) return store.setState({ step: 'failed', failure: answer.failure })
    const { entries, more } = answer.value
    store.setState({ step: 'known', entries: [...earlier, ...entries], more, failure: null })
  }
  return {
    store,
    load: () => ask(null, []),
    older: () => {
      const { entries } = store.getState()
      return ask(entries.at(-1)?.sequence ?? null, entries)
    },
  }
}
