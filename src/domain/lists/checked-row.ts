import type { FindingCode } from '../../contract/list.ts'

/** A list's row as stored, checked against everything but the history. */
export type CheckedRow = {
  /** The row's number in the file, starting at 1 for the first row after the header. */
  row: number
  cells: readonly string[]
  /** An E.164 number or an endpoint; null if the cell has no number. */
  phoneNumber: string | null
  phoneNumberDisplay: string
  /** The context values by the agent's variable names: always the unchanged text of the cells. */
  context: Readonly<Record<string, string>>
  /** Every zone where the phone may ring. The row is called only while all of them are within calling hours. */
  timeZones: readonly string[]
  findings: readonly { code: FindingCode; name: string }[]
  note: string
}

/** The name of an `invalidNumber` finding for a number with an extension. Older versions stored it without the name. */
export const withExtension = 'withExtension'

/** The same for a number with a letter beside its digits, which may be a mistyped digit. */
export const withLetter = 'withLetter'

/** The same for a cell with more than one number. */
export const severalNumbers = 'severalNumbers'

/** The name of a `calledRecently` finding for a row whose call may be missing from a recovered or shorter history. */
export const sinceBackup = 'sinceBackup'

/**
 * The name of a `noTimeZone` finding for a row with several time zones that each have calling hours, but none in common.
 * Older versions stored these findings without the name.
 */
export const noOverlap = 'noOverlap'

/**
 * The name of a `noTimeZone` finding for a row whose time zones are known but include one without calling hours, for
 * example because the policy's hours exclude those of the list. Older versions stored these findings without the name.
 */
export const neverOpen = 'neverOpen'
