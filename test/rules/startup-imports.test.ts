import { readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
const imports = /^(?:import|export) (?!type\b)((?:(?!\bfrom\b)[^'])*from )?'([^']+)'/gm

/** Returns whether an import contains only types, so that it loads nothing at run time. */
const isOnlyTypes = (names: string): boolean =>
  /^\{.*\} from $/s.test(names) &&
  names
    .replaceAll(/[{}]|\bfrom\b/g, '')
    .split(',')
    .every((name) => /^\s*(type\b.*)?$/s.test(name))

const importsOf = (file: string): string[] =>
  [...readFileSync(file, 'utf8').matchAll(imports)].flatMap(([, names, from]) =>
    from === undefined || (names !== undefined && isOnlyTypes(names)) ? [] : [from],
  )

/** Returns every file and package that is loaded before the first line of a file runs. */
const reachedFrom = (file: string, reached = new Set<string>()): Set<string> => {
  if (reached.has(file)) return reached
  reached.add(file)
  for (const from of importsOf(file)) {
    if (from.startsWith('.')) reachedFrom(resolve(dirname(file), from), reached)
    else reached.add(from)
  }
  return reached
}

const packagesOf = (file: string): string[] =>
  [...reachedFrom(join(root, file))].filter((name) => !name.startsWith(root) && !name.startsWith('node:')).toSorted()

it('loads only Electron before the window: no app code, schema or library', () => {
  expect(packagesOf('src/main/index.ts')).toEqual(['electron'])
  const files = [...reachedFrom(join(root, 'src/main/index.ts'))].map((name) => relative(root, name))
  expect(files).toContain('src/main/platform/window.ts')
  expect(files).not.toContain('src/main/app/create-app.ts')
})

it('control: the code loaded after the window imports libraries', () => {
  expect(packagesOf('src/main/platform/open-app.ts')).toEqual(expect.arrayContaining(['electron', 'zod']))
})
