import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createPackageWithOptions } from '@electron/asar'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runScriptLines } from '../../support/script-lines.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rundesk-contents-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const native = `node_modules/keytar/prebuilds/${process.platform}-${process.arch}/keytar.node`
const sound = {
  LICENSE: 'MIT',
  'THIRD-PARTY-NOTICES.txt': 'others',
  'package.json': '{ "name": "rundesk" }',
  'out/main/index.js': 'start()',
  'out/main/storage-worker.js': 'store()',
  'out/main/list-import-thread.js': 'read()',
  'out/main/vault-child.js': 'keep()',
  'out/preload/index.cjs': 'bridge()',
  'out/renderer/index.html': '<html></html>',
  'out/renderer/start.html': '<html></html>',
  'out/renderer/assets/index-a1.js': 'show()',
  'node_modules/keytar/package.json': '{ "name": "keytar" }',
  'node_modules/keytar/lib/keytar.js': 'load()',
  'node_modules/keytar/LICENSE.md': 'MIT',
  [native]: 'native',
}

const write = (base: string, files: Record<string, string>): void => {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(base, name)), { recursive: true })
    writeFileSync(join(base, name), text)
  }
}

/** Packs the files into an archive, puts others next to it, and returns the faults that the inspection finds. */
const faultsOf = async (files: Record<string, string>, beside: Record<string, string> = {}, unpack = '**/*.node') => {
  const staged = join(folder, 'staged')
  write(staged, files)
  const resources = join(folder, 'app', 'resources')
  write(resources, { 'other.txt': '', ...beside })
  const options = existsSync(join(staged, native)) ? { unpack } : {}
  await createPackageWithOptions(staged, join(resources, 'app.asar'), options)
  return runScriptLines(`import { findPackageFaults } from 'scripts/package/contents.mjs'
    const folder = ${JSON.stringify(join(folder, 'app'))}
    console.log(JSON.stringify(await findPackageFaults({ folder, trial: false })))`)
}

describe('the contents of a package', () => {
  it('are accepted if they are exactly what we list', async () => {
    expect(await faultsOf(sound)).toEqual([])
  })

  it.each([
    ['a map', { 'out/main/index.js.map': '{}' }],
    ['a source', { 'src/main/index.ts': '' }],
    ['one of our tools', { 'node_modules/vite/package.json': '{}' }],
    ['the storage driver of the test runtime', { 'node_modules/libsql/index.js': '' }],
    ['the native part for another platform', { 'node_modules/keytar/prebuilds/other-arch/keytar.node': '' }],
    ['a script of a package', { 'node_modules/keytar/script/install.js': '' }],
    ['a path to the sources', { 'out/renderer/assets/index-a1.js': '//# sourceMappingURL=data:application/json,x' }],
    ['the list of our tools', { 'package.json': '{ "devDependencies": {} }' }],
  ])('may not include %s', async (_what, more) => {
    expect(await faultsOf({ ...sound, ...more })).toHaveLength(1)
  })

  it.each(['default_app.asar', 'app/index.js', 'app-update.yml'])('may not have %s next to them', async (name) => {
    expect(await faultsOf(sound, { [name]: '' })).toHaveLength(1)
  })

  it.each([native, 'out/renderer/start.html'])('may not lack a part: %s', async (part) => {
    const rest = Object.fromEntries(Object.entries(sound).filter(([name]) => name !== part))
    expect(await faultsOf(rest)).toEqual([`${part} is missing from the archive`])
  })

  it('have only native code outside the archive', async () => {
    expect(await faultsOf(sound, {}, '**/*.{node,md}')).toEqual([
      'node_modules/keytar/LICENSE.md is outside the archive',
    ])
    rmSync(join(folder, 'app'), { recursive: true })
    expect(await faultsOf(sound, {}, '**/*.nothing')).toEqual([`${native} is not unpacked`])
  })
})
