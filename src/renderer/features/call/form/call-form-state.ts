import type { RefObject } from 'react'
import type { RecentRun } from '../../../../contract/call-list.ts'
import type { Call, CallDraft } from '../../../../contract/call.ts'
import type { Failure } from '../../../../contract/failure.ts'
import type { InitialContext } from '../../../../contract/initial-context.ts'
import type { CalleeHour, LineType, PhoneNumberReading } from '../../../../contract/phone-number.ts'
import type { ContextPath } from '../../../../domain/context/edit.ts'
import { displayStateOf } from '../../../../domain/call-state.ts'
import { isObject, valueAt } from '../../../../domain/json.ts'
import { isSameNumber, isShortNumber } from '../../../../domain/phone-number.ts'
import type { AgentChoice } from '../agent/agent-choice.ts'
import type { ContextDrafts } from '../context/context-edit.ts'
import { type ContextReading, readContextText } from '../context/context-text.ts'
import { blankRoute, isBlankRoute, type RouteChoice } from '../route/route.ts'

/** The number that main parsed, and the text it was parsed from, so that a stale result is never shown. */
type NumberReading =
  | { step: 'none' }
  | { step: 'read'; text: string; asTyped: boolean; reading: PhoneNumberReading }
  | { step: 'refused'; text: string; asTyped: boolean; failure: Failure }

type RepeatFailure = Extract<Failure, { kind: 'repeat' }>

export type CallStatus =
  | { step: 'editing' }
  | { step: 'recording' }
  /** Main requires a confirmation before it calls the number. Nothing has been recorded or sent. */
  | { step: 'repeat'; draft: CallDraft; failure: RepeatFailure }
  | { step: 'following'; call: Call }
  | { step: 'settled'; call: Call }
  | { step: 'refused'; failure: Failure }

/** What the outcome panel shows: this form's latest call, or why that call was refused. */
export type LastOutcome =
  | { kind: 'none' }
  | { kind: 'call'; call: Call }
  | { kind: 'failure'; failure: Failure; number: string }

/** A run to the number, the profile whose service lists it, and the name of the profile that placed it, if known. */
export type ListedRun = { profileId: string; profileName: string; run: RecentRun }

/** A number, and the context that came with it. */
type NumberWithValues = { number: string; values: InitialContext }

/**
 * Where the values came from. `values` is null if the text had an error when its number was replaced, until it can be
 * parsed; `earlier` is where its values came from before.
 */
type ValuesFrom = NumberWithValues | { number: string; values: null; earlier: NumberWithValues | null }

/** The form fields that a paste, a link or clearing may change. */
export type FilledFields = Pick<
  CallFormState,
  | 'agentText'
  | 'agent'
  | 'numberText'
  | 'asTyped'
  | 'contextText'
  | 'contextDrafts'
  | 'context'
  | 'valuesFrom'
  | 'typeOver'
>

/** A change to several fields at once: their values before and after it. */
export type FilledForm = { step: 'filled'; before: FilledFields; after: FilledFields }

/** What undoing a change from an earlier call restores in addition to the fields. */
export type OtherFields = Pick<CallFormState, 'route' | 'newField' | 'redialOf'>

/** The profile that was selected before an earlier call of another profile filled in the form. */
export type LeftProfile = { readonly name: string; readonly select: () => void }

/** Values of an earlier call that replaced the user's entries or belong to another profile than the one before. */
export type FilledFromCall = FilledForm & {
  number: string
  /** The profile that was selected before; null if it was the same. */
  leftProfile: LeftProfile | null
  /** The other fields before the change, and the route after it. */
  others: OtherFields
  route: RouteChoice
}

