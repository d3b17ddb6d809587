import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { handOver } from './lib/hand-over.mjs'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const isRecentEnough = major > 22 || (major === 22 && minor >= 12)
const localNode = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url))

/**
 * Makes sure the script at `scriptUrl` (its `import.meta.url`) runs on Node 22.12 or newer.
 * Resolves at once when it already does. Otherwise starts the Node that `npm ci` put into node_modules
 * with the same script and arguments, hands signals on, and ends this process with that one's exit code.
 * Ends with a plain message and code 1 when there is no such Node.
 *
 * A shell remembers where it found `node`, so the second command of an npm script may still be the old one.
 */
export function rerunOnNode24(scriptUrl) {
  if (isRecentEnough) return Promise.resolve()
  if (!existsSync(localNode)) {
    console.error(`Rundesk needs Node 22.12 or newer; this is ${process.versions.node}. Please install Node 24.`)
    process.exit(1)
  }
  const args = [...process.execArgv, fileURLToPath(scriptUrl), ...process.argv.slice(2)]
  void handOver(localNode, args).then((code) => process.exit(code))
  // Never resolves: the caller awaits it, and the other Node does the work.
  return new Promise(() => {})
}
