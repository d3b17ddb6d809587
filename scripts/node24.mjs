import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runInPlace } from './lib/run-in-place.mjs'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const isRecentEnough = major > 22 || (major === 22 && minor >= 12)
const localNode = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url))

/**
 * Makes sure the script at `scriptUrl` (its `import.meta.url`) runs on Node 22.12 or newer.
 * Resolves at once when it already does. Otherwise starts the Node that `npm ci` put into node_modules
 * with the same script and arguments, forwards signals, and exits with its exit code.
 * Exits with a message and code 1 if there is no such Node.
 *
 * A shell caches the path of `node`, so the second command of an npm script may still use the old one.
 */
export function rerunOnNode24(scriptUrl) {
  if (isRecentEnough) return Promise.resolve()
  if (!existsSync(localNode)) {
    console.error(`Rundesk needs Node 22.12 or newer; this is ${process.versions.node}. Please install Node 24.`)
    process.exit(1)
  }
  const args = [...process.execArgv, fileURLToPath(scriptUrl), ...process.argv.slice(2)]
  void runInPlace(localNode, args).then((code) => process.exit(code))
  // Never resolves, because the other Node process does the work.
  return new Promise(() => {})
}