export type CallFormState = {
  /**
   * Created when the form opens and again for each following call. Submitting the same ID twice places only one call.
   */
  callId: string
  /** The earlier call that the user chose to repeat, as long as its number is in the field. */
  redialOf: { callId: string; phoneNumber: string } | null
  agentText: string
  agent: AgentChoice
  numberText: string
  /**
   * The next call's ID while the field still contains an earlier call's number, which is selected so that typing
   * replaces it; otherwise null.
   */
  typeOver: string | null
  asTyped: boolean
  number: NumberReading
  /** The recipient's local time. `zone` is the time zone that the user chose for this number. */
  calleeHour: { dial: string | null; zone: string | null; hour: CalleeHour | null }
  /**
   * Known calls to the number, newest first: this computer's calls from every profile, and the runs that the services
   * list. `unread` has the profiles whose runs couldn't be read; it is empty if that is unknown, and null if all were
   * read.
   */
  recent: {
    dial: string | null
    calls: readonly Call[]
    runs: readonly ListedRun[]
    unread: readonly string[] | null
  }
  /** The numbers that refused text may mean, most likely first. */
  offers: { text: string | null; readings: readonly PhoneNumberReading[] }
  /** The context as JSON text; both views edit it. */
  contextText: string
  contextDrafts: ContextDrafts
  contextView: 'form' | 'json'
  /** The name being typed for a new field; null while none is being added. */
  newField: string | null
  /** The parsed text, including its drafts. */
  context: ContextReading
  /** Why main would refuse a call because the context contains an API key; null if it wouldn't or hasn't checked it yet. */
  keyFailure: Failure | null
  /** Where the values came from: a call, a paste or a link. Null if the user typed them or kept them for this call. */
  valuesFrom: ValuesFrom | null
  /** The cleared values while they can be restored, otherwise null. */
  cleared: FilledForm | null
  /** The change from an earlier call while it is shown and can be undone, otherwise null. */
  filledFrom: FilledFromCall | null
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
  recent: { dial: null, calls: [], runs: [], unread: null },
  offers: { text: null, readings: [] },
  contextText: '',
  contextDrafts: {},
  contextView: 'form',
  newField: null,
  context: readContextText(''),
  keyFailure: null,
  valuesFrom: null,
  cleared: null,
  filledFrom: null,
  route: blankRoute,
  isRecalling: false,
  status: { step: 'editing' },
  last: { kind: 'none' },
})

/** True while the call is waiting to be sent or for the service's response. */
export const isAwaitingResponse = ({ outcome }: Call): boolean =>
  outcome.state === 'queued' || outcome.state === 'sending'

/**
 * Returns the parsed number if it belongs to the field's current text, otherwise null, because a stale number must
 * never reach the button.
 */
export const currentReading = ({ number, numberText, asTyped }: CallFormState): NumberReading | null =>
  number.step !== 'none' && number.text === numberText && number.asTyped === asTyped ? number : null

/** Returns the number if the field's current text means exactly one, otherwise null. */
export const readNumber = (form: CallFormState): PhoneNumberReading | null => {
  const reading = currentReading(form)
  return reading?.step === 'read' ? reading.reading : null
}

/** Returns the number as the field shows it: formatted, or as typed if it is not a telephone number. */
export const textOfReading = ({ kind, display, text }: PhoneNumberReading): string =>
  kind === 'telephone' ? display : text

/** Returns the form's `valuesFrom` for a context that came with a number; null if it came without one. */
export const valuesFromNumber = (number: string, values: InitialContext | null): NumberWithValues | null =>
  number === '' || values === null ? null : { number, values }

type ContextValue = { path: ContextPath; json: string }

/** Returns the values of a context at every depth. Objects are entered; lists are values. */
const valuesOf = (value: unknown, path: ContextPath = []): ContextValue[] =>
  isObject(value)
    ? Object.entries(value).flatMap(([name, inside]) => valuesOf(inside, [...path, name]))
    : [{ path, json: JSON.stringify(value) }]

const jsonAt = (context: unknown, path: ContextPath): string | undefined => JSON.stringify(valueAt(context, path))

const isFilled = (json: string | undefined): boolean => json !== undefined && json !== '""'

