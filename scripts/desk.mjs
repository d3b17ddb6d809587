// The desk without a window: npm run desk -- --data DIR [--keychain system|memory]
// One line of JSON in, { "id", "operation", "input" }; one out, { "id", "outcome" }; events as { "event", "payload" }.
// It ends when its input ends or on Ctrl+C, as soon as no call is on its way.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { inRoot } from './lib/paths.mjs'
import { rerunOnNode24 } from './node24.mjs'

const usage = 'npm run --silent desk -- --data DIR [--keychain system|memory]'

/** The options, or code 2 and a sentence when they are not what they must be. */
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
const { runHeadless } = await import('../src/main/headless/run-headless.ts')
await runHeadless({ ...options, version })
