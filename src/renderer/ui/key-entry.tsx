import { KeyRound } from 'lucide-react'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Failure, IssueCode } from '../../contract/failure.ts'
import { Button } from './button.tsx'
import { type ControlProps, Field, Input } from './field.tsx'
import { messages } from '../../messages/index.ts'
import { clearTypedFromMemory, type KeyEntry, type KeyEntryStore, keyShapeIssue } from '../lib/key-entry.ts'
import { focusIfLost } from '../lib/focus.ts'
import css from './key-entry.module.css'
import type { KeychainStatus } from '../../contract/app-status.ts'
import { Notice } from './notice.tsx'
import type { Query } from '../lib/query.ts'

const refusal = (failure: Failure): string => {
  const first = failure.kind === 'invalid' ? failure.issues[0] : undefined
  return first ? messages.issue.text(first) : messages.failure.asReason(messages.failure.describe(failure))
}

const errorOf = (entry: KeyEntry, shape: IssueCode | null): string | null => {
  if (shape === 'required') return messages.profiles.key.empty
  if (shape) return messages.issue.text({ path: [], code: shape })
  return entry.step === 'refused' ? refusal(entry.failure) : null
}

type SecretText = { label: string; hint: string; use: string; entered: (length: number) => string; another: string }

const StagedKey = ({ text, another, onAnother }: { text: string; another: string; onAnother: () => void }) => (
  <output className={css['staged']}>
    <KeyRound aria-hidden />
    <span>{text}</span>
    <Button size="small" variant="quiet" onClick={onAnother}>
      {another}
    </Button>
  </output>
)

const KeyInput = ({
  control,
  entry,
  use,
  spoken,
  onShape,
}: {
  control: ControlProps
  entry: KeyEntryStore
  use: string
  spoken: boolean
  onShape: (shape: IssueCode | null) => void
}) => {
  const input = useRef<HTMLInputElement>(null)
  const read = (text: string): string => (spoken ? text.replaceAll(/\s/g, '') : text)
  // The "Enter another" button that had focus is gone.
  useEffect(() => focusIfLost(input.current), [])
  const stage = () => {
    const field = input.current
    // When the button is clicked, the preceding blur has already staged the key.
    if (!field || entry.store.getState().step === 'staging') return
    const text = read(field.value)
    const shape = keyShapeIssue(text)
    onShape(shape)
    if (shape) return
    void entry.type(text)
    // SECURITY: the text is sent once and removed from the page, even if it is refused.
    field.value = ''
    clearTypedFromMemory()
  }
  return (
    <div className={css['typing']}>
      {/* SECURITY: the field is uncontrolled, so that no component state or store ever contains the text. */}
      <Input
        {...control}
        ref={input}
        type="password"
        mono
        autoComplete="new-password"
        onKeyDown={(event) => event.key === 'Enter' && (event.preventDefault(), stage())}
        onBlur={(event) => event.target.value !== '' && stage()}
        onChange={(event) => onShape(event.target.value === '' ? null : liveShape(read(event.target.value)))}
      />
      <Button onClick={stage}>{use}</Button>
      <Button onClick={() => (onShape(null), void entry.paste())}>{messages.profiles.key.paste}</Button>
    </div>
  )
}

/**
 * Returns the issue to show while the user is typing. A key that is too short may just be incomplete, so that is not
 * reported.
 */
const liveShape = (text: string): IssueCode | null => {
  const shape = keyShapeIssue(text)
  return shape === 'keyShort' || shape === 'required' ? null : shape
}

type KeyEntryFieldProps = {
  entry: KeyEntryStore
  text?: SecretText
  /** The element to focus once the secret has been staged, unless the user has moved focus elsewhere. */
  next?: RefObject<HTMLElement | null>
  /** True if the secret may have been dictated, so that spaces between its groups are ignored. */
  spoken?: boolean
}

/**
 * Renders the field for an API key or another secret, which is typed once or pasted by main, then shown only as a
 * length.
 */
export const KeyEntryField = ({ entry, text = messages.profiles.key, next, spoken = false }: KeyEntryFieldProps) => {
  const state = useStore(entry.store)
  const [shape, setShape] = useState<IssueCode | null>(null)
  const isStaged = state.step === 'staged'
  // A layout effect, because a dialog takes focus after it if nothing has focus, and again in the next frame.
  useLayoutEffect(() => {
    if (isStaged) focusIfLost(next?.current ?? null)
  }, [isStaged, next])
  return (
    <Field label={text.label} hint={text.hint} error={errorOf(state, shape)}>
      {(control) =>
        state.step === 'staged' ? (
          <StagedKey text={text.entered(state.length)} another={text.another} onAnother={entry.clear} />
        ) : (
          <KeyInput control={control} entry={entry} use={text.use} spoken={spoken} onShape={setShape} />
        )
      }
    </Field>
  )
}

type KeyStorageChoiceProps = {
  keychain: Query<KeychainStatus>
  /** The form's failure, which may already state why the keychain can't be used. */
  failure: Failure | null
  session: boolean
  onSession: (session: boolean) => void
}

/**
 * While the keychain cannot store a key, shows why, how to fix that, and the option to keep the key until the app
 * quits.
 */
export const KeyStorageChoice = ({ keychain, failure, session, onSession }: KeyStorageChoiceProps) => {
  const status = useStore(keychain.store).data?.value
  if (!status || status.usable) return null
  return (
    <Notice
      tone="check"
      title={messages.profiles.keyStorageChoice.unavailable}
      actions={
        <Button size="small" onClick={() => void keychain.load()}>
          {messages.profiles.keyStorageChoice.again}
        </Button>
      }
    >
      {failure?.kind !== 'keychain' && (
        <>
          <p>{messages.failure.keychainWhy[status.reason]}</p>
          <p>{messages.failure.keychainNext[status.reason]}</p>
        </>
      )}
      <label className={css['tick']}>
        <input type="checkbox" checked={session} onChange={(event) => onSession(event.target.checked)} />
        {messages.profiles.keyStorageChoice.session}
      </label>
    </Notice>
  )
}
