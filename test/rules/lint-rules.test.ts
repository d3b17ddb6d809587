import { afterAll, beforeAll, expect, it } from 'vitest'
import { createViolatingTree, type LintFindings } from './violating-tree.ts'

const tree = createViolatingTree()
let findings: LintFindings = new Map()

/** What is wrong, the rule that must report it, the file that contains it, and its text. */
const violations = [
  ['any', 'no-explicit-any', 'main/features/calls/any.ts', 'export const x: any = 1'],
  ['an untyped value', 'no-unsafe-assignment', 'main/features/calls/parse.ts', `export const x = JSON.parse('1')`],
  [
    'a property of an untyped value',
    'no-unsafe-member-access',
    'main/features/calls/look.ts',
    `console.log(JSON.parse('1').x)`,
  ],
  ['a call of an untyped value', 'no-unsafe-call', 'main/features/calls/call.ts', `JSON.parse('1')()`],
  ['a floating promise', 'no-floating-promises', 'main/features/calls/float.ts', 'Promise.resolve(1)'],
  [
    'a promise as a condition',
    'no-misused-promises',
    'main/features/calls/if.ts',
    'if (Promise.resolve(1)) throw new Error()',
  ],
  [
    'await of a value that is not a promise',
    'await-thenable',
    'main/features/calls/await.ts',
    'export const x = await 1',
  ],
  [
    'a silenced type check',
    'ban-ts-comment',
    'main/features/calls/quiet.ts',
    '// @ts-ignore\nexport const x: string = 1',
  ],
  ['an empty catch', 'no-empty', 'main/features/calls/catch.ts', 'try { Object.freeze(1) } catch {}'],
  ['a non-null assertion', 'no-non-null-assertion', 'main/features/calls/bang.ts', `export const x = [1].at(0)!`],
  ['a thrown string', 'only-throw-error', 'main/features/calls/throw.ts', `throw 'no'`],
  ['eval', 'no-eval', 'renderer/features/call/eval.ts', `export const x: unknown = eval('1')`],
  [
    'a function created from a string',
    'no-new-func',
    'renderer/features/call/func.ts',
    `export const x = new Function('return 1')`,
  ],
  ['a timer with code as a string', 'no-implied-eval', 'renderer/features/call/timer.ts', `setTimeout('alert(1)', 1)`],
  [
    'raw HTML',
    'no-danger',
    'renderer/features/call/html.tsx',
    `export const X = () => <p dangerouslySetInnerHTML={{ __html: '' }} />`,
  ],
  ['fetch in the page', 'no-restricted-globals', 'renderer/features/call/fetch.ts', `export const x = fetch('/')`],
  [
    'fetch outside main/service',
    'no-restricted-globals',
    'main/features/calls/fetch.ts',
    `export const x = fetch('/')`,
  ],
  [
    'a WebSocket in the page',
    'no-restricted-globals',
    'renderer/features/call/socket.ts',
    `export const x = new WebSocket('ws://x')`,
  ],
  [
    'findCredentials of keytar',
    'no-restricted-properties',
    'main/vault/child-process.ts',
    `import keytar from 'keytar'\nexport const x = keytar.findCredentials('x')`,
  ],
  [
    'findPassword of keytar',
    'no-restricted-properties',
    'main/vault/any-key.ts',
    `export const x = { findPassword: 1 }.findPassword`,
  ],
  ['require', 'no-require-imports', 'main/features/calls/require.ts', `export const x: unknown = require('ky')`],
  [
    'a built-in module without node:',
    'prefer-node-protocol',
    'main/features/calls/bare.ts',
    `import { join } from 'path'\nexport const x = join`,
  ],
  ['console output', 'no-console', 'main/features/calls/console.ts', `console.log('x')`],
  ['a loose comparison', 'eqeqeq', 'main/features/calls/loose.ts', `export const x = (a: unknown) => a == 1`],
  ['an object converted to a string', 'no-base-to-string', 'main/features/calls/text.ts', 'export const x = `${{}}`'],
  [
    'a missing case',
    'switch-exhaustiveness-check',
    'main/features/calls/case.ts',
    `export const x = (a: 'b' | 'c') => {\n  switch (a) {\n    case 'b':\n      return 1\n  }\n  return 2\n}`,
  ],
  [
    'an import cycle',
    'no-cycle',
    'main/features/calls/cycle.ts',
    `import { x } from './cycle-back.ts'\nexport const y = () => x`,
  ],
  [
    'an import cycle of types',
    'no-cycle',
    'main/features/calls/type-cycle.ts',
    `import type { B } from './type-cycle-back.ts'\nexport type A = B | 1`,
  ],
  ['a file over 400 lines', 'max-lines', 'main/features/calls/long.ts', 'export {}\n'.repeat(401)],
  [
    'a function over 160 lines',
    'max-lines-per-function',
    'main/features/calls/tall.ts',
    `export const x = () => {\n${'  Object.freeze(1)\n'.repeat(161)}}`,
  ],
  [
    'an effect with a missing dependency',
    'exhaustive-deps',
    'renderer/features/call/effect.ts',
    `import { useEffect } from 'react'\nexport const useX = (a: () => void) => useEffect(() => a(), [])`,
  ],
] as const

beforeAll(async () => {
  for (const [, , path, text] of violations) tree.write(`src/${path}`, `${text}\n`)
  tree.write('src/main/features/calls/cycle-back.ts', `import { y } from './cycle.ts'\n\nexport const x = () => y\n`)
  tree.write(
    'src/main/features/calls/type-cycle-back.ts',
    `import type { A } from './type-cycle.ts'\n\nexport type B = A[]\n`,
  )
  tree.write('src/main/features/calls/clean.ts', `export const twice = (n: number): number => n * 2\n`)
  findings = await tree.lint()
}, 60_000)

afterAll(tree.remove)

it.each(violations)('refuses %s (%s)', (_what, rule, path) => {
  expect(findings.get(`src/${path}`)?.join('\n') ?? '').toContain(rule)
})

it('accepts a clean file', () => {
  expect(findings.get('src/main/features/calls/clean.ts')).toBeUndefined()
})
