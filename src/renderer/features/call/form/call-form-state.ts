import type { RefObject } from 'react'
import type { RecentRun } from '../../../../contract/call-list.ts'
import type { Call, CallDraft } from '../../../../contract/call.ts'
import type { Failure } from '../../../../contract/failure.ts'
import type { CalleeHour, LineType, PhoneNumberReading } from '../../../../contract/phone-number.ts'
import type { AgentChoice } from '../agent/agent-choice.ts'
import type { ContextDrafts } from '../context/context-edit.ts'
import { type ContextReading, readContextText } from '../context/context-text.ts'
import { blankRoute, type RouteChoice } from '../route/route.ts'

/** Main's answer for the number field, with the text it was read from, so that a stale answer is never shown. */
type NumberReading =
  | { step: 'none' }
  | { step: 'read'; text: string; asTyped: boolean; reading: PhoneNumberReading }
  | { step: 'refused'; text: string; asTyped: boolean; failure: Failure }

type RepeatFailure = Extract<Failure, { kind: 'repeat' }>

export type CallStatus =
  | { step: 'editing' }
  | { step: 'recording' }
  /** Main wants a confirmation before it calls the number again. Nothing has been recorded or sent. */
  | { step: 'repeat'; draft: CallDraft; failure: RepeatFailure }
  | { step: 'following'; call: Call }
  | { step: 'settled'; call: Call }
  | { step: 'refused'; failure: Failure }

/** What the outcome panel shows: the latest call of this form, or why it was refused. */
export type LastOutcome =
  | { kind: 'none' }
  | { kind: 'call'; call: Call }
  | { kind: 'failure'; failure: Failure; number: string }

/** A run to the number that a service lists, with the profile of that service. */
export type ListedRun = { profileId: string; profileName: string; run: RecentRun }

/** The form fields that a paste, a link or clearing may change. */
export type FilledFields = Pick<
  CallFormState,
  'agentText' | 'agent' | 'numberText' | 'asTyped' | 'contextText' | 'contextDrafts' | 'context' | 'typeOver'
>

/** Several fields changed at once: their values before and after. */
export type FilledForm = { step: 'filled'; before: FilledFields; after: FilledFields }

export type CallFormState = {
  /** Created when the form opens and for each next call. Two submissions with the same id are one call. */
  callId: string
  /** The earlier call that this one repeats by choice, while its number is in the field. */
  redialOf: { callId: string; phoneNumber: string } | null
  agentText: string
  agent: AgentChoice
  numberText: string
  /** The id of the next call while the field still has the number of an earlier one, selected to be replaced. */
  typeOver: string | null
  asTyped: boolean
  number: NumberReading
  /** The time at the callee. `zone` is the time zone that a person chose for this number. */
  calleeHour: { dial: string | null; zone: string | null; hour: CalleeHour | null }
  /** Known calls to the number, newest first: of every profile on this computer, and the runs that services list. */
  recent: { dial: string | null; calls: readonly Call[]; runs: readonly ListedRun[] }
  /** Numbers that the refused text may mean, most likely first. */
  offers: { text: string | null; readings: readonly PhoneNumberReading[] }
  /** The context as JSON text; both views edit it. */
  contextText: string
  contextDrafts: ContextDrafts
  contextView: 'form' | 'json'
  /** The name being typed for a new field; null while none is added. */
  newField: string | null
  /** The parsed text with its drafts. */
  context: ContextReading
  /** What the previous call sent: to which number, and the context as JSON. */
  lastSent: { to: string; json: string } | null
  /** The values that were cleared, while they can be restored. */
  cleared: FilledForm | null
  route: RouteChoice
  /** True while the agent's last route is being loaded. */
  isRecalling: boolean
  status: CallStatus
  last: LastOutcome
}

