import type { DisplayState } from '../../contract/call-list.ts'

/** The word for each state, the same on every screen and in every file. */
export const stateTags: Record<DisplayState, string> = {
  reached: 'reached',
  voicemail: 'voicemail',
  noAnswer: 'no answer',
  busy: 'busy',
  failed: 'call failed',
  ended: 'ended',
  accepted: 'accepted',
  sending: 'sending',
  dialing: 'dialing',
  unknown: 'unknown',
  // The same word as `unknown`: the title says what is known about the run, and what the user must do.
  toCheck: 'unknown',
  notFound: 'not found',
  rejected: 'rejected',
  // The carrier refused the call or couldn't be reached, or the run ended before that.
  carrierRefused: 'not dialed',
  notSent: 'not sent',
  resolvedPlaced: 'resolved: placed',
  resolvedNotPlaced: 'resolved: not placed',
  cancelled: 'canceled',
  queued: 'queued',
}
