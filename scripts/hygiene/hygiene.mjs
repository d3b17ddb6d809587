import { readFileSync } from 'node:fs'
import { inRoot } from '../lib/paths.mjs'
import { toolFolders } from '../lib/tools.mjs'
import { trialVersion } from '../setup/trial-runtime.mjs'
import { describeElectron, electronFaults } from './electron-majors.mjs'
import { licenceFaults } from './licences.mjs'
import { lockfileFaults, npmrcFaults, requestFaults } from './lockfile.mjs'

const json = (path) => JSON.parse(readFileSync(inRoot(path), 'utf8'))
/** The folders that have a lockfile: the app's, and those of tools that are installed on demand. */
export const lockedFolders = ['.', ...Object.values(toolFolders)]

const prefix = (folder) => (folder === '.' ? '' : `${folder}/`)

/**
 * Looks at everything that others wrote and we build with, without a network: `[{ name, faults }]`, one entry a rule.
 * Three lockfiles are looked at: the app's, that of the packaging tools and that of the Electron rules' check.
 */
export function inspectDependencies({ now = new Date() } = {}) {
  const exceptions = json('scripts/hygiene/exceptions.json')
  const each = (inspect) =>
    lockedFolders.flatMap((folder) => inspect(folder).map((fault) => `${prefix(folder)}${fault}`))
  return [
    { name: 'lockfiles', faults: each((folder) => lockfileFaults(json(`${folder}/package-lock.json`), exceptions)) },
    { name: 'versions asked for', faults: each((folder) => requestFaults(json(`${folder}/package.json`))) },
    { name: 'npm settings', faults: each((folder) => npmrcFaults(readFileSync(inRoot(`${folder}/.npmrc`), 'utf8'))) },
    { name: 'licences', faults: each((folder) => licenceFaults(lockedPackages(folder), 'tools')) },
    { name: 'Electron', faults: electronFaults({ ...electronFacts(), now }) },
  ]
}

/** One line about the runtimes, for the summary of a test run. */
export const aboutElectron = () => describeElectron(electronFacts())

/** Every package of a folder's lockfile as `{ name, version, licence }`. */
export const lockedPackages = (folder) =>
  Object.entries(json(`${folder}/package-lock.json`).packages)
    .filter(([where]) => where !== '')
    .map(([where, { version, license }]) => ({ name: where.split('node_modules/').at(-1), version, licence: license }))

function electronFacts() {
  const source = readFileSync(inRoot('src/main/electron/runtime-info.ts'), 'utf8')
  return {
    target: json('package.json').devDependencies.electron,
    trialVersion,
    oldestAllowed: Number(/oldestSupportedMajor = (\d+)/.exec(source)?.[1] ?? 0),
    table: json('scripts/hygiene/electron-majors.json'),
  }
}
