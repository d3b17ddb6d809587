import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Api } from '../../contract/api.ts'
import type { Failure, IssueCode } from '../../contract/failure.ts'
import { settle } from './query.ts'

/**
 * SECURITY: call this after removing a secret from a field. Some Chromium versions scan typed text for email addresses
 * and keep the last value in memory. Validating another value replaces it.
 */
export const clearTypedFromMemory = (): void => {
  const field = document.createElement('input')
  field.type = 'email'
  field.value = 'replacement@example.invalid'
  field.checkValidity()
}

/** The state of a key entry: empty, being sent to main, staged there under an ID, or refused. */
export type KeyEntry =
  | { step: 'empty' }
  | { step: 'staging' }
  | { step: 'staged'; entryId: string; length: number }
  | { step: 'refused'; failure: Failure }

export type KeyEntryStore = {
  readonly store: StoreApi<KeyEntry>
  /** SECURITY: the text is only passed on and never kept in the page. */
  readonly type: (text: string) => Promise<void>
  readonly paste: () => Promise<void>
  /** Empties the field; main forgets the staged key. */
  readonly clear: () => void
  /** Resolves once a key that is being sent has been staged or refused. */
  readonly settled: () => Promise<void>
  /** Records that the staged key has expired in main. */
  readonly expire: () => void
}

/**
 * Returns the store for entering one key, or the passphrase of a key file. It contains only what main returns: an ID and a
 * length.
 */
export const createKeyEntry = (api: Api, { isPassphrase = false } = {}): KeyEntryStore => {
  const store = createStore<KeyEntry>(() => ({ step: 'empty' }))
  let pending = Promise.resolve()
  /** The number of times that the field was cleared or got a new text. */
  let changes = 0
  const forget = (entryId: string) => void settle(api.forgetStagedKey({ entryId }))
  const stage = async (request: ReturnType<Api['stageKey']>) => {
    const change = (changes += 1)
    store.setState({ step: 'staging' }, true)
    const answer = await settle(request)
    // Main keeps only the newest key, so an older one is forgotten already unless the field was cleared.
    if (change !== changes) return answer.ok ? forget(answer.value.entryId) : undefined
    store.setState(answer.ok ? { step: 'staged', ...answer.value } : { step: 'refused', failure: answer.failure }, true)
  }
  const start = (request: ReturnType<Api['stageKey']>) => (pending = stage(request))
  return {
    store,
    settled: () => pending,
    type: (text) => start(api.stageKey({ from: 'typed', text: text.trim(), isPassphrase })),
    paste: () => start(api.stageKey({ from: 'clipboard', isPassphrase })),
    clear() {
      changes += 1
      const entry = store.getState()
      store.setState({ step: 'empty' }, true)
      if (entry.step === 'staged') forget(entry.entryId)
    },
    expire: () =>
      store.setState(
        { step: 'refused', failure: { kind: 'invalid', issues: [{ path: ['entryId'], code: 'keyExpired' }] } },
        true,
      ),
  }
}

/** The allowed length of a key, in characters. */
const keyLengths = { least: 8, most: 512 } as const

/**
 * Returns the issue with a typed key's format, or null. Checks for line breaks and spaces (signs of a bad paste), then
 * for characters outside printable ASCII, then the length. Main repeats the check; doing it here saves a round trip.
 */
export const keyShapeIssue = (text: string): IssueCode | null => {
  const key = text.trim()
  if (key === '') return 'required'
  if (/[\r\n]/.test(key)) return 'keyLineBreak'
  if (/\s/.test(key)) return 'keyBlank'
  if (!/^[\x21-\x7e]*$/.test(key)) return 'keyCharacter'
  if (key.length < keyLengths.least) return 'keyShort'
  return key.length > keyLengths.most ? 'keyLong' : null
}
