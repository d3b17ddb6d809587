import { afterAll, beforeAll, expect, it } from 'vitest'
import { createPlantedTree, type Verdicts } from './planted-tree.ts'

const tree = createPlantedTree()
let verdicts: Verdicts = new Map()

/** One breach a line: what it is, the rule that must catch it, where it is planted, and its text. */
const breaches = [
  ['any', 'no-explicit-any', 'main/calls/any.ts', 'export const x: any = 1'],
  ['a value of no known type', 'no-unsafe-assignment', 'main/calls/parse.ts', `export const x = JSON.parse('1')`],
  ['a look into it', 'no-unsafe-member-access', 'main/calls/look.ts', `console.log(JSON.parse('1').x)`],
  ['a call of it', 'no-unsafe-call', 'main/calls/call.ts', `JSON.parse('1')()`],
  ['a promise let go', 'no-floating-promises', 'main/calls/float.ts', 'Promise.resolve(1)'],
  ['a promise as a condition', 'no-misused-promises', 'main/calls/if.ts', 'if (Promise.resolve(1)) throw new Error()'],
  ['await of no promise', 'await-thenable', 'main/calls/await.ts', 'export const x = await 1'],
  ['a silenced compiler', 'ban-ts-comment', 'main/calls/quiet.ts', '// @ts-ignore\nexport const x: string = 1'],
  ['a silent catch', 'no-empty', 'main/calls/catch.ts', 'try { Object.freeze(1) } catch {}'],
  ['a bang', 'no-non-null-assertion', 'main/calls/bang.ts', `export const x = [1].at(0)!`],
  ['a thrown text', 'only-throw-error', 'main/calls/throw.ts', `throw 'no'`],
  ['eval', 'no-eval', 'renderer/call/eval.ts', `export const x: unknown = eval('1')`],
  ['a function out of text', 'no-new-func', 'renderer/call/func.ts', `export const x = new Function('return 1')`],
  ['a timer on text', 'no-implied-eval', 'renderer/call/timer.ts', `setTimeout('alert(1)', 1)`],
  [
    'raw HTML',
    'no-danger',
    'renderer/call/html.tsx',
    `export const X = () => <p dangerouslySetInnerHTML={{ __html: '' }} />`,
  ],
  ['a fetch of the page', 'no-restricted-globals', 'renderer/call/fetch.ts', `export const x = fetch('/')`],
  ['a fetch beside the transport', 'no-restricted-globals', 'main/calls/fetch.ts', `export const x = fetch('/')`],
  [
    'a socket of the page',
    'no-restricted-globals',
    'renderer/call/socket.ts',
    `export const x = new WebSocket('ws://x')`,
  ],
  [
    'every key at once',
    'no-restricted-properties',
    'main/vault/vault-child.ts',
    `import keytar from 'keytar'\nexport const x = keytar.findCredentials('x')`,
  ],
  [
    'any key at all',
    'no-restricted-properties',
    'main/vault/any-key.ts',
    `export const x = { findPassword: 1 }.findPassword`,
  ],
  ['require', 'no-require-imports', 'main/calls/require.ts', `export const x: unknown = require('ky')`],
  [
    'a built-in without its prefix',
    'prefer-node-protocol',
    'main/calls/bare.ts',
    `import { join } from 'path'\nexport const x = join`,
  ],
  ['a word to the console', 'no-console', 'main/calls/console.ts', `console.log('x')`],
  ['a loose comparison', 'eqeqeq', 'main/calls/loose.ts', `export const x = (a: unknown) => a == 1`],
  ['an object as text', 'no-base-to-string', 'main/calls/text.ts', 'export const x = `${{}}`'],
  [
    'a forgotten case',
    'switch-exhaustiveness-check',
    'main/calls/case.ts',
    `export const x = (a: 'b' | 'c') => {\n  switch (a) {\n    case 'b':\n      return 1\n  }\n  return 2\n}`,
  ],
  ['a circle', 'no-cycle', 'main/calls/circle.ts', `import { x } from './circle-back.ts'\nexport const y = () => x`],
  ['a file over 250 lines', 'max-lines', 'main/calls/long.ts', 'export {}\n'.repeat(251)],
  [
    'a function over 60 lines',
    'max-lines-per-function',
    'main/calls/tall.ts',
    `export const x = () => {\n${'  Object.freeze(1)\n'.repeat(61)}}`,
  ],
  [
    'an effect with a forgotten cause',
    'exhaustive-deps',
    'renderer/call/effect.ts',
    `import { useEffect } from 'react'\nexport const useX = (a: () => void) => useEffect(() => a(), [])`,
  ],
] as const

beforeAll(async () => {
  for (const [, , path, text] of breaches) tree.plant(`src/${path}`, `${text}\n`)
  tree.plant('src/main/calls/circle-back.ts', `import { y } from './circle.ts'\n\nexport const x = () => y\n`)
  tree.plant('src/main/calls/clean.ts', `export const twice = (n: number): number => n * 2\n`)
  verdicts = await tree.lint()
}, 60_000)

afterAll(tree.remove)

it.each(breaches)('refuses %s (%s)', (_what, rule, path) => {
  expect(verdicts.get(`src/${path}`)?.join('\n') ?? '').toContain(rule)
})

it('accepts a clean file', () => {
  expect(verdicts.get('src/main/calls/clean.ts')).toBeUndefined()
})
