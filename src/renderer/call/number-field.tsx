import { useEffect, useId, useLayoutEffect, useRef, type KeyboardEvent, type RefObject } from 'react'
import { useStore } from 'zustand'
import { Field } from '../design/field.tsx'
import { Switch } from '../design/switch.tsx'
import type { PracticeNumber } from '../words/english/practice-numbers.ts'
import { words } from '../words/words.ts'
import type { CallDesk } from './call-desk.ts'
import type { CallFormState } from './call-state.ts'
import css from './fields.module.css'
import { numberInput } from './number-input.ts'
import { NumberOffersList } from './number-offers-list.tsx'
import { NumberPastLine } from './number-past-line.tsx'
import { NumberSaid, numberError } from './number-said.tsx'
import { PracticeNumbers } from './practice-numbers.tsx'
import { useNumberEnter } from './use-number-enter.ts'

const said = words.call.number

type Props = { call: CallDesk; practice: boolean; practiceNumbers: readonly PracticeNumber[]; onEnter: () => void }

/** The caret stands in the field when the desk opens, and where calling again leads: the form is full, and Enter calls. */
const useCaret = (input: RefObject<HTMLInputElement | null>, { redialOf, typeOver, at }: CallFormState): void => {
  const asked = useRef(false)
  useEffect(() => {
    // A number that is not called again is the first thing to change.
    if (asked.current && at.step === 'editing') input.current?.select()
    asked.current = at.step === 'repeat'
  }, [input, at.step])
  // With the first picture, and not after it.
  useLayoutEffect(() => input.current?.focus(), [input])
  useEffect(() => {
    if (redialOf) input.current?.focus()
  }, [input, redialOf])
  useEffect(() => {
    if (typeOver) input.current?.select()
  }, [input, typeOver])
}

/** The first of the offered numbers, when there are some. */
const firstOffer = (): HTMLElement | null => document.querySelector<HTMLElement>('[data-offer]')

/**
 * Tab leads from a number to the first value of the context, as it does from one value to the next: what stands between
 * them (the hour there, sending as typed) is rarely needed, and Shift+Tab from that value leads there.
 */
const goToValues = (event: KeyboardEvent<HTMLInputElement>): void => {
  const isPlain = !event.shiftKey && !event.ctrlKey && !event.altKey && !event.metaKey
  const first = document.querySelector<HTMLElement>('[data-context-field]')
  if (event.key !== 'Tab' || !isPlain || first === null || event.currentTarget.value.trim() === '') return
  event.preventDefault()
  first.focus()
}

/** The number, large: the caret stands here when the desk opens, and Enter calls. */
export const NumberField = ({ call, practice, practiceNumbers, onEnter }: Props) => {
  const form = useStore(call.form.store)
  const { readings } = useStore(call.offers.store)
  const input = useRef<HTMLInputElement>(null)
  const called = form.at.step === 'following' || form.at.step === 'settled'
  const enter = useNumberEnter(call, form, onEnter)
  const note = useId()
  useCaret(input, form)
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // Digits begin the next number, in the place of the one that was called.
    if (called && /^[+\d]$/.test(event.key) && !event.ctrlKey) event.currentTarget.select()
    if (event.key === 'ArrowDown' && readings.length > 0) {
      event.preventDefault()
      firstOffer()?.focus()
    }
    goToValues(event)
    if (event.key !== 'Enter' || event.ctrlKey || event.repeat) return
    // Wherever the press leads, it must do nothing there: no line break in a value, no offer taken.
    event.preventDefault()
    const offer = firstOffer()
    if (offer) offer.focus()
    else enter()
  }
  return (
    <Field label={said.label} layout="row">
      {(control) => (
        <>
          <input
            {...control}
            aria-describedby={note}
            aria-invalid={numberError(form) === null ? undefined : true}
            ref={input}
            {...numberInput}
            value={form.numberText}
            aria-keyshortcuts="Enter"
            data-number-field
            onChange={(event) => call.form.typeNumber(event.target.value)}
            onKeyDown={onKeyDown}
          />
          <div className={css['below']}>
            <NumberSaid id={note} call={call} form={form} />
            <Switch label={said.asTyped} on={form.asTyped} onTurn={call.form.dialAsTyped} />
          </div>
          <NumberOffersList
            readings={readings}
            onTake={(reading) => (call.pasted.takeNumber(reading), input.current?.focus())}
            onLeave={() => input.current?.focus()}
          />
          {form.at.step === 'editing' && <NumberPastLine past={call.past} practice={practice} />}
          <PracticeNumbers numbers={practiceNumbers} onChoose={call.form.typeNumber} />
        </>
      )}
    </Field>
  )
}
