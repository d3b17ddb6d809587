import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Papa from 'papaparse'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { Call, CallState } from '../../../../src/contract/call.ts'
import { everyCall, type ExportedCall } from '../../../../src/contract/call-list.ts'
import { fail, succeed } from '../../../../src/contract/failure.ts'
import { createExportCalls, type ExportCallsDeps } from '../../../../src/main/features/calls/export.ts'
import { fileMessages, stateTags } from '../../../../src/messages/native.ts'
import { aCall, accepted } from '../../../support/a-call.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

type Run = ExportCallsDeps['storage']['run']

const exported = (change: Partial<Call> = {}): ExportedCall => ({
  call: aCall({ outcome: accepted, ...change }),
  initialContext: { customer_name: '=Jane', amount_due: 120.5 },
  note: 'Requested a letter,\nthen for another',
  learned: {
    variables: [{ name: 'pay_date', value: '=December' }],
    tags: ['paid', 'happy'],
    steps: ['Start', 'Payment'],
    credits: 0.14,
  },
})

/** Exports `count` calls to a temporary file. */
const setUp = (calls: readonly ExportedCall[], change: Partial<ExportCallsDeps> = {}) => {
  const folder = temporaryFolder()
  const file = join(folder, 'calls.csv')
  const announced: number[] = []
  const offered: string[] = []
  const run = ((_name: string, { next, limit }: { next: number | null; limit: number }) => {
    const from = next ?? 0
    const to = from + Math.min(limit, 200)
    return Promise.resolve(succeed({ calls: calls.slice(from, to), next: to < calls.length ? to : null }))
    // The export calls only this operation.
  }) as unknown as Run
  const exports = createExportCalls({
    storage: { run },
    clock: () => Date.parse('2026-11-21T09:15:00.000Z'),
    chooseFile: ({ name }) => {
      offered.push(name)
      return Promise.resolve(file)
    },
    announce: (count) => void announced.push(count),
    ...change,
  })
  return { exports, file, folder, announced, offered }
}

const requested = { search: '', filter: everyCall, format: 'csv' } as const

it('names the file after the local day, which may not have ended when the UTC day has', async () => {
  vi.stubEnv('TZ', 'America/Los_Angeles')
  onTestFinished(() => void vi.unstubAllEnvs())
  const { exports, offered } = setUp([exported()], { clock: () => Date.parse('2026-11-22T07:30:00.000Z') })
  await exports.run(requested)
  expect(offered).toEqual(['rundesk-calls-2026-11-21.csv'])
})

it('writes a table for spreadsheets, with escaped formulas, that only its owner can read', async () => {
  const { exports, file, folder, offered } = setUp([exported(), exported({ phoneNumber: 'sip:ana@acme.example' })])
  expect(await exports.run(requested)).toEqual(succeed({ file: 'calls.csv', calls: 2 }))
  expect(offered).toEqual(['rundesk-calls-2026-11-21.csv'])
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['calls.csv'])
  const text = readFileSync(file, 'utf8')
  expect(text.startsWith('\ufeffcall_id,prepared_at,')).toBe(true)
  const { data } = Papa.parse<Record<string, string>>(text.slice(1), {
    header: true,
    newline: '\r\n',
    skipEmptyLines: true,
  })
  expect(data).toHaveLength(2)
  expect(data[0]).toMatchObject({
    phone_number: `'+14155550101`,
    state: 'accepted',
    run_id: '48213',
    run_name: 'WR-API-7823',
    message: 'initiated',
    telephony_configuration: 'Twilio main',
    telephony_configuration_id: '1',
    tags: 'paid; happy',
    learned: '{"pay_date":"=December"}',
    steps: 'Start → Payment',
    cost_credits: '0.14',
    note: 'Requested a letter,\nthen for another',
    context: '{"customer_name":"=Jane","amount_due":120.5}',
  })
  expect(data[1]?.['phone_number']).toBe('sip:ana@acme.example')
})

it.each<CallState>([
  { state: 'failedAtProvider', status: 400, detail: '', doubt: false, workflowRunId: 7, workflowRunName: 'WR-API-7' },
  { state: 'rejected', status: 402, detail: '', issues: [], workflowRunId: 7, workflowRunName: 'WR-API-7' },
  { state: 'unknown', cause: 'cut', status: null, detail: '', foundRunId: 7, workflowRunName: 'WR-API-7' },
])('writes the name of the run in the state $state', async (outcome) => {
  const { exports, file } = setUp([exported({ outcome })])
  await exports.run(requested)
  const { data } = Papa.parse<Record<string, string>>(readFileSync(file, 'utf8').slice(1), { header: true })
  expect(data[0]).toMatchObject({ run_id: '7', run_name: 'WR-API-7' })
})

