import { afterAll, beforeAll, expect, it } from 'vitest'
import { createViolatingTree } from './violating-tree.ts'

const tree = createViolatingTree()
let errors: readonly string[] = []

const violations = [
  ['the DOM in the main process', 'TS2584', 'src/main/features/calls/page.ts', 'export const x = document.title'],
  ['Node in the page', 'TS2591', 'src/renderer/features/call/node.ts', `export { readFileSync } from 'node:fs'`],
  ['the process in the page', 'TS2591', 'src/renderer/features/call/process.ts', 'export const x = process.env'],
  [
    'the main process in the page',
    'TS6307',
    'src/renderer/features/call/main.ts',
    `export { thing } from '../../../main/features/calls/clean.ts'`,
  ],
  ['Node in the preload script', 'TS2591', 'src/preload/node.ts', `export { readFileSync } from 'node:fs'`],
  ['Node in the contract', 'TS2591', 'src/contract/node.ts', 'export const x = process.env'],
  ['the DOM in the contract', 'TS2584', 'src/contract/page.ts', 'export const x = document.title'],
  ['an enum', 'TS1294', 'src/main/features/calls/enum.ts', 'export enum X {\n  A,\n}'],
  [
    'a parameter property',
    'TS1294',
    'src/main/features/calls/property.ts',
    'export class X {\n  constructor(readonly a: number) {}\n}',
  ],
  [
    'an unchecked index',
    'TS2322',
    'src/main/features/calls/index-access.ts',
    'export const x = (a: number[]): number => a[0]',
  ],
  [
    'undefined for an optional property',
    'TS2375',
    'src/main/features/calls/exact.ts',
    'export const x: { a?: number } = { a: undefined }',
  ],
  ['an import without its extension', 'TS2835', 'src/main/features/calls/bare.ts', `export { thing } from './clean'`],
  [
    'a type imported as a value',
    'TS1484',
    'src/main/features/calls/verbatim.ts',
    `import { Kind } from './clean.ts'\nexport type X = Kind`,
  ],
] as const

beforeAll(async () => {
  for (const [, , path, text] of violations) tree.write(path, `${text}\n`)
  tree.write('src/contract/clean.ts', 'export const greeting = 1\n')
  tree.write('src/main/features/calls/clean.ts', 'export const thing = 1\nexport type Kind = number\n')
  tree.write('src/renderer/features/call/clean.ts', 'export const title = (): string => document.title\n')
  tree.write('src/preload/clean.ts', 'export const nothing = 1\n')
  errors = await tree.typeCheck()
}, 60_000)

afterAll(tree.remove)

it.each(violations)('refuses %s (%s)', (_what, code, path) => {
  expect(errors.filter((line) => line.startsWith(`${path}(`) && line.includes(`error ${code}:`))).not.toEqual([])
})

it('accepts clean files on each side', () => {
  expect(errors.filter((line) => line.includes('clean.ts('))).toEqual([])
})