/** While the user is filling in the form, and while a question about the call is open. */
const isBeforeCall = ({ step }: CallFormState['status']): boolean => step === 'editing' || step === 'repeat'

/**
 * Returns the earlier values that a context contains unchanged. Returns none once the user has replaced one of them by
 * another value. Filling in an empty field or removing a field replaces none.
 */
const unchangedIn = (context: InitialContext, earlier: InitialContext): ContextValue[] => {
  const all = valuesOf(earlier)
  const isUnchanged = ({ path, json }: ContextValue): boolean => jsonAt(context, path) === json
  const isReplaced = (one: ContextValue): boolean =>
    isFilled(one.json) && isFilled(jsonAt(context, one.path)) && !isUnchanged(one)
  return all.some(isReplaced) ? [] : all.filter(isUnchanged)
}

const hasFilled = (values: readonly ContextValue[]): boolean => values.some(({ json }) => isFilled(json))

/** Returns the values that came with a number and that a call would send unchanged. */
const unchangedValues = ({ valuesFrom, context, status }: CallFormState): ContextValue[] =>
  !valuesFrom?.values || context.value === null || !isBeforeCall(status)
    ? []
    : unchangedIn(context.value, valuesFrom.values)

/** Returns the paths of the values that came with a number and are unchanged. */
export const unchangedPaths = (form: CallFormState): ContextPath[] => unchangedValues(form).map(({ path }) => path)

/** Returns the number that the values came with if a call would send some of them unchanged, otherwise null. */
const unchangedValuesFrom = (form: CallFormState): string | null =>
  hasFilled(unchangedValues(form)) ? (form.valuesFrom?.number ?? null) : null

/** Returns the number that the values came with if a call would send some of them to another number, otherwise null. */
export const staleValuesFrom = (form: CallFormState): string | null => {
  const from = unchangedValuesFrom(form)
  const to = readNumber(form)?.display ?? form.numberText.trim()
  return to === from || to === '' ? null : from
}

/** Returns the number in the field; null if it is empty or has too few digits to be a whole number. */
const numberInField = (form: CallFormState): string | null => {
  const text = form.numberText.trim()
  return readNumber(form)?.display ?? (text === '' || isShortNumber(text) ? null : text)
}

/**
 * True if the field still contains the number of this form's last call, and the user is filling in the next call. A
 * person who wasn't reached may be called again, with other values.
 */
const isNumberOfReachedCall = ({ last, callId }: CallFormState, number: string): boolean =>
  last.kind === 'call' &&
  last.call.callId !== callId &&
  displayStateOf(last.call.outcome) === 'reached' &&
  isSameNumber(last.call.phoneNumberDisplay, number)

/**
 * Returns the form's `valuesFrom` with the values in the text once it can be parsed. Unchanged values of an earlier
 * number still came from that one.
 */
export const withReadValues = (valuesFrom: ValuesFrom | null, { written }: ContextReading): ValuesFrom | null => {
  if (valuesFrom === null || valuesFrom.values !== null || written === null) return valuesFrom
  const { number, earlier } = valuesFrom
  const isEarlier = earlier !== null && earlier.number !== number && hasFilled(unchangedIn(written, earlier.values))
  return isEarlier ? earlier : { number, values: written }
}

/**
 * Returns the form's `valuesFrom` for a number that a paste or a link fills in: the values that the user typed for
 * another number belong to that one. A number that the user types over may be a correction.
 */
export const valuesFromReplaced = (form: CallFormState, next: string): ValuesFrom | null => {
  const replaced = numberInField(form)
  if (replaced === null || isSameNumber(replaced, next) || isNumberOfReachedCall(form, replaced)) return form.valuesFrom
  const { valuesFrom, context } = form
  if (valuesFrom?.values !== null)
    return withReadValues({ number: replaced, values: null, earlier: valuesFrom ?? null }, context)
  // The text was for both numbers, and it isn't known whether its values changed.
  return isSameNumber(valuesFrom.number, next) ? { ...valuesFrom, number: replaced } : valuesFrom
}

