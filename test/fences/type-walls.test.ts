import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPlantedTree } from './planted-tree.ts'

const tree = createPlantedTree()
let errors: readonly string[] = []

const walls = [
  ['the page in main', 'TS2584', 'src/main/calls/page.ts', 'export const x = document.title'],
  ['Node in the page', 'TS2591', 'src/renderer/call/node.ts', `export { readFileSync } from 'node:fs'`],
  ['the process in the page', 'TS2591', 'src/renderer/call/process.ts', 'export const x = process.env'],
  ['main in the page', 'TS6307', 'src/renderer/call/main.ts', `export { thing } from '../../main/calls/clean.ts'`],
  ['Node in the preload', 'TS2591', 'src/preload/node.ts', `export { readFileSync } from 'node:fs'`],
  ['Node in the contract', 'TS2591', 'src/contract/node.ts', 'export const x = process.env'],
  ['the page in the contract', 'TS2584', 'src/contract/page.ts', 'export const x = document.title'],
  ['an enum', 'TS1294', 'src/main/calls/enum.ts', 'export enum X {\n  A,\n}'],
  [
    'a parameter property',
    'TS1294',
    'src/main/calls/property.ts',
    'export class X {\n  constructor(readonly a: number) {}\n}',
  ],
  ['an unchecked index', 'TS2322', 'src/main/calls/index-access.ts', 'export const x = (a: number[]): number => a[0]'],
  [
    'an undefined where nothing was said',
    'TS2375',
    'src/main/calls/exact.ts',
    'export const x: { a?: number } = { a: undefined }',
  ],
  ['an import without its extension', 'TS2835', 'src/main/calls/bare.ts', `export { thing } from './clean'`],
  [
    'a type imported as a value',
    'TS1484',
    'src/main/calls/verbatim.ts',
    `import { Kind } from './clean.ts'\nexport type X = Kind`,
  ],
] as const

beforeAll(async () => {
  for (const [, , path, text] of walls) tree.plant(path, `${text}\n`)
  tree.plant('src/contract/clean.ts', 'export const greeting = 1\n')
  tree.plant('src/main/calls/clean.ts', 'export const thing = 1\nexport type Kind = number\n')
  tree.plant('src/renderer/call/clean.ts', 'export const title = (): string => document.title\n')
  tree.plant('src/preload/clean.ts', 'export const nothing = 1\n')
  errors = await tree.typeCheck()
}, 60_000)

afterAll(tree.remove)

it.each(walls)('refuses %s (%s)', (_what, code, path) => {
  expect(errors.filter((line) => line.startsWith(`${path}(`) && line.includes(`error ${code}:`))).not.toEqual([])
})

it('accepts clean files on each side', () => {
  expect(errors.filter((line) => line.includes('clean.ts('))).toEqual([])
})
