import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guardedPackages, type ImportRule, importRules } from '../../import-rules.ts'
import { createViolatingTree, type LintFindings } from './violating-tree.ts'

const root = join(import.meta.dirname, '..', '..')
const tree = createViolatingTree()
let findings: LintFindings = new Map()

const folders = importRules.filter(({ path }) => !path.includes('.'))
const fileName = (name: string): string => name.replaceAll(/[^a-z0-9]+/g, '-')
const up = (path: string): string => '../'.repeat(path.split('/').length)
const isRefused = (file: string): boolean => (findings.get(file) ?? []).some((text) => text.includes('restricted'))

const valueImport = (from: string): string => `import { thing } from '${from}'\n\nexport const taken = thing\n`
const typeImport = (from: string): string => `import type { Kind } from '${from}'\n\nexport type Named = Kind\n`

const writeViolations = ({ path }: ImportRule): void => {
  const add = (name: string, text: string) => tree.write(`src/${path}/${name}.ts`, text)
  for (const other of folders.filter((one) => one.path !== path)) {
    add(`value-${fileName(other.path)}`, valueImport(`${relative(path, other.path)}/thing.ts`))
    add(`type-${fileName(other.path)}`, typeImport(`${relative(path, other.path)}/thing.ts`))
  }
  for (const name of guardedPackages) add(`package-${fileName(name)}`, valueImport(name))
  add(
    'opens-secret',
    `import { openSecret } from '${relative(path, 'main/vault')}/secret.ts'\n\nexport const x = openSecret\n`,
  )
}

/** Returns the import specifier of the folder `to` for a file directly in `from`. */
const relative = (from: string, to: string): string => {
  const [a, b] = [from.split('/'), to.split('/')]
  let common = 0
  while (common < a.length && common < b.length - 1 && a[common] === b[common]) common += 1
  return `${up(a.slice(common).join('/') || '.').replace(/^$/, './')}${b.slice(common).join('/')}`.replace(
    /^(?!\.)/,
    './',
  )
}

beforeAll(async () => {
  for (const rule of folders) writeViolations(rule)
  tree.write('src/main/features/calls/late.ts', `export const late = import('../../ipc/thing.ts')\n`)
  tree.write('src/main/features/calls/passes-on.ts', `export { thing } from '../../ipc/thing.ts'\n`)
  tree.write('src/main/features/calls/deep/takes-electron.ts', valueImport('electron'))
  tree.write('src/preload/takes-operations.ts', valueImport('../contract/operations.ts'))
  tree.write('src/preload/takes-names.ts', valueImport('../contract/names.ts'))
  for (const file of ['src/main/service/exchange.ts', 'src/main/network/proxies.ts'])
    tree.write(file, `import { openSecret } from '../vault/secret.ts'\n\nexport const x = openSecret\n`)
  findings = await tree.lint()
}, 120_000)

afterAll(tree.remove)

it('names every folder of the source', () => {
  const named = new Set(importRules.map(({ path }) => path))
  const list = (path: string) =>
    readdirSync(join(root, 'src', path), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => (path === '' ? name : `${path}/${name}`))
  const parents = new Set(['main', 'renderer', 'main/features', 'renderer/features'])
  const all = ['', ...parents].flatMap(list).filter((path) => !parents.has(path))
  expect(all.filter((path) => !named.has(path))).toEqual([])
  expect(importRules.filter(({ path }) => !existsSync(join(root, 'src', path)))).toEqual([])
})

describe.each(folders.map((rule) => [rule.path, rule] as const))(
  '%s',
  (path, { values, types, packages, opensSecrets }) => {
    const others = folders.map((rule) => rule.path).filter((other) => other !== path)

    it('imports values only from allowed folders', () => {
      const accepted = others.filter((other) => !isRefused(`src/${path}/value-${fileName(other)}.ts`))
      // The preload script may load only one file of the contract, and the file here is another one.
      const allowed = path === 'preload' ? [] : others.filter((other) => values.includes(other))
      expect(accepted).toEqual(allowed)
    })

    it('imports types only from allowed folders', () => {
      const accepted = others.filter((other) => !isRefused(`src/${path}/type-${fileName(other)}.ts`))
      expect(accepted).toEqual(others.filter((other) => values.includes(other) || types.includes(other)))
    })

    it('imports only allowed guarded packages', () => {
      const accepted = guardedPackages.filter((name) => !isRefused(`src/${path}/package-${fileName(name)}.ts`))
      expect(accepted).toEqual(guardedPackages.filter((name) => packages.includes(name)))
    })

    it('reads the text of a key only if a rule allows it', () => {
      expect(isRefused(`src/${path}/opens-secret.ts`)).toBe(!opensSecrets)
    })
  },
)

describe('an import with its own rule', () => {
  it.each([
    ['a dynamic import', 'src/main/features/calls/late.ts', true],
    ['a re-export', 'src/main/features/calls/passes-on.ts', true],
    ['a subfolder', 'src/main/features/calls/deep/takes-electron.ts', true],
    ['a schema in the preload script', 'src/preload/takes-operations.ts', true],
    ['the names in the preload script', 'src/preload/takes-names.ts', false],
    ['the text of a key in the exchange', 'src/main/service/exchange.ts', false],
    ['the text of a password in the proxies', 'src/main/network/proxies.ts', false],
  ])('%s: %s, refused: %s', (_what, path, refused) => {
    expect(isRefused(path)).toBe(refused)
  })
})
