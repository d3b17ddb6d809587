import { stateTags } from '../../../../src/messages/native.ts'
import { displayStateOf, shownOutcome } from '../../../../src/domain/call-state.ts'
import type { Call } from '../../../../src/contract/call.ts'
import type { CallFilter } from '../../../../src/contract/call-list.ts'
import type { InitialContext } from '../../../../src/contract/initial-context.ts'

/** A call with everything that can be searched. */
export type StoredCall = { call: Call; context: InitialContext; note: string | null }

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

/** Returns each sequence of six or more digits that may have separators between them, without the separators. */
const numbersIn = (text: string): string[] =>
  (text.match(/[+(]*\d[\d ().\-/_]{4,}\d/g) ?? []).map((run) => withoutTrunk(run).replace(/\D/g, ''))

const valuesOf = ({ call, context, note }: StoredCall): string[] => {
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

/** Alternatives, one of which must occur in a value of the call. */
export type Needle = readonly string[]

/** The reference search, which reads every value of every call. */
export const isWanted = (kept: StoredCall, needles: readonly Needle[], filter: CallFilter): boolean => {
  const { call } = kept
  const { states, agentUuids, profileIds, practice, from, until } = filter
  const words: readonly string[] = states.map((state) => stateTags[state])
  if (states.length > 0 && !words.includes(stateTags[displayStateOf(shownOutcome(call, Date.now()))])) return false
  if (agentUuids.length > 0 && !agentUuids.includes(call.agentUuid)) return false
  if (profileIds.length > 0 && !profileIds.includes(call.profileId)) return false
  if (practice !== null && practice !== call.practice) return false
  if (from !== null && call.preparedAt < from) return false
  if (until !== null && call.preparedAt >= until) return false
  const values = valuesOf(kept)
  return needles.every((needle) => needle.some((text) => values.some((value) => value.includes(plain(text)))))
}
