import type { Call, CallDraft } from '../../contract/call.ts'
import type { Failure } from '../../contract/failure.ts'
import type { PhoneNumberReading } from '../../contract/phone-number.ts'
import type { AgentChoice } from './agent-choice.ts'
import { blankFrom, type CallsFrom } from './calls-from.ts'
import type { ContextDrafts } from './context-drafts.ts'
import { readContextText, type ContextReading } from './context-text.ts'

/** What main made of the number field, with the exact question it answers: an answer to another text is never shown. */
export type NumberReading =
  | { step: 'none' }
  | { step: 'read'; text: string; asTyped: boolean; reading: PhoneNumberReading }
  | { step: 'refused'; text: string; asTyped: boolean; failure: Failure }

export type RepeatFailure = Extract<Failure, { kind: 'repeat' }>

/** How far the wish to call has come. */
export type CallStep =
  | { step: 'editing' }
  | { step: 'recording' }
  /** Main asks whether to call the number once more: nothing has been recorded or sent. */
  | { step: 'repeat'; draft: CallDraft; failure: RepeatFailure }
  | { step: 'following'; call: Call }
  | { step: 'settled'; call: Call }
  | { step: 'refused'; failure: Failure }

/** What the outcome panel tells: the latest call of this form, or why it did not become one. */
export type LastOutcome =
  | { kind: 'none' }
  | { kind: 'call'; call: Call }
  | { kind: 'failure'; failure: Failure; number: string }

export type CallFormState = {
  /** Minted when the form opens and for each next call: two submissions with the same one are one call. */
  callId: string
  /** The earlier call that the next one repeats by a person's choice, for as long as its number stands in the field. */
  redialOf: { callId: string; phoneNumber: string } | null
  agentText: string
  agent: AgentChoice
  numberText: string
  /** The id of the call to be, while its number stands there to be typed over: it came from an earlier call. */
  typeOver: string | null
  asTyped: boolean
  number: NumberReading
  /** The one truth of both views of the context: JSON as it is written. */
  contextText: string
  contextDrafts: ContextDrafts
  contextView: 'form' | 'json'
  /** The name of a field that is about to be added; null while none is. */
  newField: string | null
  /** What the text with its drafts says. */
  context: ContextReading
  /** What the call before sent: to whom, and the context as JSON. Its values may be another person's. */
  carried: { to: string; json: string } | null
  from: CallsFrom
  /** True while nobody knows yet what the agent was last called through. */
  isRecalling: boolean
  at: CallStep
  last: LastOutcome
}

/** An empty form with its call id. */
export const blankForm = (callId: string): CallFormState => ({
  callId,
  redialOf: null,
  agentText: '',
  agent: { kind: 'empty' },
  numberText: '',
  typeOver: null,
  asTyped: false,
  number: { step: 'none' },
  contextText: '',
  contextDrafts: {},
  contextView: 'form',
  newField: null,
  context: readContextText(''),
  carried: null,
  from: blankFrom,
  isRecalling: false,
  at: { step: 'editing' },
  last: { kind: 'none' },
})

/** True while the answer of a call is still out. */
export const isOpen = ({ outcome }: Call): boolean => outcome.state === 'queued' || outcome.state === 'sending'

/** The reading that belongs to the field's text as it stands, or null: a stale one must never reach the button. */
export const freshNumber = ({ number, numberText, asTyped }: CallFormState): NumberReading | null =>
  number.step !== 'none' && number.text === numberText && number.asTyped === asTyped ? number : null

/** What the number field means, once it means one number: the reading of its text as it stands, else null. */
export const readNumber = (form: CallFormState): PhoneNumberReading | null => {
  const fresh = freshNumber(form)
  return fresh?.step === 'read' ? fresh.reading : null
}
