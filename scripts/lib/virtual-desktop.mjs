import { ensureSystem } from '../setup/system.mjs'
import { ensureBuild } from './build.mjs'
import { runInPlace } from './run-in-place.mjs'
import { inRoot } from './paths.mjs'
import { PlainError } from './run.mjs'

/** Set in the environment of a program that already has a screen, a keychain, a browser and the built app. */
const mark = 'RUNDESK_WINDOW_HOUSE'

/** True inside a program that `runOnVirtualDesktop` started. */
export const hasVirtualDesktop = () => process.env[mark] === '1'

/**
 * Runs a script (its file and arguments) with a screen, a keychain and a browser: everything that
 * scripts/with-window.mjs prepares, plus the app built for current engines. Resolves with the script's exit code;
 * throws a PlainError if something is missing.
 */
export async function runOnVirtualDesktop(script, args) {
  if (process.platform !== 'linux') throw new PlainError('this needs a virtual screen, which there is on Linux only.')
  await ensureSystem(['browser', 'labs'])
  await ensureBuild({ trialBuild: false, outDir: '.cache/browser' })
  process.env[mark] = '1'
  return runInPlace(process.execPath, [inRoot('scripts/with-window.mjs'), process.execPath, script, ...args])
}
