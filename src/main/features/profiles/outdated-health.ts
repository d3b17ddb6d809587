import type { Runtime } from '../../app/runtime.ts'

/** The minimum time between two announcements that a profile's successful health check is outdated, in milliseconds. */
const pauseMilliseconds = 5_000

/** Announces that a profile's last health check is outdated when another request has the opposite result. */
export const createOutdatedHealth = ({ announce, monotonic }: Pick<Runtime, 'announce' | 'monotonic'>) => {
  /** The profiles whose last health check failed, until the service responds to another request. */
  const downIds = new Set<string>()
  /** The profiles whose failed check was announced as outdated, until the page has checked again. */
  const outdatedIds = new Set<string>()
  /** The profiles whose last health check succeeded, until a request can't reach the service. */
  const upIds = new Set<string>()
  /** When the successful check of a profile was last announced as outdated, in monotonic milliseconds. */
  const announcedAt = new Map<string, number>()

  return {
    /** Invoked when the service responds to a request with the profile's key. */
    answered(profileId: string): void {
      if (!downIds.delete(profileId)) return
      outdatedIds.add(profileId)
      announce('healthOutdated', { profileId })
    },
    /** Invoked when a request other than a health check couldn't reach the service. */
    unreachable(profileId: string): void {
      const now = monotonic()
      if (now - (announcedAt.get(profileId) ?? -Infinity) < pauseMilliseconds || !upIds.delete(profileId)) return
      announcedAt.set(profileId, now)
      announce('healthOutdated', { profileId })
    },
    /** Invoked after each health check. */
    checked(profileId: string, isUp: boolean): void {
      // If only the health check fails, its repetition is not announced, so that not every response causes a check.
      const isRepeated = outdatedIds.delete(profileId)
      if (isUp) {
        downIds.delete(profileId)
        upIds.add(profileId)
      } else {
        upIds.delete(profileId)
        if (!isRepeated) downIds.add(profileId)
      }
    },
  }
}
