import { createStore, type StoreApi } from 'zustand/vanilla'
import { type Failure, hasIssue } from '../../contract/failure.ts'
import type { SealedFile } from '../../contract/key.ts'
import type { Input, Output } from '../../contract/operations.ts'
import type { KeyStorage, Profile } from '../../contract/profile.ts'
import { createKeyEntry, type KeyEntryStore } from '../lib/key-entry.ts'
import type { Api } from '../../contract/api.ts'
import { settle } from '../lib/query.ts'
import { useRef, useState } from 'react'
import { useStore } from 'zustand'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { CheckedFields } from './field.tsx'
import { FailureAlert, FailureNotice, Notice } from './notice.tsx'
import css from './key-entry.module.css'
import { KeyEntryField } from './key-entry.tsx'
import { messages } from '../../messages/index.ts'

/** The state of a key export or import. */
export type KeyTransferState =
  | { step: 'idle' }
  | { step: 'exporting'; profileId: string }
  | { step: 'exported'; profileId: string; fileName: string }
  | { step: 'choosing' }
  /** Main has read a sealed file that needs its passphrase. */
  | { step: 'chosen'; sealed: SealedFile; isImporting: boolean; failure: Failure | null }
  /** The key works, and these profiles already belong to its organization. */
  | (Exists & { sealed: SealedFile; keyStorage: KeyStorage; entryId: string })
  /** `startedFrom`: the profile whose screen was open. `isReplaced` if an existing profile got the key. */
  | {
      step: 'imported'
      startedFrom: string | null
      profile: Profile
      keyStorage: KeyStorage
      isReplaced: boolean
    }
  /** `profileId`: the profile whose screen was open; null if none was. */
  | { step: 'failed'; profileId: string | null; failure: Failure }

/**
 * Returns whether a profile's screen shows this state: the result of an action that was started there, or of an import
 * into that profile.
 */
export const isResultOf = (state: KeyTransferState, profileId: string): boolean => {
  switch (state.step) {
    case 'exported':
    case 'failed':
      return state.profileId === profileId
    case 'imported':
      return state.profile.id === profileId || state.startedFrom === profileId
    case 'idle':
    case 'exporting':
    case 'choosing':
    case 'chosen':
    case 'exists':
      return false
  }
}

type Exists = Extract<Output<'openSealedFile'>, { step: 'exists' }>
type ImportTarget = NonNullable<Input<'openSealedFile'>['target']>

export type KeyTransfer = {
  readonly store: StoreApi<KeyTransferState>
  /**
   * SECURITY: the passphrase is staged like a key: the text is sent to main once, and main returns only an ID and a
   * length.
   */
  readonly passphrase: KeyEntryStore
  readonly exportKey: (profileId: string) => Promise<void>
  /** Imports a file that the user chooses. `startedFrom`: the profile whose screen is open; null if there is none. */
  readonly chooseFile: (startedFrom?: string | null) => Promise<void>
  readonly importKey: (session: boolean) => Promise<void>
  /** Saves the key in the chosen profile, or in a new one. */
  readonly importTo: (target: ImportTarget) => Promise<void>
  readonly close: () => void
}

/** Creates the store for exporting a profile's key to a sealed file and importing such a file. */
export const createKeyTransfer = (api: Api): KeyTransfer => {
  const store = createStore<KeyTransferState>(() => ({ step: 'idle' }))
  const set = (state: KeyTransferState): void => store.setState(state, true)
  const isBusy = (): boolean => ['exporting', 'choosing'].includes(store.getState().step)
  const passphrase = createKeyEntry(api, { isPassphrase: true })
  let startedFrom: string | null = null

  type Request = { sealed: SealedFile; entryId: string; keyStorage: KeyStorage; target?: ImportTarget }
  const open = async ({ sealed, ...request }: Request) => {
    const answer = await settle(api.openSealedFile({ sealedId: sealed.sealedId, ...request }))
    if (!answer.ok) {
      // Main keeps the passphrase for another try.
      if (hasIssue(answer.failure, 'passphrase')) passphrase.clear()
      if (hasIssue(answer.failure, 'keyExpired')) passphrase.expire()
      return set({ step: 'chosen', sealed, isImporting: false, failure: answer.failure })
    }
    if (answer.value.step === 'exists') return set({ ...request, ...answer.value, sealed })
    passphrase.clear()
    const { keyStorage, target } = request
    const isReplaced = target?.kind === 'profile'
    set({ step: 'imported', startedFrom, profile: answer.value.profile, keyStorage, isReplaced })
  }

  return {
    store,
    passphrase,
    exportKey: async (profileId) => {
      if (isBusy()) return
      set({ step: 'exporting', profileId })
      const answer = await settle(api.exportKey({ profileId }))
      if (!answer.ok) return set({ step: 'failed', profileId, failure: answer.failure })
      const { fileName } = answer.value
      set(fileName === null ? { step: 'idle' } : { step: 'exported', profileId, fileName })
    },
    chooseFile: async (profileId = null) => {
      if (isBusy()) return
      startedFrom = profileId
      set({ step: 'choosing' })
      const answer = await settle(api.chooseSealedFile({}))
      if (!answer.ok) return set({ step: 'failed', profileId, failure: answer.failure })
      const { sealed } = answer.value
      passphrase.clear()
      set(sealed === null ? { step: 'idle' } : { step: 'chosen', sealed, isImporting: false, failure: null })
    },
    importKey: async (session) => {
      await passphrase.settled()
      const now = store.getState()
      const entry = passphrase.store.getState()
      if (now.step !== 'chosen' || now.isImporting || entry.step !== 'staged') return
      set({ ...now, isImporting: true, failure: null })
      await open({ sealed: now.sealed, entryId: entry.entryId, keyStorage: session ? 'session' : 'keychain' })
    },
    importTo: async (target) => {
      const now = store.getState()
      if (now.step !== 'exists') return
      const { sealed, entryId, keyStorage } = now
      set({ step: 'chosen', sealed, isImporting: true, failure: null })
      await open({ sealed, entryId, keyStorage, target })
    },
    close: () => {
      passphrase.clear()
      set({ step: 'idle' })
    },
  }
}

