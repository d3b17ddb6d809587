import type { Call } from '../../contract/call.ts'
import { wasSurelyNotPlaced } from '../../contract/call-resolution.ts'

/**
 * Whether a call can be repeated: its number is still known. A person who was erased leaves none, and one whose time was
 * over leaves its last three digits, `…123`, which nobody can dial.
 */
export const mayRepeat = ({ phoneNumber }: Pick<Call, 'phoneNumber'>): boolean =>
  phoneNumber !== '' && !phoneNumber.startsWith('…')

/** Whether the screen offers to call again: only what surely was not placed, to a number that is still known. */
export const mayCallAgain = (call: Call): boolean => mayRepeat(call) && wasSurelyNotPlaced(call.outcome)