it.each<[Partial<Extract<CallState, { state: 'closedByOperator' }>>, string]>([
  [{}, ''],
  [{ runIds: [7] }, 'possible'],
  [{ runIds: [7, 8], ownRunIds: [7] }, 'own'],
  [{ runIds: [7], ownRunIds: [7], end: { kind: 'reached', disposition: null, durationSeconds: 9 } }, 'answered'],
  [{ runIds: [7], ownRunIds: [7], decision: 'placed' }, ''],
])('says whether a run is known although the call was resolved as not placed (%j)', async (change, expected) => {
  const decision = { decision: 'notPlaced', who: 'Ana', at: '2026-11-21T09:20:00.000Z', note: '' } as const
  const call = exported({ outcome: { state: 'closedByOperator', ...decision, ...change } })
  const csv = setUp([call])
  await csv.exports.run(requested)
  const { data } = Papa.parse<Record<string, string>>(readFileSync(csv.file, 'utf8').slice(1), { header: true })
  const { decisions } = fileMessages.evidence
  const shown = decisions[change.decision ?? 'notPlaced']
  expect(data[0]).toMatchObject({ run_despite_decision: expected, decision: shown })
  const json = setUp([call])
  await json.exports.run({ ...requested, format: 'jsonLines' })
  expect(JSON.parse(readFileSync(json.file, 'utf8'))).toMatchObject({ runDespiteDecision: expected || null })
})

it('writes one JSON object per line, with unchanged values', async () => {
  const one = exported()
  const { exports, file } = setUp([one, exported()])
  await exports.run({ ...requested, format: 'jsonLines' })
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  expect(lines).toHaveLength(2)
  const { endedAt, ...call } = one.call
  const { note, initialContext, learned } = one
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    ...call,
    learned,
    requestEndedAt: endedAt,
    state: 'accepted',
    callPlaced: 'yes',
    decision: null,
    runDespiteDecision: null,
    workflowRunIds: [48213],
    durationSeconds: null,
    disposition: null,
    note,
    initialContext,
  })
})

it('contains the result of a run if it is known, in a column separate from the result of the request', async () => {
  // Text from the service is escaped like any other text.
  const end = { durationSeconds: 72.5, disposition: '=qualified' }
  const followed = exported({
    endedAt: '2026-11-21T09:14:02.000Z',
    outcome: { ...accepted, end: { kind: 'reached', ...end } },
  })
  const others = exported({ callId: '01JD3Z00000000000000000009' })
  const csv = setUp([followed, others])
  await csv.exports.run(requested)
  const { data } = Papa.parse<Record<string, string>>(readFileSync(csv.file, 'utf8').slice(1), { header: true })
  expect(data[0]).toMatchObject({
    state: 'reached',
    request_ended_at: '2026-11-21T09:14:02.000Z',
    duration_seconds: '72.5',
    disposition: `'=qualified`,
  })
  expect(data[0]).not.toHaveProperty('ended_at')
  expect(data[1]).toMatchObject({ duration_seconds: '', disposition: '' })
  const lines = setUp([followed])
  await lines.exports.run({ ...requested, format: 'jsonLines' })
  expect(JSON.parse(readFileSync(lines.file, 'utf8'))).toMatchObject(end)
})

it('writes the state that the screen shows once dialing is over without a carrier report', async () => {
  const dialing = { outcome: { ...accepted, progress: 'dialing' as const } }
  const { exports, file } = setUp([
    exported({ ...dialing, preparedAt: '2026-11-21T09:14:00.000Z' }),
    exported({ ...dialing, preparedAt: '2026-11-21T09:05:00.000Z' }),
  ])
  await exports.run(requested)
  const { data } = Papa.parse<Record<string, string>>(readFileSync(file, 'utf8').slice(1), { header: true })
  expect(data).toMatchObject([{ state: stateTags.dialing }, { state: stateTags.toCheck }, {}])
})

it('reports its progress for each page', async () => {
  const { exports, announced } = setUp(Array.from({ length: 450 }, () => exported()))
  expect(await exports.run(requested)).toMatchObject({ value: { calls: 450 } })
  expect(announced).toEqual([200, 400, 450])
})

it('writes nothing when no file is chosen', async () => {
  const { exports, file } = setUp([exported()], { chooseFile: () => Promise.resolve(null) })
  expect(await exports.run(requested)).toEqual(succeed({ file: null, calls: 0 }))
  expect(existsSync(file)).toBe(false)
})

it('keeps the existing file if it is canceled', async () => {
  const calls = Array.from({ length: 450 }, () => exported())
  const { exports, file, folder } = setUp(calls, { announce: () => exports.cancel() })
  writeFileSync(file, 'an older export')
  expect(await exports.run(requested)).toEqual(succeed({ file: null, calls: 0 }))
  expect(readFileSync(file, 'utf8')).toBe('an older export')
  expect(readdirSync(folder)).toEqual(['calls.csv'])
})

it('reports why the file cannot be written or the history cannot be read, and leaves no file', async () => {
  const { exports, folder } = setUp([exported()], { chooseFile: () => Promise.resolve('/no/such/folder/calls.csv') })
  expect(await exports.run(requested)).toEqual(
    fail({ kind: 'invalid', issues: [{ path: ['file'], code: 'exportFile', words: 'ENOENT' }] }),
  )
  const failure = { kind: 'storage', reason: 'diskError' } as const
  const run = (() => Promise.resolve(fail(failure))) as unknown as Run // Every operation fails.
  const broken = setUp([exported()], { storage: { run } })
  expect(await broken.exports.run(requested)).toEqual(fail(failure))
  expect([...readdirSync(folder), ...readdirSync(broken.folder)]).toEqual([])
})
