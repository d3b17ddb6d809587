// The first script of the test runtime: `electron [-r file]… [--version] <app folder>`. It awaits the app's import at
// the
// top level of an ES module, so that `ready` waits until the app has registered its schemes.
import { app } from 'electron'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

const require = createRequire(import.meta.url)

function readArguments(args) {
  const wanted = { preload: [], folder: undefined, version: false }
  for (let i = 0; i < args.length; i++) {
    if (args[i] === '--version' || args[i] === '-v') wanted.version = true
    else if (args[i] === '-r' || args[i] === '--require') wanted.preload.push(args[++i])
    else if (!args[i].startsWith('-')) return { ...wanted, folder: args[i] }
  }
  return wanted
}

async function start(folder) {
  const path = resolve(folder)
  const about = JSON.parse(readFileSync(resolve(path, 'package.json'), 'utf8'))
  Object.defineProperty(process, 'defaultApp', { configurable: false, enumerable: true, value: true })
  app.name = about.productName ?? about.name
  app.setVersion(about.version)
  app.setAppPath(path)
  await import(pathToFileURL(resolve(path, about.main ?? 'index.js')).href)
}

const wanted = readArguments(process.argv.slice(1))
if (wanted.version) {
  console.log(`v${process.versions.electron}`)
  process.exit(0)
}
for (const file of wanted.preload) require(resolve(file))
if (wanted.folder === undefined) {
  console.error('The test runtime was started without the folder of an app.')
  process.exit(1)
}
await start(wanted.folder)
