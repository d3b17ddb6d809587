// Runs every `npm run` command: sets up what it needs, then runs it, and passes signals on.
//   node scripts/npm.mjs start [arguments]
// Plain Node 18 or newer, no packages.
import { fileURLToPath } from 'node:url'
import { runInPlace } from './lib/run-in-place.mjs'

/** The setup.mjs options for each command. */
const setUp = {
  start: [],
  tour: [],
  test: ['--tests'],
  check: ['--modules-only'],
  practice: ['--modules-only'],
  headless: ['--modules-only'],
  lab: ['--modules-only'],
  bench: ['--modules-only'],
  'deps-check': ['--modules-only'],
  'verify-evidence': ['--modules-only'],
  package: ['--virtual'],
  pictures: ['--tests'],
}

const [name = '', ...args] = process.argv.slice(2)
const wanted = Object.hasOwn(setUp, name) ? setUp[name] : null
if (wanted === null) {
  console.error(`Unknown command "${name}". Commands: ${Object.keys(setUp).join(', ')}.`)
  process.exit(2)
}

// When npm is ended, the shell between npm and this process exits without forwarding the signal.
const parent = process.ppid
setInterval(() => process.ppid === parent || process.kill(process.pid, 'SIGTERM'), 250).unref()

const script = (file) => fileURLToPath(new URL(file, import.meta.url))
const ready = await runInPlace(process.execPath, [script('setup.mjs'), ...wanted])
process.exit(ready === 0 ? await runInPlace(process.execPath, [script(`${name}.mjs`), ...args]) : ready)
