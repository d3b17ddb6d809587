import type { Call } from '../../../../src/contract/call.ts'
import type { CallFilter } from '../../../../src/contract/call-filter.ts'
import type { InitialContext } from '../../../../src/contract/initial-context.ts'

/** A call with everything that can be searched. */
export type Kept = { call: Call; context: InitialContext; note: string | null }

const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()

const leaves = (value: unknown): string[] => {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : []
}

const withoutTrunk = (text: string): string => text.replaceAll('(0)', '')

/** Runs of digits and signs of six or more, without the signs. */
const numbersIn = (text: string): string[] =>
  (text.match(/[+(]*\d[\d ().\-/_]{4,}\d/g) ?? []).map((run) => withoutTrunk(run).replace(/\D/g, ''))

const valuesOf = ({ call, context, note }: Kept): string[] => {
  const { outcome } = call
  const run = outcome.state === 'accepted' || outcome.state === 'failedAtProvider' ? outcome.workflowRunId : null
  const values = [
    call.phoneNumber.replace(/\D/g, '') || call.phoneNumberDisplay,
    String(run ?? ''),
    outcome.state === 'accepted' ? outcome.workflowRunName : '',
    outcome.state === 'closedByOperator' ? outcome.note : '',
    call.agentName ?? '',
    call.profileName,
    note ?? '',
    ...leaves(context),
  ].map(plain)
  return [...values, ...values.flatMap(numbersIn)]
}

/** One word of a question: any of these must stand in a value of the call. */
export type Needle = readonly string[]

/** What the search must find, told in the plainest way: every value of every call is looked at. */
export const isWanted = (kept: Kept, needles: readonly Needle[], filter: CallFilter): boolean => {
  const { call } = kept
  const { states, agentUuids, profileIds, practice, from, until } = filter
  if (states.length > 0 && !states.includes(call.outcome.state)) return false
  if (agentUuids.length > 0 && !agentUuids.includes(call.agentUuid)) return false
  if (profileIds.length > 0 && !profileIds.includes(call.profileId)) return false
  if (practice !== null && practice !== call.practice) return false
  if (from !== null && call.preparedAt < from) return false
  if (until !== null && call.preparedAt >= until) return false
  const values = valuesOf(kept)
  return needles.every((needle) => needle.some((text) => values.some((value) => value.includes(plain(text)))))
}
