import type { DoctorDetails, DoctorFindingCode, DoctorLine } from '../../../src/contract/doctor.ts'
import type { CallState } from '../../../src/contract/call.ts'
import { messages } from '../../../src/messages/index.ts'

/** Represents any text in an argument of a message. */
export const anyText = 'ANYTEXT'
/** Represents any number in an argument of a message. */
export const anyNumber = 987_654_321

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&')

/** Returns a pattern for a message created with `anyText` or `anyNumber`, anywhere in a string. */
export const like = (message: string): RegExp =>
  new RegExp(
    escape(message)
      .replaceAll(/987,?654,?321/g, '[\\d,]+')
      .replaceAll(anyText, '.+?'),
  )

/** Returns a pattern for an entire string that is a message created with `anyText` or `anyNumber`. */
export const exactly = (message: string): RegExp => new RegExp(`^${like(message).source}$`)

/** Returns a message up to its first `anyText` or `anyNumber`. */
export const startOf = (message: string): string => message.split(/ANYTEXT|987,?654,?321/)[0] ?? ''

/** Returns the title that the app shows for a call's state. */
export const titleOf = (state: CallState): string => messages.callState.describe(state).title

const at = '2026-01-01T00:00:00.000Z'

/** The state of a call whose run was found in the service's list. */
export const foundState = {
  state: 'accepted',
  workflowRunId: anyNumber,
  workflowRunName: anyText,
  status: '',
  progress: 'started',
  reconciled: true,
} satisfies CallState

/** Titles of outcomes that several tests wait for. */
export const titles = {
  sending: titleOf({ state: 'sending', since: at }),
  accepted: titleOf({ ...foundState, reconciled: false }),
  found: titleOf(foundState),
  busy: titleOf({ ...foundState, end: { kind: 'busy', disposition: null, durationSeconds: 0 } }),
  unknown: titleOf({ state: 'unknown', cause: 'cut', status: null, detail: '' }),
  carrierUnknown: titleOf({ state: 'failedAtProvider', status: null, detail: '', doubt: true, workflowRunId: null }),
  notFound: titleOf({ state: 'notFound', since: at }),
  resolvedNotPlaced: titleOf({ state: 'closedByOperator', decision: 'notPlaced', who: '', at, note: '' }),
}

/** Returns the doctor's text for a finding: the problem, and what to do. */
export const described = (code: DoctorFindingCode, details: DoctorDetails = {}): { found: string; next: string } => {
  const text = messages.doctor.describe({ check: 'service', step: 'done', finding: { code, details } } as DoctorLine)
  if (text === null) throw new Error(`The doctor has no text for ${code}.`)
  return { found: text.found, next: text.next ?? '' }
}

/** Returns the label of the button that calls a number, when the form is complete. */
export const callLabel = (number: string): string =>
  messages.call.button({ number, agent: '', callerId: null, configuration: null, profile: '' })

/** Returns the label of the top bar button that shows the selected profile. */
export const profileLabel = (name: string): string => `${messages.profiles.switcher}${name}`
