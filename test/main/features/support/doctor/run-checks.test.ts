import { expect, it } from 'vitest'
import type { DoctorCheckName, DoctorFindingCode, DoctorLine } from '../../../../../src/contract/doctor.ts'
import { type Check, found, runChecks } from '../../../../../src/main/features/support/run-checks.ts'

const aCheck = (name: DoctorCheckName, code: DoctorFindingCode, after: DoctorCheckName[] = []): Check => ({
  name,
  after,
  milliseconds: 1_000,
  run: () => Promise.resolve(found(code)),
})
const hanging = (name: DoctorCheckName, after: DoctorCheckName[] = []): Check => ({
  ...aCheck(name, 'diskEnough', after),
  run: () => new Promise(() => {}),
})

const run = async (checks: Check[], signal: AbortSignal = new AbortController().signal) => {
  const lines: DoctorLine[] = []
  const errors: unknown[] = []
  await runChecks({
    checks,
    signal,
    monotonic: () => performance.now(),
    onLine: (line) => void lines.push(line),
    logUnexpected: (_check, error) => (errors.push(error), 'REFE-RENC-EEEE'),
  })
  const last = new Map(lines.map((line) => [line.check, line]))
  return { lines, errors, line: (name: DoctorCheckName) => last.get(name) }
}

it('reports each line as soon as it changes', async () => {
  const slow: Check = {
    ...aCheck('keychain', 'keychainUsable'),
    run: () => new Promise((resolve) => setTimeout(() => resolve(found('keychainUsable')), 50)),
  }
  const { lines } = await run([slow, aCheck('disk', 'diskEnough')])
  expect(lines.map(({ check, step }) => `${check} ${step}`)).toEqual([
    'keychain running',
    'disk running',
    'disk done',
    'keychain done',
  ])
})

it('skips the checks that depend on a failed one, and names the first cause', async () => {
  const { line } = await run([
    aCheck('name', 'nameNotFound'),
    aCheck('tcp', 'tcpOpen', ['name']),
    aCheck('tls', 'tlsTrusted', ['tcp']),
    aCheck('disk', 'diskEnough'),
  ])
  expect(line('tcp')).toMatchObject({ step: 'skipped', because: 'name', finding: null })
  expect(line('tls')).toMatchObject({ step: 'skipped', because: 'name' })
  expect(line('disk')).toMatchObject({ step: 'done' })
})

it('continues after a note', async () => {
  const { line } = await run([
    aCheck('certificates', 'certificatesBundledOnly'),
    aCheck('tls', 'tlsTrusted', ['certificates']),
  ])
  expect(line('tls')?.step).toBe('done')
})

it('stops a check that exceeds its time limit', async () => {
  const { line } = await run([{ ...hanging('keychain'), milliseconds: 30 }, aCheck('key', 'keyWorks', ['keychain'])])
  expect(line('keychain')).toMatchObject({ step: 'done', finding: { code: 'late', details: { seconds: '0.03' } } })
  expect(line('key')).toMatchObject({ step: 'skipped', because: 'keychain' })
})

it('cancels the unfinished checks and keeps the findings', async () => {
  const stop = new AbortController()
  setTimeout(() => stop.abort(), 20)
  const { line } = await run([aCheck('disk', 'diskLow'), hanging('tcp'), hanging('tls', ['tcp'])], stop.signal)
  expect(line('disk')?.finding?.code).toBe('diskLow')
  expect([line('tcp')?.step, line('tls')?.step]).toEqual(['cancelled', 'cancelled'])
})

it('reports a check that throws with a reference, without the message', async () => {
  const breaks: Check = { ...aCheck('disk', 'diskEnough'), run: () => Promise.reject(new Error('secret words')) }
  const { line, errors } = await run([breaks])
  expect(line('disk')?.finding).toEqual({ code: 'broken', details: { reference: 'REFE-RENC-EEEE' } })
  expect(errors).toHaveLength(1)
})
