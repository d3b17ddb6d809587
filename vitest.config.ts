import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { middayZone } from './test/support/midday-zone.ts'

// Every test that opens storage starts a thread, which loads its TypeScript modules in a third of the time from this cache.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, 'node_modules', '.cache', 'node-compile')

const lane = (name: string, include: readonly string[], exclude: readonly string[] = [], isolate = true) => ({
  test: {
    name,
    include: [...include],
    exclude: [...exclude],
    isolate,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // A poll asks again at once, so this costs time only when a test fails. The default, 1 s, fails on a busy machine.
    expect: { poll: { timeout: 30_000 } },
  },
})

/** The browser inherits the time zone. */
const browserLane = (name: string, include: readonly string[], exclude: readonly string[] = []) => {
  const { test } = lane(name, include, exclude)
  return { test: { ...test, env: { TZ: middayZone(new Date()) } } }
}

/**
 * Tests over a real disk, real processes and real sockets, and of thousands of random numbers. They take seconds each;
 * `npm run check` leaves them out.
 */
const storage = [
  'test/domain/phone-number.test.ts',
  'test/main/app/**/*.test.ts',
  'test/main/features/{support/support,policy/policy,external-requests/external-requests,paste/paste}.test.ts',
  'test/main/features/{agents/{agents,agent-text,create-agent},numbers/number-operations,people/people}.test.ts',
  'test/main/features/{reconciliation/{key-changes,record-runs},runs/{artifacts,followed-runs}}.test.ts',
  'test/main/features/{profiles/{organization,profile-store,refused-keys},runs/unfinished-calls,settings/{routes,settings}}.test.ts',
  'test/main/features/{calls,keys,lists,rotation}/**/*.test.ts',
  'test/main/lists/{check-row,import,import-register,read-text,read-workbook}.test.ts',
  'test/main/practice/{faults,practice-command}.test.ts',
  'test/main/storage/**/*.test.ts',
  'test/scripts/**/*.test.ts',
]
/** Storage tests of many seconds each, and tests that start other programs; only `npm run test:full` runs them. */
const slow = [
  'test/main/features/{keys/{key-files,new-keys},profiles/{organization,refused-keys},support/support}.test.ts',
  'test/main/features/{external-requests/external-requests,policy/policy,reconciliation/key-changes}.test.ts',
  'test/main/features/{lists/{list-policy,listed-rows},runs/unfinished-calls}.test.ts',
  'test/main/lists/{import,import-register}.test.ts',
  'test/main/features/{agents/create-agent,rotation/{endings,rotation,shared-keys}}.test.ts',
  'test/main/headless/run.test.ts',
  'test/main/storage/{call-list,chain,erase,high-water-mark,maintenance,people,recover,recover-rows}.test.ts',
  'test/main/storage/{search,trial}/*.test.ts',
  'test/scripts/{bench,lab,deps/audit,deps/electron-rules}.test.ts',
]
/** Tests that need the initial state of a module, such as the secrets in memory. */
const client = ['test/main/{service,headless,network,vault}/**/*.test.ts']
/** The browser tests that `npm test` runs; `npm run test:full` runs the others. */
const smoke = ['test/browser/{first-call,announcements,first-run,certainty,second-call}.test.ts']

export default defineConfig({
  test: {
    // A test mostly waits for a disk or a socket, so three files at once keep two cores busy.
    maxWorkers: 3,
    maxConcurrency: 2,
    // After a thousand calls out of WebAssembly (the HTTP parser's) V8 compiles a wrapper for them and frees it again. With
    // threads that come and go it can lose that page: the process dies with `Check failed: jit_page.has_value()` in
    // UnregisterWasmAllocation. This budget is never reached, so that compiler never runs; no test depends on it.
    execArgv: ['--wasm-wrapper-tiering-budget=1000000000'],
    projects: [
      lane('rules', ['test/rules/**/*.test.ts']),
      // The files of `unit` and `storage` share modules, which saves much of their time.
      lane(
        'unit',
        ['test/{contract,domain,messages,main,preload,renderer,support}/**/*.test.{ts,tsx}'],
        [...client, ...storage],
        false,
      ),
      lane('storage', storage, slow, false),
      lane('slow', slow),
      lane('specification', ['test/spec/**/*.test.ts']),
      lane('client', client, slow),
      browserLane('browser', smoke),
      browserLane('browser-full', ['test/browser/**/*.test.ts'], smoke),
    ],
  },
})
