import { expect, it } from 'vitest'
import type { DoctorCheckName, DoctorFindingCode, DoctorLine } from '../../../src/contract/doctor.ts'
import { type Check, found } from '../../../src/main/doctor/check.ts'
import { runChecks } from '../../../src/main/doctor/run-checks.ts'

const aCheck = (name: DoctorCheckName, code: DoctorFindingCode, after: DoctorCheckName[] = []): Check => ({
  name,
  after,
  milliseconds: 1_000,
  look: () => Promise.resolve(found(code)),
})
const hanging = (name: DoctorCheckName, after: DoctorCheckName[] = []): Check => ({
  ...aCheck(name, 'diskEnough', after),
  look: () => new Promise(() => {}),
})

const run = async (checks: Check[], signal: AbortSignal = new AbortController().signal) => {
  const told: DoctorLine[] = []
  const troubles: unknown[] = []
  await runChecks({
    checks,
    signal,
    monotonic: () => performance.now(),
    tell: (line) => void told.push(line),
    noteTrouble: (_check, error) => (troubles.push(error), 'REFE-RENC-EEEE'),
  })
  const last = new Map(told.map((line) => [line.check, line]))
  return { told, troubles, line: (name: DoctorCheckName) => last.get(name) }
}

it('tells of each line as it comes in, without waiting for a slow one', async () => {
  const slow: Check = {
    ...aCheck('keychain', 'keychainUsable'),
    look: () => new Promise((resolve) => setTimeout(() => resolve(found('keychainUsable')), 50)),
  }
  const { told } = await run([slow, aCheck('disk', 'diskEnough')])
  expect(told.map(({ check, step }) => `${check} ${step}`)).toEqual([
    'keychain running',
    'disk running',
    'disk done',
    'keychain done',
  ])
})

it('leaves out what comes after a bad one, and names the first cause through every step', async () => {
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

it('goes on after what is only worth knowing', async () => {
  const { line } = await run([
    aCheck('certificates', 'certificatesBundledOnly'),
    aCheck('tls', 'tlsTrusted', ['certificates']),
  ])
  expect(line('tls')?.step).toBe('done')
})

it('gives up a check whose time is over, and tells how long that was', async () => {
  const { line } = await run([{ ...hanging('keychain'), milliseconds: 30 }, aCheck('key', 'keyWorks', ['keychain'])])
  expect(line('keychain')).toMatchObject({ step: 'done', finding: { code: 'late', facts: { seconds: '0.03' } } })
  expect(line('key')).toMatchObject({ step: 'skipped', because: 'keychain' })
})

it('ends at once when a person stops it, and keeps what was found', async () => {
  const stop = new AbortController()
  setTimeout(() => stop.abort(), 20)
  const begun = performance.now()
  const { line } = await run([aCheck('disk', 'diskLow'), hanging('tcp'), hanging('tls', ['tcp'])], stop.signal)
  expect(performance.now() - begun).toBeLessThan(500)
  expect(line('disk')?.finding?.code).toBe('diskLow')
  expect([line('tcp')?.step, line('tls')?.step]).toEqual(['cancelled', 'cancelled'])
})

it('tells a check that breaks by a reference, and nothing of what it said', async () => {
  const breaks: Check = { ...aCheck('disk', 'diskEnough'), look: () => Promise.reject(new Error('secret words')) }
  const { line, troubles } = await run([breaks])
  expect(line('disk')?.finding).toEqual({ code: 'broken', facts: { reference: 'REFE-RENC-EEEE' } })
  expect(troubles).toHaveLength(1)
})
