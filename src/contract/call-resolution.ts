import type { CallState } from './call.ts'

/**
 * True while nobody can say what became of a call: a phone may be ringing because of it, so its number is locked
 * until the service, or a person, has said.
 */
export const isUnresolved = (outcome: CallState): boolean => {
  switch (outcome.state) {
    case 'queued':
    case 'sending':
    case 'unknown':
    case 'candidate':
      return true
    case 'failedAtProvider':
      return outcome.doubt
    case 'accepted':
      return outcome.progress !== 'started'
    case 'rejected':
    case 'notSent':
    case 'notFound':
    case 'closedByOperator':
    case 'cancelled':
      return false
  }
}

/** True when a phone rang, or may have: a second call to that number soon after is worth a question. */
export const mayHaveRung = (outcome: CallState): boolean =>
  isUnresolved(outcome) ||
  outcome.state === 'accepted' ||
  (outcome.state === 'closedByOperator' && outcome.verdict === 'placed')
