import Papa from 'papaparse'
import { expect, it } from 'vitest'
import type { CallState } from '../../../../src/contract/call.ts'
import type { ListRow } from '../../../../src/contract/list.ts'
import { sinceBackup } from '../../../../src/domain/lists/checked-row.ts'
import { succeed } from '../../../../src/contract/failure.ts'
import { messages } from '../../../../src/messages/index.ts'
import { fileMessages, listMessages } from '../../../../src/messages/native.ts'
import { reportPieces } from '../../../../src/main/features/lists/report.ts'
import type { ReportRow } from '../../../../src/main/storage/lists/list-pages.ts'
import type { Storage } from '../../../../src/main/storage/storage.ts'
import { accepted, aCall } from '../../../support/a-call.ts'

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
  heldManually: false,
  findings: [],
  ...change,
})

const rejected = (detail: string): CallState => ({ state: 'rejected', status: 400, detail, issues: [] })

/** Returns the report's record for one row; a row without an outcome was not called. */
const reportOf = (row: ListRow, outcome: CallState | null, showNumbers: boolean) =>
  recordsOf(
    {
      row,
      call: outcome === null ? null : aCall({ phoneNumber, outcome }),
      learned: null,
      calls: outcome === null ? 0 : 1,
    },
    showNumbers,
  )

const recordsOf = async (reported: ReportRow, showNumbers: boolean) => {
  // Only these two operations are called.
  const names = reported.learned?.variables.map(({ name }) => name) ?? []
  const run = (name: string) => Promise.resolve(succeed(name === 'listLearnedNames' ? names : [reported]))
  const storage = { run } as unknown as Pick<Storage, 'run'>
  const headers = ['Name', 'Phone', 'More']
  const targets = [{ to: 'none' }, { to: 'number' }, { to: 'none' }] as const
  let text = ''
  const report = { storage, listId: '', headers, targets, showNumbers, onRows: () => undefined }
  for await (const piece of reportPieces(report)) if (piece.ok) text += piece.value
  return Papa.parse<Record<string, string>>(text.slice(1), { header: true }).data[0]
}

it('keeps its columns for a row with fewer cells than headers', async () => {
  for (const cells of [[], ['Ada', '212 555 0101']])
    expect(await reportOf(aRow({ cells }), rejected(''), true)).toMatchObject({ More: '', row: '1', call_placed: 'no' })
})

it('masks the number of the row in its note and in the service’s text', async () => {
  const row = aRow({ cells: ['Ada', '212 555 0101', ''], note: 'Call back +1 (212) 555-0101, order 4711' })
  const detail = 'The number +12125550101 is not allowed'
  expect(await reportOf(row, rejected(detail), false)).toMatchObject({
    Phone: '…101',
    reason: 'The number …101 is not allowed',
    list_note: 'Call back …101, order 4711',
  })
  expect(await reportOf(row, rejected(detail), true)).toMatchObject({ reason: detail, list_note: row.note })
})

it.each(['212_555_0101', '212\u20115550101'])('masks %j in a note', async (written) => {
  const row = aRow({ note: `Call back ${written} today` })
  expect(await reportOf(row, null, false)).toMatchObject({ list_note: 'Call back …101 today' })
})

it.each(['212 555 0101 ext. 45', '(212) 555-0101 x45', '+1 212 555 0101,,45#', '212-555-0101;ext=45', '2125550101-45'])(
  'keeps the last digits of the number in %j, and not those of its extension',
  async (written) => {
    const row = aRow({ cells: ['Ada', '+1 212 555 0101', written], note: `Call ${written}` })
    const report = await reportOf(row, null, false)
    expect(report).toMatchObject({ Phone: '…101', More: '…101' })
    expect(report?.['list_note']).toMatch(/^Call …101(?!\d)/)
  },
)

it.each(['212 555 0101 ext. 45', '2125550101x45', '+1 212 555 0101,,45#'])(
  'keeps the last digits of a number with an extension that is not called: %j',
  async (written) => {
    const findings = [{ code: 'invalidNumber', name: '' } as const]
    const row = aRow({ state: 'refused', phoneNumber: null, cells: ['Ada', written, ''], findings })
    expect(await reportOf(row, null, false)).toMatchObject({ Phone: '…101' })
  },
)

it('masks a cell of the number column that has another number than the one that was called', async () => {
  const row = aRow({ cells: ['Ada', '212 555 0177', ''] })
  expect(await reportOf(row, rejected(''), false)).toMatchObject({ Phone: '…177' })
})

