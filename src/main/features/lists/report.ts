import { basename } from 'node:path'
import type { List, ListRow, ListTarget } from '../../../contract/list.ts'
import { sinceBackup } from '../../../domain/lists/checked-row.ts'
import { type Outcome, succeed } from '../../../contract/failure.ts'
import { foundRunOf } from '../../../domain/answered-calls.ts'
import { decisionOf, endOf, knownPlacedOf, runIdsOf } from '../../../domain/call-state.ts'
import { numberSeparators, numberTail } from '../../../domain/phone-number.ts'
import { fileMessages, listMessages } from '../../../messages/native.ts'
import { csvRow } from '../../lib/csv.ts'
import { type Pieces, writeFileAtomically } from '../../lib/write-file.ts'
import type { ReportRow } from '../../storage/lists/list-pages.ts'
import type { Storage } from '../../storage/storage.ts'

type SavedReport = { storage: Pick<Storage, 'run'>; list: List; showNumbers: boolean; file: string }

/** Writes the report of a list to a file; returns the file's name and the number of rows. */
export const saveReport = async ({
  storage,
  list: { listId, headers, targets },
  showNumbers,
  file,
}: SavedReport): Promise<Outcome<{ fileName: string; rows: number }>> => {
  let rows = 0
  const pieces = reportPieces({ storage, listId, headers, targets, showNumbers, onRows: (more) => (rows += more) })
  const written = await writeFileAtomically(file, pieces)
  return written.ok ? succeed({ fileName: basename(file), rows }) : written
}

/** The number of rows that are read and written at a time. */
const pageSize = 500

/** Without a byte order mark, spreadsheets assume an encoding other than UTF-8. */
const byteOrderMark = '\ufeff'

const columns = [
  'row',
  'outcome',
  'call_placed',
  'run_id',
  'reason',
  'decision',
  'decided_by',
  'decided_at',
  'run_despite_decision',
  'attempts',
  'called_at',
  'changed_at',
  'list_note',
  'disposition',
  'tags',
]

/** Maximum number of columns for extracted variables; an agent that names them at random must not fill the report. */
const maxLearned = 200

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')

/** Seven or more digits with separators, from the parenthesis of an area code on. */
const numbersInText = new RegExp(`\\+?(?:\\((?=[\\d\\s]{1,6}\\)))?\\d[\\d\\s${numberSeparators}]{5,}\\d`, 'g')

/** Returns the last digits of a row's number; null if it has none. */
const tailOf = ({ phoneNumber }: ListRow): string | null => (phoneNumber === null ? null : numberTail(phoneNumber))

/**
 * Masks a number, as screens and evidence files do: only its last three digits are kept, not those of an extension.
 * `tail` are the last digits of the row's number. Without them, the text's first number is masked.
 */
const masked = (text: string, tail: string | null): string => {
  const all = digitsOf(text)
  const isOwn = tail !== null && all.includes(digitsOf(tail))
  const digits = isOwn ? digitsOf(tail) : digitsOf(text.match(numbersInText)?.[0] ?? all)
  return digits === '' ? '' : `…${digits.slice(-3)}`
}

/**
 * SECURITY: other columns may contain the number in another format, so its last digits are searched for in every cell.
 */
const maskRow = ({ row }: ReportRow, targets: readonly ListTarget[]): string[] => {
  const tail = tailOf(row)
  const holdsNumber = (cell: string): boolean => tail !== null && digitsOf(cell).includes(tail)
  return row.cells.map((cell, at) => (targets[at]?.to === 'number' || holdsNumber(cell) ? masked(cell, tail) : cell))
}

/** Masks a row's number in text written by the user or the service. */
const maskText = (text: string, row: ListRow): string => {
  const tail = tailOf(row)
  if (tail === null) return text
  return text.replaceAll(numbersInText, (found) => (digitsOf(found).includes(tail) ? masked(found, tail) : found))
}

