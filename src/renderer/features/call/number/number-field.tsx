import { type KeyboardEvent, type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { PhoneNumberReading } from '../../../../contract/phone-number.ts'
import type { PracticeNumber } from '../../../../messages/en/call.ts'
import { messages } from '../../../../messages/index.ts'
import { Field, FieldMessage, Switch } from '../../../ui/field.tsx'
import { firstValueIn } from '../context/context-focus.ts'
import { type CallFormState, type CallScreenElements, currentReading } from '../form/call-form-state.ts'
import type { CallForm } from '../form/call-form.ts'
import fieldCss from '../form/fields.module.css'
import { CalleeHourButton, type CalleeHourUpdater } from './callee-hour.tsx'
import css from './number.module.css'
import { RecentCallsList } from './recent-calls.tsx'
import { ariaKeysOf } from '../../../lib/commands.ts'
import { Toolbar } from '@base-ui/react/toolbar'
import type { StoreApi } from 'zustand/vanilla'
import type { IssueCode } from '../../../../contract/failure.ts'
import type { PageDeps } from '../../../lib/page.ts'
import { settle } from '../../../lib/query.ts'
import { Ltr } from '../../../ui/text.tsx'
import { Tag } from '../../../ui/tag.tsx'

const numberMessages = messages.call.number

/** The parts of the Call screen's model that the field uses. */
type NumberFieldCall = {
  form: CallForm
  elements: CallScreenElements
  calleeHour: CalleeHourUpdater
  paste: { takeNumber: (reading: PhoneNumberReading) => void }
}

type NumberFieldProps = {
  call: NumberFieldCall
  practice: boolean
  practiceNumbers: readonly PracticeNumber[]
  onEnter: () => void
}

/** Renders the number field, which is focused when the screen opens. Enter calls. */
export const NumberField = ({ call, practice, practiceNumbers, onEnter }: NumberFieldProps) => {
  const form = useStore(call.form.store)
  const { readings } = form.offers
  const { number: input, context } = call.elements
  const firstOffer = useRef<HTMLButtonElement>(null)
  const { step } = form.status
  const isCalled = step === 'following' || step === 'settled'
  const enter = useNumberEnter(call, form, onEnter)
  const hintId = useId()
  useNumberFocus(input, form)
  useExactUndo(input, form.numberText)
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // After a call, typing a digit replaces the called number.
    if (isCalled && /^[+\d]$/.test(event.key) && !event.ctrlKey) event.currentTarget.select()
    if (event.key === 'ArrowDown' && readings.length > 0) {
      event.preventDefault()
      firstOffer.current?.focus()
    }
    if (event.key === 'Tab') tabToFirstValue(event, context)
    if (event.key !== 'Enter' || event.ctrlKey || event.repeat) return
    // Focus may move, and this key press must not add a line break or choose an offer there.
    event.preventDefault()
    if (firstOffer.current) firstOffer.current.focus()
    else enter()
  }
  return (
    <Field label={numberMessages.label} layout="row">
      {(control) => (
        <>
          <input
            {...control}
            aria-describedby={hintId}
            aria-invalid={numberError(form) === null ? undefined : true}
            ref={input}
            dir="ltr"
            className={fieldCss['number']}
            placeholder={numberMessages.placeholder}
            maxLength={1000}
            spellCheck={false}
            autoComplete="off"
            value={form.numberText}
            aria-keyshortcuts={ariaKeysOf('call')}
            data-number-field
            onChange={(event) => call.form.typeNumber(event.target.value)}
            onKeyDown={onKeyDown}
          />
          <div className={fieldCss['below']}>
            <NumberHint id={hintId} call={call} form={form} />
            <Switch label={numberMessages.asTyped} on={form.asTyped} onTurn={call.form.dialAsTyped} />
          </div>
          <NumberOffersList
            readings={readings}
            firstOffer={firstOffer}
            onTake={(reading) => {
              call.paste.takeNumber(reading)
              input.current?.focus()
            }}
            onLeave={() => input.current?.focus()}
          />
          {form.status.step === 'editing' && <RecentCallsList form={call.form.store} practice={practice} />}
          <PracticeNumbers numbers={practiceNumbers} onChoose={call.form.typeNumber} />
        </>
      )}
    </Field>
  )
}

/**
 * Returns the handler for Enter. If the number has not been parsed yet, the handler waits until it is, unless the text
 * changes. A guessed number requires a second Enter, so that the user sees it first.
 */
export const useNumberEnter = (call: NumberFieldCall, form: CallFormState, onEnter: () => void): (() => void) => {
  const waiting = useRef<string | null>(null)
  useEffect(() => {
    if (waiting.current === null) return
    const isSame = waiting.current === form.numberText && form.status.step === 'editing'
    const reading = isSame ? currentReading(form) : undefined
    if (reading === null) return
    waiting.current = null
    if (reading?.step === 'read' && reading.reading.assumed === null) onEnter()
  }, [form, onEnter])
  return () => {
    if (form.numberText.trim() === '' || currentReading(form)) return onEnter()
    waiting.current = form.numberText
    void call.form.readNumberNow()
  }
}

