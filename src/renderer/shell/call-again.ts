import type { Call } from '../../contract/call.ts'
import { wasSurelyNotPlaced } from '../../contract/call-resolution.ts'

/** A person who was erased leaves no number, and one whose time was over leaves its last three digits: `…123`. */
const hasNumber = ({ phoneNumber }: Call): boolean => phoneNumber !== '' && !phoneNumber.startsWith('…')

/** Whether the screen offers to call again: only what surely was not placed, to a number that is still known. */
export const mayCallAgain = (call: Call): boolean => hasNumber(call) && wasSurelyNotPlaced(call.outcome)
