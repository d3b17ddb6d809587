import type { movingDays } from '../../../contract/call-filter.ts'

export type MovingDays = (typeof movingDays)[number]

/** On which days calls were prepared, in the calendar of this computer; a day is `2026-11-21`, null leaves its end open. */
export type Days =
  | { readonly kind: 'any' }
  | { readonly kind: MovingDays }
  | { readonly kind: 'between'; readonly from: string | null; readonly until: string | null }

/** The first moment of the day that lies so many days from the day of `at` (milliseconds since 1970). */
const dayFrom = (at: number, days: number): Date => {
  const day = new Date(at)
  // By the calendar and not by 24 hours: a day on which the clocks change is longer or shorter.
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + days)
}

const dayOf = (text: string | null, days: number): Date | null => {
  if (text === null) return null
  // Without a zone the text is read as local time.
  const at = Date.parse(`${text}T00:00:00`)
  return Number.isNaN(at) ? null : dayFrom(at, days)
}

const edges = (days: Days, now: number): readonly [from: Date | null, until: Date | null] => {
  switch (days.kind) {
    case 'any':
      return [null, null]
    case 'today':
      return [dayFrom(now, 0), null]
    case 'yesterday':
      return [dayFrom(now, -1), dayFrom(now, 0)]
    case 'sevenDays':
      return [dayFrom(now, -6), null]
    case 'month':
      return [new Date(new Date(now).getFullYear(), new Date(now).getMonth(), 1), null]
    case 'between':
      return [dayOf(days.from, 0), dayOf(days.until, 1)]
  }
}

/** The first moment that belongs to these days, and the first that does not any more (ISO 8601; null is open). */
export const boundsOf = (days: Days, now: number): { from: string | null; until: string | null } => {
  const [from, until] = edges(days, now)
  return { from: from?.toISOString() ?? null, until: until?.toISOString() ?? null }
}

const two = (n: number): string => String(n).padStart(2, '0')

/** The day of a moment, as a field of the page writes it; null where there is none. */
const writtenDay = (iso: string | null, earlier: number): string | null => {
  if (iso === null) return null
  const at = new Date(Date.parse(iso) - earlier)
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}

/** The days between two moments, as `boundsOf` gave them. */
export const daysBetween = (from: string | null, until: string | null): Days =>
  from === null && until === null
    ? { kind: 'any' }
    : // The last day that belongs to them is the one before the first moment that does not.
      { kind: 'between', from: writtenDay(from, 0), until: writtenDay(until, 1) }