it('contains the decision about a call that a person resolved', async () => {
  const [who, decidedAt] = ['maria@acme-pc-7', '2026-11-21T10:02:00.000Z']
  const by = { state: 'closedByOperator', who, at: decidedAt, note: '' } as const
  expect(await reportOf(aRow({}), { ...by, decision: 'placed' }, true)).toMatchObject({
    call_placed: 'yes',
    decision: 'placed',
    decided_by: who,
    decided_at: decidedAt,
    run_despite_decision: '',
  })
  const found = { ...by, decision: 'notPlaced', runIds: [7], ownRunIds: [7] } satisfies CallState
  const reason = messages.runDespiteDecision(found)
  expect(await reportOf(aRow({}), found, true)).toMatchObject({
    call_placed: 'no',
    decision: fileMessages.evidence.decisions.notPlaced,
    run_id: '7',
    reason,
    run_despite_decision: 'own',
  })
  const end = { kind: 'reached', disposition: 'user_hangup', durationSeconds: 95 } as const
  expect(await reportOf(aRow({}), { ...found, end }, true)).toMatchObject({ run_despite_decision: 'answered' })
  expect(await reportOf(aRow({}), rejected(''), true)).toMatchObject({ decision: '', decided_by: '', decided_at: '' })
})

it.each(['held', 'refused', 'skipped'] as const)(
  'says that a run is known despite the decision if the row is now %s',
  async (state) => {
    const findings = [{ code: state === 'refused' ? 'doNotCall' : 'calledRecently', name: '' } as const]
    const row = aRow({ state, findings })
    const found: CallState = {
      state: 'closedByOperator',
      decision: 'notPlaced',
      who: 'maria',
      at: '2026-11-21T10:02:00.000Z',
      note: '',
      runIds: [7],
      ownRunIds: [7],
      end: { kind: 'reached', disposition: null, durationSeconds: 20 },
    }
    const own = await reportOf({ ...row, foundRun: 'own' }, found, true)
    expect(own?.['reason']).toContain(listMessages.table.reason(row))
    expect(own?.['reason']).toContain(messages.runDespiteDecision(found))
    expect(own?.['run_despite_decision']).toBe('answered')
    // The run's call belongs to another row, or is an earlier one.
    for (const outcome of [null, rejected('')]) {
      const other = await reportOf({ ...row, foundRun: 'answered' }, outcome, true)
      expect(other?.['reason']).toContain(listMessages.table.runFound.answered)
      expect(other?.['reason']).toContain(listMessages.table.reason(row))
      expect(other?.['run_despite_decision']).toBe('answered')
    }
  },
)

it('says that the list was stopped, not a finding despite which the row would have been called', async () => {
  const findings = [{ code: 'missingValue', name: 'policy_number' } as const]
  const row = aRow({ state: 'stopped', findings })
  const reason = listMessages.table.reason(row)
  expect(reason).not.toBe(listMessages.table.reason({ ...row, state: 'held' }))
  for (const one of [row, aRow({ state: 'stopped' })])
    expect(await reportOf(one, null, true)).toMatchObject({ reason, call_placed: 'no' })
})

it('does not say that a held row can be released', async () => {
  const row = aRow({ state: 'held' })
  const reason = listMessages.table.reason(row, false)
  expect(reason).not.toBe(listMessages.table.reason(row, true))
  expect(await reportOf(row, null, true)).toMatchObject({ reason })
})

it('says that an uncalled row was erased', async () => {
  const row = aRow({ state: 'skipped', phoneNumber: null, phoneNumberDisplay: '', cells: [] })
  expect(await reportOf(row, null, true)).toMatchObject({ reason: messages.common.numberErased, call_placed: 'no' })
})

it('does not say that a row was not called if it may have been called after the recovered backup', async () => {
  const findings = [{ code: 'calledRecently', name: sinceBackup } as const]
  const held = aRow({ state: 'held', findings })
  expect(await reportOf(held, null, true)).toMatchObject({ call_placed: 'unknown' })
  expect(await reportOf(aRow({ findings }), rejected(''), true)).toMatchObject({ call_placed: 'unknown' })
  const recent = aRow({ state: 'held', findings: [{ code: 'calledRecently', name: '' }] })
  expect(await reportOf(recent, null, true)).toMatchObject({ call_placed: 'no' })
})

it('has columns for the disposition, the tags and each variable that the agent extracted', async () => {
  const call = aCall({
    phoneNumber,
    outcome: { ...accepted, end: { kind: 'reached', disposition: 'renewed', durationSeconds: 61 } },
  })
  const learned = {
    variables: [
      { name: 'new_date', value: '2026-12-01' },
      { name: 'callback', value: '+1 212 555 0101' },
    ],
    tags: ['renewal', 'happy'],
    steps: [],
    credits: null,
  }
  expect(await recordsOf({ row: aRow({ state: 'reached' }), call, learned, calls: 1 }, false)).toMatchObject({
    disposition: 'renewed',
    tags: 'renewal; happy',
    'learned.new_date': '2026-12-01',
    'learned.callback': '…101',
  })
})

it('counts every call of the row as an attempt, also those that were not sent or not found', async () => {
  const held = aRow({ state: 'held', attempts: 0, workflowRunId: 35 })
  const report = { row: held, call: aCall({ phoneNumber, outcome: accepted }), learned: null, calls: 3 }
  expect(await recordsOf(report, true)).toMatchObject({ call_placed: 'yes', attempts: '3' })
  expect(await recordsOf({ ...report, row: aRow({ attempts: 2 }), calls: 1 }, true)).toMatchObject({ attempts: '2' })
})