const keyFileText = messages.keyExport

type KeyTransferProps = { keyTransfer: KeyTransfer }

const ImportForm = ({
  keyTransfer,
  state,
}: KeyTransferProps & { state: Extract<KeyTransferState, { step: 'chosen' }> }) => {
  const [session, setSession] = useState(false)
  const entry = useStore(keyTransfer.passphrase.store)
  const yes = useRef<HTMLButtonElement>(null)
  return (
    <Dialog
      title={keyFileText.importTitle(state.sealed.fileName)}
      open
      onClose={keyTransfer.close}
      foot={
        <>
          <Button onClick={keyTransfer.close}>{messages.common.cancel}</Button>
          <Button
            ref={yes}
            variant="loud"
            off={state.isImporting || entry.step !== 'staged'}
            onClick={() => void keyTransfer.importKey(session)}
          >
            {state.isImporting ? keyFileText.importing : keyFileText.confirmImport}
          </Button>
        </>
      }
    >
      <p>{keyFileText.importText[session ? 'session' : 'keychain']}</p>
      <CheckedFields isChecking={state.isImporting} button={yes}>
        <KeyEntryField
          entry={keyTransfer.passphrase}
          next={yes}
          spoken
          text={{
            label: keyFileText.passphrase,
            hint: keyFileText.passphraseHint,
            use: keyFileText.submitPassphrase,
            entered: keyFileText.passphraseEntered,
            another: keyFileText.anotherPassphrase,
          }}
        />
        <label className={css['tick']}>
          <input type="checkbox" checked={session} onChange={(event) => setSession(event.target.checked)} />
          {messages.profiles.keyStorageChoice.session}
        </label>
      </CheckedFields>
      {state.failure && (
        <FailureAlert
          failure={state.failure}
          {...(state.failure.kind === 'unauthorized' && { instead: { next: keyFileText.keyRejectedNext } })}
        />
      )}
    </Dialog>
  )
}

/** Asks which profile to save the key in, because its organization already has one, usually with the old key. */
const TargetChoice = ({
  keyTransfer,
  state,
}: KeyTransferProps & { state: Extract<KeyTransferState, { step: 'exists' }> }) => (
  <Dialog
    title={keyFileText.existsTitle}
    open
    onClose={keyTransfer.close}
    foot={
      <>
        <Button onClick={keyTransfer.close}>{messages.common.cancel}</Button>
        <Button onClick={() => void keyTransfer.importTo({ kind: 'new' })}>{keyFileText.addProfile}</Button>
      </>
    }
  >
    <p>{keyFileText.existsText}</p>
    {state.profiles.map(({ id, name, color, origin, keyState }) => (
      <div key={id}>
        <Button
          className={css['choice']}
          variant={id === state.suggestedId ? 'loud' : 'plain'}
          onClick={() => void keyTransfer.importTo({ kind: 'profile', profileId: id })}
        >
          {keyFileText.replaceKeyOf(name, keyState)}
          {/* Profiles may have the same name. */}
          <small>{keyFileText.profileOf(new URL(origin).host, messages.profiles.colorOf(color), keyState)}</small>
        </Button>
      </div>
    ))}
  </Dialog>
)

/**
 * Renders the dialogs of an import, which ask for the key file's passphrase and then, if necessary, for the profile to
 * save the key in.
 */
export const ImportKeyDialog = ({ keyTransfer }: KeyTransferProps) => {
  const state = useStore(keyTransfer.store)
  if (state.step === 'chosen') return <ImportForm keyTransfer={keyTransfer} state={state} />
  return state.step === 'exists' ? <TargetChoice keyTransfer={keyTransfer} state={state} /> : null
}

/** Shows the result of an export or import. */
export const KeyTransferResult = ({ keyTransfer }: KeyTransferProps) => {
  const state = useStore(keyTransfer.store)
  switch (state.step) {
    case 'exported':
      return (
        <Notice tone="good" title={keyFileText.exported(state.fileName)}>
          <p>{keyFileText.exportedNext}</p>
        </Notice>
      )
    case 'imported':
      return (
        <Notice
          tone="good"
          title={state.isReplaced ? keyFileText.replaced(state.profile.name) : keyFileText.imported(state.profile.name)}
        >
          <p>{keyFileText.importedNext[state.keyStorage]}</p>
        </Notice>
      )
    case 'failed':
      return <FailureNotice failure={state.failure} />
    case 'idle':
    case 'exporting':
    case 'choosing':
    case 'chosen':
    case 'exists':
      return null
  }
}
