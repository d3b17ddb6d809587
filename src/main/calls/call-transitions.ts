import type { CallStateName } from '../../contract/call.ts'

// [Note: the states of a call] queued is durable, sending is durable before the socket opens, and everything that is
// not understood afterwards is unknown. Storage moves a call only out of one of the states named here.
const table: Readonly<Record<CallStateName, readonly CallStateName[]>> = {
  queued: ['sending', 'cancelled'],
  sending: ['accepted', 'rejected', 'notSent', 'failedAtProvider', 'unknown'],
  accepted: [],
  rejected: [],
  notSent: [],
  failedAtProvider: ['accepted', 'candidate', 'notFound', 'closedByOperator'],
  unknown: ['accepted', 'failedAtProvider', 'candidate', 'notFound', 'closedByOperator'],
  candidate: ['accepted', 'closedByOperator'],
  notFound: ['accepted', 'closedByOperator'],
  closedByOperator: [],
  cancelled: [],
}

/** The states from which a call may become `to`. */
export const statesBefore = (to: CallStateName): CallStateName[] => {
  // Object.keys forgets the key type; the table names every state and nothing else.
  const names = Object.keys(table) as CallStateName[]
  return names.filter((from) => table[from].includes(to))
}
