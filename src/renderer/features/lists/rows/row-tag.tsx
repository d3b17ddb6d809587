import { Ban, Check, CirclePause, CircleX, Clock, Minus, type LucideIcon } from 'lucide-react'
import type { Call } from '../../../../contract/call.ts'
import type { DisplayState } from '../../../../contract/call-list.ts'
import type { List, ListRow, RowState } from '../../../../contract/list.ts'
import type { LiveRun } from '../../../../contract/run.ts'
import { foundRunOf } from '../../../../domain/answered-calls.ts'
import { displayStateOf, longestCall, lookUpEndOf, mayBeInProgressAt } from '../../../../domain/call-state.ts'
import { isSettledByRelease, needsConfirmation } from '../../../../domain/lists/finding-fixes.ts'
import { localTime } from '../../../../domain/lists/calling-hours.ts'
import { messages } from '../../../../messages/index.ts'
import { outcomeOfRow } from '../../../lib/list-totals.ts'
import { runFoundStyle, toneAndIconOf, Tag, type Tone } from '../../../ui/tag.tsx'

const tableText = messages.lists.table

type TagStyle = { tone: Tone; icon: LucideIcon }

const tagStyles: Record<Exclude<RowState, DisplayState>, TagStyle> = {
  ready: { tone: 'good', icon: Check },
  held: { tone: 'check', icon: CirclePause },
  refused: { tone: 'bad', icon: Ban },
  skipped: { tone: 'idle', icon: Minus },
  stopped: { tone: 'idle', icon: CircleX },
}

/** The style of a ready row of a list whose check failed. */
const uncheckedStyle: TagStyle = { tone: 'check', icon: CirclePause }

/** The style of a ready row once the list has started and the row is waiting for its turn. */
const waitingStyle: TagStyle = { tone: 'idle', icon: Clock }

const tagStyleOf = (state: RowState, isStarted: boolean): TagStyle => {
  if (state === 'ready' && isStarted) return waitingStyle
  return state === 'held' || state === 'ready' || state === 'refused' || state === 'skipped' || state === 'stopped'
    ? tagStyles[state]
    : toneAndIconOf(state)
}

/** Returns that a run was found although the row's call was resolved as not placed; null if none was. */
const runFoundFor = ({ state, foundRun }: Pick<ListRow, 'state' | 'foundRun'>): string | null =>
  state === 'resolvedNotPlaced' && foundRun !== undefined ? tableText.runFound[foundRun] : null

/**
 * Returns whether a run of the row's call is known, or one that may be the call's. In other states than that of a resolved
 * call, `foundRun` may be of another call to the number.
 */
export const hasRun = (row: ListRow): boolean =>
  row.workflowRunId !== null || row.state === 'toCheck' || runFoundFor(row) !== null

type RowTagProps = { row: Pick<ListRow, 'state' | 'foundRun'>; isStarted: boolean; isUnchecked?: boolean }

/** Shows a row's state as a word with an icon. `isUnchecked`: the check of its list failed. */
export const RowTag = ({ row, isStarted, isUnchecked = false }: RowTagProps) => {
  const { state } = row
  if (state === 'ready' && isUnchecked) return <Tag {...uncheckedStyle}>{messages.lists.uncheckedTag}</Tag>
  const found = runFoundFor(row)
  return (
    <Tag {...(found === null ? tagStyleOf(state, isStarted) : { ...runFoundStyle, title: found })}>
      {state === 'ready' && isStarted ? messages.lists.waitingTag : messages.lists.rowTag(state)}
    </Tag>
  )
}

/** The indexes of the columns that the table shows: the one with the person's name, and those with other values. */
export type ShownColumns = { readonly name: number | null; readonly values: readonly number[] }

/**
 * Returns the columns to show: those that fill the agent's variables or, before an agent is chosen, all columns. If no
 * column fills a variable of the chosen agent, its calls have no values, and only the name is shown.
 */
export const shownColumns = ({
  targets,
  headers,
  agent,
}: Pick<List, 'targets' | 'headers' | 'agent'>): ShownColumns => {
  const mapped = targets.flatMap((target, at) => (target.to === 'context' ? [at] : []))
  const all = mapped.length > 0 ? mapped : headers.flatMap((_, at) => (targets[at]?.to === 'number' ? [] : [at]))
  const [name = null, ...values] = all
  return { name, values: mapped.length > 0 || agent === null ? values : [] }
}

