import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { PlainError } from './run.mjs'
import { inRoot } from './paths.mjs'

const file = inRoot('.cache/runtime.json')

/**
 * The Electron that set-up chose, or undefined when there is none (any more):
 * `{ kind: 'override' | 'product' | 'trial', version, dist, executable, trialBuild }`.
 * `trialBuild` says that this Electron is older than the product's and needs `--mode trial`.
 */
export function readRuntime() {
  const { runtime } = readRecord()
  return runtime && existsSync(runtime.executable) ? runtime : undefined
}

/** The chosen Electron; a PlainError tells what to do when set-up has not run. */
export function requireRuntime() {
  const runtime = readRuntime()
  if (!runtime) throw new PlainError('no Electron has been chosen yet. Run: node scripts/setup.mjs')
  return runtime
}

/** What set-up wrote down: the choice, and when fetching the product's Electron last failed (ms since 1970). */
export function readRecord() {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return {}
    throw error
  }
}

/** Writes the record whole or not at all. */
export function writeRecord(record) {
  mkdirSync(inRoot('.cache'), { recursive: true })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(record, undefined, 2)}\n`)
  renameSync(draft, file)
}

/** The words shown whenever the test runtime stands in for the product's Electron. */
export const trialNotice = (version, wanted) =>
  [
    `Rundesk: running on the TEST RUNTIME, Electron ${version}, in the place of Electron ${wanted}.`,
    '         It is for practice, tests and loopback services only; a far organization is refused on it.',
    `         To use Electron ${wanted}: run "npx install-electron" where the network allows it,`,
    '         or point ELECTRON_OVERRIDE_DIST_PATH at a folder that holds it.',
  ].join('\n')
