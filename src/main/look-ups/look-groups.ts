import type { LookUpCase } from './look-up-case.ts'

/** Calls sent within this time are looked for in one reading, in milliseconds. */
const oneReading = 60 * 60_000

/**
 * Picks those that one reading can serve: the newest call first, and all that were sent within an hour of it, are of
 * the same profile and are looked for in the same list.
 */
export const pickGroup = (due: readonly LookUpCase[]): LookUpCase[] => {
  const [first] = due.toSorted((one, other) => other.sent.wall - one.sent.wall)
  if (first === undefined) return []
  const isNear = (one: LookUpCase): boolean => Math.abs(one.sent.wall - first.sent.wall) <= oneReading
  const isSameList = (one: LookUpCase): boolean =>
    one.list === first.list && (one.list === 'organization' || one.call.agentUuid === first.call.agentUuid)
  return due.filter((one) => one.call.profileId === first.call.profileId && isNear(one) && isSameList(one))
}
