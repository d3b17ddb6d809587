import { describe, expect, it } from 'vitest'
import { runScriptLines } from '../../support/script-lines.ts'

/** Matches a string that contains this string. */
const containing = (text: string): unknown => expect.stringContaining(text)

const sound = { version: '1.2.3', integrity: `sha512-${'A'.repeat(86)}==`, license: 'MIT' }
const otherPlatform = { version: '1.2.3', optional: true, dev: true, os: ['darwin'], cpu: ['arm64'] }
const exceptions = {
  installScripts: [{ package: 'looked-at' }],
  withoutIntegrity: [{ packages: '@tool/binding-' }],
}

const faultsOf = (packages: Record<string, object>): unknown =>
  runScriptLines(`import { lockfileFaults } from 'scripts/deps/inspect.mjs'
    const lock = ${JSON.stringify({ lockfileVersion: 3, packages: { '': {}, ...packages } })}
    console.log(JSON.stringify(lockfileFaults(lock, ${JSON.stringify(exceptions)})))`)

describe('a lockfile', () => {
  it('is accepted if every package has a hash and no download address or script', () => {
    const scoped = { 'node_modules/@a/b': sound, 'node_modules/a/node_modules/@a/b': sound }
    const other = { 'node_modules/@tool/binding-darwin-arm64': otherPlatform }
    expect(faultsOf({ 'node_modules/a': sound, ...scoped, ...other })).toEqual([])
  })

  it.each([
    ['has no hash', { version: '1.2.3' }, 'a has no sha512'],
    ['has a weak hash', { ...sound, integrity: 'sha1-abc' }, 'a has no sha512'],
    ['names an address', { ...sound, resolved: 'https://example.invalid/a.tgz' }, 'a names an address'],
    ['comes from git', { ...sound, version: 'git+ssh://example.invalid/a.git#1' }, 'does not come from a registry'],
    ['comes from a file', { ...sound, version: 'file:../a' }, 'does not come from a registry'],
    ['is a link', { ...sound, link: true }, 'does not come from a registry'],
    ['runs a script', { ...sound, hasInstallScript: true }, 'a has an install script'],
    ['is for another platform without an exception', otherPlatform, 'a has no sha512'],
  ])('is refused when a package %s', (_what, entry, fault) => {
    expect(faultsOf({ 'node_modules/a': entry })).toEqual([containing(fault)])
  })

  it('makes no exception for a package that is shipped or could run here', () => {
    const where = 'node_modules/@tool/binding-darwin-arm64'
    expect(faultsOf({ [where]: { ...otherPlatform, dev: undefined } })).toHaveLength(1)
    expect(faultsOf({ [where]: { ...otherPlatform, os: undefined } })).toHaveLength(1)
    expect(faultsOf({ [where]: { ...otherPlatform, optional: undefined } })).toHaveLength(1)
  })

  it('accepts an install script that was reviewed, because it is never run', () => {
    expect(faultsOf({ 'node_modules/looked-at': { ...sound, hasInstallScript: true } })).toEqual([])
  })
})

describe('a package.json', () => {
  const requested = (spec: string): unknown =>
    runScriptLines(`import { requestFaults } from 'scripts/deps/inspect.mjs'
      console.log(JSON.stringify(requestFaults({ devDependencies: { a: ${JSON.stringify(spec)} } })))`)

  it.each(['1.2.3', '1.2.3-beta.1', 'npm:@other/a@1.2.3'])('may request %s', (spec) => {
    expect(requested(spec)).toEqual([])
  })

  it.each(['^1.2.3', '*', 'latest', 'git+https://example.invalid/a.git', 'file:../a', 'https://example.invalid/a.tgz'])(
    'may not request %s',
    (spec) => expect(requested(spec)).toHaveLength(1),
  )
})

it('comes with an npm configuration that runs no scripts and writes no addresses', () => {
  const faults = runScriptLines(`import { npmrcFaults } from 'scripts/deps/inspect.mjs'
    const good = 'ignore-scripts=true\\nsave-exact=true\\nomit-lockfile-registry-resolved=true\\n'
    console.log(JSON.stringify([npmrcFaults(good), npmrcFaults(good.replace('=true', '=false'))]))`)
  expect(faults).toEqual([[], ['.npmrc does not say ignore-scripts=true']])
})
