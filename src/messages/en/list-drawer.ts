import type { FoundRun } from '../../contract/found-run.ts'
import { common, dueTime, time } from './common.ts'
import { butRunFound, runNotKnownYet } from './resolved-runs.ts'

/** The row that is selected: its run, what is in the file, and what can be done. */
export const drawer = {
  label: 'Selected row',
  close: 'Close details',
  title: (row: number) => `Row ${common.count(row)}`,
  run: (id: number) => `Run ${id}`,
  about: (row: number, number: string, name: string | null) =>
    [`Row ${common.count(row)}`, number, name].filter(Boolean).join(' · '),
  outcome: 'Outcome',
  happened: 'What happened',
  inFile: (row: number) => `Row ${common.count(row)} of the file`,
  localTime: 'Local time',
  timeZone: 'Time zone',
  localTimesOf: (times: readonly { time: string | null; zones: readonly string[] }[]): string =>
    times.map((one) => `${one.time ?? common.none}, ${one.zones.join(', ').replaceAll('_', ' ')}`).join('; '),
  attempts: 'Attempts',
  note: 'Note',
  noteOn: (row: number) => `Note on row ${common.count(row)}`,
  hold: 'Hold',
  release: 'Release',
  leaveOut: 'Leave out',
  putBack: 'Put back',
  /** Why a row that was left out can't be put back, and what to do. */
  notPutBack: {
    /** `mayBeInNewList`: whether a new list from the remaining rows may have the row. */
    called: (row: number, mayBeInNewList: boolean) =>
      `Row ${common.count(row)} was called, so it can’t be put back. To call this person again, use the Call screen${mayBeInNewList ? ', or create a new list from the remaining rows once this list has ended' : ''}.`,
    group: (row: number) =>
      `Row ${common.count(row)} was left out with its group, so it can’t be put back alone. Undo the group’s decision before the start or while the list is paused.`,
  },
  callFirst: 'Call first',
  callAgain: 'Call again',
  doNotCall: 'Do not call',
  openRun: 'Open run',
  transcript: 'Transcript',
  listen: 'Listen',
  /** The question before a row is released or called again. */
  question: {
    release: (row: number) => `Release row ${common.count(row)}?`,
    callAgain: (row: number) => `Call row ${common.count(row)} again?`,
    why: (number: string, reason: string) => `${number}: ${reason}.`,
    /**
     * `at`: when the last call was placed; null if it isn't loaded. `found`: the run of a call resolved as not placed; null
     * if it has none.
     */
    lastCall: (tag: string, at: string | null, found: FoundRun | null = null) =>
      `${at === null ? 'last call' : `last call ${time.minute(at)},`} ${tag}${found === null ? '' : `, ${butRunFound(found)}`}`,
    /** The list waits, because that call was resolved as not placed and may have a run, until `at`. */
    waitsForRun: (at: string, now: number) =>
      `${runNotKnownYet} The list waits until the service shows it, or ${dueTime(at, now)} at the latest. If there is one, the list holds the row.`,
    /** What a release of such a row means. */
    releaseWithoutRun:
      'Rundesk doesn’t know yet whether the service has a run for an earlier call to this number. If you release the row, the list doesn’t wait for that, and the person may be called twice.',
    /** What a release means if a run was found for a call to the number that was resolved as not placed. */
    releaseDespiteRun: (found: FoundRun) =>
      `An earlier call to this number was resolved as not placed, ${butRunFound(found, 'that')}. If you release the row, the person may be called twice.`,
    /** `isAnswered`: the service has reported that that call was answered. */
    waits: (minutes: number, isAnswered = false) =>
      `That call is over ${minutes} minutes after its start at the latest. The list calls this row only after that.${isAnswered ? '' : ' If the service reports in the meantime that the call was answered, the list holds the row.'}`,
  },
  done: {
    hold: (row: number) => `Row ${common.count(row)} is held.`,
    release: (row: number) => `Row ${common.count(row)} is ready.`,
    leaveOut: (row: number) => `Row ${common.count(row)} is left out.`,
    putBack: (row: number) => `Row ${common.count(row)} is in the list again.`,
    /** `dueAt`: when the row is due; null if at once. The list tries it now, but may not call it outside calling hours. */
    callFirst: (row: number, dueAt: string | null, now: number) =>
      dueAt === null || Date.parse(dueAt) <= now
        ? `Row ${common.count(row)} is first in line.`
        : `Row ${common.count(row)} is first in line. If it can’t be called yet, it waits until it’s due, ${dueTime(dueAt, now)}.`,
    callAgain: (row: number) => `Row ${common.count(row)} will be called again.`,
    setNote: (row: number) => `Note on row ${common.count(row)} saved.`,
  },
  /** `wait`: when the row that was released or is called again is due, and why not at once; empty if it is due now. */
  doneButWaits: (done: string, wait: string) =>
    wait === '' ? done : `${done} ${wait.charAt(0).toUpperCase()}${wait.slice(1)}.`,
  /** Why a ready row waits, until when at the latest, and how the user can call it without waiting. */
  waitsForRun: (at: string, now: number) =>
    `Waits until the service shows whether an earlier call has a run, or ${dueTime(at, now)} at the latest. To call without waiting, check the service’s dashboard, then hold the row and release it.`,
  /** A key was pressed that the row's state doesn't allow. */
  noEffect: (row: number, tag: string, reason: string, isCallAgain: boolean) =>
    [
      `Nothing has changed. Row ${common.count(row)}: ${tag}${reason === '' ? '' : ` (${reason})`}.`,
      isCallAgain ? 'A row can be called again only after a call that certainly reached no one.' : '',
    ]
      .filter(Boolean)
      .join(' '),
  stillHeld: (row: number, reason: string) => `Row ${common.count(row)} is still held: ${reason}.`,
  failed: 'Couldn’t change this row.',
  loading: 'Loading…',
}
