import Papa from 'papaparse'
import { expect, it } from 'vitest'
import type { ListRow } from '../../../../src/contract/list.ts'
import { succeed } from '../../../../src/contract/failure.ts'
import { reportPieces } from '../../../../src/main/features/lists/report.ts'
import type { Storage } from '../../../../src/main/storage/storage.ts'
import { aCall } from '../../../support/a-call.ts'

const phoneNumber = '+12125550101'
const aRow = (change: Partial<ListRow>): ListRow => ({
  row: 1,
  state: 'rejected',
  callId: null,
  workflowRunId: null,
  attempts: 1,
  timeZone: null,
  dueAt: null,
  changedAt: null,
  phoneNumber,
  phoneNumberDisplay: '+1 212 555 0101',
  cells: [],
  note: '',
  findings: [],
  ...change,
})

/** Returns the report's records for one row. */
const reportOf = async (row: ListRow, detail: string, showNumbers: boolean) => {
  const call = aCall({ phoneNumber, outcome: { state: 'rejected', status: 400, detail, issues: [] } })
  // Only `listReportRows` is called.
  const storage = { run: () => Promise.resolve(succeed([{ row, call }])) } as unknown as Pick<Storage, 'run'>
  const headers = ['Name', 'Phone', 'More']
  const targets = [{ to: 'none' }, { to: 'number' }, { to: 'none' }] as const
  let text = ''
  const report = { storage, listId: '', headers, targets, showNumbers, onRows: () => undefined }
  for await (const piece of reportPieces(report)) if (piece.ok) text += piece.value
  return Papa.parse<Record<string, string>>(text.slice(1), { header: true }).data[0]
}

it('keeps its columns for a row with fewer cells than headers', async () => {
  for (const cells of [[], ['Ada', '212 555 0101']])
    expect(await reportOf(aRow({ cells }), '', true)).toMatchObject({ More: '', row: '1', call_placed: 'no' })
})

it('masks the number of the row in its note and in the service’s text', async () => {
  const row = aRow({ cells: ['Ada', '212 555 0101', ''], note: 'Call back +1 (212) 555-0101, order 4711' })
  const detail = 'The number +12125550101 is not allowed'
  expect(await reportOf(row, detail, false)).toMatchObject({
    Phone: '…101',
    reason: 'The number …101 is not allowed',
    list_note: 'Call back …101, order 4711',
  })
  expect(await reportOf(row, detail, true)).toMatchObject({ reason: detail, list_note: row.note })
})
