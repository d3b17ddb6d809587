import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Failure } from '../../contract/failure.ts'
import type { KeyCreation } from '../../contract/key-operations.ts'
import type { ListedKey } from '../../contract/listed-key.ts'
import type { ProfileColor } from '../../contract/profile.ts'
import type { Parts } from '../shell/parts.ts'
import { settle } from '../shell/settle.ts'

type Made = Extract<KeyCreation, { step: 'made' }>

/** What has been done with a new key so far. */
export type Handed = { what: 'copied'; seconds: number } | { what: 'revealed' } | { what: 'saved'; profile: string }

/** How far a new key has come. SECURITY: its text is in none of these; main holds it. */
export type NewKey =
  | { step: 'closed' }
  | { step: 'naming'; name: string; failure: Failure | null }
  | { step: 'creating'; name: string }
  /** `isLeaving`: it was to be closed with nothing done, and that is asked about until it is answered. */
  | { step: 'made'; made: Made; handed: Handed | null; failure: Failure | null; isLeaving: boolean; isBusy: boolean }
  | { step: 'orphan'; failure: Failure; orphan: ListedKey }
  | { step: 'unclear'; failure: Failure; name: string }

export type NewKeyStore = {
  readonly store: StoreApi<NewKey>
  /** Tells that the list of keys may be another one now, until the end that it gives is called. */
  readonly onListChanged: (listener: () => void) => () => void
  readonly open: () => Promise<void>
  readonly name: (name: string) => void
  readonly create: () => Promise<void>
  readonly copy: () => Promise<void>
  readonly reveal: () => Promise<void>
  readonly save: (profile: { name: string; color: ProfileColor; session: boolean }) => Promise<void>
  /** Closes what is done; a key that nobody has yet is asked about and stays, however often this is pressed. */
  readonly close: () => void
  /** One answer to that: the key is wanted after all. */
  readonly stay: () => void
  /** The other: lets the key go for good. */
  readonly letGo: () => void
}

type Hand = (act: (madeId: string) => Promise<{ handed: Handed } | { failure: Failure }>) => Promise<void>

/** Does something with the new key while nothing else is being done with it. */
const createHand =
  (store: StoreApi<NewKey>): Hand =>
  async (act) => {
    const before = store.getState()
    if (before.step !== 'made' || before.isBusy) return
    store.setState({ ...before, isBusy: true }, true)
    const done = await act(before.made.madeId)
    const handed = 'handed' in done ? done.handed : before.handed
    const failure = 'failure' in done ? done.failure : null
    store.setState({ ...before, isBusy: false, isLeaving: false, handed, failure }, true)
  }

/** How it ends: at once where there is nothing to lose, else once a person has said so. */
const createEnds = (store: StoreApi<NewKey>, desk: Parts['desk']): Pick<NewKeyStore, 'close' | 'stay' | 'letGo'> => {
  const letGo = (): void => {
    const now = store.getState()
    if (now.step === 'creating' || (now.step === 'made' && now.isBusy)) return
    if (now.step === 'made') void settle(desk.dropMadeKey({ madeId: now.made.madeId }))
    store.setState({ step: 'closed' }, true)
  }
  return {
    letGo,
    stay: () => {
      const now = store.getState()
      if (now.step === 'made') store.setState({ ...now, isLeaving: false }, true)
    },
    close: () => {
      const now = store.getState()
      if (now.step !== 'made' || now.handed !== null) letGo()
      else if (!now.isBusy) store.setState({ ...now, isLeaving: true }, true)
    },
  }
}

/** Makes the way of a new key: named, created, and handed to the clipboard, to a window of the system or to a profile. */
export const createNewKeyStore = ({ desk }: Parts, profileId: string): NewKeyStore => {
  const listeners = new Set<() => void>()
  const listChanged = (): void => listeners.forEach((listener) => listener())
  const store = createStore<NewKey>(() => ({ step: 'closed' }))
  const set = (state: NewKey): void => store.setState(state, true)
  const hand = createHand(store)

  const arrive = (creation: KeyCreation): void => {
    listChanged()
    if (creation.step === 'made')
      return set({ step: 'made', made: creation, handed: null, failure: null, isLeaving: false, isBusy: false })
    set(creation)
  }

  return {
    store,
    onListChanged: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    open: async () => {
      if (store.getState().step !== 'closed') return
      set({ step: 'naming', name: '', failure: null })
      const offered = await settle(desk.suggestKeyName({ profileId }))
      const now = store.getState()
      // What a person has begun to type meanwhile is theirs.
      if (now.step === 'naming' && now.name === '')
        set(offered.ok ? { ...now, name: offered.value.name } : { ...now, failure: offered.failure })
    },
    name: (name) => {
      const now = store.getState()
      if (now.step === 'naming') set({ ...now, name })
    },
    create: async () => {
      const now = store.getState()
      if (now.step !== 'naming' || now.name.trim() === '') return
      set({ step: 'creating', name: now.name })
      const answer = await settle(desk.createKey({ profileId, name: now.name.trim() }))
      if (answer.ok) arrive(answer.value)
      else set({ step: 'naming', name: now.name, failure: answer.failure })
    },
    copy: () =>
      hand(async (madeId) => {
        const copied = await settle(desk.copyMadeKey({ madeId }))
        return copied.ok ? { handed: { what: 'copied', seconds: copied.value.seconds } } : copied
      }),
    reveal: () =>
      hand(async (madeId) => {
        const shown = await settle(desk.revealMadeKey({ madeId }))
        return shown.ok ? { handed: { what: 'revealed' } } : shown
      }),
    save: ({ name, color, session }) =>
      hand(async (madeId) => {
        const custody = session ? 'session' : 'keychain'
        const saved = await settle(desk.saveMadeKey({ madeId, name, color, custody }))
        if (saved.ok) listChanged()
        return saved.ok ? { handed: { what: 'saved', profile: saved.value.name } } : saved
      }),
    ...createEnds(store, desk),
  }
}
