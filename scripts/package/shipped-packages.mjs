import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { inRoot } from '../lib/paths.mjs'
import { nativeParts } from './stage.mjs'

/**
 * Every package of others of which something is in the app: those the bundler reported for each bundle, and the native
 * parts. `[{ name, version, licence, text }]`, sorted, each once; `text` is the licence as its authors wrote it.
 */
export function shippedPackages({ outDir, trial }) {
  const bundled = ['main', 'preload', 'renderer'].flatMap((bundle) =>
    reported(`${outDir}/${bundle}/.vite/licences.json`),
  )
  const native = nativeParts(trial).map(({ name }) => installed(name))
  const all = new Map([...bundled, ...native].map((one) => [`${one.name}@${one.version}`, one]))
  return [...all.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

const reported = (file) =>
  JSON.parse(readFileSync(inRoot(file), 'utf8')).map(({ name, version, identifier, text }) => ({
    name,
    version,
    licence: identifier,
    text: text ?? '',
  }))

function installed(name) {
  const folder = inRoot(`node_modules/${name}`)
  const { version, license, name: realName } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'))
  return { name: realName, version, licence: license, text: licenceText(folder) || familyText(name) }
}

/** The platform's half of a native package carries no licence file; that of the package it belongs to covers it. */
const familyText = (name) => (name.startsWith('@libsql/') ? licenceText(inRoot('node_modules/libsql')) : '')

function licenceText(folder) {
  if (!existsSync(folder)) return ''
  const file = readdirSync(folder).find((entry) => /^licen[cs]e(\.md|\.txt)?$/i.test(entry))
  return file === undefined ? '' : readFileSync(`${folder}/${file}`, 'utf8')
}
