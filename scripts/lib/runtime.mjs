import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { PlainError } from './run.mjs'
import { inRoot } from './paths.mjs'

const file = inRoot('.cache/runtime.json')

/**
 * The Electron that setup chose, or undefined if it has not run: `{ kind: 'override' | 'product' | 'trial', version,
 * dist, executable, trialBuild }`. `trialBuild` means that this Electron is older than the product's and needs `--mode
 * trial`.
 */
export function readRuntime() {
  const { runtime } = readRecord()
  return runtime && existsSync(runtime.executable) ? runtime : undefined
}

/** The chosen Electron. Throws a PlainError with the command to run if setup has not run. */
export function requireRuntime() {
  const runtime = readRuntime()
  if (!runtime) throw new PlainError('no Electron has been chosen yet. Run: node scripts/setup.mjs')
  return runtime
}

/**
 * Returns what setup recorded: the choice, and when the last failed download of the product's Electron was (ms since
 * 1970).
 */
export function readRecord() {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return {}
    throw error
  }
}

/** Writes the record atomically. */
export function writeRecord(record) {
  mkdirSync(inRoot('.cache'), { recursive: true })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(record, undefined, 2)}\n`)
  renameSync(draft, file)
}

/** Returns the notice that is printed when the test runtime replaces the product's Electron. */
export const trialNotice = (version, wanted) =>
  [
    `Rundesk: running on the TEST RUNTIME, Electron ${version}, instead of Electron ${wanted}.`,
    '         It is for practice, tests and loopback services only; it refuses remote organizations.',
    `         To use Electron ${wanted}: run "npx install-electron" where the network allows it,`,
    '         or point ELECTRON_OVERRIDE_DIST_PATH at a folder that holds it.',
  ].join('\n')
