import { useStore } from 'zustand'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ColorChoice, Field, Input } from '../../ui/field.tsx'
import { FailureAlert, FailureNotice, Notice } from '../../ui/notice.tsx'
import { messages } from '../../../messages/index.ts'
import type { KeysStore } from './keys-store.ts'
import { useEffect, useRef, useState } from 'react'
import type { ProfileColor } from '../../../contract/profile.ts'
import css from './keys.module.css'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Failure } from '../../../contract/failure.ts'
import type { KeyCreation, ListedKey } from '../../../contract/key.ts'
import type { PageDeps } from '../../lib/page.ts'
import { settle } from '../../lib/query.ts'

const newKeyText = messages.keys.create

type Props = { newKey: NewKeyStore; keys: KeysStore }

const Naming = ({
  newKey,
  state,
}: {
  newKey: NewKeyStore
  state: Extract<NewKeyState, { step: 'naming' | 'creating' }>
}) => {
  const isBusy = state.step === 'creating'
  const { name } = state
  const [isTyped, setTyped] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  // Selects the suggested name, so that typing replaces it.
  useEffect(() => {
    if (!isTyped && name !== '') field.current?.select()
  }, [isTyped, name])
  return (
    <Dialog
      title={newKeyText.title}
      open
      onClose={newKey.close}
      foot={
        <>
          <Button onClick={newKey.close}>{messages.common.cancel}</Button>
          <Button variant="loud" off={isBusy || state.name.trim() === ''} onClick={() => void newKey.create()}>
            {isBusy ? newKeyText.creating : newKeyText.confirm}
          </Button>
        </>
      }
    >
      <p>{newKeyText.text}</p>
      <Field label={newKeyText.name} hint={newKeyText.nameHint}>
        {(control) => (
          <Input
            {...control}
            ref={field}
            onFocus={({ target }) => !isTyped && target.select()}
            maxLength={100}
            value={state.name}
            onChange={(event) => (setTyped(true), newKey.name(event.target.value))}
            onKeyDown={(event) => event.key === 'Enter' && void newKey.create()}
          />
        )}
      </Field>
      {state.step === 'naming' && state.failure && <FailureAlert failure={state.failure} />}
    </Dialog>
  )
}

/** After a lost response, shows whether the service lists the key, and what to do about it. */
const LostResponse = ({
  newKey,
  keys,
  state,
}: Props & { state: Extract<NewKeyState, { step: 'orphan' | 'unclear' }> }) => {
  const orphan = state.step === 'orphan' ? state.orphan : null
  const archive = () => {
    newKey.close()
    if (orphan) keys.confirmArchive(orphan)
  }
  return (
    <Dialog
      title={newKeyText.noResponse}
      open
      onClose={newKey.close}
      foot={
        <>
          <Button onClick={newKey.close}>{messages.common.close}</Button>
          {orphan && (
            <Button variant="danger" onClick={archive}>
              {messages.keys.archiveOf(orphan.name)}
            </Button>
          )}
        </>
      }
    >
      <Notice
        tone="check"
        title={orphan ? newKeyText.createdWithoutText(orphan.name, orphan.prefix) : newKeyText.uncertain}
      >
        <p>
          {orphan
            ? newKeyText.createdWithoutTextNext
            : newKeyText.uncertainNext(state.step === 'unclear' ? state.name : '')}
        </p>
      </Notice>
    </Dialog>
  )
}

type NewKeyDialogProps = Props & { unusedColor: ProfileColor }

/** Renders the dialogs for a new key, from naming it to receiving it. */
export const NewKeyDialog = ({ newKey, keys, unusedColor }: NewKeyDialogProps) => {
  const state = useStore(newKey.store)
  switch (state.step) {
    case 'closed':
      return null
    case 'naming':
    case 'creating':
      return <Naming newKey={newKey} state={state} />
    case 'made':
      return <CreatedKeyDialog newKey={newKey} state={state} unusedColor={unusedColor} />
    case 'orphan':
    case 'unclear':
      return <LostResponse newKey={newKey} keys={keys} state={state} />
  }
}

type CreatedKeyProps = Omit<NewKeyDialogProps, 'keys'> & { state: Extract<NewKeyState, { step: 'made' }> }

const deliveryText = (delivery: Delivery): string => {
  if (delivery.what === 'copied') return newKeyText.copied(delivery.seconds)
  return delivery.what === 'revealed' ? newKeyText.revealed : newKeyText.saved(delivery.profile)
}

type SaveFormProps = { newKey: NewKeyStore; off: boolean; unusedColor: ProfileColor }

