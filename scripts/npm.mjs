// Every `npm run` command: sets up what it needs, then runs it, as one process that hands signals on.
//   node scripts/npm.mjs start [arguments]
// Plain Node 18 or newer, no packages.
import { fileURLToPath } from 'node:url'
import { handOver } from './lib/hand-over.mjs'

/** What each command wants of set-up. */
const setUp = {
  start: [],
  tour: [],
  test: ['--tests'],
  check: ['--modules-only'],
  practice: ['--modules-only'],
  desk: ['--modules-only'],
  lab: ['--modules-only'],
  bench: ['--modules-only'],
  hygiene: ['--modules-only'],
  'verify-evidence': ['--modules-only'],
  package: ['--virtual'],
  pictures: ['--tests'],
}

const [name = '', ...args] = process.argv.slice(2)
const wanted = Object.hasOwn(setUp, name) ? setUp[name] : null
if (wanted === null) {
  console.error(`There is no command "${name}". There are: ${Object.keys(setUp).join(', ')}.`)
  process.exit(2)
}

// The shell between npm and this process ends when npm is told to, and tells nobody.
const parent = process.ppid
setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGTERM'), 250).unref()

const script = (file) => fileURLToPath(new URL(file, import.meta.url))
const ready = await handOver(process.execPath, [script('setup.mjs'), ...wanted])
process.exit(ready === 0 ? await handOver(process.execPath, [script(`${name}.mjs`), ...args]) : ready)
