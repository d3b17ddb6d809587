import { createStore, type StoreApi } from 'zustand/vanilla'
import { type Failure, type Outcome, succeed } from '../../../contract/failure.ts'
import { keyReasonSchema, type ListedKey, mustTypeName } from '../../../contract/key.ts'
import type { Output } from '../../../contract/operations.ts'
import { clearData, createQuery, type Query, settle, valueOf } from '../../lib/query.ts'
import type { PageDeps } from '../../lib/page.ts'

type Change = 'archived' | 'reactivated'

/** The state of an action on a key, from its confirmation to its result. */
type KeyAction =
  | { step: 'idle' }
  | { step: 'confirming'; key: ListedKey; typed: string; isCompromised: boolean; reason: string }
  /** The confirmation of reactivating a key, which requires a reason if the key was compromised. */
  | { step: 'reactivating'; key: ListedKey; reason: string }
  | { step: 'working'; key: ListedKey; what: Change }
  /** `unsavedReason`: the reason for archiving couldn't be saved; its `failure` is null if the cause is unknown. */
  | { step: 'done'; key: ListedKey; what: Change; unsavedReason: { failure: Failure | null } | null }
  /**
   * `isUnconfirmed`: whether the service made the change is unknown. `hasReason`: a reason for archiving was entered;
   * `reasonFailure` is why it couldn't be saved, if known. `listed`: the list as loaded again after the failure; null
   * until then.
   */
  | {
      step: 'failed'
      key: ListedKey
      what: Change
      failure: Failure
      isUnconfirmed: boolean
      hasReason: boolean
      reasonFailure: Failure | null
      listed: readonly ListedKey[] | null
    }

const statesOf = (keys: readonly ListedKey[]): string =>
  sortKeys(keys)
    .map(({ id, archived }) => `${id} ${archived}`)
    .join()

/**
 * Returns the action once the list was loaded. The list may show that an unconfirmed change was made, or that the result
 * is outdated, for example after a rotation was undone, or because the list is another organization's now. The reason for a
 * failure may be untrue once any key has changed since then.
 */
const afterLoad = (action: KeyAction, keys: readonly ListedKey[]): KeyAction => {
  if (action.step !== 'done' && action.step !== 'failed') return action
  const { key, what } = action
  const found = keys.find(({ id }) => id === key.id)
  const archived = found?.archived
  const isMade = archived === (what === 'archived')
  if (action.step === 'done') return isMade ? action : { step: 'idle' }
  if (action.isUnconfirmed && isMade) {
    // A key that was reactivated keeps its earlier mark.
    const isReasonMissing = action.hasReason && found?.mark?.reactivated !== null
    return { step: 'done', key, what, unsavedReason: isReasonMissing ? { failure: action.reasonFailure } : null }
  }
  if (action.listed === null) return action
  const isUntrue = action.isUnconfirmed || needsKey(action.failure) || statesOf(action.listed) !== statesOf(keys)
  return isUntrue ? { step: 'idle' } : action
}

type Confirming = Extract<KeyAction, { step: 'confirming' }>

export type KeysStore = {
  readonly keys: Query<ListedKey[]>
  readonly store: StoreApi<KeyAction>
  /**
   * Prepares the store for a screen that opens: without a list, because the profile may have another key by now, and
   * without a dialog or result that an earlier screen showed, unless it is unclear whether the change was made.
   */
  readonly enter: () => void
  /** Remembers what the screen shows when it closes. */
  readonly leave: () => void
  readonly confirmArchive: (key: ListedKey) => void
  readonly change: (change: Partial<Pick<Confirming, 'typed' | 'isCompromised' | 'reason'>>) => void
  readonly cancel: () => void
  readonly archive: () => Promise<void>
  readonly confirmReactivate: (key: ListedKey) => void
  readonly reactivate: () => Promise<void>
}

/**
 * Returns whether the confirmation is complete. A key that this app uses or may use requires its name; a
 * compromised key requires a reason.
 */
export const isConfirmed = (action: KeyAction): boolean =>
  action.step === 'confirming' &&
  (!mustTypeName(action.key) || action.typed.trim() === action.key.name.trim()) &&
  (!action.isCompromised || keyReasonSchema.safeParse(action.reason).success)

/** Returns whether the reason for reactivating a key is complete. Only a compromised key requires one. */
export const mayReactivate = ({ key, reason }: { key: ListedKey; reason: string }): boolean =>
  key.mark === null || keyReasonSchema.safeParse(reason).success

/** Returns whether a key is the organization's only active one. Once archived, it could not even reactivate itself. */
export const isOnlyActive = (keys: readonly ListedKey[], { id }: ListedKey): boolean => {
  const active = keys.filter(({ archived }) => !archived)
  return active.length === 1 && active[0]?.id === id
}

/** Returns whether another key would help, because the profile's key was rejected or is missing. */
export const needsKey = (failure: Failure): boolean =>
  failure.kind === 'unauthorized' || (failure.kind === 'keychain' && failure.reason === 'missing')

/** Returns whether the user can continue with another key: it can be kept for the session while no keychain is running. */
export const allowsKey = (failure: Failure): boolean =>
  needsKey(failure) || (failure.kind === 'keychain' && failure.reason === 'unavailable')

const newestFirst = (a: string | null, b: string | null): number => (b ?? '').localeCompare(a ?? '')

