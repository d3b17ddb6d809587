import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Failure } from '../../../contract/failure.ts'
import {
  type Delivery,
  type KeyCreation,
  keyNameSchema,
  type ListedKey,
  type NewKey,
  type SavedKey,
} from '../../../contract/key.ts'
import type { ProfileColor } from '../../../contract/profile.ts'
import type { PageDeps } from '../../lib/page.ts'
import { settle } from '../../lib/query.ts'

/** The state of a new key. SECURITY: its text stays in main. */
export type NewKeyState =
  | { step: 'closed' }
  | { step: 'naming'; name: string; failure: Failure | null }
  | { step: 'creating'; name: string }
  /** `isConfirmingDiscard`: the user tried to close the dialog while the key could be lost, and must confirm that. */
  | {
      step: 'made'
      made: Extract<KeyCreation, { step: 'made' }>
      delivery: Delivery | null
      /** A key that was saved is not saved again, because that would create another profile. */
      saved: SavedKey | null
      failure: Failure | null
      isConfirmingDiscard: boolean
      isBusy: boolean
    }
  | { step: 'orphan'; newKeyId: string; failure: Failure; orphan: ListedKey }
  | { step: 'unclear'; newKeyId: string; failure: Failure; name: string }

type MadeKey = Extract<NewKeyState, { step: 'made' }>

export type NewKeyStore = {
  readonly store: StoreApi<NewKeyState>
  /** Adds a listener for when the list of keys may be outdated; returns the function that removes it. */
  readonly onListChanged: (listener: () => void) => () => void
  readonly open: () => Promise<void>
  /** Opens the closed dialog for a creation that the page has not shown since it was loaded. */
  readonly restore: (kept: Omit<NewKey, 'profileId'>) => void
  readonly name: (name: string) => void
  readonly create: () => Promise<void>
  readonly copy: () => Promise<void>
  readonly reveal: () => Promise<void>
  readonly save: (profile: { name: string; color: ProfileColor; session: boolean }) => Promise<void>
  /** Closes the dialog, or requires a confirmation if the key could be lost: it was not received, or may not be pasted. */
  readonly close: () => Promise<void>
  /** Cancels closing and keeps the dialog open. */
  readonly keep: () => void
  /** Confirms closing: closes the dialog, and main discards the key. */
  readonly discard: () => void
}

/** How the user received the new key, or the profile that it was saved to. */
type Delivered = { delivery: Delivery } | { saved: SavedKey }

/** Returns the function that delivers the new key. Does nothing while another delivery is in progress. */
const createDeliver =
  (store: StoreApi<NewKeyState>) =>
  async (send: (newKeyId: string) => Promise<Delivered | { failure: Failure }>): Promise<void> => {
    const before = store.getState()
    if (before.step !== 'made' || before.isBusy) return
    store.setState({ ...before, isBusy: true }, true)
    const done = await send(before.made.newKeyId)
    // The clipboard may have been cleared in the meantime.
    const now = store.getState()
    if (now.step !== 'made') return
    const delivery = 'delivery' in done ? done.delivery : now.delivery
    const saved = 'saved' in done ? done.saved : now.saved
    const failure = 'failure' in done ? done.failure : null
    store.setState({ ...now, isBusy: false, isConfirmingDiscard: false, delivery, saved, failure }, true)
  }

/**
 * Returns whether the key could be lost after the dialog is closed. A key that was cleared from the clipboard may not be
 * pasted.
 */
const isLosable = ({ delivery, saved }: MadeKey): boolean =>
  saved?.keyStorage !== 'keychain' && (delivery === null || delivery.what === 'cleared')

/** Returns the ID under which main keeps the result of the creation; null if there is none. */
const newKeyIdOf = (state: NewKeyState): string | null => {
  if (state.step === 'made') return state.made.newKeyId
  return state.step === 'orphan' || state.step === 'unclear' ? state.newKeyId : null
}

/** Returns the actions that close the dialog. `onClosed` runs after main has discarded the creation. */
const createCloseActions = (
  store: StoreApi<NewKeyState>,
  api: PageDeps['api'],
  onClosed: () => void,
): Pick<NewKeyStore, 'close' | 'keep' | 'discard'> => {
  const discard = (): void => {
    const now = store.getState()
    if (now.step === 'creating' || (now.step === 'made' && now.isBusy)) return
    const newKeyId = newKeyIdOf(now)
    store.setState({ step: 'closed' }, true)
    if (newKeyId === null) onClosed()
    else void settle(api.discardNewKey({ newKeyId, isConfirmed: true })).then(onClosed)
  }
  /** Closes the dialog unless main finds that the key could be lost. */
  const discardCopied = async (before: MadeKey): Promise<void> => {
    store.setState({ ...before, isBusy: true }, true)
    const answer = await settle(api.discardNewKey({ newKeyId: before.made.newKeyId, isConfirmed: false }))
    const isKept = answer.ok && !answer.value.isDiscarded
    const kept = { isBusy: false, isConfirmingDiscard: true, delivery: { what: 'cleared' } } as const
    store.setState(isKept ? { ...before, ...kept } : { step: 'closed' }, true)
    if (!isKept) onClosed()
  }
  return {
    discard,
    keep: () => {
      const now = store.getState()
      if (now.step === 'made') store.setState({ ...now, isConfirmingDiscard: false }, true)
    },
    close: async () => {
      const now = store.getState()
      if (now.step !== 'made') return discard()
      if (now.isBusy) return
      if (isLosable(now)) store.setState({ ...now, isConfirmingDiscard: true }, true)
      else if (now.delivery?.what === 'copied') await discardCopied(now)
      else discard()
    },
  }
}

