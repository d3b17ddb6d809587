import { readFileSync } from 'node:fs'
import { inRoot } from '../lib/paths.mjs'
import { toolFolders } from '../lib/tools.mjs'
import { trialVersion } from '../setup/trial-runtime.mjs'
import { fileURLToPath } from 'node:url'

const json = (path) => JSON.parse(readFileSync(inRoot(path), 'utf8'))
/** Folders with a lockfile: the app's, and those of tools that are installed on demand. */
export const lockedFolders = ['.', ...Object.values(toolFolders)]

const prefix = (folder) => (folder === '.' ? '' : `${folder}/`)

/**
 * Checks all third-party packages without a network: `[{ name, faults }]`, one entry per rule.
 * It reads three lockfiles: the app's, the packaging tools', and the Electron checklist tool's.
 */
export function inspectDependencies({ now = new Date() } = {}) {
  const exceptions = json('scripts/deps/exceptions.json')
  const each = (inspect) =>
    lockedFolders.flatMap((folder) => inspect(folder).map((fault) => `${prefix(folder)}${fault}`))
  return [
    { name: 'lockfiles', faults: each((folder) => lockfileFaults(json(`${folder}/package-lock.json`), exceptions)) },
    { name: 'requested versions', faults: each((folder) => requestFaults(json(`${folder}/package.json`))) },
    { name: 'npm settings', faults: each((folder) => npmrcFaults(readFileSync(inRoot(`${folder}/.npmrc`), 'utf8'))) },
    { name: 'licenses', faults: each((folder) => licenseFaults(lockedPackages(folder), 'tools')) },
    { name: 'Electron', faults: electronFaults({ ...electronVersions(), now }) },
  ]
}

/** One line about the runtimes for the summary of a test run. */
export const aboutElectron = () => describeElectron(electronVersions())

/** Every package of a folder's lockfile as `{ name, version, license }`. */
export const lockedPackages = (folder) =>
  Object.entries(json(`${folder}/package-lock.json`).packages)
    .filter(([where]) => where !== '')
    .map(([where, { version, license }]) => ({ name: where.split('node_modules/').at(-1), version, license }))

function electronVersions() {
  const source = readFileSync(inRoot('src/main/platform/runtime-info.ts'), 'utf8')
  return {
    target: json('package.json').devDependencies.electron,
    trialVersion,
    oldestAllowed: Number(/oldestSupportedMajor = (\d+)/.exec(source)?.[1] ?? 0),
    table: json('scripts/deps/electron-majors.json'),
  }
}

/**
 * Describes the problems of a lockfile: a package without an integrity hash, with a download address (the
 * configured registry provides that; the hash identifies the package), from outside a registry, or with an
 * install script that was not reviewed. `exceptions` is exceptions.json.
 */
export function lockfileFaults(lock, exceptions) {
  const entries = Object.entries(lock.packages).filter(([where]) => where !== '')
  const named = entries.map(([where, entry]) => ({ ...entry, name: where.split('node_modules/').at(-1) }))
  return [
    ...(lock.lockfileVersion === 3 ? [] : [`the lockfile has version ${lock.lockfileVersion}, not 3`]),
    ...named
      .filter((entry) => !hasHash(entry) && !mayLackHash(entry, exceptions))
      .map(({ name }) => `${name} has no sha512`),
    ...named.filter(({ resolved }) => resolved !== undefined).map(({ name }) => `${name} names an address`),
    ...named.filter(isForeign).map(({ name, version }) => `${name} ${version ?? ''} does not come from a registry`),
    ...named.filter((entry) => hasUnknownScript(entry, exceptions)).map(({ name }) => `${name} has an install script`),
  ]
}

const hasHash = ({ integrity }) => /^sha512-[A-Za-z0-9+/]{86}==$/.test(integrity ?? '')

/** Whether a package may lack a hash: it must be an optional build tool that names its platform. */
const mayLackHash = ({ name, integrity, optional, dev, os, cpu }, { withoutIntegrity }) =>
  integrity === undefined &&
  optional === true &&
  dev === true &&
  os?.length > 0 &&
  cpu?.length > 0 &&
  withoutIntegrity.some(({ packages }) => name.startsWith(packages))

