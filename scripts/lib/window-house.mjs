import { spawn } from 'node:child_process'
import { runWithKeyring } from '../with-keyring.mjs'
import { ensureBuild } from './build.mjs'
import { inRoot, root } from './paths.mjs'
import { PlainError } from './run.mjs'
import { requireRuntime } from './runtime.mjs'
import { startVirtualScreen } from './virtual-screen.mjs'

/** Tells a program that it already has a screen, a keychain and the built app. */
const mark = 'RUNDESK_WINDOW_HOUSE'

/** True inside a program that `runInWindowHouse` started. */
export const inWindowHouse = () => process.env[mark] === '1'

/**
 * Runs a script of ours (its file and arguments) where windows can be opened: the app is built for the chosen Electron and
 * for the newer engines, there is a virtual screen, and a keychain of its own. Resolves with the script's exit code; throws
 * a PlainError when one of these cannot be had. Set-up is asked first, and does nothing when all is there.
 */
export async function runInWindowHouse(script, args) {
  if (process.platform !== 'linux') throw new PlainError('this needs a virtual screen, which there is on Linux only.')
  if ((await spawned(process.execPath, [inRoot('scripts/setup.mjs'), '--tests'])) !== 0)
    throw new PlainError('set-up did not end well, so there is no window to look at.')
  await ensureBuild(requireRuntime())
  await ensureBuild({ trialBuild: false, outDir: '.cache/engines' })
  const screen = await startVirtualScreen()
  try {
    return await runWithKeyring(process.execPath, [script, ...args], { env: { DISPLAY: screen.display, [mark]: '1' } })
  } finally {
    screen.stop()
  }
}

/** What set-up says goes to the error channel: the last line of ours must be the lab's. */
const spawned = (command, args) =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 2, 2] })
    child.on('error', reject)
    child.on('exit', (code) => resolve(code ?? 1))
  })
