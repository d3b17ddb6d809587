import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guardedPackages, mainFolders, pageBans } from './house-rules.ts'
import { createPlantedTree, type Verdicts } from './planted-tree.ts'

const tree = createPlantedTree()
let verdicts: Verdicts = new Map()

const mainNames = Object.keys(mainFolders)
const pageNames = Object.keys(pageBans)
const taking = (from: string): string => `import { thing } from '${from}'\n\nexport const taken = thing\n`
const naming = (from: string): string => `import type { Kind } from '${from}'\n\nexport type Named = Kind\n`
const isRefused = (file: string): boolean => (verdicts.get(file) ?? []).some((words) => words.includes('restricted'))
const file = (name: string): string => name.replaceAll(/[^a-z]+/g, '-')

const plantMain = (name: string): void => {
  const plant = (label: string, text: string) => tree.plant(`src/main/${name}/${label}.ts`, text)
  for (const other of mainNames.filter((one) => one !== name)) {
    plant(`takes-${other}`, taking(`../${other}/thing.ts`))
    plant(`names-${other}`, naming(`../${other}/thing.ts`))
  }
  for (const pack of guardedPackages) plant(`uses-${file(pack)}`, taking(pack))
  plant('takes-contract', taking('../../contract/thing.ts'))
  plant('takes-page', taking('../../renderer/thing.ts'))
  plant('takes-preload', taking('../../preload/thing.ts'))
  plant('takes-desk', taking('../desk.ts'))
  plant('takes-index', taking('../index.ts'))
  plant('takes-open-desk', taking('../open-desk.ts'))
  plant('opens-secret', `import { openSecret } from '../vault/secret.ts'\n\nexport const opened = openSecret\n`)
  plant('takes-secret', `import { createSecret } from '../vault/secret.ts'\n\nexport const made = createSecret\n`)
}

const plantPage = (name: string): void => {
  for (const other of pageNames.filter((one) => one !== name)) {
    tree.plant(`src/renderer/${name}/takes-${other}.ts`, taking(`../${other}/thing.ts`))
  }
  for (const from of ['electron', 'node:fs', 'ky', 'keytar', 'undici']) {
    tree.plant(`src/renderer/${name}/uses-${file(from)}.ts`, taking(from))
  }
  tree.plant(`src/renderer/${name}/takes-main.ts`, taking('../../main/desk.ts'))
  tree.plant(`src/renderer/${name}/takes-bridge.ts`, taking('../../preload/index.ts'))
  tree.plant(`src/renderer/${name}/takes-root.ts`, taking('../app.tsx'))
  for (const from of ['react', 'zustand', 'zod']) tree.plant(`src/renderer/${name}/uses-${from}.ts`, taking(from))
  tree.plant(`src/renderer/${name}/takes-contract.ts`, taking('../../contract/thing.ts'))
}

beforeAll(async () => {
  for (const name of mainNames) plantMain(name)
  for (const name of pageNames) plantPage(name)
  tree.plant('src/contract/takes-main.ts', taking('../main/desk.ts'))
  tree.plant('src/contract/uses-ky.ts', taking('ky'))
  tree.plant('src/contract/uses-node.ts', taking('node:fs'))
  tree.plant('src/contract/uses-zod.ts', taking('zod'))
  tree.plant('src/preload/takes-main.ts', taking('../main/desk.ts'))
  tree.plant('src/preload/uses-zod.ts', taking('zod'))
  tree.plant('src/preload/takes-operations.ts', taking('../contract/operations.ts'))
  tree.plant('src/preload/names-operations.ts', naming('../contract/operations.ts'))
  tree.plant('src/preload/takes-names.ts', taking('../contract/names.ts'))
  tree.plant('src/preload/uses-electron.ts', taking('electron'))
  tree.plant('src/main/vault/vault-child.ts', taking('keytar'))
  tree.plant('src/main/storage/trial-sqlite.ts', taking('libsql'))
  tree.plant('src/main/service/transport.ts', `export { openSecret } from '../vault/secret.ts'\n`)
  tree.plant('src/main/index.ts', taking('electron'))
  tree.plant('src/main/desk.ts', taking('electron'))
  tree.plant('src/main/practice/world/takes-runs.ts', taking('../runs/thing.ts'))
  tree.plant('src/main/practice/world/takes-service.ts', taking('../../service/thing.ts'))
  tree.plant('src/main/calls/late.ts', `export const late = import('../ipc/thing.ts')\n`)
  tree.plant('src/main/calls/passes-on.ts', `export { thing } from '../ipc/thing.ts'\n`)
  verdicts = await tree.lint()
}, 60_000)

