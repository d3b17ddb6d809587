import type { Call } from '../../contract/call.ts'

/** What a person is told who is not looking at the window. */
export type Notice = {
  title: string
  body: string
  /** The call it tells of; null when it tells of the history. */
  callId: string | null
}

/** SECURITY: notifications stand on locked screens too. Three digits tell a call from another, and nobody can be rung with them. */
const lastDigits = ({ phoneNumber }: Call): string => `…${phoneNumber.replaceAll(/\D/g, '').slice(-3)}`

const bodies = {
  candidate: 'The service has runs that may be this call. Look at them, and say which it was, before you call again.',
  notFound: 'The service has no run of it. Look at it before you call again.',
} as const

/** What is told of a call whose outcome stays with a person; null for any other, and above all for every success. */
export const noticeOfCall = (call: Call): Notice | null => {
  const { state } = call.outcome
  if (state !== 'candidate' && state !== 'notFound') return null
  return {
    title: `Check the call to ${lastDigits(call)} (${call.profileName})`,
    body: bodies[state],
    callId: call.callId,
  }
}

/** Told when calls cannot be written down, or the history not be looked after. */
export const noticeOfHistory: Notice = {
  title: 'Rundesk’s history needs you',
  body: 'Calls may not be written down until this is mended, and none is placed that cannot be. Open Rundesk to see why.',
  callId: null,
}
