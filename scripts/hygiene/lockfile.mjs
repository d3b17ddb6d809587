/**
 * What is wrong with a lockfile, in words: a package without the hash of its contents, one that names the address it came
 * from (ours come from whatever registry is configured, and are known by their hash alone), one from elsewhere than a
 * registry, or one with an install script that nobody looked at. `exceptions` is exceptions.json.
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

/** A package for another platform only: it must be optional, a tool of ours, and say for which system it is. */
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
 * What is wrong with what a package.json asks for: everything must be an exact version from a registry, or an alias of one.
 * A range would let tomorrow's install differ from today's, an address would go round the registry.
 */
export function requestFaults({ dependencies = {}, devDependencies = {}, optionalDependencies = {} }) {
  const wanted = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
  return wanted
    .filter(([, spec]) => !/^(npm:(@[\w-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(spec))
    .map(([name, spec]) => `${name} is asked for as "${spec}", not as an exact version`)
}

/** npm must never run a script of a package that it installs, nor write addresses into the lockfile. */
export const npmrcFaults = (text) =>
  ['ignore-scripts=true', 'save-exact=true', 'omit-lockfile-registry-resolved=true']
    .filter((line) => !text.split('\n').includes(line))
    .map((line) => `.npmrc does not say ${line}`)