/** Maximum number of values shown in a table cell. */
const maxValues = 6

/** Returns a row's values, without the name, as one line of text. */
export const valuesOf = ({ cells }: ListRow, { values }: ShownColumns): string =>
  values
    .slice(0, maxValues)
    .map((at) => cells[at] || messages.common.none)
    .join(' · ')

/** A local time, and the time zones that have it. The time is null for zones that this runtime doesn't know. */
type ZoneTime = { time: string | null; zones: string[] }

/** Returns the local times in the phone's possible time zones, the earliest first; equal times once. */
export const localTimes = (zones: string | null, now: number): ZoneTime[] => {
  const byTime = new Map<number | null, string[]>()
  for (const zone of zones?.split(', ') ?? []) {
    const time = localTime(now, zone)
    byTime.set(time, [...(byTime.get(time) ?? []), zone])
  }
  return [...byTime]
    .toSorted(([one], [other]) => (one ?? 0) - (other ?? 0))
    .map(([time, found]) => ({ time: time === null ? null : new Date(time).toISOString().slice(11, 16), zones: found }))
}

/** Returns the earliest and the latest local time of the phone in one text; a dash if there is none. */
export const localTimeRange = (zones: string | null, now: number): string => {
  const times = localTimes(zones, now).flatMap(({ time }) => time ?? [])
  const [first, last] = [times.at(0), times.at(-1)]
  if (first === undefined || last === undefined) return messages.common.none
  return first === last ? first : tableText.localTimes(first, last)
}

/** Returns the number as the table shows it. A row that was called has none only after its person was erased. */
export const numberOf = ({ phoneNumberDisplay, attempts }: ListRow): string =>
  phoneNumberDisplay || (attempts > 0 ? messages.common.numberErased : messages.common.none)

/** Returns whether a list calls no further row, because it has ended or its profile was removed. */
export const callsNoOne = ({ state }: Pick<List, 'state'>, isProfileRemoved: boolean): boolean =>
  isProfileRemoved || state === 'finished' || state === 'stopped'

/** Returns whether the list waits with the row, because the run of an earlier call to its number is still looked up. */
export const isWaitingForRun = (row: ListRow, now: number): row is ListRow & { lookUpEndsAt: string } =>
  typeof row.lookUpEndsAt === 'string' && Date.parse(row.lookUpEndsAt) >= now

/**
 * Returns why a row is not called or what happens to it next; an empty string if neither is known. `isOver`: the list
 * calls no further row.
 */
export const reasonOf = (row: ListRow, isStarted: boolean, now: number, isOver: boolean): string => {
  // The findings of a row that was called did not keep it from being called.
  if (row.state !== 'ready')
    return runFoundFor(row) ?? (outcomeOfRow[row.state] === null ? tableText.reasonWithRun(row, !isOver) : '')
  if (isOver) return isStarted ? '' : tableText.reason(row)
  if (isWaitingForRun(row, now)) return tableText.waitsForRun(row.lookUpEndsAt, now)
  if (row.dueAt !== null && Date.parse(row.dueAt) > now) return tableText.waitsUntil(row.dueAt, now, row.waitsForLimit)
  if (row.attempts > 0) return tableText.again(row.attempts)
  // Before the list has started, show what was decided about the row.
  return isStarted ? '' : tableText.reason(row)
}

/** Returns when a ready row is due and why, as the table says; an empty string if it is due now. */
export const waitText = (row: ListRow, now: number): string =>
  row.state === 'ready' && row.dueAt !== null && Date.parse(row.dueAt) > now ? reasonOf(row, true, now, false) : ''

/**
 * Returns the progress of a row's call; null if it is unknown or the call is over. Main has the progress only until the
 * app quits, so a finished row does not show it. A row lacks the time of its call, but changed when the call was placed.
 */
export const callProgressOf = ({ state, changedAt }: ListRow, live: LiveRun, now: number): string | null =>
  outcomeOfRow[state] === 'inProgress' ? messages.live.summary(live, changedAt, now) : null

/** Returns how long ago a row changed; a dash for a row that waits for its first call, because nothing happened to it. */
export const ageOf = ({ state, changedAt }: ListRow, now: number): string =>
  state === 'ready' || changedAt === null ? messages.common.none : messages.time.agoOrAt(Date.parse(changedAt), now)