const isForeign = ({ version, link, inBundle }) =>
  link === true || inBundle === true || !/^\d+\.\d+\.\d+(-[\w.]+)?(\+[\w.]+)?$/.test(version ?? '')

const hasUnknownScript = ({ name, hasInstallScript }, { installScripts }) =>
  hasInstallScript === true && !installScripts.some((one) => one.package === name)

/**
 * Problems with the versions that a package.json requests: each must be an exact version from a registry, or an alias of one.
 * A range could install different versions on different days, and an address would bypass the registry.
 */
export function requestFaults({ dependencies = {}, devDependencies = {}, optionalDependencies = {} }) {
  const wanted = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
  return wanted
    .filter(([, spec]) => !/^(npm:(@[\w-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(spec))
    .map(([name, spec]) => `${name} is requested as "${spec}", not as an exact version`)
}

/** npm must not run install scripts of packages or write addresses to the lockfile. */
export const npmrcFaults = (text) =>
  ['ignore-scripts=true', 'save-exact=true', 'omit-lockfile-registry-resolved=true']
    .filter((line) => !text.split('\n').includes(line))
    .map((line) => `.npmrc does not say ${line}`)

const list = JSON.parse(readFileSync(fileURLToPath(new URL('licenses.json', import.meta.url)), 'utf8'))

/**
 * Describes the packages (`{ name, version, license }`) whose license is not allowed; empty if all are allowed. `use`
 * is `shipped` for packages in the app and `tools` for packages that only build or test it; more licenses are allowed
 * for tools.
 */
export function licenseFaults(packages, use, { shipped, tools, exceptions } = list) {
  const allowed = new Set(use === 'shipped' ? shipped : [...shipped, ...tools])
  const isExcepted = (name) => use === 'tools' && exceptions.some((one) => one.package === name)
  return packages
    .filter(({ name, license }) => !isAllowed(license, allowed) && !isExcepted(name))
    .map(
      ({ name, version, license }) =>
        `${name} ${version}: ${license ?? 'names no license'}, which is not allowed for ${use}`,
    )
}

/** `A OR B` is allowed if one of them is; `A AND B` if both are. Anything else must be a name from the list. */
function isAllowed(license, allowed) {
  if (typeof license !== 'string') return false
  const plain = license.replace(/^\((.*)\)$/, '$1')
  if (plain.includes(' OR ')) return plain.split(' OR ').some((one) => isAllowed(one, allowed))
  if (plain.includes(' AND ')) return plain.split(' AND ').every((one) => isAllowed(one, allowed))
  return allowed.has(plain)
}

/**
 * Describes problems with the Electron version. `target` is the product's version, `trialVersion` the test runtime's,
 * `oldestAllowed` the major version below which the app shows "Test build", `now` the date of the build.
 */
export function electronFaults({ target, trialVersion: testRuntime, oldestAllowed, table, now }) {
  const major = Number.parseInt(target, 10)
  const today = now.toISOString().slice(0, 10)
  const supported = table.majors.filter(({ stable, endOfSupport }) => stable <= today && endOfSupport > today)
  const newest = supported.toSorted((one, other) => other.major - one.major).slice(0, 3)
  const trial = table.testRuntime
  return [
    ...(newest.some((one) => one.major === major)
      ? []
      : [`Electron ${major} is not among the supported majors on ${today}`]),
    ...(Number.parseInt(testRuntime, 10) === trial.major
      ? []
      : [`the test runtime ${testRuntime} is not in the table`]),
    ...(trial.endOfSupport < today ? [] : ['the test runtime is listed as supported']),
    ...(oldestAllowed >= major - 2 && oldestAllowed > trial.major
      ? []
      : [`the app takes Electron ${oldestAllowed} for supported, which it is not beside ${major}`]),
  ]
}

/** Returns one line: how long the product's Electron is supported, and that the test runtime is not supported. */
export function describeElectron({ target, table }) {
  const ours = table.majors.find(({ major }) => major === Number.parseInt(target, 10))
  const { major, endOfSupport } = table.testRuntime
  const until = ours ? `supported until ${ours.known ? '' : 'about '}${ours.endOfSupport}` : 'not in the table'
  return `Electron ${target}: ${until}. Test runtime ${major}: OUT OF SUPPORT since ${endOfSupport}, for trials only.`
}