/** True if the values are stale, or will be once the user types over the selected number of the earlier call. */
export const mayClearValues = (form: CallFormState): boolean =>
  (form.typeOver === null ? staleValuesFrom(form) : unchangedValuesFrom(form)) !== null

/** Something that the call button warns about without preventing the call. */
export type Caution = { what: 'values'; from: string } | { what: 'quiet'; hour: CalleeHour; line: LineType | null }

/** Returns the warnings: the values came with another number, or the recipient is in quiet hours. */
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
  const { agentText, agent, numberText, asTyped, contextText, contextDrafts, context, valuesFrom, typeOver } = form
  return { agentText, agent, numberText, asTyped, contextText, contextDrafts, context, valuesFrom, typeOver }
}

/** True if the user or an action changed a field, and not only what is known about the fields. */
export const isEdited = (form: CallFormState, before: CallFormState): boolean =>
  form.agentText !== before.agentText ||
  form.numberText !== before.numberText ||
  form.contextText !== before.contextText ||
  form.contextDrafts !== before.contextDrafts ||
  form.route !== before.route

/** True if both contain the same values. */
export const isSameFields = (one: FilledFields, other: FilledFields): boolean =>
  one.agentText === other.agentText &&
  one.numberText === other.numberText &&
  one.asTyped === other.asTyped &&
  one.contextText === other.contextText

/** True if no field has been edited since the form was filled in from an earlier call. */
export const isUnchangedSince = ({ after, route }: FilledFromCall, form: CallFormState): boolean =>
  isSameFields(after, filledFieldsOf(form)) && form.route === route

/** True if filling in the form would overwrite nothing. */
export const isBlank = ({ numberText, contextText, contextDrafts, newField, status }: CallFormState): boolean => {
  const isEmpty = numberText.trim() === '' && contextText.trim() === '' && Object.keys(contextDrafts).length === 0
  return isEmpty && newField === null && status.step === 'editing'
}

/** True if filling in the form would discard entries that no recorded call has, such as an agent or a route. */
const hasEntries = (form: CallFormState): boolean =>
  (!isBlank(form) || form.agentText.trim() !== '' || !isBlankRoute(form.route)) &&
  form.status.step !== 'following' &&
  form.status.step !== 'settled'

/**
 * Returns the form's `filledFrom` after a change from an earlier call; null if the change discarded no entries of this
 * or another profile's form. A second change in a row keeps the entries from before the first one.
 */
export const filledFromOf = (
  before: CallFormState,
  form: CallFormState,
  number: string,
  leftProfile: LeftProfile | null,
): FilledFromCall | null => {
  const { filledFrom } = before
  const first = filledFrom !== null && isUnchangedSince(filledFrom, before) ? filledFrom : null
  if (first === null && leftProfile === null && !hasEntries(before)) return null
  const { route, newField, redialOf } = before
  return {
    step: 'filled',
    before: first?.before ?? filledFieldsOf(before),
    others: first?.others ?? { route, newField, redialOf },
    after: filledFieldsOf(form),
    route: form.route,
    number,
    leftProfile: leftProfile ?? first?.leftProfile ?? null,
  }
}

/** True if the form contains another number than the one that was filled in. */
export const isNumberReplaced = ({ after }: FilledForm, numberText: string): boolean =>
  after.numberText !== '' && !isSameNumber(after.numberText, numberText)

/** Elements of the Call screen that other components focus; null while the screen is not shown. */
export type CallScreenElements = {
  readonly agent: RefObject<HTMLDivElement | null>
  readonly number: RefObject<HTMLInputElement | null>
  readonly context: RefObject<HTMLFieldSetElement | null>
  readonly route: RefObject<HTMLFieldSetElement | null>
  readonly callButton: RefObject<HTMLButtonElement | null>
  readonly outcome: RefObject<HTMLElement | null>
}
