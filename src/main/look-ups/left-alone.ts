import type { Failure } from '../../contract/failure.ts'
import { leftAloneFor } from './look-up-times.ts'

/** Which profile's service is left alone because it asked for it; `monotonic` goes only forward, in milliseconds. */
export const createLeftAlone = (monotonic: () => number) => {
  const until = new Map<string, number>()
  return {
    /** Takes note of what the service asked for with a failure; false when it asked for nothing. */
    note(profileId: string, failure: Failure): boolean {
      const alone = leftAloneFor(failure)
      if (alone > 0) until.set(profileId, monotonic() + alone)
      return alone > 0
    },
    /** How long a service is still to be left alone, in milliseconds; 0 or less when it may be asked. */
    left: (profileId: string): number => (until.get(profileId) ?? -Infinity) - monotonic(),
  }
}
