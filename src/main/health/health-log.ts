import type { Outcome } from '../../contract/failure.ts'
import type { Health, HealthHour, HealthSample } from '../../contract/health.ts'

const hour = 3_600_000
/** The page asks once a minute, and a person may press as often as they like. */
const mostSamples = 600

/** What health questions found in the last hour, by profile. */
export type HealthLog = {
  /** Notes what one question found, and gives it on as it is. */
  note(profileId: string, outcome: Outcome<Health>): Outcome<Health>
  hourOf(profileId: string): HealthHour
}

/**
 * Makes the log of health. It is kept in memory: after a restart the last hour is not known and is not made up, and a
 * disk that fails has no part in what is told about the service. `clock` is wall time in milliseconds.
 */
export const createHealthLog = (clock: () => number): HealthLog => {
  const begun = clock()
  const byProfile = new Map<string, HealthSample[]>()

  const lately = (profileId: string): HealthSample[] => {
    const from = clock() - hour
    // A clock that was put back leaves samples of a time to come: they are as little of this hour as old ones.
    return (byProfile.get(profileId) ?? []).filter(({ at }) => Date.parse(at) >= from && Date.parse(at) <= clock())
  }

  return {
    note(profileId, outcome) {
      const sample: HealthSample = outcome.ok
        ? {
            at: outcome.value.checkedAt,
            milliseconds: outcome.value.milliseconds,
            version: outcome.value.version,
            failure: null,
          }
        : { at: new Date(clock()).toISOString(), milliseconds: null, version: null, failure: outcome.failure }
      byProfile.set(profileId, [...lately(profileId), sample].slice(-mostSamples))
      return outcome
    },
    hourOf: (profileId) => ({
      from: new Date(Math.max(clock() - hour, Math.min(begun, clock()))).toISOString(),
      until: new Date(clock()).toISOString(),
      samples: lately(profileId),
    }),
  }
}
