// node scripts/with-window.mjs <program> [arguments]
// Runs a program that opens the built app: it prepares Electron and the build and, on Linux, a virtual
// screen and a separate keychain, so that it does not touch the user's desktop or keys.
import { ensureBuild } from './lib/build.mjs'
import { runInPlace } from './lib/run-in-place.mjs'
import { main, PlainError } from './lib/run.mjs'
import { requireRuntime } from './lib/runtime.mjs'
import { startVirtualScreen } from './lib/virtual-screen.mjs'
import { rerunOnNode24 } from './node24.mjs'
import { ensureElectron } from './setup/electron.mjs'
import { ensureSystem } from './setup/system.mjs'
import { runWithKeyring } from './with-keyring.mjs'

async function runOnVirtualScreen(command, args) {
  const screen = await startVirtualScreen()
  try {
    return await runWithKeyring(command, args, { env: { DISPLAY: screen.display } })
  } finally {
    screen.stop()
  }
}

await rerunOnNode24(import.meta.url)
await main(async () => {
  const [command, ...args] = process.argv.slice(2)
  if (!command) throw new PlainError('usage: node scripts/with-window.mjs <program> [arguments]')
  await ensureSystem(['window', 'virtualScreen'])
  await ensureElectron()
  await ensureBuild(requireRuntime())
  const run = process.platform === 'linux' ? runOnVirtualScreen : runInPlace
  process.exitCode = await run(command, args)
})