/** Returns why a row that was left out can't be put back; null for any other row. An erased row says so itself. */
export const putBackProblem = (listed: ListRow): string | null => {
  const { row, state, canBePutBack, mayBeCopied = false, cells, callId, attempts } = listed
  if (state !== 'skipped' || canBePutBack === true || cells.length === 0) return null
  const { called, group } = messages.lists.drawer.notPutBack
  if (callId === null && attempts === 0) return group(row)
  return called(row, mayBeCopied)
}

/** Returns why a key has no effect on a row: its state, and its reason if it is held or refused. */
export const noEffectText = (row: ListRow, isCallAgain: boolean): string => {
  const tag = row.state === 'ready' ? messages.lists.waitingTag : messages.lists.rowTag(row.state)
  const isExplained = row.state === 'held' || row.state === 'refused'
  return messages.lists.drawer.noEffect(row.row, tag, isExplained ? tableText.reason(row) : '', isCallAgain)
}

/**
 * Returns the text of a row's call. The list can't call a row that was left out again, so its next step isn't that.
 * `problem`: why the row can't be put back; null if it can, or if no row of the list can.
 */
export const textOfCall = <Text extends { next: string }>(
  { outcome }: Call,
  text: Text,
  problem: string | null,
): Text => {
  const saysCallAgain: readonly DisplayState[] = ['noAnswer', 'busy', 'failed']
  return problem !== null && saysCallAgain.includes(displayStateOf(outcome)) ? { ...text, next: problem } : text
}

/** Returns whether a held row has a finding that needs a confirmation and was not shown, or shows a newer call. */
export const hasNewFinding = ({ state, findings }: ListRow, shown: ListRow['findings']): boolean =>
  state === 'held' &&
  findings
    .filter(needsConfirmation)
    .some(
      (one) => !shown.some(({ code, name, event }) => code === one.code && name === one.name && event === one.event),
    )

/** Returns what the user confirms when a row is released. */
export const releaseSentences = (row: ListRow, now: number): string[] => {
  const findings = row.findings.filter(needsConfirmation).map(({ code, name }) => ({ code, name }))
  const { lastCall } = row
  const { lastCall: lastCallText, why, releaseDespiteRun, releaseWithoutRun } = messages.lists.drawer.question
  const reason = [
    tableText.reason({ ...row, heldManually: false, findings }),
    ...(lastCall ? [lastCallText(messages.lists.rowTag(lastCall.state), lastCall.at)] : []),
  ].join(', ')
  return [
    ...(findings.length === 0 ? [] : [why(row.phoneNumberDisplay, reason)]),
    ...(row.foundRun === undefined ? [] : [releaseDespiteRun(row.foundRun)]),
    ...(isWaitingForRun(row, now) ? [releaseWithoutRun] : []),
  ]
}

/**
 * Why a row that was released is still held: the findings that a release doesn't settle. If a later check undid the
 * release because of a new finding, all of them hold the row.
 */
export const stillHeldText = (row: ListRow): string => {
  const blocking = row.findings.filter((finding) => !isSettledByRelease(finding))
  const findings = blocking.length > 0 ? blocking : row.findings
  return messages.lists.drawer.stillHeld(row.row, tableText.reason({ ...row, findings }))
}

/**
 * Returns what the user confirms when a row is called again; `call` is its last call, null if it isn't loaded. `row` is
 * from the time of the question, and a run may have been found since.
 */
export const callAgainSentences = (row: ListRow, call: Call | null, now: number): string[] => {
  const { lastCall, waits, waitsForRun, why } = messages.lists.drawer.question
  const foundRun = (call && foundRunOf(call.outcome)) ?? row.foundRun ?? null
  const found = row.state === 'resolvedNotPlaced' ? foundRun : null
  const reason = lastCall(messages.lists.rowTag(row.state), call?.preparedAt ?? null, found)
  const isOver = call !== null && !mayBeInProgressAt(call, new Date(now).toISOString())
  const lookUpEnd = call === null || row.state !== 'resolvedNotPlaced' ? null : lookUpEndOf(call)
  return [
    why(row.phoneNumberDisplay, reason),
    ...(found === null || isOver ? [] : [waits(longestCall / 60_000, found === 'answered')]),
    ...(lookUpEnd !== null && lookUpEnd >= now ? [waitsForRun(new Date(lookUpEnd).toISOString(), now)] : []),
  ]
}
