import { existsSync } from 'node:fs'
import { inRoot, root } from '../lib/paths.mjs'
import { runWhole } from '../lib/run-whole.mjs'
import { told } from './lane.mjs'

/** The labs that every test run goes through in their short form. One that is not there is a failure. */
export const labNames = [
  'kills',
  'crashpoints',
  'faults',
  'fuzz',
  'onecopy',
  'order',
  'races',
  'reconcile',
  'disk',
  'erase',
  'ipc',
  'redirects',
  'rotate',
  'vault',
  'canary',
  'window',
  'effort',
]

/** A short lab that takes longer than this hangs. */
const timeoutMs = 300_000

/** Runs the short form of every lab named; each counts as one test. */
export async function labsLane(names = labNames, limits = { timeoutMs }) {
  console.log('\n── labs')
  const start = performance.now()
  const failed = []
  for (const name of names) if (!(await passes(name, limits))) failed.push(name)
  return told({
    name: 'labs',
    passed: names.length - failed.length,
    failed: failed.length,
    seconds: (performance.now() - start) / 1000,
  })
}

async function passes(name, limits) {
  if (!existsSync(inRoot(`test/labs/${name}/lab.ts`))) {
    console.log(`   ${name}: there is no such lab`)
    return false
  }
  const lab = [inRoot('scripts/lab.mjs'), name, '--short']
  const { code, output, timedOut } = await runWhole(process.execPath, lab, { cwd: root, ...limits })
  const report = reportIn(output)
  const isProved = !timedOut && code === 0 && report?.ok === true && report.control?.caught === true
  const why = timedOut
    ? `ended after ${limits.timeoutMs / 1000} s, with whatever it had started`
    : `failed (code ${code})`
  console.log(isProved ? `   ${JSON.stringify(report)}` : `   ${name}: ${why}\n${output.trim()}`)
  return isProved
}

/** The one line of JSON among what a lab says; progress goes to the other channel and may follow it here. */
function reportIn(output) {
  const line = output.split('\n').findLast((text) => text.startsWith('{"lab":'))
  return line === undefined ? undefined : JSON.parse(line)
}
