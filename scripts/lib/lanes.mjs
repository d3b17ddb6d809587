import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { auditDependencies } from '../deps/audit.mjs'
import { checkElectronRules } from '../deps/electron-rules.mjs'
import { inspectDependencies } from '../deps/inspect.mjs'
import { describeFuses } from '../package/fuses.mjs'
import { makeApp, recordPackage } from '../package/make-app.mjs'
import { appArguments } from './app.mjs'
import { ensureBuild } from './build.mjs'
import { inRoot, root } from './paths.mjs'
import { runGroup } from './run-group.mjs'
import { PlainError, run } from './run.mjs'
import { readRuntime } from './runtime.mjs'
import { startVirtualScreen } from './virtual-screen.mjs'

/** Terminal output has colors; log output has none. */
const colors = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1', FORCE_COLOR: undefined }
const tool = (name) => inRoot(`node_modules/.bin/${name}`)
const secondsSince = (start) => (performance.now() - start) / 1000

/**
 * The result of a lane: how many tests passed and failed, the titles of those that failed, its duration in seconds, and
 * why it did not run.
 */
const result = (name, { passed = 0, failed = 0, failures = [], seconds, notRun }) => ({
  name,
  passed,
  failed,
  failures,
  seconds,
  notRun,
})

/** One line about a lane: its counts, its duration, and the reason if it did not run. */
export function describeLane({ name, passed, failed, seconds, notRun }) {
  const counts = notRun ? `NOT RUN: ${notRun}` : `${passed} passed, ${failed} failed`
  return `${name.padEnd(14)} ${counts}  (${seconds.toFixed(1)} s)`
}

function report(lane) {
  console.log(`   ${describeLane(lane)}`)
  return lane
}

/** A lane that could not run counts as one failure, so that it never passes silently. */
export function laneNotRun(name, reason) {
  console.log(`\n── ${name}`)
  return report(result(name, { failed: 1, seconds: 0, notRun: reason }))
}

/**
 * Prints every lane and, in the last line, the totals. Sets the exit code: 0 if something was run and nothing failed.
 */
export function finish(lanes, about = []) {
  const sum = (key) => lanes.reduce((total, lane) => total + lane[key], 0)
  console.log(`\n══ summary\n${lanes.map((lane) => `   ${describeLane(lane)}`).join('\n')}`)
  for (const line of about) console.log(`   ${line}`)
  console.log(`   total time ${(performance.now() / 60_000).toFixed(1)} min`)
  for (const { name, failures = [] } of lanes)
    for (const title of failures) console.log(`   FAILED in ${name}: ${title}`)
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
  process.exitCode = sum('failed') > 0 || sum('passed') === 0 ? 1 : 0
}

/** Runs the lanes in order; those in an array of their own run at the same time. */
export async function runLanes(lanes) {
  const results = []
  for (const entry of lanes) {
    const together = typeof entry[0] === 'string' ? [entry] : entry
    results.push(...(await Promise.all(together.map(runLane))))
  }
  return results
}

/** A lane that throws an error counts as one failure and does not stop the others. */
async function runLane([name, lane]) {
  try {
    return await lane()
  } catch (error) {
    if (!(error instanceof PlainError)) console.error(error)
    return laneNotRun(name, error instanceof PlainError ? error.message : 'it failed with an error, see above')
  }
}

/** Runs one tool; it counts as one test, which passes if the tool exits with 0. Prints its output when it has exited. */
export async function checkLane(name, program, args) {
  const start = performance.now()
  const { code, output } = await run(process.execPath, [tool(program), ...args], { cwd: root, env: colors })
  console.log(`\n── ${name}`)
  if (code !== 0) console.log(output.trim())
  return report(result(name, { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, seconds: secondsSince(start) }))
}

/** Format, lint (including import rules and cycles), types, and the tests of these rules. */
export const staticLanes = [
  ['format', () => checkLane('format', 'oxfmt', ['--check', '.'])],
  [
    ['lint', () => checkLane('lint', 'oxlint', ['--type-aware', '.'])],
    // Each further checker of a project repeats its work on the types of zod; the projects use the other cores.
    ['types', () => checkLane('types', 'tsc', ['-b', '--checkers', '1'])],
  ],
  ['rules', () => vitestLane('rules')],
  ['dependencies', dependenciesLane],
]

/** Runs projects of vitest, with additional arguments, and reads the counts from its JSON report. */
export async function vitestLane(name, projects = [name], more = [], env = {}) {
  console.log(`\n── ${name}`)
  const args = (file) => [
    'run',
    ...projects.flatMap((project) => ['--project', project]),
    ...more,
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ]
  return countedLane(name, 'vitest', args, countVitest, { env })
}

