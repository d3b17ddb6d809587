import { ensureSystem } from '../setup/system.mjs'
import { ensureBuild } from './build.mjs'
import { handOver } from './hand-over.mjs'
import { inRoot } from './paths.mjs'
import { PlainError } from './run.mjs'

/** Tells a program that it already has a screen, a keychain, a browser and the built app. */
const mark = 'RUNDESK_WINDOW_HOUSE'

/** True inside a program that `runInWindowHouse` started. */
export const inWindowHouse = () => process.env[mark] === '1'

/**
 * Runs a script of ours (its file and arguments) where windows can be opened and a browser beside them: what
 * scripts/with-window.mjs sees to, and the app built for the newer engines too. Resolves with the script's exit code;
 * throws a PlainError when something cannot be had.
 */
export async function runInWindowHouse(script, args) {
  if (process.platform !== 'linux') throw new PlainError('this needs a virtual screen, which there is on Linux only.')
  await ensureSystem(['browser', 'labs'])
  await ensureBuild({ trialBuild: false, outDir: '.cache/engines' })
  process.env[mark] = '1'
  return handOver(process.execPath, [inRoot('scripts/with-window.mjs'), process.execPath, script, ...args])
}
