import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Failure, Outcome } from '../../contract/failure.ts'
import type { ListedKey } from '../../contract/listed-key.ts'
import { createFact, type FactStore } from '../shell/fact.ts'
import type { Parts } from '../shell/parts.ts'
import { settle } from '../shell/settle.ts'

/** What is being done to a key: asked about, under way, done, or refused. */
export type KeyAct =
  | { step: 'idle' }
  | { step: 'confirming'; key: ListedKey; typed: string; isCompromised: boolean; reason: string }
  /** A key that was archived as compromised comes back only with a reason. */
  | { step: 'reasoning'; key: ListedKey; reason: string }
  | { step: 'archiving'; key: ListedKey }
  | { step: 'reactivating'; key: ListedKey }
  | { step: 'done'; key: ListedKey; what: 'archived' | 'reactivated' }
  | { step: 'failed'; key: ListedKey; failure: Failure }

type Confirming = Extract<KeyAct, { step: 'confirming' }>

export type KeysStore = {
  readonly keys: FactStore<ListedKey[]>
  readonly store: StoreApi<KeyAct>
  readonly askArchive: (key: ListedKey) => void
  readonly change: (change: Partial<Pick<Confirming, 'typed' | 'isCompromised' | 'reason'>>) => void
  readonly cancel: () => void
  readonly archive: () => Promise<void>
  /** Reactivates at once, or asks for a reason first where the key was compromised. */
  readonly askReactivate: (key: ListedKey) => Promise<void>
  readonly reactivate: () => Promise<void>
}

/** True once archiving may go on: a key this app uses takes its name, typed; a compromised one the reason. */
export const isConfirmed = (act: KeyAct): boolean =>
  act.step === 'confirming' &&
  (!act.key.usedByThisApp || act.typed === act.key.name) &&
  (!act.isCompromised || act.reason.trim() !== '')

const newestFirst = (a: string | null, b: string | null): number => (b ?? '').localeCompare(a ?? '')

/** Working keys first, the newest at the top; the service gives them in no order. */
export const sortKeys = (keys: readonly ListedKey[]): ListedKey[] =>
  keys.toSorted(
    (a, b) => Number(a.archived) - Number(b.archived) || newestFirst(a.createdAt, b.createdAt) || b.id - a.id,
  )

/** Makes the list of a profile's keys and the acts on them; the answer of each act is the new list. */
export const createKeysStore = ({ desk, now }: Parts, profileId: string): KeysStore => {
  const keys = createFact(() => desk.listKeys({ profileId, includeArchived: true }), now)
  const store = createStore<KeyAct>(() => ({ step: 'idle' }))
  const isBusy = (): boolean => ['archiving', 'reactivating'].includes(store.getState().step)
  const finish = (key: ListedKey, what: 'archived' | 'reactivated', answer: Outcome<ListedKey[]>) => {
    if (answer.ok) keys.learn(answer.value)
    store.setState(answer.ok ? { step: 'done', key, what } : { step: 'failed', key, failure: answer.failure }, true)
  }
  const bringBack = async (key: ListedKey, reason: string): Promise<void> => {
    store.setState({ step: 'reactivating', key }, true)
    finish(key, 'reactivated', await settle(desk.reactivateKey({ profileId, apiKeyId: key.id, reason })))
  }
  return {
    keys,
    store,
    askArchive: (key) => store.setState({ step: 'confirming', key, typed: '', isCompromised: false, reason: '' }, true),
    change: (change) => {
      const act = store.getState()
      if (act.step === 'confirming') store.setState({ ...act, ...change }, true)
      else if (act.step === 'reasoning') store.setState({ ...act, reason: change.reason ?? act.reason }, true)
    },
    cancel: () => store.setState({ step: 'idle' }, true),
    archive: async () => {
      const act = store.getState()
      if (act.step !== 'confirming' || !isConfirmed(act)) return
      const { key, typed, isCompromised, reason } = act
      const compromised = isCompromised ? reason : null
      store.setState({ step: 'archiving', key }, true)
      const asked = { profileId, apiKeyId: key.id, confirmation: typed, compromised }
      finish(key, 'archived', await settle(desk.archiveKey(asked)))
    },
    askReactivate: async (key) => {
      if (isBusy()) return
      if (key.mark === null) await bringBack(key, '')
      else store.setState({ step: 'reasoning', key, reason: '' }, true)
    },
    reactivate: async () => {
      const act = store.getState()
      if (act.step === 'reasoning' && act.reason.trim() !== '') await bringBack(act.key, act.reason)
    },
  }
}