export const blankForm = (callId: string): CallFormState => ({
  callId,
  redialOf: null,
  agentText: '',
  agent: { kind: 'empty' },
  numberText: '',
  typeOver: null,
  asTyped: false,
  number: { step: 'none' },
  calleeHour: { dial: null, zone: null, hour: null },
  recent: { dial: null, calls: [], runs: [] },
  offers: { text: null, readings: [] },
  contextText: '',
  contextDrafts: {},
  contextView: 'form',
  newField: null,
  context: readContextText(''),
  lastSent: null,
  cleared: null,
  route: blankRoute,
  isRecalling: false,
  status: { step: 'editing' },
  last: { kind: 'none' },
})

/** True until the service has answered the call. */
export const isOpen = ({ outcome }: Call): boolean => outcome.state === 'queued' || outcome.state === 'sending'

/** Returns the reading of the field's current text, or null: a stale reading must never reach the button. */
export const currentReading = ({ number, numberText, asTyped }: CallFormState): NumberReading | null =>
  number.step !== 'none' && number.text === numberText && number.asTyped === asTyped ? number : null

/** Returns the one number that the field's current text means, or null. */
export const readNumber = (form: CallFormState): PhoneNumberReading | null => {
  const reading = currentReading(form)
  return reading?.step === 'read' ? reading.reading : null
}

/** Returns the number as the field shows it: formatted, or as typed when it is not a telephone number. */
export const textOfReading = ({ kind, display, text }: PhoneNumberReading): string =>
  kind === 'telephone' ? display : text

/** Returns the number that the unchanged context values were last sent to if the next call goes to another one, else null. */
export const staleValuesFrom = (form: CallFormState): string | null => {
  const { lastSent, context, status, numberText, typeOver } = form
  if (lastSent === null || context.value === null || status.step !== 'editing') return null
  if (lastSent.json === '{}' || JSON.stringify(context.value) !== lastSent.json) return null
  // A selected number will be replaced, so its values count as stale too.
  if (typeOver !== null) return lastSent.to
  const to = readNumber(form)?.display ?? numberText.trim()
  return to === lastSent.to || to === '' ? null : lastSent.to
}

/** What the call button warns about although the call can be placed. */
export type Caution = { what: 'values'; from: string } | { what: 'quiet'; hour: CalleeHour; line: LineType | null }

/** Returns whose values the next call would send, until one was edited or confirmed, and quiet hours at the callee. */
export const cautionsOf = (form: CallFormState): Caution[] => {
  const from = staleValuesFrom(form)
  const reading = readNumber(form)
  const { dial, hour } = form.calleeHour
  const isQuiet =
    hour !== null && dial === reading?.dial && (hour.quiet.state === 'yes' || hour.quiet.state === 'maybe')
  return [
    ...(from === null ? [] : [{ what: 'values' as const, from }]),
    ...(isQuiet ? [{ what: 'quiet' as const, hour, line: reading.lineType }] : []),
  ]
}

export const filledFieldsOf = (form: CallFormState): FilledFields => {
  const { agentText, agent, numberText, asTyped, contextText, contextDrafts, context, typeOver } = form
  return { agentText, agent, numberText, asTyped, contextText, contextDrafts, context, typeOver }
}

/** True when no field was edited between the two. */
export const isSameFields = (one: FilledFields, other: FilledFields): boolean =>
  one.agentText === other.agentText &&
  one.numberText === other.numberText &&
  one.asTyped === other.asTyped &&
  one.contextText === other.contextText

/** Elements of the Call screen that other parts of it move the focus to; null while the screen is not shown. */
export type CallScreenElements = {
  readonly agent: RefObject<HTMLDivElement | null>
  readonly number: RefObject<HTMLInputElement | null>
  readonly context: RefObject<HTMLFieldSetElement | null>
  readonly route: RefObject<HTMLFieldSetElement | null>
  readonly callButton: RefObject<HTMLButtonElement | null>
  readonly outcome: RefObject<HTMLElement | null>
}
