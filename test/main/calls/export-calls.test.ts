import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Papa from 'papaparse'
import { expect, it } from 'vitest'
import type { Call } from '../../../src/contract/call.ts'
import { everyCall, type ExportedCall } from '../../../src/contract/call-filter.ts'
import { fail, succeed } from '../../../src/contract/failure.ts'
import { createExportCalls, type ExportCallsParts } from '../../../src/main/calls/export-calls.ts'
import { aCall, accepted } from '../../support/a-call.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

type Ask = ExportCallsParts['storage']['ask']

const exported = (change: Partial<Call> = {}): ExportedCall => ({
  call: aCall({ outcome: accepted, ...change }),
  initialContext: { customer_name: '=Jane', amount_due: 120.5 },
  note: 'Asked for a letter,\nthen for another',
})

/** An export of so many calls to a file of its own. */
const setUp = (calls: readonly ExportedCall[], change: Partial<ExportCallsParts> = {}) => {
  const folder = temporaryFolder()
  const file = join(folder, 'calls.csv')
  const announced: number[] = []
  const offered: string[] = []
  const ask = ((_name: string, { next, limit }: { next: number | null; limit: number }) => {
    const from = next ?? 0
    const to = from + Math.min(limit, 200)
    return Promise.resolve(succeed({ calls: calls.slice(from, to), next: to < calls.length ? to : null }))
    // One operation alone is asked here.
  }) as unknown as Ask
  const exports = createExportCalls({
    storage: { ask },
    clock: () => Date.parse('2026-11-21T09:15:00.000Z'),
    chooseFile: ({ name }) => {
      offered.push(name)
      return Promise.resolve(file)
    },
    endOf: () => null,
    announce: (count) => void announced.push(count),
    ...change,
  })
  return { exports, file, folder, announced, offered }
}

const asked = { search: '', filter: everyCall, format: 'csv' } as const

it('writes a table that a spreadsheet reads, formulas guarded, for this user alone', async () => {
  const { exports, file, folder, offered } = setUp([exported(), exported({ phoneNumber: 'sip:ana@acme.example' })])
  expect(await exports.run(asked)).toEqual(succeed({ file: 'calls.csv', calls: 2 }))
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
    note: 'Asked for a letter,\nthen for another',
    context: '{"customer_name":"=Jane","amount_due":120.5}',
  })
  expect(data[1]?.['phone_number']).toBe('sip:ana@acme.example')
})

it('writes one JSON object a line, with everything as it is', async () => {
  const one = exported()
  const { exports, file } = setUp([one, exported()])
  await exports.run({ ...asked, format: 'jsonLines' })
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  expect(lines).toHaveLength(2)
  const { endedAt, ...call } = one.call
  const { note, initialContext } = one
  const end = { durationSeconds: null, disposition: null }
  expect(JSON.parse(lines[0] ?? '')).toEqual({ ...call, requestEndedAt: endedAt, ...end, note, initialContext })
})

it('tells how a run ended where that is known, and calls the end of the request by its own name', async () => {
  const followed = exported({ endedAt: '2026-11-21T09:14:02.000Z' })
  const others = exported({ callId: '01JD3Z00000000000000000009' })
  // A cell of the service's own words is guarded like any other.
  const end = { durationSeconds: 72.5, disposition: '=qualified' }
  const endOf = (callId: string) => (callId === followed.call.callId ? end : null)
  const csv = setUp([followed, others], { endOf })
  await csv.exports.run(asked)
  const { data } = Papa.parse<Record<string, string>>(readFileSync(csv.file, 'utf8').slice(1), { header: true })
  expect(data[0]).toMatchObject({
    request_ended_at: '2026-11-21T09:14:02.000Z',
    duration_seconds: '72.5',
    disposition: `'=qualified`,
  })
  expect(data[0]).not.toHaveProperty('ended_at')
  expect(data[1]).toMatchObject({ duration_seconds: '', disposition: '' })
  const lines = setUp([followed], { endOf })
  await lines.exports.run({ ...asked, format: 'jsonLines' })
  expect(JSON.parse(readFileSync(lines.file, 'utf8'))).toMatchObject(end)
})

it('tells how far it is, page by page', async () => {
  const { exports, announced } = setUp(Array.from({ length: 450 }, () => exported()))
  expect(await exports.run(asked)).toMatchObject({ value: { calls: 450 } })
  expect(announced).toEqual([200, 400, 450])
})

it('writes nothing when no file is chosen', async () => {
  const { exports, file } = setUp([exported()], { chooseFile: () => Promise.resolve(null) })
  expect(await exports.run(asked)).toEqual(succeed({ file: null, calls: 0 }))
  expect(existsSync(file)).toBe(false)
})

it('leaves what was there before when it is cancelled', async () => {
  const calls = Array.from({ length: 450 }, () => exported())
  const { exports, file, folder } = setUp(calls, { announce: () => exports.cancel() })
  writeFileSync(file, 'an older export')
  expect(await exports.run(asked)).toEqual(succeed({ file: null, calls: 0 }))
  expect(readFileSync(file, 'utf8')).toBe('an older export')
  expect(readdirSync(folder)).toEqual(['calls.csv'])
})

it('says why a file cannot be written, and why the history cannot be read; nothing is left of either', async () => {
  const { exports, folder } = setUp([exported()], { chooseFile: () => Promise.resolve('/no/such/folder/calls.csv') })
  expect(await exports.run(asked)).toEqual(
    fail({ kind: 'invalid', issues: [{ path: ['file'], code: 'exportFile', words: 'ENOENT' }] }),
  )
  const failure = { kind: 'storage', reason: 'diskError' } as const
  const ask = (() => Promise.resolve(fail(failure))) as unknown as Ask // Every question fails alike.
  const broken = setUp([exported()], { storage: { ask } })
  expect(await broken.exports.run(asked)).toEqual(fail(failure))
  expect([...readdirSync(folder), ...readdirSync(broken.folder)]).toEqual([])
})
