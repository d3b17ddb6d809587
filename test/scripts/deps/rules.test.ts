import { describe, expect, it } from 'vitest'
import { runScriptLines } from '../../support/script-lines.ts'

it('our lockfiles, licenses and Electron version currently pass every rule', () => {
  const rules = runScriptLines(`import { inspectDependencies } from 'scripts/deps/inspect.mjs'
    console.log(JSON.stringify(inspectDependencies()))`)
  expect(rules).toEqual(
    ['lockfiles', 'requested versions', 'npm settings', 'licenses', 'Electron'].map((name) => ({ name, faults: [] })),
  )
})

describe('the licenses', () => {
  const lists = { shipped: ['MIT'], tools: ['MPL-2.0'], exceptions: [{ package: 'odd' }] }
  const faultsOf = (license: string | undefined, use: 'shipped' | 'tools', name = 'a'): unknown =>
    runScriptLines(`import { licenseFaults } from 'scripts/deps/inspect.mjs'
      const packages = [${JSON.stringify({ name, version: '1.0.0', license })}]
      console.log(JSON.stringify(licenseFaults(packages, '${use}', ${JSON.stringify(lists)})))`)

  it.each(['MIT', '(MIT OR GPL-3.0)', 'MIT AND MIT'])('allow %s in the app', (license) => {
    expect(faultsOf(license, 'shipped')).toEqual([])
  })

  it.each(['GPL-3.0', 'MIT AND GPL-3.0', 'MPL-2.0', 'SEE LICENSE IN x', undefined])(
    'refuse %s in the app',
    (license) => {
      expect(faultsOf(license, 'shipped')).toHaveLength(1)
    },
  )

  it('may be more permissive for tools, and have exceptions only for tools', () => {
    expect(faultsOf('MPL-2.0', 'tools')).toEqual([])
    expect(faultsOf(undefined, 'tools', 'odd')).toEqual([])
    expect(faultsOf(undefined, 'shipped', 'odd')).toHaveLength(1)
  })
})

describe('the Electron we build for', () => {
  const majors = [
    { major: 42, stable: '2026-05-05', endOfSupport: '2026-10-20' },
    { major: 43, stable: '2026-06-30', endOfSupport: '2026-12-15' },
    { major: 44, stable: '2026-08-25', endOfSupport: '2027-02-09' },
    { major: 45, stable: '2026-10-20', endOfSupport: '2027-04-06' },
  ]
  const table = { majors, testRuntime: { major: 33, stable: '2024-10-15', endOfSupport: '2025-04-29' } }
  const faultsOn = (day: string, target = '45.4.1', more = {}): unknown => {
    const versions = { target, trialVersion: '33.2.1', oldestAllowed: 43, table, ...more }
    return runScriptLines(`import { electronFaults } from 'scripts/deps/inspect.mjs'
      const versions = ${JSON.stringify(versions)}
      console.log(JSON.stringify(electronFaults({ ...versions, now: new Date('${day}') })))`)
  }

  it('is accepted while it is one of the three supported versions', () => expect(faultsOn('2026-11-21')).toEqual([]))
  it('is refused on the day its support ends', () => expect(faultsOn('2027-04-06')).toHaveLength(1))
  it('is refused if it is not released yet', () => expect(faultsOn('2026-10-01')).toHaveLength(1))
  it('is refused if it is too old', () =>
    expect(faultsOn('2026-11-21', '42.0.0', { oldestAllowed: 41 })).toHaveLength(1))
  it('is refused if the app would treat an older version as supported', () =>
    expect(faultsOn('2026-11-21', '45.4.1', { oldestAllowed: 42 })).toHaveLength(1))
  it('is refused if the test runtime is not in the table', () =>
    expect(faultsOn('2026-11-21', '45.4.1', { trialVersion: '34.0.0' })).toHaveLength(1))
})
