import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { inRoot } from '../lib/paths.mjs'
import { nativeParts } from './stage.mjs'

/**
 * Returns every third-party package in the app: those that the bundler reported for each bundle, and the native
 * parts. `[{ name, version, license, text }]`, sorted, without duplicates; `text` is the license text.
 */
export function shippedPackages({ outDir, trial }) {
  const bundled = ['main', 'preload', 'renderer'].flatMap((bundle) =>
    reported(`${outDir}/${bundle}/.vite/licenses.json`),
  )
  const native = nativeParts(trial).map(({ name }) => installed(name))
  const all = new Map([...bundled, ...native].map((one) => [`${one.name}@${one.version}`, one]))
  return [...all.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

const reported = (file) =>
  JSON.parse(readFileSync(inRoot(file), 'utf8')).map(({ name, version, identifier, text }) => ({
    name,
    version,
    license: identifier,
    text: text ?? '',
  }))

function installed(name) {
  const folder = inRoot(`node_modules/${name}`)
  const { version, license, name: realName } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
  return { name: realName, version, license, text: licenseText(folder) || mainPackageText(name) }
}

/** The platform part of a native package has no license file; the license of its main package applies. */
const mainPackageText = (name) => (name.startsWith('@libsql/') ? licenseText(inRoot('node_modules/libsql')) : '')

function licenseText(folder) {
  if (!existsSync(folder)) return ''
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(\.md|\.txt)?$/i.test(entry))
  return file === undefined ? '' : readFileSync(`${folder}/${file}`, 'utf8')
}
