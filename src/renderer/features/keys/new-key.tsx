import { useStore } from 'zustand'
import { focusOnMount } from '../../lib/focus.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ColorChoice, Field, Input, tooLong } from '../../ui/field.tsx'
import { FailureAlert, FailureNotice, Notice } from '../../ui/notice.tsx'
import { messages } from '../../../messages/index.ts'
import type { KeysStore } from './keys-store.ts'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { type Delivery, keyNameLength, keyNameSchema, type SavedKey } from '../../../contract/key.ts'
import { type ProfileColor, profileNameLength, profileNameSchema } from '../../../contract/profile.ts'
import css from './keys.module.css'
import type { NewKeyState, NewKeyStore } from './new-key-store.ts'

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
      isKept
      onClose={() => void newKey.close()}
      foot={
        <>
          <Button onClick={() => void newKey.close()}>{messages.common.cancel}</Button>
          <Button
            variant="loud"
            off={isBusy || !keyNameSchema.safeParse(state.name).success}
            onClick={() => void newKey.create()}
          >
            {isBusy ? newKeyText.creating : newKeyText.confirm}
          </Button>
        </>
      }
    >
      <p>{newKeyText.text}</p>
      <Field label={newKeyText.name} hint={newKeyText.nameHint} error={tooLong(state.name, keyNameLength)}>
        {(control) => (
          <Input
            {...control}
            ref={field}
            onFocus={({ target }) => !isTyped && target.select()}
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
  opener,
}: Omit<NewKeyDialogProps, 'unusedColor'> & { state: Extract<NewKeyState, { step: 'orphan' | 'unclear' }> }) => {
  const orphan = state.step === 'orphan' ? state.orphan : null
  const archive = () => {
    void newKey.close()
    if (orphan) keys.confirmArchive(orphan)
  }
  return (
    <Dialog
      title={newKeyText.noResponse}
      open
      afterRemoved={() => opener.current}
      onClose={() => void newKey.close()}
      foot={
        <>
          <Button onClick={() => void newKey.close()}>{messages.common.close}</Button>
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

type NewKeyDialogProps = Props & {
  unusedColor: ProfileColor
  /** The button that opens the dialog. */
  opener: RefObject<HTMLButtonElement | null>
}

/** Renders the dialogs for a new key, from naming it to receiving it. */
export const NewKeyDialog = ({ newKey, keys, unusedColor, opener }: NewKeyDialogProps) => {
  const state = useStore(newKey.store)
  switch (state.step) {
    case 'closed':
      return null
    case 'naming':
    case 'creating':
      return <Naming newKey={newKey} state={state} />
    case 'made':
      return <CreatedKeyDialog {...{ newKey, state, unusedColor, opener }} />
    case 'orphan':
    case 'unclear':
      return <LostResponse {...{ newKey, keys, state, opener }} />
  }
}

type CreatedKeyProps = Omit<NewKeyDialogProps, 'keys'> & { state: Extract<NewKeyState, { step: 'made' }> }

const deliveryText = (delivery: Delivery): string => {
  if (delivery.what === 'copied') return newKeyText.copied(delivery.seconds)
  return delivery.what === 'cleared' ? newKeyText.cleared : newKeyText.revealed
}

const warningText = ({ delivery, saved }: Extract<NewKeyState, { step: 'made' }>): string => {
  if (delivery !== null) return newKeyText.clearedWarning
  return saved === null ? newKeyText.discardWarning : newKeyText.sessionWarning(saved.profile)
}

const SavedNotice = ({ saved: { profile, keyStorage } }: { saved: SavedKey }) =>
  keyStorage === 'keychain' ? (
    <Notice tone="good" title={newKeyText.saved(profile)} />
  ) : (
    <Notice tone="check" title={newKeyText.savedForSession(profile)} />
  )

type SaveFormProps = { newKey: NewKeyStore; off: boolean; unusedColor: ProfileColor }

const SaveForm = ({ newKey, off, unusedColor }: SaveFormProps) => {
  const [name, setName] = useState('')
  const [color, setColor] = useState(unusedColor)
  const [session, setSession] = useState(false)
  const isOff = off || !profileNameSchema.safeParse(name).success
  const save = (): void => {
    if (!isOff) void newKey.save({ name, color, session })
  }
  return (
    <form className={css['form']} onSubmit={(event) => (event.preventDefault(), save())}>
      <Field label={newKeyText.profileName} error={tooLong(name, profileNameLength)}>
        {(control) => (
          <Input {...control} ref={focusOnMount} value={name} onChange={(event) => setName(event.target.value)} />
        )}
      </Field>
      <ColorChoice name="new-key-color" value={color} onChoose={setColor} />
      <label className={css['tick']}>
        <input type="checkbox" checked={session} onChange={(event) => setSession(event.target.checked)} />
        {messages.profiles.keyStorageChoice.session}
      </label>
      <div>
        <Button type="submit" off={isOff}>
          {newKeyText.save}
        </Button>
      </div>
    </form>
  )
}

/** Offers the ways to receive a new key, which main keeps in memory. SECURITY: the page never has the key. */
const CreatedKeyDialog = ({ newKey, state, unusedColor, opener }: CreatedKeyProps) => {
  const [isSaving, setSaving] = useState(false)
  const copy = useRef<HTMLButtonElement>(null)
  const { made, delivery, saved, failure, isConfirmingDiscard, isBusy } = state
  return (
    <Dialog
      title={newKeyText.createdTitle(made.name)}
      open
      isKept={!isSaving}
      onClose={() => void newKey.close()}
      first={copy}
      afterRemoved={() => opener.current}
      foot={
        <>
          {isConfirmingDiscard && (
            <Button variant="danger" off={isBusy} onClick={newKey.discard}>
              {delivery === null && saved === null ? newKeyText.discard : newKeyText.closeAnyway}
            </Button>
          )}
          {isConfirmingDiscard ? (
            // Ignore the second click of a double-click on the button that was here before.
            <Button key="keep" off={isBusy} onClick={({ detail }) => detail < 2 && newKey.keep()}>
              {newKeyText.goBack}
            </Button>
          ) : (
            <Button key="done" off={isBusy} onClick={() => void newKey.close()}>
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
      {isSaving && <SaveForm newKey={newKey} off={isBusy || saved !== null} unusedColor={unusedColor} />}
      <div aria-live="polite" className={css['result']}>
        {delivery && !isConfirmingDiscard && (
          <Notice tone={delivery.what === 'cleared' ? 'idle' : 'good'} title={deliveryText(delivery)} />
        )}
        {saved && !isConfirmingDiscard && <SavedNotice saved={saved} />}
        {failure && <FailureNotice failure={failure} />}
        {isConfirmingDiscard && <Notice tone="check" title={warningText(state)} />}
      </div>
    </Dialog>
  )
}
