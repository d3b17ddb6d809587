/**
 * Reads a `Retry-After` header as milliseconds from now: a number of seconds, or a moment, which is measured by the
 * service's own clock (`date`, ISO 8601). Null when there is none that can be understood.
 */
export const readRetryAfter = (text: string | null, date: string | null): number | null => {
  if (text === null) return null
  if (/^\d{1,9}$/.test(text.trim())) return Number(text.trim()) * 1000
  // Of anything but an HTTP date, Date.parse would make a guess.
  const moment = /^\w.*GMT$/.test(text.trim()) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(moment) || date === null) return null
  return Math.max(0, moment - Date.parse(date))
}
