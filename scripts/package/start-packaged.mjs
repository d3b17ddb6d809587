import { inRoot } from '../lib/paths.mjs'
import { lastLines, PlainError, run } from '../lib/run.mjs'
import { hasScreen } from '../lib/screen.mjs'
import { startVirtualScreen } from '../lib/virtual-screen.mjs'

/**
 * Starts the latest package, makes a first practice call in it, and resolves with the result
 * (test/e2e/packaged/prove-start.ts). Uses a virtual screen or a separate keychain if the machine has none.
 */
export async function startPackaged() {
  console.log('Rundesk: starting the packaged app …')
  const screen = hasScreen() ? undefined : await startVirtualScreen()
  try {
    const { code, output } = await run(process.execPath, [...keychain(), inRoot('test/e2e/packaged/run-start.ts')], {
      env: screen && { DISPLAY: screen.display },
      timeoutMs: 3 * 60_000,
    })
    const line = output.split('\n').findLast((text) => text.startsWith('{"electron":'))
    if (code !== 0 || line === undefined)
      throw new PlainError(`the packaged app did not prove itself:\n${lastLines(output, 20)}`)
    return JSON.parse(line)
  } finally {
    screen?.stop()
  }
}

/** Without a keychain, the package is started with a separate one, like the tour. */
const keychain = () =>
  process.platform !== 'linux' || process.env.DBUS_SESSION_BUS_ADDRESS
    ? []
    : [inRoot('scripts/with-keyring.mjs'), process.execPath]
