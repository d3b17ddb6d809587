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

/** What is refused with these was refused after the service took the key. Most others may come from whatever stands before it. */
const behindKey: ReadonlySet<number> = new Set([402, 403])

/** What the answers to calls tell of the key they were sent with. A 422 tells nothing: it comes before the key is looked at. */
const signsOfCalls = (calls: readonly Call[]): Sign[] =>
  calls.flatMap(({ outcome, changedAt }): Sign[] => {
    const at = Date.parse(changedAt)
    if (outcome.state === 'accepted') return outcome.reconciled ? [] : [{ at, failure: null }]
    if (outcome.state !== 'rejected') return []
    if (outcome.status === 401) return [{ at, failure: { kind: 'unauthorized', detail: outcome.detail } }]
    return behindKey.has(outcome.status) ? [{ at, failure: null }] : []
  })

const latest = (signs: readonly Sign[]): Sign | undefined => signs.toSorted((one, other) => other.at - one.at)[0]

/** The service has looked at the key, and taken it, before it gave such an answer. */
const tookKey = (failure: Failure | null): boolean =>
  failure === null || failure.kind === 'forbidden' || (failure.kind === 'refused' && behindKey.has(failure.status))

/** Such an answer was given, and whether anybody had looked at the key before is not known: an earlier sign stands. */
const saysNothing = ({ failure }: Sign): boolean =>
  !tookKey(failure) && (failure?.kind === 'notFound' || failure?.kind === 'refused' || failure?.kind === 'invalid')

/**
 * Whether the key of a profile works, as the latest of what was asked with it tells: no question is asked for this alone.
 * The calls are those of the profile that were answered lately. Practice has no key.
 */
export const keyFact = (profile: Profile, asked: readonly Fact<unknown>[], calls: readonly Call[]): LightFact[] => {
  if (profile.kind === 'practice') return [{ light: 'practice' }]
  // Of two at the same time the call's is the one that counts.
  const signs = [...signsOfCalls(calls), ...asked.flatMap(signsOf)]
  const sign = latest(signs.filter((one) => !saysNothing(one))) ?? latest(signs)
  if (!sign) return [{ light: 'key', is: 'asking' }]
  const { failure, at } = sign
  if (tookKey(failure)) return [{ light: 'key', is: 'works', session: profile.custody === 'session', at }]
  if (failure?.kind === 'unauthorized') return [{ light: 'key', is: 'refused' }]
  return [{ light: 'key', is: failure?.kind === 'keychain' ? 'gone' : 'unchecked' }]
}
