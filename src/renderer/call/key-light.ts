import type { Call } from '../../contract/call.ts'
import type { Failure } from '../../contract/failure.ts'
import type { Profile } from '../../contract/profile.ts'
import type { Fact } from '../shell/fact.ts'
import type { LightFact } from '../words/english/lights.ts'

/** What an answer, or the want of one, tells of the key it was asked with. */
type Sign = { at: number; failure: Failure | null }

const signsOf = (fact: Fact<unknown>): Sign[] => [
  ...(fact.known ? [{ at: fact.known.at, failure: null }] : []),
  ...(fact.step === 'failed' ? [{ at: fact.at, failure: fact.failure }] : []),
]

/** What the answers to calls tell of the key they were sent with: a call that was refused with 401 was refused its key. */
const signsOfCalls = (calls: readonly Call[]): Sign[] =>
  calls.flatMap(({ outcome, changedAt }): Sign[] => {
    const at = Date.parse(changedAt)
    if (outcome.state === 'rejected' && outcome.status === 401)
      return [{ at, failure: { kind: 'unauthorized', detail: outcome.detail } }]
    return outcome.state === 'rejected' || (outcome.state === 'accepted' && !outcome.reconciled)
      ? [{ at, failure: null }]
      : []
  })

const latest = (signs: readonly Sign[]): Sign | undefined => signs.toSorted((one, other) => other.at - one.at)[0]

/** The service has looked at the key before it gave such an answer. */
const tookKey = (failure: Failure | null): boolean =>
  failure === null || failure.kind === 'forbidden' || failure.kind === 'notFound' || failure.kind === 'refused'

/**
 * Whether the key of a profile works, as the latest of what was asked with it tells: no question is asked for this alone.
 * The calls are those of the profile that were answered lately. Practice has no key.
 */
export const keyFact = (profile: Profile, asked: readonly Fact<unknown>[], calls: readonly Call[]): LightFact[] => {
  if (profile.kind === 'practice') return [{ light: 'practice' }]
  const sign = latest([...asked.flatMap(signsOf), ...signsOfCalls(calls)])
  if (!sign) return [{ light: 'key', is: 'asking' }]
  const { failure, at } = sign
  if (tookKey(failure)) return [{ light: 'key', is: 'works', session: profile.custody === 'session', at }]
  if (failure?.kind === 'unauthorized') return [{ light: 'key', is: 'refused' }]
  return [{ light: 'key', is: failure?.kind === 'keychain' ? 'gone' : 'unchecked' }]
}
