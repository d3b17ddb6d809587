import type { Failure } from '../../../contract/failure.ts'
import { time } from './time.ts'

type Locked = Extract<Failure, { kind: 'numberLocked' }>
type Repeat = Extract<Failure, { kind: 'repeat' }>
/** The earlier call that stands in the way of a new one. */
export type EarlierCall = Locked['call']

const standings: Record<string, string> = {
  queued: 'is about to be sent',
  sending: 'still waits for its answer',
  accepted: 'was found in the service’s list, and its carrier does not have it yet',
  failedAtProvider: 'is in doubt: its carrier’s answer does not tell whether it dialled',
  unknown: 'is unknown',
  candidate: 'waits for somebody to decide about the run that fits',
}

/** How an earlier call stands, by the name of its state. */
const standing = ({ state }: EarlierCall): string => standings[state] ?? 'is not settled yet'

const placeOf = (call: EarlierCall): string => `${time.full(call.at)}, profile ${call.profileName}`

/** Why a number is locked, with the call that locks it. */
export const lockedWhy = ({ call }: Locked): string =>
  `The call to ${call.phoneNumberDisplay} of ${placeOf(call)}, ${standing(call)}. That phone may be ringing.`

/** Why a second call to a number asks first. */
export const repeatWhy = ({ call, reason }: Repeat): string =>
  reason === 'historyGap'
    ? 'A part of this computer’s history was lost, so nobody can say whether this number was called a moment ago.'
    : `This number was called already${call ? `: ${placeOf(call)}` : ''}.`
