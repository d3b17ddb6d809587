import { execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { flipFuses, FuseV1Options, FuseVersion } from '@electron/fuses'
import { expect } from '@playwright/test'
import { launchPackaged, readMadePackage } from '../support/electron/launch-packaged.ts'
import { chosenRuntime } from '../support/electron/runtime.ts'
import { proveStart } from './packaged/prove-start.ts'
import { test } from './support.ts'
import { openPractice } from './tour/steps.ts'

const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []

test('places a first call in the packaged app, and accepts no code from outside', async () => {
  const made = readMadePackage()
  const proof = await proveStart(made)
  expect(proof).toMatchObject({ electron: made.electron, version: made.version, keychain: true, exitCode: 0 })
  expect(proof.workflowRunId).toBeGreaterThan(0)
  expect(proof.intrusions).toEqual([])
  expect(proof).toMatchObject({ title: made.shown, runtime: made.trial ? 'trial' : 'product' })
})

test('control: an unpackaged Electron accepts the same code', () => {
  const { executable } = chosenRuntime()
  const script = 'console.log(`ran as ${process.type ?? "node"}`)'
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1' }
  expect(execFileSync(executable, ['-e', script], { env, encoding: 'utf8' })).toBe('ran as node\n')
})

test('saves a key from the packaged app, and refuses a remote organization on the test build', async ({
  dataDir,
  organization,
}) => {
  const { origin, key } = organization
  const made = readMadePackage()
  const { page, end } = await launchPackaged({ made, dataDir })
  await openPractice(page)
  const connect = (to: string) =>
    page.evaluate(
      async ({ address, text }) => {
        const entered = await window.api.stageKey({ from: 'typed', text })
        if (!entered.ok) return entered
        const { entryId } = entered.value
        const label = { name: 'Acme', color: 'blue', keyStorage: 'keychain', unchecked: true } as const
        return window.api.addProfile({ kind: 'service', origin: address, entryId, ...label })
      },
      { address: to, text: key },
    )
  const near = await connect(origin)
  expect(near).toMatchObject({ ok: true })
  const id = near.ok && 'profile' in near.value ? near.value.profile.id : ''
  const found = execFileSync('secret-tool', ['lookup', 'service', 'Rundesk', 'account', `${id} ${origin}`])
  expect(found.toString()).toBe(key)
  const far = await connect('https://agents.rundesk.invalid')
  expect(JSON.stringify(far).includes('originTrialRuntime')).toBe(made.trial)
  expect(await end()).toBe(0)
  expect(readFileSync(join(dataDir, 'logs', 'rundesk.log'), 'utf8')).not.toContain(key)
})

test('loads only the archive; the control loads the folder next to it', async () => {
  const made = readMadePackage()
  const home = mkdtempSync(join(tmpdir(), 'rundesk-beside-'))
  cpSync(made.folder, home, { recursive: true })
  const trace = join(home, 'foreign-app-ran')
  rmSync(join(home, 'resources', 'app.asar'))
  writeTracingApp(join(home, 'resources', 'app'), trace)
  const program = join(home, made.program)
  expect(await leavesTrace(program, trace, 5_000)).toBe(false)
  const loose = { version: FuseVersion.V1, [FuseV1Options.OnlyLoadAppFromAsar]: false } as const
  await flipFuses(program, loose)
  expect(await leavesTrace(program, trace, 15_000)).toBe(true)
  rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

/** A tiny app that creates a file when it is loaded. */
const writeTracingApp = (folder: string, trace: string): void => {
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{ "name": "foreign", "version": "1.0.0", "main": "main.cjs" }')
  writeFileSync(join(folder, 'main.cjs'), `require('node:fs').writeFileSync(${JSON.stringify(trace)}, 'ran')\n`)
}

/**
 * Runs the program until it has created the file or the timeout expires, kills it, and returns whether the file exists.
 */
const leavesTrace = async (program: string, trace: string, milliseconds: number): Promise<boolean> => {
  const child = spawn(program, sandbox, { stdio: 'ignore' })
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const until = Date.now() + milliseconds
  while (Date.now() < until && !existsSync(trace)) await new Promise((resolve) => setTimeout(resolve, 100))
  child.kill('SIGKILL')
  await exited
  return existsSync(trace)
}