/** Sorts the keys: active ones before archived ones, each group newest first. The service's order is undefined. */
export const sortKeys = (keys: readonly ListedKey[]): ListedKey[] =>
  keys.toSorted(
    (a, b) => Number(a.archived) - Number(b.archived) || newestFirst(a.createdAt, b.createdAt) || b.id - a.id,
  )

/** Returns a profile's keys and the actions on them. Each action updates the list, even if it fails. */
export const createKeysStore = ({ api, now }: PageDeps, profileId: string): KeysStore => {
  const keys = createQuery(() => api.listKeys({ profileId, includeArchived: true }), now)
  const store = createStore<KeyAction>(() => ({ step: 'idle' }))
  const isBusy = (): boolean => store.getState().step === 'working'
  /** An unconfirmed failure that a dialog or another action replaced, which is shown again if that is canceled; or idle. */
  let replacedFailure: KeyAction = { step: 'idle' }
  keys.store.subscribe((query) => {
    if (query.step !== 'ready') return
    // While another change of the key is running, a list may predate it.
    if (!isBusy()) replacedFailure = afterLoad(replacedFailure, query.data.value)
    store.setState((action) => afterLoad(action, query.data.value), true)
  })
  let left: KeyAction | null = null
  const replace = (next: KeyAction): void => {
    const action = store.getState()
    replacedFailure = action.step === 'failed' && action.isUnconfirmed ? action : { step: 'idle' }
    store.setState(next, true)
  }
  const restoreFailure = (): void => {
    store.setState(replacedFailure, true)
    replacedFailure = { step: 'idle' }
  }
  const finish = async (
    key: ListedKey,
    what: Change,
    answer: Outcome<Output<'archiveKey'>>,
    hasReason = false,
  ): Promise<void> => {
    const earlier =
      replacedFailure.step === 'failed' && replacedFailure.key.id === key.id && replacedFailure.what === what
        ? replacedFailure
        : null
    replacedFailure = { step: 'idle' }
    if (answer.ok) {
      const { keys: listed, reasonFailure } = answer.value
      keys.setData(listed)
      const unsavedReason = reasonFailure && { failure: reasonFailure }
      return store.setState({ step: 'done', key, what, unsavedReason }, true)
    }
    const { failure, unconfirmed, reasonFailure = null } = answer
    // A failure of this change doesn't tell whether the earlier one was made.
    const isUnconfirmed = unconfirmed === true || failure.kind === 'internal' || earlier !== null
    const failed = {
      step: 'failed',
      key,
      what,
      failure,
      isUnconfirmed,
      hasReason: hasReason || earlier?.hasReason === true,
      reasonFailure: reasonFailure ?? earlier?.reasonFailure ?? null,
      listed: null,
    } as const
    store.setState(failed, true)
    // The reason may be a change that was made elsewhere.
    await keys.refresh()
    if (store.getState() === failed) store.setState({ ...failed, listed: valueOf(keys.store.getState()) ?? [] }, true)
  }
  const sendReactivation = async (key: ListedKey, reason: string): Promise<void> => {
    store.setState({ step: 'working', key, what: 'reactivated' }, true)
    const answer = await settle(api.reactivateKey({ profileId, apiKeyId: key.id, reason }))
    await finish(key, 'reactivated', answer.ok ? succeed({ keys: answer.value, reasonFailure: null }) : answer)
  }
  return {
    keys,
    store,
    enter: () => {
      clearData(keys)
      const action = store.getState()
      // Only a list answers whether an unconfirmed change was made.
      const isOpen = action.step === 'working' || (action.step === 'failed' && action.isUnconfirmed)
      if (!isOpen && action === left) restoreFailure()
    },
    leave: () => void (left = store.getState()),
    confirmArchive: (key) => replace({ step: 'confirming', key, typed: '', isCompromised: false, reason: '' }),
    change: (change) => {
      const action = store.getState()
      if (action.step === 'confirming') store.setState({ ...action, ...change }, true)
      else if (action.step === 'reactivating')
        store.setState({ ...action, reason: change.reason ?? action.reason }, true)
    },
    cancel: restoreFailure,
    archive: async () => {
      const action = store.getState()
      if (action.step !== 'confirming' || !isConfirmed(action)) return
      const { key, typed, isCompromised, reason } = action
      const compromised = isCompromised ? reason : null
      store.setState({ step: 'working', key, what: 'archived' }, true)
      await finish(
        key,
        'archived',
        await settle(api.archiveKey({ profileId, apiKeyId: key.id, confirmation: typed, compromised })),
        isCompromised,
      )
    },
    confirmReactivate: (key) => {
      if (!isBusy()) replace({ step: 'reactivating', key, reason: '' })
    },
    reactivate: async () => {
      const action = store.getState()
      if (action.step !== 'reactivating' || !mayReactivate(action)) return
      await sendReactivation(action.key, action.reason)
    },
  }
}

/** Maximum age of the keys shown, in hours; null shows all. */
export const sinceHours = { ever: null, day: 24, week: 7 * 24, month: 30 * 24, year: 365 * 24 } as const

export type Since = keyof typeof sinceHours

export const isSince = (text: string): text is Since => Object.hasOwn(sinceHours, text)

/** Returns the keys created within the selected period, plus those whose creation time is unknown. */
export const createdSince = (keys: readonly ListedKey[], since: Since, now: number): ListedKey[] => {
  const hours = sinceHours[since]
  if (hours === null) return [...keys]
  const from = now - hours * 3_600_000
  return keys.filter(({ createdAt }) => createdAt === null || !(Date.parse(createdAt) < from))
}