/** Returns why a row is not called, the service's message about its call, and that a run is known despite a decision. */
const reasonOf = ({ row, call }: ReportRow): string => {
  const despite = call === null ? null : listMessages.table.runDespiteDecision(call.outcome)
  const isUncalled = row.state === 'held' || row.state === 'refused' || row.state === 'skipped'
  if (isUncalled && despite !== null) return [listMessages.table.reason(row), despite].filter(Boolean).join('. ')
  const isExplained = row.state === 'stopped' || (isUncalled && (row.state !== 'skipped' || row.foundRun !== undefined))
  if (call === null || isExplained) return listMessages.table.reasonWithRun(row)
  if ('detail' in call.outcome) return call.outcome.detail
  if (call.outcome.state === 'notSent') return call.outcome.cause
  return despite ?? ''
}

/** Returns the cells for what the agent learned: the disposition, the tags, and the value of each variable. */
const learnedOf = ({ call, learned }: ReportRow, names: readonly string[]): string[] => {
  const end = call === null ? undefined : endOf(call.outcome)
  const valueOf = (name: string): string => learned?.variables.find((one) => one.name === name)?.value ?? ''
  return [end?.disposition ?? '', learned?.tags.join('; ') ?? '', ...names.map(valueOf)]
}

/** Returns whether the row was called. After a recovery, its last call may be missing from the history. */
const placedOf = ({ row, call }: ReportRow): 'yes' | 'no' | 'unknown' => {
  const placed = call === null ? 'no' : knownPlacedOf(call.outcome)
  return placed === 'no' && row.findings.some(({ name }) => name === sinceBackup) ? 'unknown' : placed
}

const resultOf = (
  report: ReportRow,
  { headers, targets, showNumbers }: Report,
  names: readonly string[],
): (string | number)[] => {
  const { row, call } = report
  const cells = showNumbers ? row.cells : maskRow(report, targets)
  // How a person resolved the call. The audit log has who released a held row.
  const decision = call === null ? null : decisionOf(call.outcome)
  const shown = (text: string): string => (showNumbers ? text : maskText(text, row))
  return [
    // A row of a workbook may be shorter than a later one, and an erased row is empty.
    ...headers.map((_header, at) => cells[at] ?? ''),
    row.row,
    listMessages.rowTag(row.state),
    placedOf(report),
    call === null ? '' : runIdsOf(call).join('; '),
    shown(reasonOf(report)),
    decision === null ? '' : fileMessages.evidence.decisions[decision.decision],
    decision?.who ?? '',
    decision?.at ?? '',
    // As in the reason: of the row's call or, if that has no such run, of another call to its number.
    (call && foundRunOf(call.outcome)) ?? row.foundRun ?? '',
    // A recovered history may lack calls.
    Math.max(report.calls, row.attempts),
    call?.preparedAt ?? '',
    row.changedAt ?? '',
    shown(row.note),
    ...learnedOf(report, names).map(shown),
  ]
}

type Report = {
  storage: Pick<Storage, 'run'>
  listId: string
  headers: readonly string[]
  targets: readonly ListTarget[]
  showNumbers: boolean
  /** Invoked with the number of rows that were just written. */
  onRows: (rows: number) => void
}

/**
 * Returns the report of a list as CSV: each row with its original columns, its result and the reason, and what the
 * agent learned, with one column for each variable that any call of the list extracted.
 */
export async function* reportPieces(report: Report): Pieces {
  const { storage, listId, headers, onRows } = report
  const learned: Outcome<string[]> = await storage.run('listLearnedNames', { listId, limit: maxLearned })
  if (!learned.ok) {
    yield learned
    return false
  }
  const names = learned.value
  yield succeed(byteOrderMark + csvRow([...headers, ...columns, ...names.map((name) => `learned.${name}`)]))
  for (let after = 0; ;) {
    const page: Outcome<ReportRow[]> = await storage.run('listReportRows', { listId, after, limit: pageSize })
    if (!page.ok) {
      yield page
      return false
    }
    yield succeed(page.value.map((row) => csvRow(resultOf(row, report, names))).join(''))
    onRows(page.value.length)
    const last = page.value.at(-1)
    if (last === undefined || page.value.length < pageSize) return true
    after = last.row.row
  }
}
