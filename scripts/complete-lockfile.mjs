// node scripts/complete-lockfile.mjs
// Run it after `npm install` has changed the lockfile on a network that serves packages for some platforms only: npm
// omits
// the optional packages it could not see, and `npm ci` then rejects the lockfile. This script adds them again, with the
// version that their parent requires and the platform in their name; npm adds the integrity hash when it can download them.
import { readFileSync, writeFileSync } from 'node:fs'
import { inRoot } from './lib/paths.mjs'

const platform =
  /(android|darwin|freebsd|linux|netbsd|openbsd|openharmony|win32)[-_](arm64|arm|ia32|loong64|ppc64|riscv64|s390x|x64)(?:-(\w+))?/

const file = inRoot('package-lock.json')
const lock = JSON.parse(readFileSync(file, 'utf8'))

function entryFor(name, version, owner) {
  const [, os, cpu, abi = ''] = platform.exec(name) ?? []
  if (os === undefined) throw new Error(`the name of ${name} does not tell its platform: add it by hand`)
  const libc = os === 'linux' ? { libc: [abi.includes('musl') ? 'musl' : 'glibc'] } : {}
  const dev = owner.dev ? { dev: true } : {}
  return { version, cpu: [cpu], ...dev, ...libc, license: owner.license, optional: true, os: [os] }
}

const isKnown = (where, name) =>
  `node_modules/${name}` in lock.packages || `${where}/node_modules/${name}` in lock.packages

const missing = Object.entries(lock.packages)
  .filter(([where]) => where !== '')
  .flatMap(([where, owner]) =>
    Object.entries(owner.optionalDependencies ?? {})
      .filter(([name]) => !isKnown(where, name))
      .map(([name, version]) => [`node_modules/${name}`, entryFor(name, version, owner)]),
  )

const packages = Object.entries({ ...lock.packages, ...Object.fromEntries(missing) })
const sorted = packages.toSorted(([one], [other]) => (one < other ? -1 : 1))
writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, undefined, 2)}\n`)
console.log(`Added ${missing.length} packages of other platforms to the lockfile.`)
