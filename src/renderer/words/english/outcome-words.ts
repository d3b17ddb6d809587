import type { CallState, CallStateName } from '../../../contract/call.ts'

/** Was a call placed: the one question every outcome answers. */
export type Placed = 'yes' | 'no' | 'unknown' | 'notYet'

/** An outcome in words: what happened, was a call placed, why (ours, then the service's), what next and who must do it. */
export type OutcomeWords = {
  /** One or two words, for lists. */
  tag: string
  title: string
  placed: Placed
  why: string
  service: string | null
  next: string
}

/** A state with its facts, by its name. */
export type Of<S extends CallStateName> = Extract<CallState, { state: S }>

/** What stands below every outcome that may be a ringing phone. */
export const doNotCall = 'Do not call again: it may be ringing. Rundesk is checking with the service.'
