import type { CallState, CallStateName } from '../../contract/call.ts'
import { isUnresolved } from '../../contract/call-resolution.ts'

// [Note: the states of a call] queued is durable, sending is durable before the socket opens, and everything that is
// not understood afterwards is unknown. Storage moves a call only out of one of the states named here, and what was
// found out later (look-ups, a person's word) only out of the very outcome that it was found out about.
// What the sending process itself knows stands above this table: its answer takes the place of a guess, and a call that is
// on its way is put back as sending when a restored history says otherwise (the ledger's settleOwn and putBack).
const table: Readonly<Record<CallStateName, readonly CallStateName[]>> = {
  queued: ['sending', 'cancelled'],
  sending: ['accepted', 'rejected', 'notSent', 'failedAtProvider', 'unknown'],
  accepted: ['accepted', 'failedAtProvider', 'closedByOperator'],
  rejected: [],
  notSent: [],
  failedAtProvider: ['accepted', 'failedAtProvider', 'candidate', 'notFound', 'closedByOperator'],
  unknown: ['accepted', 'failedAtProvider', 'candidate', 'notFound', 'closedByOperator'],
  candidate: ['accepted', 'failedAtProvider', 'closedByOperator'],
  notFound: ['accepted', 'failedAtProvider', 'closedByOperator'],
  closedByOperator: [],
  cancelled: [],
}

/** The states from which a call may become `to`. */
export const statesBefore = (to: CallStateName): CallStateName[] => {
  // Object.keys forgets the key type; the table names every state and nothing else.
  const names = Object.keys(table) as CallStateName[]
  return names.filter((from) => table[from].includes(to))
}

/** Before these are over there is nothing to find out: the one is not sent yet, the other waits for its own answer. */
const underWay: readonly CallStateName[] = ['queued', 'sending']

/**
 * Whether what was found out may replace `from`. A resolved outcome stands, with one exception: a run that shows up
 * after "not found" is the truth, and takes its place.
 */
export const mayResolve = (from: CallState, to: CallState): boolean =>
  table[from.state].includes(to.state) &&
  !underWay.includes(from.state) &&
  (isUnresolved(from) || from.state === 'notFound')
