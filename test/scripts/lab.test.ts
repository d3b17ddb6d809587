import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..', '..')
let tree: string

beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'rundesk-labs-'))
  mkdirSync(join(tree, 'test', 'labs'), { recursive: true })
  for (const name of ['scripts', 'node_modules', 'package.json']) symlinkSync(join(root, name), join(tree, name))
})

afterEach(() => rmSync(tree, { recursive: true, force: true }))

/** Writes a lab that runs these lines and then returns the given report. */
const writeLab = (name: string, report: object, lines = ''): void => {
  const file = join(tree, 'test', 'labs', name, 'lab.ts')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(
    file,
    `import { spawn } from 'node:child_process'
/** Reports its options. */
export const lab = {
  name: '${name}', standard: 100, short: 3,
  run: async ({ n, seed, progress }: { n: number; seed: number; progress: (done: number, of: number) => void }) => {
    progress(n, n)
    ${lines}
    const report = ${JSON.stringify(report)}
    return { ...report, figures: { ...report.figures, options: n * 1000 + seed } }
  },
}
`,
  )
}

const good = { figures: { lost: 0 }, control: { caught: true }, ok: true }

// With symbolic links, the scripts would run in this repository, which these tests must not change.
const run = (file: string, ...args: string[]) =>
  spawnSync(process.execPath, [join(tree, file), ...args], {
    encoding: 'utf8',
    timeout: 20_000,
    env: { ...process.env, NODE_PRESERVE_SYMLINKS: '1', NODE_PRESERVE_SYMLINKS_MAIN: '1' },
  })

const lastLine = (text: string): unknown => JSON.parse(text.trimEnd().split('\n').at(-1) ?? '')

describe('npm run lab', () => {
  it('lists each lab in one line', () => {
    writeLab('one', good)
    writeLab('two', good)
    const { stdout, status } = run('scripts/lab.mjs')
    expect(stdout.split('\n').slice(0, 2)).toEqual([
      'one          Reports its options. (--n 100; short: 3)',
      'two          Reports its options. (--n 100; short: 3)',
    ])
    expect(status).toBe(0)
  })

  it.each([
    [[], 100_001],
    [['--short'], 3001],
    [['--n', '7', '--seed', '9'], 7009],
  ])('passes its number and seed to a lab: %j', (args, options) => {
    writeLab('one', good)
    const { stdout, stderr, status } = run('scripts/lab.mjs', 'one', ...args)
    expect(lastLine(stdout)).toMatchObject({ lab: 'one', lost: 0, options, control: { caught: true }, ok: true })
    expect(stderr).toContain('one: ')
    expect(status).toBe(0)
  })

  it.each([
    ['its findings are not as promised', { ...good, ok: false }],
    ['it did not catch its injected bug', { ...good, control: { caught: false } }],
  ])('ends with 1 when %s', (_title, report) => {
    writeLab('one', report)
    expect(run('scripts/lab.mjs', 'one').status).toBe(1)
  })

  it.each([
    ['when its report is printed', '', 0],
    ['when it crashed', "throw new Error('no window')", 1],
  ])('exits %s, whatever it left open', (_when, lines, code) => {
    writeLab('one', good, `setInterval(() => {}, 1000); ${lines}`)
    expect(run('scripts/lab.mjs', 'one').status).toBe(code)
  })

  it.each([
    [['none'], 'there is no lab "none"'],
    [['one', '--n', 'many'], '--n must be a whole number'],
    [['one', '--n', '0'], 'must be at least 1'],
    [['one', 'two'], 'Run one lab at a time'],
    [['one', '--speed'], '--speed'],
  ])('refuses %j with a message', (args, sentence) => {
    writeLab('one', good)
    const { stderr, status } = run('scripts/lab.mjs', ...args)
    expect(stderr).toContain(sentence)
    expect(stderr).not.toContain('    at ')
    expect(status).toBe(1)
  })
})

describe('the labs lane', () => {
  const runLane = (names: string[], limits?: object): string => {
    const given = [names, ...(limits === undefined ? [] : [limits])].map((one) => JSON.stringify(one)).join(', ')
    writeFileSync(
      join(tree, 'lane.mjs'),
      `import { labsLane } from './scripts/lib/lanes.mjs'\nconsole.log(JSON.stringify(await labsLane(${given})))`,
    )
    return run('lane.mjs').stdout
  }
  const lane = (...names: string[]) => lastLine(runLane(names))

  it.each([1, 2])('counts each successful lab as one test, with %i at once', (atOnce) => {
    const names = ['one', 'two', 'three']
    for (const name of names) writeLab(name, good)
    expect(lastLine(runLane(names, { atOnce }))).toMatchObject({ name: 'labs', passed: 3, failed: 0 })
  })

  it('counts a failed lab, one that missed its injected bug, one that crashed and a missing one as failures', () => {
    writeLab('red', { ...good, ok: false })
    writeLab('blind', { ...good, control: { caught: false } })
    writeLab('broken', good)
    writeFileSync(join(tree, 'test', 'labs', 'broken', 'lab.ts'), 'throw new Error("no")')
    expect(lane('red', 'blind', 'broken', 'missing')).toMatchObject({ passed: 0, failed: 4 })
  })
  /** Returns code that starts a program that never exits, ignores signals, and keeps writing to a file. */
  const startsAnother = (beats: string, options: object): string => {
    const program = `process.on('SIGTERM', () => {}); setInterval(() => require('node:fs').appendFileSync(${JSON.stringify(beats)}, '.'), 50)`
    return `spawn(process.execPath, ['-e', ${JSON.stringify(program)}], ${JSON.stringify(options)})`
  }
  const isStill = async (beats: string): Promise<boolean> => {
    const before = readFileSync(beats, 'utf8').length
    expect(before).toBeGreaterThan(0)
    await new Promise((resolve) => setTimeout(resolve, 400))
    return readFileSync(beats, 'utf8').length === before
  }
  const limits = { timeoutMs: 2_500, graceMs: 300 }

  it('kills a hanging lab and all processes it started, and reports that', async () => {
    const beats = join(tree, 'beats')
    writeLab(
      'stuck',
      good,
      `${startsAnother(beats, { stdio: 'inherit' })}; await new Promise(() => setInterval(() => {}, 1000))`,
    )
    const output = runLane(['stuck'], limits)
    expect(lastLine(output)).toMatchObject({ passed: 0, failed: 1 })
    expect(output).toContain('stuck: stopped after 2.5 s, with all processes it started')
    expect(await isStill(beats)).toBe(true)
  })

  it('kills processes that a lab left running, and accepts its report', async () => {
    const beats = join(tree, 'beats')
    const lines = `${startsAnother(beats, { stdio: 'inherit' })}; await new Promise((resolve) => setTimeout(resolve, 300))`
    writeLab('untidy', good, lines)
    expect(lastLine(runLane(['untidy'], { ...limits, timeoutMs: 15_000 }))).toMatchObject({ passed: 1, failed: 0 })
    expect(await isStill(beats)).toBe(true)
  })
})
