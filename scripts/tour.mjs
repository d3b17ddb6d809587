// `npm run tour`: makes a first call in the real app and takes a picture of every step.
//   npm run tour [-- folder]                       the folder for the pictures; the default is .cache/tour
//   npm run tour -- guide [folder] [page …]        follows the user guide instead, step by step; default .cache/guide
// Its last line is one JSON object: { "electron": "…", "workflowRunId": n, "pictures": […] }.
import { existsSync } from 'node:fs'
import { ensureBuild } from './lib/build.mjs'
import { inRoot } from './lib/paths.mjs'
import { main, PlainError, run } from './lib/run.mjs'
import { requireRuntime } from './lib/runtime.mjs'
import { hasScreen } from './lib/screen.mjs'
import { startVirtualScreen } from './lib/virtual-screen.mjs'
import { rerunOnNode24 } from './node24.mjs'
import { runWithKeyring } from './with-keyring.mjs'

await rerunOnNode24(import.meta.url)

const isGuide = process.argv[2] === 'guide'
const tour = inRoot(isGuide ? 'test/e2e/guide/take-pictures.ts' : 'test/e2e/tour/run-tour.ts')
const args = process.argv.slice(isGuide ? 3 : 2)

/** Without a keychain, the tour starts a separate one; macOS and Windows always have one. */
async function takeTour(env) {
  const hasKeychain = process.platform !== 'linux' || Boolean(process.env.DBUS_SESSION_BUS_ADDRESS)
  if (!hasKeychain) return runWithKeyring(process.execPath, [tour, ...args], { env })
  return (await run(process.execPath, [tour, ...args], { env, show: true })).code
}

await main(async () => {
  if (!existsSync(tour)) throw new PlainError(`the tour is not there: ${tour}`)
  const runtime = requireRuntime()
  await ensureBuild(runtime)
  if (hasScreen()) {
    process.exitCode = await takeTour({})
    return
  }
  const screen = await startVirtualScreen()
  process.exitCode = await takeTour({ DISPLAY: screen.display })
  screen.stop()
})
