import type { Call, CallState } from '../../contract/call.ts'

/** Whether a call of this outcome may be placed anew: only when surely no phone rings because of it. */
export const wasSurelyNotPlaced = (outcome: CallState): boolean => {
  switch (outcome.state) {
    case 'rejected':
    case 'notSent':
    case 'notFound':
    case 'cancelled':
      return true
    case 'failedAtProvider':
      return !outcome.doubt
    case 'closedByOperator':
      return outcome.verdict === 'notPlaced'
    case 'queued':
    case 'sending':
    case 'accepted':
    case 'unknown':
    case 'candidate':
      return false
  }
}

/** Whether the screen offers to call again; a call whose person was erased has no number left to call. */
export const mayCallAgain = ({ outcome, phoneNumber }: Call): boolean =>
  phoneNumber !== '' && wasSurelyNotPlaced(outcome)
