// The app without a window: npm run headless -- --data DIR [--keychain system|memory]
// It reads one JSON object per line, { "id", "operation", "input" }, and writes { "id", "outcome" } and { "event",
// "payload" }.
// It exits when its input ends or on Ctrl+C, after the calls in flight have settled.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { inRoot } from './lib/paths.mjs'
import { rerunOnNode24 } from './node24.mjs'

const usage = 'npm run --silent headless -- --data DIR [--keychain system|memory]'

/** Parses the options. Exits with code 2 and a message if they are invalid. */
function readOptions() {
  try {
    const { values } = parseArgs({
      options: { data: { type: 'string', default: '' }, keychain: { type: 'string', default: 'system' } },
    })
    if (values.data === '') console.error(`--data wants the folder for the history. ${usage}`)
    else if (!['system', 'memory'].includes(values.keychain)) console.error(`--keychain is system or memory. ${usage}`)
    else return { dataFolder: resolve(values.data), keychain: values.keychain }
  } catch (error) {
    console.error(`${error.message}. ${usage}`)
  }
  process.exit(2)
}

await rerunOnNode24(import.meta.url)
if (!process.features.typescript) {
  console.error(`This needs Node 22.18 or newer; this is ${process.versions.node}. Please install Node 24.`)
  process.exit(1)
}
const options = readOptions()
const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
const { runHeadless } = await import('../src/main/headless/run.ts')
await runHeadless({ ...options, version })