/**
 * Returns the store for a new key. The key is named, created, and then copied, shown in a native window, or saved to a
 * profile.
 */
export const createNewKeyStore = (
  { api }: PageDeps,
  profileId: string,
  onClosed: () => void = () => undefined,
): NewKeyStore => {
  const listeners = new Set<() => void>()
  const listChanged = (): void => listeners.forEach((listener) => listener())
  const store = createStore<NewKeyState>(() => ({ step: 'closed' }))
  const set = (state: NewKeyState): void => store.setState(state, true)
  const deliver = createDeliver(store)
  api.onClipboardCleared(() => {
    const now = store.getState()
    if (now.step === 'made' && now.delivery?.what === 'copied') set({ ...now, delivery: { what: 'cleared' } })
  })

  /** A list that main sent before it discarded a creation still contains it. */
  const shown = new Set<string>()
  const show = ({ creation, delivery, saved }: Omit<NewKey, 'profileId'>): void => {
    shown.add(creation.newKeyId)
    set(
      creation.step === 'made'
        ? { step: 'made', made: creation, delivery, saved, failure: null, isConfirmingDiscard: false, isBusy: false }
        : creation,
    )
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
      const suggested = await settle(api.suggestKeyName({ profileId }))
      const now = store.getState()
      // Keep what the user typed during the request.
      if (now.step === 'naming' && now.name === '')
        set(suggested.ok ? { ...now, name: suggested.value.name } : { ...now, failure: suggested.failure })
    },
    restore: (kept) => {
      if (store.getState().step === 'closed' && !shown.has(kept.creation.newKeyId)) show(kept)
    },
    name: (name) => {
      const now = store.getState()
      if (now.step === 'naming') set({ ...now, name })
    },
    create: async () => {
      const now = store.getState()
      if (now.step !== 'naming' || !keyNameSchema.safeParse(now.name).success) return
      set({ step: 'creating', name: now.name })
      const answer = await settle(api.createKey({ profileId, name: now.name.trim() }))
      listChanged()
      if (answer.ok) show({ creation: answer.value, delivery: null, saved: null })
      else set({ step: 'naming', name: now.name, failure: answer.failure })
    },
    copy: () =>
      deliver(async (newKeyId) => {
        const copied = await settle(api.copyNewKey({ newKeyId }))
        return copied.ok ? { delivery: { what: 'copied', seconds: copied.value.seconds } } : copied
      }),
    reveal: () =>
      deliver(async (newKeyId) => {
        const revealed = await settle(api.revealNewKey({ newKeyId }))
        if (!revealed.ok) return revealed
        const { seconds } = revealed.value
        if (seconds !== null) return { delivery: { what: 'copied', seconds } }
        const now = store.getState()
        const before = now.step === 'made' ? now.delivery : null
        const wasCopied = before?.what === 'copied' || before?.what === 'cleared'
        return { delivery: wasCopied ? before : { what: 'revealed' } }
      }),
    save: async ({ name, color, session }) => {
      const now = store.getState()
      if (now.step === 'made' && now.saved !== null) return
      await deliver(async (newKeyId) => {
        const keyStorage = session ? 'session' : 'keychain'
        const saved = await settle(api.saveNewKey({ newKeyId, name, color, keyStorage }))
        listChanged()
        return saved.ok ? { saved: { profile: saved.value.profile.name, keyStorage } } : saved
      })
    },
    ...createCloseActions(store, api, onClosed),
  }
}

/** The new keys of all profiles. They outlive the Keys screen, so that no key is lost before it is received. */
export type NewKeys = {
  readonly of: (profileId: string) => NewKeyStore
  /** The IDs of the profiles whose new key has not been received yet. */
  readonly store: StoreApi<{ readonly undelivered: readonly string[] }>
}

const isUndelivered = (state: NewKeyState): boolean =>
  state.step === 'creating' || (state.step === 'made' && state.delivery === null && state.saved === null)

/**
 * Returns the new-key stores of all profiles, each created on first use. Once the page was loaded again, for example
 * after a crash, and whenever a dialog was closed, restores the creations that main has kept.
 */
export const createNewKeys = (deps: PageDeps): NewKeys => {
  const known = new Map<string, NewKeyStore>()
  const store = createStore<{ readonly undelivered: readonly string[] }>(() => ({ undelivered: [] }))
  const update = (profileId: string, isNow: boolean): void => {
    const { undelivered } = store.getState()
    if (undelivered.includes(profileId) === isNow) return
    store.setState({ undelivered: isNow ? [...undelivered, profileId] : undelivered.filter((id) => id !== profileId) })
  }
  const make = (profileId: string): NewKeyStore => {
    const newKey = createNewKeyStore(deps, profileId, () => void restore())
    newKey.store.subscribe((state) => update(profileId, isUndelivered(state)))
    known.set(profileId, newKey)
    return newKey
  }
  const of = (profileId: string): NewKeyStore => known.get(profileId) ?? make(profileId)
  const restore = async (): Promise<void> => {
    const kept = await settle(deps.api.listNewKeys({}))
    if (kept.ok) for (const { profileId, ...creation } of kept.value) of(profileId).restore(creation)
  }
  void restore()
  return { store, of }
}