afterAll(tree.remove)

it('knows every folder of the house', () => {
  const foldersOf = (path: string) =>
    readdirSync(join(import.meta.dirname, '../../src', path), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => entry.name)
  expect([...mainNames, 'app']).toEqual(expect.arrayContaining(foldersOf('main')))
  expect(pageNames).toEqual(expect.arrayContaining(foldersOf('renderer')))
})

describe.each(Object.entries(mainFolders))('main/%s', (name, { values = [], types = [], packages = [], ...may }) => {
  const at = (label: string): boolean => isRefused(`src/main/${name}/${label}.ts`)

  it('takes values and types from the folders it may know, and from no other', () => {
    for (const other of mainNames.filter((one) => one !== name)) {
      const known = values.includes(other)
      expect([other, 'values', at(`takes-${other}`)]).toEqual([other, 'values', !known])
      expect([other, 'types', at(`names-${other}`)]).toEqual([other, 'types', !known && !types.includes(other)])
    }
  })

  it('imports the guarded packages it is allowed, and no other', () => {
    for (const pack of guardedPackages) {
      expect([pack, at(`uses-${file(pack)}`)]).toEqual([pack, !packages.includes(pack)])
    }
  })

  it('knows no other process, and no composition root unless it is one', () => {
    expect(['takes-page', 'takes-preload', 'takes-index', 'takes-open-desk'].map(at)).not.toContain(false)
    expect(at('takes-desk')).toBe(may.root !== true)
    expect(at('takes-contract')).toBe(may.contract === false)
  })

  it('opens no key', () => {
    expect(at('opens-secret')).toBe(name !== 'vault')
    expect(at('takes-secret')).toBe(name !== 'vault' && may.secret !== true)
  })
})

describe.each(Object.entries(pageBans))('renderer/%s', (name, banned) => {
  const at = (label: string): boolean => isRefused(`src/renderer/${name}/${label}.ts`)

  it('takes nothing from the screens it does not belong to', () => {
    for (const other of pageNames.filter((one) => one !== name)) {
      expect([other, at(`takes-${other}`)]).toEqual([other, banned.includes(other)])
    }
  })

  it('knows the contract and its own libraries, but no Node, no network, no key store and no other process', () => {
    const refused = ['uses-electron', 'uses-node-fs', 'uses-ky', 'uses-keytar', 'uses-undici']
    for (const label of [...refused, 'takes-main', 'takes-bridge', 'takes-root'])
      expect([label, at(label)]).toEqual([label, true])
    for (const label of ['uses-react', 'uses-zustand', 'uses-zod', 'takes-contract'])
      expect([label, at(label)]).toEqual([label, false])
  })
})

describe('the few files with a right of their own', () => {
  it.each([
    ['src/contract/takes-main.ts', true],
    ['src/contract/uses-ky.ts', true],
    ['src/contract/uses-node.ts', true],
    ['src/contract/uses-zod.ts', false],
    ['src/preload/takes-main.ts', true],
    ['src/preload/uses-zod.ts', true],
    ['src/preload/takes-operations.ts', true],
    ['src/preload/names-operations.ts', false],
    ['src/preload/takes-names.ts', false],
    ['src/preload/uses-electron.ts', false],
    ['src/main/vault/vault-child.ts', false],
    ['src/main/storage/trial-sqlite.ts', false],
    ['src/main/service/transport.ts', false],
    ['src/main/index.ts', false],
    ['src/main/desk.ts', true],
    ['src/main/practice/world/takes-runs.ts', false],
    ['src/main/practice/world/takes-service.ts', true],
    ['src/main/calls/late.ts', true],
    ['src/main/calls/passes-on.ts', true],
  ])('%s is refused: %s', (path, refused) => {
    expect(isRefused(path)).toBe(refused)
  })
})
