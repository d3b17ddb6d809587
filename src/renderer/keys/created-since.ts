import type { ListedKey } from '../../contract/listed-key.ts'

/** Since when keys are shown, in hours back from now; null shows all. */
export const sinceHours = { ever: null, day: 24, week: 7 * 24, month: 30 * 24, year: 365 * 24 } as const

export type Since = keyof typeof sinceHours

export const isSince = (text: string): text is Since => Object.hasOwn(sinceHours, text)

/** The keys that were created within a time; one whose age the service does not tell is shown always. */
export const createdSince = (keys: readonly ListedKey[], since: Since, now: number): ListedKey[] => {
  const hours = sinceHours[since]
  if (hours === null) return [...keys]
  const from = now - hours * 3_600_000
  return keys.filter(({ createdAt }) => createdAt === null || !(Date.parse(createdAt) < from))
}
