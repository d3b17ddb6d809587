import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ApiKeySummary } from '../../contract/api-key.ts'
import type { Failure, Outcome } from '../../contract/failure.ts'
import { createFact, type FactStore } from '../shell/fact.ts'
import type { Parts } from '../shell/parts.ts'
import { settle } from '../shell/settle.ts'

/** What is being done to a key: asked about, under way, done, or refused. */
export type KeyAct =
  | { step: 'idle' }
  | { step: 'confirming'; key: ApiKeySummary; typed: string }
  | { step: 'archiving'; key: ApiKeySummary }
  | { step: 'reactivating'; key: ApiKeySummary }
  | { step: 'done'; key: ApiKeySummary; what: 'archived' | 'reactivated' }
  | { step: 'failed'; key: ApiKeySummary; failure: Failure }

export type KeysStore = {
  readonly keys: FactStore<ApiKeySummary[]>
  readonly store: StoreApi<KeyAct>
  readonly askArchive: (key: ApiKeySummary) => void
  readonly typeName: (typed: string) => void
  readonly cancel: () => void
  readonly archive: () => Promise<void>
  readonly reactivate: (key: ApiKeySummary) => Promise<void>
}

/** True once archiving may go on: the key this app uses takes its name, typed. */
export const isConfirmed = (act: KeyAct): boolean =>
  act.step === 'confirming' && (!act.key.usedByThisApp || act.typed === act.key.name)

const newestFirst = (a: string | null, b: string | null): number => (b ?? '').localeCompare(a ?? '')

/** Working keys first, the newest at the top; the service gives them in no order. */
export const sortKeys = (keys: readonly ApiKeySummary[]): ApiKeySummary[] =>
  keys.toSorted(
    (a, b) => Number(a.archived) - Number(b.archived) || newestFirst(a.createdAt, b.createdAt) || b.id - a.id,
  )

/** Makes the list of a profile's keys and the acts on them; the answer of each act is the new list. */
export const createKeysStore = ({ desk, now }: Parts, profileId: string): KeysStore => {
  const keys = createFact(() => desk.listKeys({ profileId, includeArchived: true }), now)
  const store = createStore<KeyAct>(() => ({ step: 'idle' }))
  const finish = (key: ApiKeySummary, what: 'archived' | 'reactivated', answer: Outcome<ApiKeySummary[]>) => {
    if (answer.ok) keys.learn(answer.value)
    store.setState(answer.ok ? { step: 'done', key, what } : { step: 'failed', key, failure: answer.failure }, true)
  }
  return {
    keys,
    store,
    askArchive: (key) => store.setState({ step: 'confirming', key, typed: '' }, true),
    typeName: (typed) => {
      const act = store.getState()
      if (act.step === 'confirming') store.setState({ ...act, typed }, true)
    },
    cancel: () => store.setState({ step: 'idle' }, true),
    archive: async () => {
      const act = store.getState()
      if (act.step !== 'confirming' || !isConfirmed(act)) return
      const { key, typed } = act
      store.setState({ step: 'archiving', key }, true)
      finish(key, 'archived', await settle(desk.archiveKey({ profileId, apiKeyId: key.id, confirmation: typed })))
    },
    reactivate: async (key) => {
      const { step } = store.getState()
      if (step === 'archiving' || step === 'reactivating') return
      store.setState({ step: 'reactivating', key }, true)
      finish(key, 'reactivated', await settle(desk.reactivateKey({ profileId, apiKeyId: key.id })))
    },
  }
}
