import {
  type CallFilter,
  everyCall,
  type LearnedFacet,
  type NumberRange,
  type relativeDays,
} from '../../../../contract/call-list.ts'
import { localDay } from '../../../../domain/local-day.ts'

/** The filters as the controls show them: like `CallFilter`, but with calendar days instead of times. */
export type Filters = Omit<CallFilter, 'from' | 'until' | 'learned' | 'duration' | 'credits'> & {
  learned: readonly LearnedFacet[]
  duration: NumberRange
  credits: NumberRange
  days: Days
}

/** Matches every call, also one whose value is unknown. */
export const anyNumber: NumberRange = { from: null, to: null }

/** Returns whether a range limits anything. */
export const isLimited = ({ from, to }: NumberRange): boolean => from !== null || to !== null

export const noFilters: Filters = {
  states: everyCall.states,
  agentUuids: everyCall.agentUuids,
  profileIds: everyCall.profileIds,
  practice: everyCall.practice,
  learned: [],
  duration: anyNumber,
  credits: anyNumber,
  days: { kind: 'any' },
}

/** Converts the filters to main's filter. Relative days are resolved as of `now` (milliseconds since 1970). */
export const filterOf = ({ days, learned, duration, credits, ...rest }: Filters, now: number): CallFilter => ({
  ...rest,
  ...(learned.length > 0 && { learned: [...learned] }),
  ...(isLimited(duration) && { duration }),
  ...(isLimited(credits) && { credits }),
  ...boundsOf(days, now),
})

/** Returns whether any filter is set. */
export const isFiltered = (filters: Filters): boolean => {
  const { states, agentUuids, profileIds, learned, duration, credits, practice, days } = filters
  const selected = states.length + agentUuids.length + profileIds.length + learned.length
  return selected > 0 || isLimited(duration) || isLimited(credits) || practice !== null || days.kind !== 'any'
}

/** Returns the list without `one` if the list contains it, otherwise with `one` added. */
export const toggled = <T>(list: readonly T[], one: T): T[] =>
  list.includes(one) ? list.filter((other) => other !== one) : [...list, one]

/** Returns the states as the filter's options; a saved view may contain `toCheck`, which the option `unknown` includes. */
export const stateOptionsOf = (states: Filters['states']): Filters['states'] => [
  ...new Set(states.map((state) => (state === 'toCheck' ? 'unknown' : state))),
]

/** Returns a unique key for a value that agents learned. */
export const facetKey = ({ kind, value }: LearnedFacet): string => `${kind}:${value}`

type RelativeDays = (typeof relativeDays)[number]

/**
 * The days on which calls were prepared, in local time. A day has the format `2026-11-21`; null leaves that end of the
 * range open.
 */
export type Days =
  | { readonly kind: 'any' }
  | { readonly kind: RelativeDays }
  | { readonly kind: 'between'; readonly from: string | null; readonly until: string | null }

/** Returns whether the days depend on the current day. */
export const isRelative = ({ kind }: Days): boolean => kind !== 'any' && kind !== 'between'

/** Returns local midnight of the day `days` days after the day of `at` (milliseconds since 1970). */
const dayFrom = (at: number, days: number): Date => {
  const day = new Date(at)
  // Use calendar arithmetic, because a day with a daylight saving change does not have 24 hours.
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() + days)
}

const dayOf = (text: string | null, days: number): Date | null => {
  if (text === null) return null
  // Without a time zone, `Date.parse` uses local time.
  const at = Date.parse(`${text}T00:00:00`)
  return Number.isNaN(at) ? null : dayFrom(at, days)
}

const edgesOf = (days: Days, now: number): readonly [from: Date | null, until: Date | null] => {
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

/**
 * Returns the start (inclusive) and the end (exclusive) of the days in ISO 8601; null leaves that end of the range
 * open.
 */
export const boundsOf = (days: Days, now: number): { from: string | null; until: string | null } => {
  const [from, until] = edgesOf(days, now)
  return { from: from?.toISOString() ?? null, until: until?.toISOString() ?? null }
}

/** Returns the local day `earlier` milliseconds before a time, in the format of a date field. */
const dayText = (iso: string | null, earlier: number): string | null =>
  iso === null ? null : localDay(Date.parse(iso) - earlier)

/** Returns the days for which `boundsOf` returns these times. */
export const daysBetween = (from: string | null, until: string | null): Days =>
  from === null && until === null
    ? { kind: 'any' }
    : // The end is exclusive, so the last day is the one before it.
      { kind: 'between', from: dayText(from, 0), until: dayText(until, 1) }
