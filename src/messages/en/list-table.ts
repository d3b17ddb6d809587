import type { DisplayState } from '../../contract/call-list.ts'
import type { FindingCode, ListRow } from '../../contract/list.ts'
import { severalNumbers, sinceBackup, withExtension, withLetter } from '../../domain/lists/checked-row.ts'
import { common, dueTime } from './common.ts'
import { check, closedReason } from './list-check.ts'
import { runDespiteDecision, runFound } from './resolved-runs.ts'
import { stateTags } from './state-tags.ts'

/** Why a row is not called, in a few words. */
const reasons: Record<FindingCode, (name: string, numberCell: string) => string> = {
  noCountryCode: () => 'no country code',
  damagedNumber: () => 'damaged number',
  missingValue: (name) => `no ${name}`,
  duplicate: () => 'repeated number',
  calledRecently: (name) => (name === sinceBackup ? 'may have been called' : 'called before'),
  unresolvedCall: () => 'had an unresolved call',
  noTimeZone: closedReason,
  noConsent: () => 'no consent',
  contextTooLarge: () => 'too much text',
  containsKey: () => 'contains an API key',
  invalidNumber: (name, cell) => {
    if (name === withExtension) return 'extension can’t be dialed'
    if (name === withLetter) return 'letter beside the digits'
    if (name === severalNumbers) return 'more than one number in the cell'
    return cell.trim() === '' ? 'empty number cell' : 'invalid number'
  },
  emergencyNumber: () => 'emergency number',
  shortNumber: () => 'short number',
  doNotCall: () => 'do-not-call list',
}

type ReasonedRow = Pick<
  ListRow,
  'state' | 'findings' | 'phoneNumber' | 'phoneNumberDisplay' | 'heldManually' | 'unresolvedCall'
> & { cells: readonly string[] }

/** What is true now of a call that was unresolved at the check; without the call, only that it was. */
const unresolvedCallText = (call: ListRow['unresolvedCall']): string => {
  if (call === undefined) return reasons.unresolvedCall('', '')
  if (!call.isResolved) return 'has an unresolved call'
  const { state, who } = call
  return `${reasons.unresolvedCall('', '')}, which ${resolutionOf(state, who)}`
}

const resolutionOf = (state: DisplayState, who: string): string => {
  if (state !== 'resolvedPlaced' && state !== 'resolvedNotPlaced') return `has been resolved (${stateTags[state]})`
  const placed = state === 'resolvedPlaced' ? 'placed' : 'not placed'
  return who === '' ? `was resolved manually as ${placed}` : `${who} has resolved as ${placed}`
}

/** The table of a list's rows. */
export const table = {
  label: 'Rows',
  columns: {
    row: 'Row',
    state: 'State',
    number: 'Number',
    localTime: 'Local time',
    name: 'Name',
    values: 'Values',
    reason: 'Reason',
    latest: 'Latest',
    run: 'Run',
  },
  localTimes: (first: string, last: string) => `${first}–${last}`,
  /**
   * Why a row is not called. Findings of a row that Stop ended were decided before, and decided findings don't hold or
   * refuse a row. An erased row has no cells and no number; the retention period keeps the last digits. `mayRelease`:
   * whether the text is shown where the user can release the row.
   */
  reason: (
    { state, findings: found, phoneNumber, phoneNumberDisplay: cell, cells, heldManually, unresolvedCall }: ReasonedRow,
    mayRelease = false,
  ) => {
    if (state === 'stopped') return 'the list was stopped'
    if (state === 'skipped' && found.length === 0 && cells.length === 0 && cell === '') return common.numberErased
    if (state === 'held' && heldManually) return 'held manually'
    const open = found.filter(({ decided }) => decided !== true)
    if (state === 'held' && open.length === 0) {
      if (phoneNumber === null) return check.notChecked
      return mayRelease
        ? 'the reason no longer applies; release the row to call it'
        : 'the reason no longer applied at the last check'
    }
    return (state === 'held' || state === 'refused' ? open : found)
      .map(({ code, name }) =>
        code === 'unresolvedCall' ? unresolvedCallText(unresolvedCall) : reasons[code](name, cell),
      )
      .join(', ')
  },
  /** The same, after the run of an earlier call to the number that was resolved as not placed, if one was found. */
  reasonWithRun: (row: ReasonedRow & Pick<ListRow, 'foundRun'>, mayRelease = false): string => {
    const reason = table.reason(row, mayRelease)
    const run = row.foundRun === undefined ? '' : `earlier call ${runFound[row.foundRun]}`
    return [run, reason].filter(Boolean).join('; ')
  },
  /** `at`: when the row stops waiting, even if the service can't be reached. */
  waitsForRun: (at: string, now: number) =>
    `waits until the service shows whether an earlier call has a run, or ${dueTime(at, now)} at the latest`,
  /** The reason in the report if a run is known although the row's call was resolved as not placed. */
  runDespiteDecision,
  /** The same in a few words, for the table. */
  runFound,
  /** `isLimited`: because of the list's maximum of calls to the number. */
  waitsUntil: (at: string, now: number, isLimited = false) =>
    `due ${dueTime(at, now)}${isLimited ? ' (maximum calls to this number)' : ''}`,
  again: (attempts: number) => `attempt ${common.count(attempts + 1)}`,
  search: 'Search rows',
  empty: 'No rows.',
  failed: 'Couldn’t load the rows.',
}
