import type { DisplayState } from '../contract/call-list.ts'
import { type DayCounts, type DayOutcome, type DaySummary } from '../contract/day.ts'

/** `other` counts calls in progress, voicemail, failed calls, and calls that ended without a result. */
const outcomes: Readonly<Record<DisplayState, DayOutcome>> = {
  reached: 'reached',
  voicemail: 'other',
  noAnswer: 'noAnswer',
  busy: 'busy',
  failed: 'other',
  ended: 'other',
  accepted: 'other',
  sending: 'other',
  dialing: 'other',
  unknown: 'unknown',
  toCheck: 'unknown',
  notFound: 'notPlaced',
  rejected: 'notPlaced',
  carrierRefused: 'notPlaced',
  notSent: 'notPlaced',
  resolvedPlaced: 'other',
  resolvedNotPlaced: 'notPlaced',
  cancelled: 'notPlaced',
  queued: 'other',
}

export type DayCall = {
  /** When it was made (ISO 8601). */
  readonly at: string
  readonly state: DisplayState
  readonly agent: { readonly id: string; readonly name: string | null }
  readonly talkSeconds: number
}

const countsOf = (calls: readonly DayCall[]): DayCounts => {
  const counts: DayCounts = { reached: 0, noAnswer: 0, busy: 0, notPlaced: 0, unknown: 0, other: 0 }
  for (const { state } of calls) counts[outcomes[state]] += 1
  return counts
}

const counted = (calls: readonly DayCall[]) => ({ calls: calls.length, counts: countsOf(calls) })

/** Messages on voicemail are not talk time, and neither is the run of a call that is counted as not placed. */
const hasTalkTime = ({ state }: DayCall): boolean => state !== 'voicemail' && outcomes[state] !== 'notPlaced'

/** Counts a day's calls by outcome, hour and agent. */
export const summarizeDay = (calls: readonly DayCall[]): DaySummary => {
  const byHour = Map.groupBy(calls, ({ at }) => new Date(at).getHours())
  const [first, last] = [Math.min(...byHour.keys()), Math.max(...byHour.keys())]
  const byAgent = Map.groupBy(calls, ({ agent }) => agent.id)
  return {
    ...counted(calls),
    hours: Array.from({ length: calls.length === 0 ? 0 : last - first + 1 }, (_, index) => ({
      hour: first + index,
      ...counted(byHour.get(first + index) ?? []),
    })),
    agents: [...byAgent]
      .map(([agentId, own]) => ({
        agentId,
        name: own.find(({ agent }) => agent.name !== null)?.agent.name ?? null,
        ...counted(own),
      }))
      .toSorted((one, other) => other.calls - one.calls),
    talkSeconds: calls.filter(hasTalkTime).reduce((sum, { talkSeconds }) => sum + talkSeconds, 0),
  }
}
