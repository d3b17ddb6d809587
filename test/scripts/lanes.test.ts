import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const scripts = join(import.meta.dirname, '..', '..', 'scripts')
let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rundesk-scripts-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Runs a few lines that use the scripts in a separate process, as the commands do. */
const runLines = (text: string) => {
  const file = join(folder, 'lines.mjs')
  writeFileSync(file, text.replaceAll('scripts/', `${scripts}/`))
  return spawnSync(process.execPath, [file], { encoding: 'utf8', timeout: 20_000 })
}

const finishWith = (lanes: readonly object[]) =>
  runLines(`import { finish } from 'scripts/lib/lanes.mjs'\nfinish(${JSON.stringify(lanes)})`)

describe('the last line of npm test', () => {
  it('adds up the lanes, and exits with 0 if nothing failed', () => {
    const { status, stdout } = finishWith([
      { name: 'unit', passed: 12, failed: 0, seconds: 1 },
      { name: 'shell', passed: 3, failed: 0, seconds: 2 },
    ])
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('15 passed, 0 failed')
    expect(status).toBe(0)
  })

  it('exits with 1 if one lane failed', () => {
    const { status, stdout } = finishWith([
      { name: 'unit', passed: 12, failed: 1, failures: ['reads a number'], seconds: 1 },
      { name: 'shell', passed: 0, failed: 1, seconds: 0, notRun: 'there is no Electron' },
    ])
    expect(stdout).toContain('FAILED in unit: reads a number')
    expect(stdout).toContain('NOT RUN: there is no Electron')
    expect(stdout.trimEnd().split('\n').at(-1)).toBe('12 passed, 2 failed')
    expect(status).toBe(1)
  })

  it('exits with 1 if nothing ran', () => {
    expect(finishWith([]).status).toBe(1)
  })
})

describe('a lane', () => {
  it('counts as failed if it has no test', () => {
    const { stdout } = runLines(
      `import { vitestLane } from 'scripts/lib/lanes.mjs'\nconsole.log(JSON.stringify(await vitestLane('no-such-lane')))`,
    )
    expect(JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({ passed: 0, failed: 1 })
  })

  it('counts as failed if its tool reports an error', () => {
    const { stdout } = runLines(
      `import { checkLane } from 'scripts/lib/lanes.mjs'\nconsole.log(JSON.stringify(await checkLane('types', 'tsc', ['--no-such-option'])))`,
    )
    expect(JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')).toMatchObject({ passed: 0, failed: 1 })
  })
})

describe('a script', () => {
  it('prints an expected failure in one line, without a stack, and exits with 1', () => {
    const { status, stderr } = runLines(
      `import { main, PlainError } from 'scripts/lib/run.mjs'\nawait main(() => { throw new PlainError('no room') })`,
    )
    expect(stderr.trim()).toBe('Rundesk: no room')
    expect(status).toBe(1)
  })

  it('refuses an Electron folder without an Electron', () => {
    const result = runLines(
      `import { ensureElectron } from 'scripts/setup/electron.mjs'
      import { main } from 'scripts/lib/run.mjs'
      process.env.ELECTRON_OVERRIDE_DIST_PATH = ${JSON.stringify(folder)}
      await main(() => ensureElectron())`,
    )
    expect(result.stderr).toContain(`${folder} holds no Electron`)
    expect(result.status).toBe(1)
  })
})
