import type { FindingCode } from '../../contract/list.ts'

/** A row of a list after it was read and checked without the history: what storage keeps of it. */
export type CheckedRow = {
  /** The number of the row in the file, counted from 1 without the header line. */
  row: number
  cells: readonly string[]
  /** E.164 or an endpoint; null if the cell has no number. */
  phoneNumber: string | null
  phoneNumberDisplay: string
  /** The values for the agent, by its names. Always text, unchanged. */
  context: Readonly<Record<string, string>>
  /** Every zone where the phone may ring; it is called only while all of them are within calling hours. */
  timeZones: readonly string[]
  findings: readonly { code: FindingCode; name: string }[]
  note: string
}
