import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inRoot, root } from '../lib/paths.mjs'
import { run } from '../lib/run.mjs'

/** What became of a lane: how many of its tests passed and failed, how long it took (s), and why it did not run. */
const result = (name, { passed = 0, failed = 0, seconds, notRun }) => ({ name, passed, failed, seconds, notRun })

const since = (start) => (performance.now() - start) / 1000
/** Colours are for people at a terminal; a log keeps the words. */
const colours = process.stdout.isTTY ? { FORCE_COLOR: '1' } : { NO_COLOR: '1', FORCE_COLOR: undefined }
const tool = (name) => inRoot(`node_modules/.bin/${name}`)

/** Runs one tool that is either content or not; it counts as one test. */
export async function checkLane(name, program, args) {
  console.log(`\n── ${name}`)
  const start = performance.now()
  const { code, output } = await run(tool(program), args, { cwd: root, env: colours })
  if (code !== 0) console.log(output.trim())
  return told(result(name, { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, seconds: since(start) }))
}

/** Runs one project of vitest and reads the counts from its JSON report. */
export async function vitestLane(name) {
  console.log(`\n── ${name}`)
  const args = (report) => [
    'run',
    '--project',
    name,
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  return countedLane(name, 'vitest', args, countVitest)
}

/** Runs the Playwright tests, started through `wrapper` (a program and its arguments), and counts from their JSON report. */
export async function playwrightLane(name, wrapper, env) {
  console.log(`\n── ${name}`)
  const args = () => ['test', '--reporter=list,json']
  return countedLane(name, 'playwright', args, countPlaywright, { env, wrapper })
}

/** A lane that could not run counts as one failure: it never passes silently. */
export function laneNotRun(name, reason) {
  console.log(`\n── ${name}`)
  return told(result(name, { failed: 1, seconds: 0, notRun: reason }))
}

async function countedLane(name, program, argsFor, count, { env, wrapper = [] } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'rundesk-lane-'))
  const report = join(folder, 'report.json')
  const start = performance.now()
  try {
    const reportTo = { PLAYWRIGHT_JSON_OUTPUT_NAME: report }
    const [command, ...args] = [...wrapper, tool(program), ...argsFor(report)]
    const { code } = await run(command, args, { cwd: root, env: { ...colours, ...reportTo, ...env }, show: true })
    return told(judged(name, code, readReport(report, count), since(start)))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function judged(name, code, counts, seconds) {
  if (!counts) return result(name, { failed: 1, seconds, notRun: `it ended with code ${code} and left no report` })
  if (counts.passed + counts.failed === 0) return result(name, { failed: 1, seconds, notRun: 'it held no test' })
  // A run may fail beside its tests: an error between them, a worker that died, a test that was never reached.
  const failed = code !== 0 && counts.failed === 0 ? 1 : counts.failed
  return result(name, { passed: counts.passed, failed, seconds })
}

function readReport(file, count) {
  try {
    return count(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return undefined
    throw error
  }
}

/** Skipped tests count as failed: a lane says that it proves something, or it does not. */
function countVitest({ numPassedTests, numTotalTests, testResults }) {
  const brokenFiles = testResults.filter(
    ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
  )
  return { passed: numPassedTests, failed: numTotalTests - numPassedTests + brokenFiles.length }
}

function countPlaywright({ stats, errors }) {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + stats.skipped + errors.length }
}

/** Prints what became of a lane and gives it back. */
export function told(lane) {
  console.log(`   ${describeLane(lane)}`)
  return lane
}

/** One line about a lane: counts, time, and what went wrong. */
export function describeLane({ name, passed, failed, seconds, notRun }) {
  const counts = notRun ? `NOT RUN: ${notRun}` : `${passed} passed, ${failed} failed`
  return `${name.padEnd(14)} ${counts}  (${seconds.toFixed(1)} s)`
}

/** Prints every lane once more and the sum in the last line; the exit code says whether all is well. */
export function finish(lanes, about = []) {
  const sum = (key) => lanes.reduce((total, lane) => total + lane[key], 0)
  console.log(`\n══ summary\n${lanes.map((lane) => `   ${describeLane(lane)}`).join('\n')}`)
  for (const line of about) console.log(`   ${line}`)
  console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`)
  process.exitCode = sum('failed') > 0 || sum('passed') === 0 ? 1 : 0
}
