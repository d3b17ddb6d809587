import type { CallStateName } from '../../../contract/call.ts'

const tags: Record<CallStateName, string> = {
  queued: 'about to be sent',
  sending: 'still waiting for its answer',
  accepted: 'accepted',
  rejected: 'rejected',
  notSent: 'not sent',
  failedAtProvider: 'the carrier failed',
  unknown: 'unknown',
  candidate: 'a run that fits was found',
  notFound: 'not found',
  closedByOperator: 'closed by hand as placed',
  cancelled: 'cancelled',
}

/** The word for a state that is known by its name alone; null for a name that is none. */
export const tagOf = (name: string): string | null => new Map<string, string>(Object.entries(tags)).get(name) ?? null
