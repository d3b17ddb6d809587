import { FieldMessage } from '../design/field.tsx'
import type { PhoneNumberReading } from '../../contract/phone-number.ts'
import { words } from '../words/words.ts'
import type { CallDesk } from './call-desk.ts'
import { freshNumber, type CallFormState } from './call-state.ts'
import { NumberHourButton } from './number-hour-button.tsx'
import css from './number.module.css'

const said = words.call.number

/** Why the number field's text is not taken; null while it is, or while nobody knows yet. */
export const numberError = (form: CallFormState): string | null => {
  const fresh = freshNumber(form)
  if (fresh?.step !== 'refused') return null
  const { failure } = fresh
  const issue = failure.kind === 'invalid' ? failure.issues[0] : undefined
  return issue ? words.issue.sentence(issue) : words.failure.inWords(failure).why
}

/** A line that may be this or that says nothing about it. */
const lineOf = ({ lineType }: PhoneNumberReading): string | null =>
  lineType === null || lineType === 'fixedLineOrMobile' ? null : words.phoneNumber.line(lineType)

const factsOf = (reading: PhoneNumberReading): string => {
  if (reading.kind !== 'telephone') return `${words.phoneNumber.kind(reading.kind)} · ${words.phoneNumber.asTyped}`
  const country = reading.country && words.common.country(reading.country)
  return [country, lineOf(reading)].filter(Boolean).join(' · ')
}

const warningOf = (reading: PhoneNumberReading): string | null => {
  if (reading.standing === 'possible') return said.notAssigned
  return reading.lineType === 'premiumRate' ? words.phoneNumber.costly : null
}

const Read = ({ call, reading }: { call: CallDesk; reading: PhoneNumberReading }) => {
  const warning = warningOf(reading)
  const assumed = words.phoneNumber.assumed(reading)
  return (
    <>
      <span className={css['facts']}>
        <FieldMessage tone="hint">{factsOf(reading)}</FieldMessage>
        <NumberHourButton hours={call.hour} line={reading.lineType} />
      </span>
      {assumed && <FieldMessage tone="hint">{`${assumed} ${said.willSend(reading.dial)}`}</FieldMessage>}
      {warning && <FieldMessage tone="check">{warning}</FieldMessage>}
    </>
  )
}

/** What the number in the field is and what time it is there, or why it is none. */
export const NumberSaid = ({ id, call, form }: { id: string; call: CallDesk; form: CallFormState }) => {
  const fresh = freshNumber(form)
  const error = numberError(form)
  return (
    <div id={id} className={css['said']}>
      {error && <FieldMessage tone="bad">{error}</FieldMessage>}
      {fresh?.step === 'read' && <Read call={call} reading={fresh.reading} />}
      {!fresh && form.asTyped && <FieldMessage tone="hint">{said.asTypedHint}</FieldMessage>}
    </div>
  )
}
