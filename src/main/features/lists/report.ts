import type { ListTarget } from '../../../contract/list.ts'
import { type Outcome, succeed } from '../../../contract/failure.ts'
import { displayStateOf, knownPlacedOf, runIdsOf } from '../../../domain/call-state.ts'
import { numberTail } from '../../../domain/phone-number.ts'
import { listMessages } from '../../../messages/native.ts'
import { csvRow } from '../../lib/csv.ts'
import type { Pieces } from '../../lib/write-file.ts'
import type { ReportRow } from '../../storage/lists/list-pages.ts'
import type { Storage } from '../../storage/storage.ts'

/** How many rows are read and written at a time. */
const pageSize = 500

/** Without a byte order mark, spreadsheets assume another encoding than UTF-8. */
const byteOrderMark = '\ufeff'

const columns = [
  'row',
  'outcome',
  'call_placed',
  'run_id',
  'reason',
  'attempts',
  'called_at',
  'changed_at',
  'list_note',
]

/** Returns the last three digits of a number, as screens and evidence files mask it. */
const masked = (text: string): string => {
  const digits = text.replaceAll(/\D/g, '')
  return digits === '' ? '' : `…${digits.slice(-3)}`
}

/** SECURITY: the number may be in other columns, too, in another format: its last seven digits in a row identify it. */
const maskRow = ({ row }: ReportRow, targets: readonly ListTarget[]): string[] => {
  const tail = row.phoneNumber === null ? null : numberTail(row.phoneNumber)
  const holdsNumber = (cell: string): boolean => tail !== null && cell.replaceAll(/\D/g, '').includes(tail)
  return row.cells.map((cell, at) => (targets[at]?.to === 'number' || holdsNumber(cell) ? masked(cell) : cell))
}

/** Why a row was not called, or how the service answered its call. */
const reasonOf = ({ row, call }: ReportRow): string => {
  if (row.findings.length > 0 && (call === null || row.state === 'held' || row.state === 'refused'))
    return listMessages.table.reason(row)
  if (call === null) return ''
  if ('detail' in call.outcome) return call.outcome.detail
  return call.outcome.state === 'notSent' ? call.outcome.cause : ''
}

const resultOf = (report: ReportRow, targets: readonly ListTarget[], showNumbers: boolean): (string | number)[] => {
  const { row, call } = report
  const isCalled = call !== null && displayStateOf(call.outcome) === row.state
  return [
    ...(showNumbers ? row.cells : maskRow(report, targets)),
    row.row,
    listMessages.rowTag(row.state),
    isCalled ? knownPlacedOf(call.outcome) : 'no',
    isCalled ? runIdsOf(call).join('; ') : '',
    reasonOf(report),
    row.attempts,
    isCalled ? call.preparedAt : '',
    row.changedAt ?? '',
    row.note,
  ]
}

type Report = {
  storage: Pick<Storage, 'run'>
  listId: string
  headers: readonly string[]
  targets: readonly ListTarget[]
  showNumbers: boolean
  /** Called with the number of further rows. */
  onRows: (rows: number) => void
}

/** Returns the report of a list as CSV: each row with its original columns, what became of it, and why. */
export async function* reportPieces({ storage, listId, headers, targets, showNumbers, onRows }: Report): Pieces {
  yield succeed(byteOrderMark + csvRow([...headers, ...columns]))
  for (let after = 0; ;) {
    const page: Outcome<ReportRow[]> = await storage.run('listReportRows', { listId, after, limit: pageSize })
    if (!page.ok) {
      yield page
      return false
    }
    yield succeed(page.value.map((row) => csvRow(resultOf(row, targets, showNumbers))).join(''))
    onRows(page.value.length)
    const last = page.value.at(-1)
    if (last === undefined || page.value.length < pageSize) return true
    after = last.row.row
  }
}
