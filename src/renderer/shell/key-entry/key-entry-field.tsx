import { KeyRound } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import type { Failure, IssueCode } from '../../../contract/failure.ts'
import { Button } from '../../design/button.tsx'
import { Field, type ControlProps } from '../../design/field.tsx'
import { Input } from '../../design/input.tsx'
import { words } from '../../words/words.ts'
import { forgetTyped } from '../forget-typed.ts'
import { catchFocus } from '../take-focus.ts'
import css from './key-entry.module.css'
import type { KeyEntry, KeyEntryStore } from './key-entry-store.ts'
import { keyShapeIssue } from './key-shape.ts'

const refusal = (failure: Failure): string => {
  const first = failure.kind === 'invalid' ? failure.issues[0] : undefined
  return first ? words.issue.sentence(first) : words.failure.titled(words.failure.inWords(failure))
}

const errorOf = (entry: KeyEntry, shape: IssueCode | null): string | null => {
  if (shape === 'required') return words.profiles.key.empty
  if (shape) return words.issue.sentence({ path: [], code: shape })
  return entry.step === 'refused' ? refusal(entry.failure) : null
}

/** What a secret is called where it is typed, held on to, and held. */
type SecretWords = { label: string; hint: string; hold: string; held: (length: number) => string }

const Held = ({ text, onAnother }: { text: string; onAnother: () => void }) => (
  <output className={css['held']}>
    <KeyRound aria-hidden />
    <span>{text}</span>
    <Button size="small" look="quiet" onClick={onAnother}>
      {words.profiles.key.another}
    </Button>
  </output>
)

const Typing = ({
  control,
  entry,
  hold,
  spoken,
  onShape,
}: {
  control: ControlProps
  entry: KeyEntryStore
  hold: string
  spoken: boolean
  onShape: (shape: IssueCode | null) => void
}) => {
  const input = useRef<HTMLInputElement>(null)
  const read = (text: string): string => (spoken ? text.replaceAll(/\s/g, '') : text)
  // Whoever enters another one goes on here: the button that was pressed is gone.
  useEffect(() => catchFocus(input.current), [])
  const hand = () => {
    const field = input.current
    // A press on the button comes after the blur that has handed the key over already.
    if (!field || entry.store.getState().step === 'handing') return
    const text = read(field.value)
    const shape = keyShapeIssue(text)
    onShape(shape)
    if (shape) return
    void entry.type(text)
    // SECURITY: sent once, then gone from the page, whatever the answer.
    field.value = ''
    forgetTyped()
  }
  return (
    <div className={css['typing']}>
      {/* SECURITY: uncontrolled, so that no component state or store ever holds the text. */}
      <Input
        {...control}
        ref={input}
        type="password"
        mono
        autoComplete="new-password"
        onKeyDown={(event) => event.key === 'Enter' && (event.preventDefault(), hand())}
        onBlur={(event) => event.target.value !== '' && hand()}
        onChange={(event) => onShape(event.target.value === '' ? null : liveShape(read(event.target.value)))}
      />
      <Button onClick={hand}>{hold}</Button>
      <Button onClick={() => (onShape(null), void entry.paste())}>{words.profiles.key.paste}</Button>
    </div>
  )
}

/** While somebody types, a key that is only too short yet is no mistake. */
const liveShape = (text: string): IssueCode | null => {
  const shape = keyShapeIssue(text)
  return shape === 'keyShort' || shape === 'required' ? null : shape
}

/** Two frames and a little, in milliseconds. */
const afterFocus = 50

type Props = {
  entry: KeyEntryStore
  said?: SecretWords
  /** What is pressed once the secret is held: the focus goes there, unless it is somewhere else by now. */
  next?: RefObject<HTMLElement | null>
  /** It was told by word of mouth: the blanks that somebody types between its groups mean nothing. */
  spoken?: boolean
}

/** The field of an API key, or of another secret: typed once or pasted by main, then shown only as its length. */
export const KeyEntryField = ({ entry, said = words.profiles.key, next, spoken = false }: Props) => {
  const state = useStore(entry.store)
  const [shape, setShape] = useState<IssueCode | null>(null)
  const isHeld = state.step === 'held'
  useEffect(() => {
    if (!isHeld) return undefined
    // Later: between the field that is left and what is pressed the focus is nowhere for a moment, and a dialog that
    // loses it takes it itself in the next frame.
    const timer = setTimeout(() => catchFocus(next?.current ?? null), afterFocus)
    return () => clearTimeout(timer)
  }, [isHeld, next])
  return (
    <Field label={said.label} hint={said.hint} error={errorOf(state, shape)}>
      {(control) =>
        state.step === 'held' ? (
          <Held text={said.held(state.length)} onAnother={entry.clear} />
        ) : (
          <Typing control={control} entry={entry} hold={said.hold} spoken={spoken} onShape={setShape} />
        )
      }
    </Field>
  )
}