/**
 * Focuses the field when the screen opens and when the form is filled in from an earlier call. Selects a number that is
 * to be replaced.
 */
const useNumberFocus = (
  input: RefObject<HTMLInputElement | null>,
  { redialOf, typeOver, status }: CallFormState,
): void => {
  const wasConfirming = useRef(false)
  useEffect(() => {
    // After declining to call the number again, the user most likely wants to change it.
    if (wasConfirming.current && status.step === 'editing') input.current?.select()
    wasConfirming.current = status.step === 'repeat'
  }, [input, status.step])
  // A layout effect focuses the field before the first paint.
  useLayoutEffect(() => input.current?.focus(), [input])
  useEffect(() => {
    if (redialOf) input.current?.focus()
  }, [input, redialOf])
  useEffect(() => {
    if (typeOver) input.current?.select()
  }, [input, typeOver])
}

/**
 * On Tab, skips the rarely used controls below the number and focuses the first context value. Shift+Tab reaches those
 * controls.
 */
const tabToFirstValue = (event: KeyboardEvent<HTMLInputElement>, context: RefObject<HTMLElement | null>): void => {
  const first = firstValueIn(context)
  if (event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return
  if (first === null || event.currentTarget.value.trim() === '') return
  event.preventDefault()
  first.focus()
}

/** Describes the number and its local time, or says why it is not accepted. */
const NumberHint = ({ id, call, form }: { id: string; call: NumberFieldCall; form: CallFormState }) => {
  const reading = currentReading(form)
  const error = numberError(form)
  return (
    <div id={id} className={css['hint']}>
      {error && <FieldMessage tone="bad">{error}</FieldMessage>}
      {reading?.step === 'read' && <NumberDetails call={call} reading={reading.reading} />}
      {!reading && form.asTyped && <FieldMessage tone="hint">{numberMessages.asTypedHint}</FieldMessage>}
    </div>
  )
}

const numberError = (form: CallFormState): string | null => {
  const reading = currentReading(form)
  if (reading?.step !== 'refused') return null
  const { failure } = reading
  const issue = failure.kind === 'invalid' ? failure.issues[0] : undefined
  return issue ? messages.issue.text(issue) : messages.failure.describe(failure).why
}

const NumberDetails = ({ call, reading }: { call: NumberFieldCall; reading: PhoneNumberReading }) => {
  const warning = numberWarning(reading)
  const assumed = messages.phoneNumber.assumed(reading)
  return (
    <>
      <span className={css['details']}>
        <FieldMessage tone="hint">{kindAndCountry(reading)}</FieldMessage>
        <CalleeHourButton form={call.form.store} line={reading.lineType} onZone={call.calleeHour.setZone} />
      </span>
      {assumed && <FieldMessage tone="hint">{`${assumed} ${numberMessages.willSend(reading.dial)}`}</FieldMessage>}
      {warning && <FieldMessage tone="check">{warning}</FieldMessage>}
    </>
  )
}

const kindAndCountry = ({ kind, country, lineType }: PhoneNumberReading): string => {
  if (kind !== 'telephone') return `${messages.phoneNumber.kind(kind)} · ${messages.phoneNumber.asTyped}`
  // `fixedLineOrMobile` would not tell the user anything.
  const line = lineType === null || lineType === 'fixedLineOrMobile' ? null : messages.phoneNumber.line(lineType)
  return [country && messages.common.country(country), line].filter(Boolean).join(' · ')
}

const numberWarning = ({ validity, lineType }: PhoneNumberReading): string | null => {
  if (validity === 'possible') return numberMessages.notAssigned
  return lineType === 'premiumRate' ? messages.phoneNumber.costly : null
}

type PracticeNumbersProps = { numbers: readonly PracticeNumber[]; onChoose: (number: string) => void }

/** Lists the practice numbers, each with the outcome of a call to it. Renders nothing outside practice. */
const PracticeNumbers = ({ numbers, onChoose }: PracticeNumbersProps) =>
  numbers.length === 0 ? null : (
    <details className={css['numbers']}>
      <summary>{messages.call.practiceNumbers}</summary>
      <ul>
        {numbers.map(({ number, meaning }) => (
          <li key={number}>
            <button type="button" onClick={() => onChoose(number)}>
              {number}
            </button>
            <span>{meaning}</span>
          </li>
        ))}
      </ul>
    </details>
  )

const phoneNumberMessages = messages.phoneNumber

export type NumberOffers = {
  /** Offers these numbers until the text in the number field changes. */
  readonly offer: (readings: readonly PhoneNumberReading[]) => void
  readonly close: () => void
}

/** Issues after which the text may still mean another number. */
const ambiguous = new Set<IssueCode>([
  'nationalNumber',
  'severalNumbers',
  'phoneExtension',
  'shortNumber',
  'sipEndpoint',
])

const refusedText = (form: CallFormState): string | null => {
  const reading = currentReading(form)
  if (reading?.step !== 'refused' || reading.failure.kind !== 'invalid') return null
  return reading.failure.issues.some(({ code }) => ambiguous.has(code)) ? reading.text : null
}

const noOffers: CallFormState['offers'] = { text: null, readings: [] }

/** Updates the form's `offers`. `callerIdText` returns the number that the call would come from. */
export const createNumberOffers = (
  { api }: PageDeps,
  form: StoreApi<CallFormState>,
  callerIdText: () => string | null,
): NumberOffers => {
  const load = async (text: string) => {
    const answer = await settle(api.suggestPhoneNumbers({ text, callerId: callerIdText() }))
    if (answer.ok && form.getState().numberText === text && refusedText(form.getState()) === text)
      form.setState({ offers: { text, readings: answer.value.readings } })
  }
  const close = form.subscribe((state, before) => {
    const { offers } = form.getState()
    const isStale = offers.text !== null && (state.numberText !== offers.text || state.asTyped)
    if (isStale) form.setState({ offers: noOffers })
    const text = refusedText(state)
    if (text !== null && refusedText(before) !== text) void load(text)
  })
  return { offer: (readings) => form.setState({ offers: { text: form.getState().numberText, readings } }), close }
}

/** Maximum number of offers to show. The rest are unlikely, and typing the country code narrows them down. */
const maxOffers = 6

type NumberOffersListProps = {
  readings: readonly PhoneNumberReading[]
  firstOffer: RefObject<HTMLButtonElement | null>
  onTake: (reading: PhoneNumberReading) => void
  /** Called on Escape, to return to the field without choosing. */
  onLeave: () => void
}

/**
 * Lists the numbers that the text may mean, most likely first. The arrow keys move between them, and Enter chooses one.
 */
const NumberOffersList = ({ readings, firstOffer, onTake, onLeave }: NumberOffersListProps) =>
  readings.length === 0 ? null : (
    <div className={css['offers']} aria-live="polite">
      <p className={css['question']}>{phoneNumberMessages.offers}</p>
      <Toolbar.Root
        orientation="vertical"
        aria-label={phoneNumberMessages.offers}
        className={css['list']}
        onKeyDown={(event) => event.key === 'Escape' && onLeave()}
      >
        {readings.slice(0, maxOffers).map((reading, index) => (
          <Toolbar.Button
            key={`${reading.kind} ${reading.dial}`}
            ref={index === 0 ? firstOffer : undefined}
            className={css['offer']}
            onClick={() => onTake(reading)}
            data-offer
          >
            <span className={css['digits']}>
              <Ltr>{reading.display}</Ltr>
            </span>
            <span className={css['why']}>{offerNote(reading)}</span>
            {reading.assumed !== null && <Tag tone="check">{phoneNumberMessages.guess}</Tag>}
          </Toolbar.Button>
        ))}
      </Toolbar.Root>
    </div>
  )

const offerNote = (reading: PhoneNumberReading): string =>
  [
    reading.kind === 'telephone'
      ? reading.country && messages.common.country(reading.country)
      : `${phoneNumberMessages.kind(reading.kind)} · ${phoneNumberMessages.asTyped}`,
    reading.assumed && phoneNumberMessages.assumedInShort(reading.assumed),
    reading.extension && phoneNumberMessages.extension(reading.extension),
  ]
    .filter(Boolean)
    .join(' · ')

/**
 * Cancels the browser's undo and redo in a text field once the page has changed the field's value itself. The browser
 * doesn't know about such a change, so undoing an earlier edit would merge the old text into the new one. Its undo and
 * redo then stay off until the field is mounted again, because the page can't clear the browser's list of edits.
 */
const useExactUndo = (field: RefObject<HTMLInputElement | null>, value: string): void => {
  const known = useRef(value)
  const isInexact = useRef(false)
  useLayoutEffect(() => {
    if (known.current !== value) isInexact.current = true
    known.current = value
  }, [value])
  useEffect(() => {
    const input = field.current
    if (!input) return undefined
    const onInput = (): void => void (known.current = input.value)
    const onBeforeInput = (event: InputEvent): void => {
      if (isInexact.current && (event.inputType === 'historyUndo' || event.inputType === 'historyRedo'))
        event.preventDefault()
    }
    input.addEventListener('input', onInput)
    input.addEventListener('beforeinput', onBeforeInput)
    return () => {
      input.removeEventListener('input', onInput)
      input.removeEventListener('beforeinput', onBeforeInput)
    }
  }, [field])
}
