import { createStore, type StoreApi } from 'zustand/vanilla'
import type { KeychainStatus } from '../../contract/app-info.ts'
import type { Desk } from '../../contract/desk.ts'
import type { Failure, Issue } from '../../contract/failure.ts'
import type { ProfileColor } from '../../contract/profile.ts'
import { createFact, type FactStore } from '../shell/fact.ts'
import { createKeyEntry, type KeyEntryStore } from '../shell/key-entry/key-entry-store.ts'
import { settle } from '../shell/settle.ts'

/** Where the form of a service profile stands. */
export type ConnectStep =
  | { step: 'filling'; issues: readonly Issue[] }
  | { step: 'checking'; since: number }
  | { step: 'failed'; failure: Failure }
  | { step: 'done' }

export type ConnectState = {
  name: string
  color: ProfileColor
  origin: string
  /** The address was left without a scheme, and will be taken with the safe one. */
  isTakenAsHttps: boolean
  session: boolean
  at: ConnectStep
}

export type ConnectStore = {
  readonly store: StoreApi<ConnectState>
  readonly key: KeyEntryStore
  readonly keychain: FactStore<KeychainStatus>
  readonly edit: (change: Partial<Pick<ConnectState, 'name' | 'color' | 'origin' | 'session'>>) => void
  /** The field of the address was left: what will be made of it is said, and what was typed stays. */
  readonly leaveOrigin: () => void
  /** Checks live and saves; `unchecked` saves without the check. A second press while checking changes nothing. */
  readonly save: (unchecked: boolean) => Promise<void>
}

const blank: ConnectState = {
  name: '',
  color: 'blue',
  origin: '',
  isTakenAsHttps: false,
  session: false,
  at: { step: 'filling', issues: [] },
}

/** As main reads it: what has no scheme is a host, and is asked over https. */
const hasNoScheme = (origin: string): boolean => /^[^\s/:]/.test(origin) && !/^[a-z][a-z0-9+.-]*:\/\//i.test(origin)

const emptyFields = ({ name, origin }: ConnectState, held: boolean): Issue[] => [
  ...(name.trim() ? [] : [{ path: ['name'], code: 'required' as const }]),
  ...(origin.trim() ? [] : [{ path: ['origin'], code: 'required' as const }]),
  ...(held ? [] : [{ path: ['entryId'], code: 'required' as const }]),
]

/** A service that could not be asked just now may be saved unchecked; one that refused may not. */
export const maySaveUnchecked = (at: ConnectStep): boolean =>
  at.step === 'failed' && (at.failure.kind === 'unreachable' || at.failure.kind === 'unavailable')

const isAbout = (failure: Failure, code: Issue['code']): boolean =>
  failure.kind === 'invalid' && failure.issues.some((issue) => issue.code === code)

/** Where the key will be kept, or null while a person has not yet agreed to a key that is forgotten on quit. */
const custodyOf = (keychain: KeychainStatus | undefined, session: boolean): 'keychain' | 'session' | null => {
  if (!keychain || keychain.usable) return 'keychain'
  if (session) return 'session'
  // Keeping a key asks a person to unlock the keychain; only where there is none has another place to be agreed to.
  return keychain.reason === 'locked' ? 'keychain' : null
}

/** Makes the form that connects an organization. Nothing typed and no held key is lost by a failed attempt. */
export const createConnectStore = (desk: Desk, now: () => number): ConnectStore => {
  const store = createStore<ConnectState>(() => blank)
  const key = createKeyEntry(desk)
  const keychain = createFact(() => desk.keychainStatus({}), now)
  const go = (at: ConnectStep) => store.setState({ at })

  const add = async (entryId: string, custody: 'keychain' | 'session', unchecked: boolean) => {
    const { name, color, origin } = store.getState()
    const answer = await settle(
      desk.addProfile({
        kind: 'service',
        name: name.trim(),
        color,
        origin: origin.trim(),
        entryId,
        custody,
        unchecked,
      }),
    )
    if (answer.ok) return go({ step: 'done' })
    if (isAbout(answer.failure, 'keyExpired')) key.expire()
    return go(
      answer.failure.kind === 'invalid'
        ? { step: 'filling', issues: answer.failure.issues }
        : { step: 'failed', failure: answer.failure },
    )
  }

  const save = async (unchecked: boolean) => {
    if (store.getState().at.step === 'checking') return
    go({ step: 'checking', since: now() })
    await key.settled()
    const entry = key.store.getState()
    const issues = emptyFields(store.getState(), entry.step === 'held')
    const custody = custodyOf(keychain.store.getState().known?.value, store.getState().session)
    if (issues.length > 0 || entry.step !== 'held') return go({ step: 'filling', issues })
    if (custody === null) return go({ step: 'filling', issues: [{ path: ['custody'], code: 'required' }] })
    await add(entry.entryId, custody, unchecked)
  }

  const edit: ConnectStore['edit'] = (change) =>
    store.setState(({ at }) => ({
      ...change,
      ...('origin' in change && { isTakenAsHttps: false }),
      at:
        at.step === 'filling'
          ? { step: 'filling', issues: at.issues.filter((issue) => !(String(issue.path[0]) in change)) }
          : at,
    }))
  const leaveOrigin = () => store.setState(({ origin }) => ({ isTakenAsHttps: hasNoScheme(origin.trim()) }))
  return { store, key, keychain, edit, leaveOrigin, save }
}
