import { type CallFilter, everyCall } from '../../../contract/call-filter.ts'
import { boundsOf, type Days } from './days.ts'

/** Which calls a person wants to see, as the controls beside the search have it. */
export type Wish = Omit<CallFilter, 'from' | 'until'> & { days: Days }

export const anyCall: Wish = {
  states: everyCall.states,
  agentUuids: everyCall.agentUuids,
  profileIds: everyCall.profileIds,
  practice: everyCall.practice,
  days: { kind: 'any' },
}

/** The wish as main is asked for it, with the days as they are now. */
export const filterOf = ({ days, ...facts }: Wish, now: number): CallFilter => ({ ...facts, ...boundsOf(days, now) })

/** Whether a wish leaves any call out. */
export const isNarrow = ({ states, agentUuids, profileIds, practice, days }: Wish): boolean =>
  states.length + agentUuids.length + profileIds.length > 0 || practice !== null || days.kind !== 'any'

/** A list with one thing more, or without it where it was in. */
export const turned = <T>(list: readonly T[], one: T): T[] =>
  list.includes(one) ? list.filter((other) => other !== one) : [...list, one]