const SaveForm = ({ newKey, off, unusedColor }: SaveFormProps) => {
  const [name, setName] = useState('')
  const [color, setColor] = useState(unusedColor)
  const [session, setSession] = useState(false)
  return (
    <div className={css['form']}>
      <Field label={newKeyText.profileName}>
        {(control) => (
          <Input {...control} maxLength={60} value={name} onChange={(event) => setName(event.target.value)} />
        )}
      </Field>
      <ColorChoice name="new-key-color" value={color} onChoose={setColor} />
      <label className={css['tick']}>
        <input type="checkbox" checked={session} onChange={(event) => setSession(event.target.checked)} />
        {messages.profiles.keyStorageChoice.session}
      </label>
      <div>
        <Button off={off || name.trim() === ''} onClick={() => void newKey.save({ name, color, session })}>
          {newKeyText.save}
        </Button>
      </div>
    </div>
  )
}

/** Offers the ways to receive a new key, which main keeps in memory. SECURITY: the page never has the key. */
const CreatedKeyDialog = ({ newKey, state, unusedColor }: CreatedKeyProps) => {
  const [isSaving, setSaving] = useState(false)
  const copy = useRef<HTMLButtonElement>(null)
  const { made, delivery, isSaved, failure, isConfirmingDiscard, isBusy } = state
  return (
    <Dialog
      title={newKeyText.createdTitle(made.name)}
      open
      onClose={newKey.close}
      first={copy}
      foot={
        <>
          {isConfirmingDiscard && (
            <Button variant="danger" off={isBusy} onClick={newKey.discard}>
              {newKeyText.discard}
            </Button>
          )}
          {isConfirmingDiscard ? (
            // Ignore the second click of a double-click on the button that was here before.
            <Button key="keep" off={isBusy} onClick={({ detail }) => detail < 2 && newKey.keep()}>
              {newKeyText.goBack}
            </Button>
          ) : (
            <Button key="done" off={isBusy} onClick={newKey.close}>
              {newKeyText.done}
            </Button>
          )}
        </>
      }
    >
      <p>{newKeyText.createdText(made.prefix)}</p>
      <div className={css['ways']}>
        <Button ref={copy} variant="loud" off={isBusy} onClick={() => void newKey.copy()}>
          {newKeyText.copy}
        </Button>
        <Button off={isBusy} onClick={() => void newKey.reveal()}>
          {newKeyText.reveal}
        </Button>
        <Button off={isBusy} aria-expanded={isSaving} onClick={() => setSaving(!isSaving)}>
          {newKeyText.saveAs}
        </Button>
      </div>
      {isSaving && <SaveForm newKey={newKey} off={isBusy || isSaved} unusedColor={unusedColor} />}
      <div aria-live="polite" className={css['result']}>
        {delivery && <Notice tone="good" title={deliveryText(delivery)} />}
        {failure && <FailureNotice failure={failure} />}
        {isConfirmingDiscard && <Notice tone="check" title={newKeyText.discardWarning} />}
      </div>
    </Dialog>
  )
}

type CreatedKey = Extract<KeyCreation, { step: 'made' }>

/** How the user received the new key. */
export type Delivery = { what: 'copied'; seconds: number } | { what: 'revealed' } | { what: 'saved'; profile: string }

/** The state of a new key. SECURITY: its text stays in main. */
type NewKeyState =
  | { step: 'closed' }
  | { step: 'naming'; name: string; failure: Failure | null }
  | { step: 'creating'; name: string }
  /** `isConfirmingDiscard`: the user tried to close the dialog before receiving the key, and must confirm that. */
  | {
      step: 'made'
      made: CreatedKey
      delivery: Delivery | null
      /** A key that was saved is not saved again, because that would create another profile. */
      isSaved: boolean
      failure: Failure | null
      isConfirmingDiscard: boolean
      isBusy: boolean
    }
  | { step: 'orphan'; failure: Failure; orphan: ListedKey }
  | { step: 'unclear'; failure: Failure; name: string }

export type NewKeyStore = {
  readonly store: StoreApi<NewKeyState>
  /** Adds a listener for when the list of keys may be outdated; returns the function that removes it. */
  readonly onListChanged: (listener: () => void) => () => void
  readonly open: () => Promise<void>
  readonly name: (name: string) => void
  readonly create: () => Promise<void>
  readonly copy: () => Promise<void>
  readonly reveal: () => Promise<void>
  readonly save: (profile: { name: string; color: ProfileColor; session: boolean }) => Promise<void>
  /** Closes the dialog, or asks for confirmation if the key has not been received yet. */
  readonly close: () => void
  /** Cancels closing and keeps the dialog open. */
  readonly keep: () => void
  /** Confirms closing: closes the dialog, and main discards the key. */
  readonly discard: () => void
}

/** Returns the function that delivers the new key. Does nothing while another delivery is in progress. */
const createDeliver =
  (store: StoreApi<NewKeyState>) =>
  async (send: (newKeyId: string) => Promise<{ delivery: Delivery } | { failure: Failure }>): Promise<void> => {
    const before = store.getState()
    if (before.step !== 'made' || before.isBusy) return
    store.setState({ ...before, isBusy: true }, true)
    const done = await send(before.made.newKeyId)
    const delivery = 'delivery' in done ? done.delivery : before.delivery
    const isSaved = before.isSaved || delivery?.what === 'saved'
    const failure = 'failure' in done ? done.failure : null
    store.setState({ ...before, isBusy: false, isConfirmingDiscard: false, delivery, isSaved, failure }, true)
  }

