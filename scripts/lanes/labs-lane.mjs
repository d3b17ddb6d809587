import { existsSync } from 'node:fs'
import { inRoot, root } from '../lib/paths.mjs'
import { run } from '../lib/run.mjs'
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
export async function labsLane(names = labNames) {
  console.log('\n── labs')
  const start = performance.now()
  const failed = []
  for (const name of names) if (!(await passes(name))) failed.push(name)
  return told({
    name: 'labs',
    passed: names.length - failed.length,
    failed: failed.length,
    seconds: (performance.now() - start) / 1000,
  })
}

async function passes(name) {
  if (!existsSync(inRoot(`test/labs/${name}/lab.ts`))) {
    console.log(`   ${name}: there is no such lab`)
    return false
  }
  const { code, output } = await run(process.execPath, [inRoot('scripts/lab.mjs'), name, '--short'], {
    cwd: root,
    timeoutMs,
  })
  const report = reportIn(output)
  const isProved = code === 0 && report?.ok === true && report.control?.caught === true
  console.log(isProved ? `   ${JSON.stringify(report)}` : `   ${name}: failed (code ${code})\n${output.trim()}`)
  return isProved
}

/** The one line of JSON among what a lab says; progress goes to the other channel and may follow it here. */
function reportIn(output) {
  const line = output.split('\n').findLast((text) => text.startsWith('{"lab":'))
  return line === undefined ? undefined : JSON.parse(line)
}
