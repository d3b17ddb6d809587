import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { extractFile, listPackage, statFile } from '@electron/asar'
import { nativeParts } from './stage.mjs'

const atRoot = ['LICENSE', 'THIRD-PARTY-NOTICES.txt', 'package.json']

/**
 * Inspects a packaged app and describes its faults; an empty list means that it is correct. `folder` is the unpacked
 * app; `trial` says whether the package must contain the test runtime's storage driver.
 */
export async function findPackageFaults({ folder, trial }) {
  const resources = resourcesOf(folder)
  const archive = join(resources, 'app.asar')
  if (!existsSync(archive)) return ['there is no app.asar']
  const files = filesIn(archive)
  return [
    ...beside(resources),
    ...files.filter((file) => !isExpected(file, trial)).map((file) => `${file} has no business in the archive`),
    ...expected(trial)
      .filter((file) => !files.includes(file))
      .map((file) => `${file} is missing from the archive`),
    ...files
      .filter((file) => /\.(js|cjs|css)$/.test(file) && namesSources(archive, file))
      .map((file) => `${file} leads to its sources`),
    ...unpackedFaults(archive, resources, files),
    ...manifestFaults(archive),
  ]
}

function resourcesOf(folder) {
  const app = readdirSync(folder).find((name) => name.endsWith('.app'))
  return app === undefined ? join(folder, 'resources') : join(folder, app, 'Contents', 'Resources')
}

const filesIn = (archive) =>
  listPackage(archive, {})
    .map((path) => path.replaceAll('\\', '/').replace(/^\//, ''))
    .filter((path) => !('files' in statFile(archive, path)))

/**
 * Returns files next to the archive that could be started or used for updates: a launcher, an unpacked app, an update
 * address.
 */
const beside = (resources) =>
  ['default_app.asar', 'app', 'app-update.yml']
    .filter((name) => existsSync(join(resources, name)))
    .map((name) => `${name} is next to the archive`)

const nativeFiles = (trial) =>
  nativeParts(trial).flatMap(({ name, files }) =>
    [...files, 'package.json'].map((file) => `node_modules/${name}/${file}`),
  )

const expected = (trial) => [
  ...atRoot,
  'out/main/index.js',
  'out/main/storage-worker.js',
  'out/main/list-import-thread.js',
  'out/main/vault-child.js',
  'out/preload/index.cjs',
  'out/renderer/index.html',
  'out/renderer/start.html',
  ...nativeFiles(trial),
]

const bundles =
  /^out\/(main\/(chunks\/)?[\w.-]+\.js|preload\/index\.cjs|renderer\/((index|start)\.html|assets\/[\w.-]+\.(js|css|woff2|svg|png)))$/

const isExpected = (file, trial) => atRoot.includes(file) || bundles.test(file) || nativeFiles(trial).includes(file)

const namesSources = (archive, file) =>
  /[#@]\s*sourceMappingURL=|"sourcesContent"/.test(extractFile(archive, file).toString('utf8'))

/** Checks that only native code is unpacked, because the archive's integrity check does not cover files outside it. */
function unpackedFaults(archive, resources, files) {
  const outside = join(resources, 'app.asar.unpacked')
  const found = existsSync(outside)
    ? readdirSync(outside, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    : []
  const names = found.map((entry) =>
    join(entry.parentPath, entry.name)
      .slice(outside.length + 1)
      .replaceAll('\\', '/'),
  )
  const native = files.filter((file) => file.endsWith('.node'))
  return [
    ...names.filter((name) => !native.includes(name)).map((name) => `${name} is outside the archive`),
    ...native
      .filter((name) => !names.includes(name) || statFile(archive, name).unpacked !== true)
      .map((name) => `${name} is not unpacked`),
  ]
}

function manifestFaults(archive) {
  const manifest = JSON.parse(extractFile(archive, 'package.json').toString('utf8'))
  return ['devDependencies', 'scripts', 'build']
    .filter((key) => key in manifest)
    .map((key) => `package.json still has ${key}`)
}
