import { appArguments } from '../lib/app.mjs'
import { ensureBuild } from '../lib/build.mjs'
import { inRoot, root } from '../lib/paths.mjs'
import { PlainError, run } from '../lib/run.mjs'
import { readRuntime } from '../lib/runtime.mjs'
import { startVirtualScreen } from '../lib/virtual-screen.mjs'
import { laneNotRun, playwrightLane, vitestLane } from './lane.mjs'

/** The product's bundles on the newer engines: main on Node 24, the page in the system's Chromium. */
export async function enginesLane() {
  try {
    await ensureBuild({ trialBuild: false, outDir: '.cache/engines' })
  } catch (error) {
    return laneNotRun('engines', plain(error))
  }
  return vitestLane('engines')
}

/** The built app in a real Electron, on a virtual screen, with a real keychain. */
export async function shellLane() {
  const runtime = readRuntime()
  if (!runtime) return laneNotRun('shell', 'there is no Electron')
  try {
    await ensureBuild(runtime)
    if (process.platform !== 'linux') return await playwrightLane('shell', [])
    const screen = await startVirtualScreen()
    const keyring = [process.execPath, inRoot('scripts/with-keyring.mjs')]
    try {
      return await playwrightLane('shell', keyring, { DISPLAY: screen.display })
    } finally {
      screen.stop()
    }
  } catch (error) {
    return laneNotRun('shell', plain(error))
  }
}

/** The version that the Electron binary itself tells, which is what the tests really ran on. */
export async function electronVersion() {
  const runtime = readRuntime()
  if (!runtime) return 'none'
  const args = [...appArguments().filter((arg) => arg !== root), '--version']
  const { code, output } = await run(runtime.executable, args, { timeoutMs: 30_000 })
  const version = /v(\d+\.\d+\.\d+)/.exec(output)?.[1]
  if (code !== 0 || !version) throw new PlainError(`Electron did not tell its version:\n${output.slice(-800)}`)
  return runtime.kind === 'trial' ? `${version} (the test runtime)` : version
}

/** Only a foreseen failure is a reason; anything else is a fault of ours and must be seen whole. */
function plain(error) {
  if (error instanceof PlainError) return error.message
  throw error
}
