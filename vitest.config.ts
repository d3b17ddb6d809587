import { defineConfig } from 'vitest/config'

const lane = (name: string, include: readonly string[], exclude: readonly string[] = []) => ({
  test: { name, include: [...include], exclude: [...exclude], testTimeout: 60_000, hookTimeout: 60_000 },
})

// One project a lane; scripts/test.mjs counts them apart. Every test file belongs to exactly one of them.
/** Whole parts over a real disk, real processes and real sockets: they take seconds, and wait for `npm test`. */
const desk = [
  'test/main/{desk,desk-support}.test.ts',
  'test/main/calls/{lost-answers,guards,close-call,torn-writes,recovery,call-ledger}.test.ts',
  'test/main/keys/{rotation*,hand-over,new-keys}.test.ts',
  'test/main/{policy/policy,workflows/create-agent,workflows/workflow-fuzz}.test.ts',
  'test/main/{storage,headless}/**/*.test.ts',
  'test/scripts/**/*.test.ts',
]
const client = ['test/main/service/**/*.test.ts', 'test/client/**/*.test.ts']

export default defineConfig({
  test: {
    // Most of a test's time is spent waiting for a disk or a socket: three files at once keep two cores busy.
    maxWorkers: 3,
    // After a thousand calls out of WebAssembly (the HTTP parser's) V8 compiles a wrapper for them and frees it again; where
    // threads come and go it may have lost the page of it, and the process dies with `Check failed: jit_page.has_value()`
    // in UnregisterWasmAllocation. Without that compiler it is never reached; nothing a test looks at changes.
    execArgv: ['--wasm-wrapper-tiering-budget=1000000000'],
    projects: [
      lane('fences', ['test/fences/**/*.test.ts']),
      lane('unit', ['test/{main,preload,renderer,support}/**/*.test.{ts,tsx}'], ['test/main/service/**', ...desk]),
      lane('desk', desk),
      lane('contract', ['test/contract/**/*.test.ts']),
      lane('specification', ['test/spec/**/*.test.ts']),
      lane('client', client),
      lane('engines', ['test/engines/**/*.test.ts']),
    ],
  },
})
