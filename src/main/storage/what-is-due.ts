const day = 24 * 60 * 60 * 1000

/**
 * Whether a backup must be made: there is none (or only from a time that is yet to come, after a clock was set right),
 * the newest is a day old, or it is from before the last recovery.
 */
export const isBackupDue = (newestAt: string | null, recoveredAt: string | null, now: string): boolean =>
  newestAt === null ||
  Math.abs(Date.parse(now) - Date.parse(newestAt)) >= day ||
  (recoveredAt !== null && newestAt <= recoveredAt)

/** Whether the whole history must be checked: it was not yet since the start, or not for a day. */
export const isCheckDue = (checkedAt: string | null, now: string): boolean =>
  checkedAt === null || Math.abs(Date.parse(now) - Date.parse(checkedAt)) >= day

/** The moment before which personal data is over its time (ISO 8601). */
export const personalDataUntil = (now: string, days: number): string =>
  new Date(Date.parse(now) - days * day).toISOString()
