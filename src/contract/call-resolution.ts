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

/**
 * True for what was said of a call without its answer and without proof: nobody waited for the answer, or lists were read
 * that did not show it. The answer itself, when it comes after all, takes its place.
 */
export const isGuess = (outcome: CallState): boolean =>
  (outcome.state === 'unknown' && outcome.cause === 'interrupted') ||
  outcome.state === 'candidate' ||
  outcome.state === 'notFound'

/** Whether surely no phone rings because of a call of this outcome: only such a call may be placed anew. */
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

/** True when a phone rang, or may have: a second call to that number soon after is worth a question. */
export const mayHaveRung = (outcome: CallState): boolean =>
  isUnresolved(outcome) ||
  outcome.state === 'accepted' ||
  (outcome.state === 'closedByOperator' && outcome.verdict === 'placed')