/** Returns the actions that close the dialog. */
const createCloseActions = (
  store: StoreApi<NewKeyState>,
  api: PageDeps['api'],
): Pick<NewKeyStore, 'close' | 'keep' | 'discard'> => {
  const discard = (): void => {
    const now = store.getState()
    if (now.step === 'creating' || (now.step === 'made' && now.isBusy)) return
    if (now.step === 'made') void settle(api.discardNewKey({ newKeyId: now.made.newKeyId }))
    store.setState({ step: 'closed' }, true)
  }
  return {
    discard,
    keep: () => {
      const now = store.getState()
      if (now.step === 'made') store.setState({ ...now, isConfirmingDiscard: false }, true)
    },
    close: () => {
      const now = store.getState()
      if (now.step !== 'made' || now.delivery !== null) discard()
      else if (!now.isBusy) store.setState({ ...now, isConfirmingDiscard: true }, true)
    },
  }
}

/**
 * Returns the store for a new key. The key is named, created, and then copied, shown in a native window, or saved to a
 * profile.
 */
export const createNewKeyStore = ({ api }: PageDeps, profileId: string): NewKeyStore => {
  const listeners = new Set<() => void>()
  const listChanged = (): void => listeners.forEach((listener) => listener())
  const store = createStore<NewKeyState>(() => ({ step: 'closed' }))
  const set = (state: NewKeyState): void => store.setState(state, true)
  const deliver = createDeliver(store)

  const showCreated = (creation: KeyCreation): void => {
    if (creation.step === 'made')
      return set({
        step: 'made',
        made: creation,
        delivery: null,
        isSaved: false,
        failure: null,
        isConfirmingDiscard: false,
        isBusy: false,
      })
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
      const suggested = await settle(api.suggestKeyName({ profileId }))
      const now = store.getState()
      // Keep what the user typed during the request.
      if (now.step === 'naming' && now.name === '')
        set(suggested.ok ? { ...now, name: suggested.value.name } : { ...now, failure: suggested.failure })
    },
    name: (name) => {
      const now = store.getState()
      if (now.step === 'naming') set({ ...now, name })
    },
    create: async () => {
      const now = store.getState()
      if (now.step !== 'naming' || now.name.trim() === '') return
      set({ step: 'creating', name: now.name })
      const answer = await settle(api.createKey({ profileId, name: now.name.trim() }))
      listChanged()
      if (answer.ok) showCreated(answer.value)
      else set({ step: 'naming', name: now.name, failure: answer.failure })
    },
    copy: () =>
      deliver(async (newKeyId) => {
        const copied = await settle(api.copyNewKey({ newKeyId }))
        return copied.ok ? { delivery: { what: 'copied', seconds: copied.value.seconds } } : copied
      }),
    reveal: () =>
      deliver(async (newKeyId) => {
        const shown = await settle(api.revealNewKey({ newKeyId }))
        return shown.ok ? { delivery: { what: 'revealed' } } : shown
      }),
    save: async ({ name, color, session }) => {
      const now = store.getState()
      if (now.step === 'made' && now.isSaved) return
      await deliver(async (newKeyId) => {
        const keyStorage = session ? 'session' : 'keychain'
        const saved = await settle(api.saveNewKey({ newKeyId, name, color, keyStorage }))
        listChanged()
        return saved.ok ? { delivery: { what: 'saved', profile: saved.value.profile.name } } : saved
      })
    },
    ...createCloseActions(store, api),
  }
}

/** The new keys of all profiles. They outlive the Keys screen, so that no key is lost before it is received. */
export type NewKeys = {
  readonly of: (profileId: string) => NewKeyStore
  /** The IDs of the profiles whose new key has not been received yet. */
  readonly store: StoreApi<{ readonly undelivered: readonly string[] }>
}

const isUndelivered = (state: NewKeyState): boolean =>
  state.step === 'creating' || (state.step === 'made' && state.delivery === null)

/** Returns the new-key stores of all profiles, each created on first use. */
export const createNewKeys = (deps: PageDeps): NewKeys => {
  const known = new Map<string, NewKeyStore>()
  const store = createStore<{ readonly undelivered: readonly string[] }>(() => ({ undelivered: [] }))
  const update = (profileId: string, isNow: boolean): void => {
    const { undelivered } = store.getState()
    if (undelivered.includes(profileId) === isNow) return
    store.setState({ undelivered: isNow ? [...undelivered, profileId] : undelivered.filter((id) => id !== profileId) })
  }
  const make = (profileId: string): NewKeyStore => {
    const newKey = createNewKeyStore(deps, profileId)
    newKey.store.subscribe((state) => update(profileId, isUndelivered(state)))
    known.set(profileId, newKey)
    return newKey
  }
  return { store, of: (profileId) => known.get(profileId) ?? make(profileId) }
}
