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

const latest = (signs: readonly Sign[]): Sign | undefined => signs.toSorted((one, other) => other.at - one.at)[0]

/** The service has looked at the key before it gave such an answer. */
const tookKey = (failure: Failure | null): boolean =>
  failure === null || failure.kind === 'forbidden' || failure.kind === 'notFound' || failure.kind === 'refused'

/**
 * Whether the key of a profile works, as the latest of what was asked with it tells: no question is asked for this alone.
 * Practice has no key.
 */
export const keyFact = (profile: Profile, asked: readonly Fact<unknown>[]): LightFact[] => {
  if (profile.kind === 'practice') return [{ light: 'practice' }]
  const sign = latest(asked.flatMap(signsOf))
  if (!sign) return [{ light: 'key', is: 'asking' }]
  const { failure, at } = sign
  if (tookKey(failure)) return [{ light: 'key', is: 'works', session: profile.custody === 'session', at }]
  if (failure?.kind === 'unauthorized') return [{ light: 'key', is: 'refused' }]
  return [{ light: 'key', is: failure?.kind === 'keychain' ? 'gone' : 'unchecked' }]
}
