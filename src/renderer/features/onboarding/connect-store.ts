import { createStore, type StoreApi } from 'zustand/vanilla'
import type { KeychainStatus } from '../../../contract/app-status.ts'
import type { Api } from '../../../contract/api.ts'
import { type Failure, hasIssue, type Issue } from '../../../contract/failure.ts'
import { type ProfileColor, profileNameLength } from '../../../contract/profile.ts'
import { createQuery, type Query, settle } from '../../lib/query.ts'
import { createKeyEntry, type KeyEntryStore } from '../../lib/key-entry.ts'

type ConnectStep =
  | { step: 'filling'; issues: readonly Issue[] }
  | { step: 'checking'; since: number }
  | { step: 'failed'; failure: Failure }
  | { step: 'done' }

export type ConnectState = {
  name: string
  color: ProfileColor
  origin: string
  /** True if the address has no scheme, so that https is used. */
  assumesHttps: boolean
  session: boolean
  status: ConnectStep
}

export type ConnectStore = {
  readonly store: StoreApi<ConnectState>
  readonly key: KeyEntryStore
  readonly keychain: Query<KeychainStatus>
  readonly edit: (change: Partial<Pick<ConnectState, 'name' | 'color' | 'origin' | 'session'>>) => void
  /** Updates `assumesHttps` when the address field loses focus. */
  readonly blurOrigin: () => void
  /**
   * Checks the profile with the service and saves it. With `unchecked`, saves it even if the service is unreachable.
   */
  readonly save: (unchecked: boolean) => Promise<void>
}

const blank: Omit<ConnectState, 'color'> = {
  name: '',
  origin: '',
  assumesHttps: false,
  session: false,
  status: { step: 'filling', issues: [] },
}

/** True if the text has no scheme. It is then a host that is contacted over https, as in main. */
const hasNoScheme = (origin: string): boolean => /^[^\s/:]/.test(origin) && !/^[a-z][a-z0-9+.-]*:\/\//i.test(origin)

const missingFields = ({ name, origin }: ConnectState, hasKey: boolean): Issue[] => [
  ...(name.trim() ? [] : [{ path: ['name'], code: 'required' as const }]),
  ...(name.trim().length > profileNameLength
    ? [{ path: ['name'], code: 'tooLong' as const, words: String(profileNameLength) }]
    : []),
  ...(origin.trim() ? [] : [{ path: ['origin'], code: 'required' as const }]),
  ...(hasKey ? [] : [{ path: ['entryId'], code: 'required' as const }]),
]

/**
 * Returns whether the profile may be saved unchecked. That is only the case if the service is unavailable, not if it is
 * another kind of service or has rejected the key.
 */
export const maySaveUnchecked = (at: ConnectStep): boolean =>
  at.step === 'failed' &&
  (at.failure.kind === 'unreachable' || (at.failure.kind === 'unavailable' && at.failure.cause !== 'otherServer'))

/** Returns where to store the key; null if the user must first agree to keep it only for this session. */
const keyStorageFor = (keychain: KeychainStatus | undefined, session: boolean): 'keychain' | 'session' | null => {
  if (!keychain || keychain.usable) return 'keychain'
  if (session) return 'session'
  // Storing a key in a locked keychain makes the system prompt for the keychain's password.
  return keychain.reason === 'locked' ? 'keychain' : null
}

/** Removes the issues of the changed fields, or a failure that is about the earlier address or key storage. */
const statusAfterEdit = (status: ConnectStep, change: Partial<ConnectState>): ConnectStep => {
  if (status.step === 'filling')
    return { step: 'filling', issues: status.issues.filter((issue) => !(String(issue.path[0]) in change)) }
  const isStale =
    status.step === 'failed' && ('origin' in change || ('session' in change && status.failure.kind === 'keychain'))
  return isStale ? { step: 'filling', issues: [] } : status
}

/** Returns whether the user has entered something that is not saved; a color has always been selected. */
const isUnsaved = ({ name, origin, status }: ConnectState, hasKey: boolean): boolean =>
  status.step !== 'done' && (name.trim() !== '' || origin.trim() !== '' || hasKey)

/**
 * Returns the store of the form that connects an organization. All input and the staged key are kept after a failed
 * attempt and while the form is closed. Unsaved input is reported to main, which asks before the app quits.
 */
export const createConnectStore = (api: Api, now: () => number, unusedColor: ProfileColor): ConnectStore => {
  const store = createStore<ConnectState>(() => ({ ...blank, color: unusedColor }))
  const key = createKeyEntry(api)
  const keychain = createQuery(() => api.keychainStatus({}), now)
  const setStatus = (status: ConnectStep) => store.setState({ status })
  // The rejection is about the earlier key.
  key.store.subscribe(() => {
    const { status } = store.getState()
    if (status.step === 'failed' && status.failure.kind === 'unauthorized') setStatus({ step: 'filling', issues: [] })
  })

  let isReported = false
  const report = () => {
    const isNow = isUnsaved(store.getState(), key.store.getState().step === 'staged')
    if (isNow === isReported) return
    isReported = isNow
    void settle(api.reportUnsaved({ form: 'newProfile', isUnsaved: isNow }))
  }
  store.subscribe(report)
  key.store.subscribe(report)

  const add = async (entryId: string, keyStorage: 'keychain' | 'session', unchecked: boolean) => {
    const { name, color, origin } = store.getState()
    const answer = await settle(
      api.addProfile({
        kind: 'service',
        name: name.trim(),
        color,
        origin: origin.trim(),
        entryId,
        keyStorage,
        unchecked,
      }),
    )
    if (answer.ok) return setStatus({ step: 'done' })
    if (hasIssue(answer.failure, 'keyExpired')) key.expire()
    // The keychain may have been locked since its status was loaded.
    if (answer.failure.kind === 'keychain') void keychain.refresh()
    return setStatus(
      answer.failure.kind === 'invalid'
        ? { step: 'filling', issues: answer.failure.issues }
        : { step: 'failed', failure: answer.failure },
    )
  }

  const save = async (unchecked: boolean) => {
    if (store.getState().status.step === 'checking') return
    setStatus({ step: 'checking', since: now() })
    await key.settled()
    const entry = key.store.getState()
    const issues = missingFields(store.getState(), entry.step === 'staged')
    const keyStorage = keyStorageFor(keychain.store.getState().data?.value, store.getState().session)
    if (issues.length > 0 || entry.step !== 'staged') return setStatus({ step: 'filling', issues })
    if (keyStorage === null) return setStatus({ step: 'filling', issues: [{ path: ['keyStorage'], code: 'required' }] })
    await add(entry.entryId, keyStorage, unchecked)
  }

  const edit: ConnectStore['edit'] = (change) =>
    store.setState(({ status }) => ({
      ...change,
      ...('origin' in change && { assumesHttps: false }),
      status: statusAfterEdit(status, change),
    }))
  const blurOrigin = () => store.setState(({ origin }) => ({ assumesHttps: hasNoScheme(origin.trim()) }))
  return { store, key, keychain, edit, blurOrigin, save }
}
