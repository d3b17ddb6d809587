// Installs everything a fresh clone needs; does nothing if it is installed:
//   node scripts/setup.mjs                 what `npm start` needs on this machine
//   node scripts/setup.mjs --virtual       also a virtual screen and a separate keychain, for the tour
//   node scripts/setup.mjs --tests         also a browser and a tracer, for `npm test`
//   node scripts/setup.mjs --modules-only  only the locked packages
// Plain Node 18 or newer, no packages.
import { hasScreen } from './lib/screen.mjs'
import { main } from './lib/run.mjs'
import { rerunOnNode24 } from './node24.mjs'
import { ensureModules } from './setup/modules.mjs'
import { ensureSystem } from './setup/system.mjs'

const options = new Set(process.argv.slice(2))

await main(async () => {
  await ensureModules()
  if (options.has('--modules-only')) return
  const tests = options.has('--tests')
  const virtual = tests || options.has('--virtual') || !hasScreen()
  await ensureSystem(['window', ...(virtual ? ['virtualScreen'] : []), ...(tests ? ['browser', 'labs'] : [])])
  // The tools that prepare Electron are npm packages that need a recent Node.
  await rerunOnNode24(import.meta.url)
  const { ensureElectron } = await import('./setup/electron.mjs')
  await ensureElectron()
})