/** Runs projects whose tests open storage. Its threads start from the build, because the sources take twice as long. */
export async function storageLane(name, projects = [name]) {
  await ensureBuild({ trialBuild: false, outDir: '.cache/browser' })
  return vitestLane(name, projects, [], { RUNDESK_TEST_MAIN: inRoot('.cache/browser/main') })
}

async function countedLane(name, program, argsFor, count, { env, wrapper = [] } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'rundesk-lane-'))
  const file = join(folder, 'report.json')
  const start = performance.now()
  try {
    const reportTo = { PLAYWRIGHT_JSON_OUTPUT_NAME: file }
    const [command, ...args] = [...wrapper, tool(program), ...argsFor(file)]
    const { code } = await run(command, args, { cwd: root, env: { ...colors, ...reportTo, ...env }, show: true })
    return report(countedResult(name, code, readReport(file, count), secondsSince(start)))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function countedResult(name, code, counts, seconds) {
  if (!counts) return result(name, { failed: 1, seconds, notRun: `it exited with code ${code} and left no report` })
  if (counts.passed + counts.failed === 0) return result(name, { failed: 1, seconds, notRun: 'it has no tests' })
  // A run can fail even though its tests pass: an error between tests, or a worker that crashed.
  const failed = code !== 0 && counts.failed === 0 ? 1 : counts.failed
  return result(name, { ...counts, failed, seconds })
}

function readReport(file, count) {
  try {
    return count(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Counts skipped tests as failed, because a lane with skipped tests does not prove what it claims. */
function countVitest({ numPassedTests, numTotalTests, testResults }) {
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  const failures = testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .flatMap(({ status, fullName }) => (status === 'passed' ? [] : [fullName]))
  return {
    passed: numPassedTests,
    failed: numTotalTests - numPassedTests + brokenFiles.length,
    failures: [...brokenFiles.map(({ name }) => relative(root, name)), ...failures],
  }
}

function countPlaywright({ suites, stats, errors }) {
  const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + stats.skipped + errors.length,
    failures: suites
      .flatMap(specsOf)
      .filter(({ tests }) => tests.some(({ status }) => status !== 'expected'))
      .map(({ title, file }) => `${file}: ${title}`),
  }
}

/**
 * Lockfiles, versions, licenses and the supported Electron versions; needs no network. Each rule counts as one test.
 */
export async function dependenciesLane() {
  console.log('\n── dependencies')
  const start = performance.now()
  const rules = inspectDependencies()
  const broken = rules.filter(({ faults }) => faults.length > 0)
  for (const { name, faults } of broken)
    console.log(`   ${name}:\n${faults.map((fault) => `     ${fault}`).join('\n')}`)
  const passed = rules.length - broken.length
  return report(result('dependencies', { passed, failed: broken.length, seconds: secondsSince(start) }))
}

/**
 * Asks the registry for known vulnerabilities in the locked packages. If the registry does not respond, the lane is NOT
 * RUN and not counted, because no change of ours can fix that; with RUNDESK_REQUIRE_AUDIT=yes it counts as a failure.
 * (scripts/package.mjs never packages the product without a response.)
 */
export async function auditLane() {
  console.log('\n── audit')
  const start = performance.now()
  const { state, reason, faults } = await auditDependencies()
  if (state === 'not run') {
    const failed = process.env.RUNDESK_REQUIRE_AUDIT === 'yes' ? 1 : 0
    return report(result('audit', { failed, seconds: secondsSince(start), notRun: reason }))
  }
  console.log(`   ${reason}`)
  return report(
    result('audit', { passed: faults.length === 0 ? 1 : 0, failed: faults.length, seconds: secondsSince(start) }),
  )
}

/**
 * Checks our sources against Electron's security checklist. Finding the injected violations counts as a second test.
 */
export async function electronRulesLane() {
  console.log('\n── electron rules')
  const start = performance.now()
  const { files, findings, unexplained, idle, unread, control } = await checkElectronRules()
  const wrong = [...unexplained, ...idle, ...unread]
  for (const one of wrong) console.log(`   ${JSON.stringify(one)}`)
  for (const name of control.missed) console.log(`   the injected violation in ${name} was not found`)
  console.log(`   ${files} files, ${findings} findings, ${unexplained.length} unexplained`)
  const failed = (wrong.length > 0 ? 1 : 0) + (control.missed.length > 0 ? 1 : 0)
  return report(result('electron rules', { passed: 2 - failed, failed, seconds: secondsSince(start) }))
}

/** The labs whose short form is part of `npm test`: the fastest ones. */
export const shortLabs = ['faults', 'order', 'races', 'redirects', 'onecopy']
/** The labs that are only part of `npm run test:full`. */
export const otherLabs = [
  'kills',
  'rollback',
  'crashpoints',
  'fuzz',
  'reconcile',
  'disk',
  'erase',
  'ipc',
  'rotate',
  'vault',
  'canary',
  'window',
  'effort',
  'hours',
  'listkills',
  'burn',
  'csvfuzz',
  'dnc',
]

/** Milliseconds after which a short lab counts as hung. */
const labTimeoutMs = 300_000

/** Runs the short form of each lab, `atOnce` labs at a time; each counts as one test. A missing lab counts as a failure. */
export async function labsLane(names, { timeoutMs = labTimeoutMs, atOnce = 1 } = {}) {
  console.log('\n── labs')
  const start = performance.now()
  const failures = []
  const left = [...names]
  const runNext = async () => {
    for (let name = left.shift(); name !== undefined; name = left.shift())
      if (!(await labPasses(name, timeoutMs))) failures.push(name)
  }
  await Promise.all(Array.from({ length: atOnce }, runNext))
  const failed = failures.length
  return report(result('labs', { passed: names.length - failed, failed, failures, seconds: secondsSince(start) }))
}

async function labPasses(name, timeoutMs) {
  if (!existsSync(inRoot(`test/labs/${name}/lab.ts`))) {
    console.log(`   ${name}: there is no such lab`)
    return false
  }
  const lab = [inRoot('scripts/lab.mjs'), name, '--short']
  const { code, output, timedOut } = await runGroup(process.execPath, lab, { cwd: root, timeoutMs })
  const figures = reportIn(output)
  const passed = !timedOut && code === 0 && figures?.ok === true && figures.control?.caught === true
  const why = timedOut ? `stopped after ${timeoutMs / 1000} s, with all processes it started` : `failed (code ${code})`
  console.log(passed ? `   ${JSON.stringify(figures)}` : `   ${name}: ${why}\n${output.trim()}`)
  return passed
}

/** Returns the JSON line in a lab's output; progress messages may follow it. */
function reportIn(output) {
  const line = output.split('\n').findLast((text) => text.startsWith('{"lab":'))
  return line === undefined ? undefined : JSON.parse(line)
}

/** Tests the product's bundles on current engines: the main process on Node 24, the page in the system's Chromium. */
export async function browserLane(name, projects, more) {
  await ensureBuild({ trialBuild: false, outDir: '.cache/browser' })
  return vitestLane(name, projects, more)
}

/**
 * Builds the unpacked app, which the app lane starts. The checks of its contents and of its fuses count as one test
 * each.
 */
export async function packageLane() {
  const runtime = readRuntime()
  if (!runtime) return laneNotRun('package', 'there is no Electron')
  console.log('\n── package')
  const start = performance.now()
  const made = await makeApp({ runtime, out: inRoot('.cache/package/dist') })
  recordPackage(made)
  const { faults, fuses } = made
  for (const fault of faults) console.log(`   ${fault}`)
  const fusesHold = fuses.strict === fuses.known
  if (!fusesHold) console.log(describeFuses(fuses).join('\n'))
  const failed = (faults.length > 0 ? 1 : 0) + (fusesHold ? 0 : 1)
  const missing = fuses.missing.length > 0 ? `; this Electron does not have ${fuses.missing.join(', ')}` : ''
  console.log(`   ${fuses.strict} of ${fuses.known} fuses are strict${missing}`)
  return report(result('package', { passed: 2 - failed, failed, seconds: secondsSince(start) }))
}

/** Tests of the built app in a real Electron, on a virtual screen, with a real keychain. `grep` selects tests by tag. */
export async function appLane(name, grep) {
  const runtime = readRuntime()
  if (!runtime) return laneNotRun(name, 'there is no Electron')
  await ensureBuild(runtime)
  console.log(`\n── ${name}`)
  const args = () => ['test', '--reporter=list,json', ...grep]
  if (process.platform !== 'linux') return countedLane(name, 'playwright', args, countPlaywright)
  const screen = await startVirtualScreen()
  const wrapper = [process.execPath, inRoot('scripts/with-keyring.mjs')]
  try {
    return await countedLane(name, 'playwright', args, countPlaywright, { env: { DISPLAY: screen.display }, wrapper })
  } finally {
    screen.stop()
  }
}

/** Returns the version that the Electron binary itself reports: the one used for the tests. */
export async function electronVersion() {
  const runtime = readRuntime()
  if (!runtime) return 'none'
  const args = [...appArguments().filter((arg) => arg !== root), '--version']
  const { code, output } = await run(runtime.executable, args, { timeoutMs: 30_000 })
  const version = /v(\d+\.\d+\.\d+)/.exec(output)?.[1]
  if (code !== 0 || !version) throw new PlainError(`Electron did not report its version:\n${output.slice(-800)}`)
  return runtime.kind === 'trial' ? `${version} (the test runtime)` : version
}
