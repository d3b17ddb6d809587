import { type Failure, type Issue, type IssueCode, keyObstacles, rotationStops } from '../../../contract/failure.ts'
import { keychain, keychainNext, storage, storageNext } from './custody.ts'
import { lockedWhy, repeatWhy } from './in-the-way.ts'
import { issue } from './issue.ts'
import { unavailable, unreachable, unreachableNext } from './reachability.ts'

/** What a failure is called, why it came, the service's own words where it gave any, and what to do next. */
export type FailureWords = { title: string; why: string; service: string | null; next: string }

const withService = (title: string, why: string, next: string, detail: string): FailureWords => ({
  title,
  why,
  service: detail || null,
  next,
})

const own = (title: string, why: string, next: string): FailureWords => ({ title, why, service: null, next })

const refusals: Record<'unauthorized' | 'forbidden' | 'notFound', [title: string, why: string, next: string]> = {
  unauthorized: [
    'The key is not accepted',
    'The service does not know this key, or it was archived.',
    'Replace the key of this profile, or have it reactivated.',
  ],
  forbidden: [
    'The key is not allowed to do this',
    'The key works, but not for this.',
    'Ask an admin of your organization, or use another key.',
  ],
  notFound: [
    'Not found',
    'This organization has no such thing.',
    'Check that it belongs to the organization of this profile.',
  ],
}

const standsInTheWay: ReadonlySet<IssueCode> = new Set(keyObstacles)
const stopsRotation: ReadonlySet<IssueCode> = new Set(rotationStops)

const ofIssues = (issues: readonly Issue[]): FailureWords => {
  const why = issues.map(issue.located).join(' ')
  if (issues.every(({ code }) => stopsRotation.has(code)))
    return own('This cannot be done just now', why, 'No copy of a key is dropped until you decide.')
  return issues.every(({ code }) => standsInTheWay.has(code))
    ? own('This cannot be done just now', why, 'Nothing else was changed.')
    : own('Something in it is not right', why, 'Mend it and try again.')
}

/** Words for every failure; a new kind does not compile before it has some. */
const inWords = (failure: Failure): FailureWords => {
  switch (failure.kind) {
    case 'unauthorized':
    case 'forbidden':
    case 'notFound':
      return withService(...refusals[failure.kind], failure.detail)
    case 'invalid':
      return ofIssues(failure.issues)
    case 'refused':
      return withService(
        'The service refused',
        `The service answered with status ${failure.status}.`,
        'Read the service’s words; ask whoever runs it if they do not help.',
        failure.detail,
      )
    case 'unreachable':
      return own('The service cannot be reached', unreachable[failure.cause], unreachableNext[failure.cause])
    case 'unavailable':
      return own(
        'No usable answer',
        unavailable[failure.cause],
        'Asking again is safe. If it stays so, look at Support.',
      )
    case 'keychain':
      return own('The key cannot be had', keychain[failure.reason], keychainNext[failure.reason])
    case 'storage':
      return own('The history cannot be written', storage[failure.reason], storageNext[failure.reason])
    case 'numberLocked':
      return own(
        'This number is locked',
        lockedWhy(failure),
        'Do not call again. Look at that call: Rundesk is checking, and the number is free once it is settled.',
      )
    case 'repeat':
      return own(
        failure.reason === 'historyGap' ? 'The history has a gap' : 'This number was called a moment ago',
        repeatWhy(failure),
        'Look at Runs, then decide whether to call again.',
      )
    case 'closing':
      return own(
        'Rundesk is closing',
        'It waits for the answers to calls already on their way, and begins no new one.',
        'Open Rundesk again, then call.',
      )
    case 'internal':
      return own(
        'Something unforeseen happened',
        `The app noted it under ${failure.reference}.`,
        'Try again. If it comes back, hand this reference to support.',
      )
  }
}

/** The failure as the reason below another title. */
const titled = (said: FailureWords): string => `${said.title}. ${said.why}`

/** Words for failures. */
export const failure = { inWords, titled, keychain, keychainNext, storage, storageNext, unreachable, unreachableNext }
