import { existsSync, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { lastLines, PlainError, run } from '../lib/run.mjs'

/**
 * Required system libraries and programs, with their Debian package names. They are detected by file, which works on
 * any Linux distribution.
 */
const needs = {
  window: [
    { packages: ['libgtk-3-0', 'libgtk-3-0t64'], library: 'libgtk-3.so.0' },
    { packages: ['libnss3'], library: 'libnss3.so' },
    { packages: ['libasound2', 'libasound2t64'], library: 'libasound.so.2' },
    { packages: ['libgbm1'], library: 'libgbm.so.1' },
    { packages: ['libsecret-1-0'], library: 'libsecret-1.so.0' },
    { packages: ['fonts-dejavu-core'], folder: '/usr/share/fonts' },
    { packages: ['unzip'], program: 'unzip' },
  ],
  virtualScreen: [
    { packages: ['xvfb'], program: 'Xvfb' },
    { packages: ['xauth'], program: 'xauth' },
    { packages: ['dbus'], program: 'dbus-run-session' },
    { packages: ['gnome-keyring'], program: 'gnome-keyring-daemon' },
    { packages: ['libsecret-tools'], program: 'secret-tool' },
    { packages: ['x11-utils'], program: 'xwininfo' },
  ],
  // The headless shell starts faster, but only Debian packages it separately.
  browser: [{ packages: ['chromium-headless-shell', 'chromium'], program: ['chromium-headless-shell', 'chromium'] }],
  labs: [
    // strace, which records the order of file syncs and socket writes.
    { packages: ['strace'], program: 'strace' },
    // xdotool, which operates the keychain's dialog.
    { packages: ['xdotool'], program: 'xdotool' },
    // setpriv, which runs Chromium as an ordinary user, because its sandbox does not work for root.
    { packages: ['util-linux'], program: 'setpriv' },
  ],
}

/**
 * Checks the system libraries and programs of the given `areas` (`window`, `virtualScreen`, `browser`, `labs`). If run
 * as root on Debian or Ubuntu, it installs missing ones; elsewhere it prints the command to run and stops. macOS and
 * Windows need nothing.
 */
export async function ensureSystem(areas) {
  if (process.platform !== 'linux') return
  const missing = await missingAmong(areas.flatMap((area) => needs[area]))
  if (missing.length === 0) return
  const hasApt = onPath('apt-get')
  if (!hasApt || process.getuid() !== 0) throw new PlainError(adviceFor(missing, hasApt))
  await install(missing)
  const left = await missingAmong(missing)
  if (left.length > 0) throw new PlainError(`Installed, and still not found: ${left.map(firstPackage).join(', ')}.`)
}

async function missingAmong(wanted) {
  const { code, output } = await run(existsSync('/sbin/ldconfig') ? '/sbin/ldconfig' : 'ldconfig', ['-p'])
  const libraries = code === 0 ? output : undefined
  if (!libraries) console.log('Rundesk: this system does not list its libraries; taking them as there.')
  return wanted.filter((need) => {
    if (need.program) return ![need.program].flat().some(onPath)
    if (need.folder) return !existsSync(need.folder) || readdirSync(need.folder).length === 0
    return libraries !== undefined && !libraries.includes(`${need.library} `)
  })
}

async function install(missing) {
  console.log(`Rundesk: installing system packages: ${missing.map(firstPackage).join(', ')} …`)
  // An outdated package list may be good enough; the installation itself reports whether it was.
  const update = await apt('update')
  const names = []
  for (const need of missing) names.push(await nameHere(need))
  const { code, output } = await apt('install', '-y', '--no-install-recommends', ...names)
  if (code !== 0) {
    const lists = update.code === 0 ? '' : `The package lists could not be refreshed:\n${lastLines(update.output, 5)}\n`
    throw new PlainError(`System packages could not be installed.\n${lists}${lastLines(output)}`)
  }
}

const apt = (...args) =>
  run('apt-get', ['-q', '-o', 'DPkg::Lock::Timeout=180', ...args], {
    env: { DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' },
    timeoutMs: 15 * 60_000,
  })

/** Newer releases renamed some libraries; returns the first name that can be installed. */
async function nameHere({ packages }) {
  for (const name of packages) {
    const { output } = await run('apt-cache', ['policy', name], { env: { LC_ALL: 'C' } })
    if (/Candidate: (?!\(none\))/.test(output)) return name
  }
  return packages[0]
}

function adviceFor(missing, hasApt) {
  const names = missing.map(firstPackage).join(' ')
  return hasApt
    ? `some system packages are missing. Please run this once, then try again:\n\n  sudo apt-get update && sudo apt-get install -y --no-install-recommends ${names}\n`
    : `some system packages are missing. Please install what Debian calls: ${names}\n`
}

const firstPackage = ({ packages }) => packages[0]

/** True if the program is on the PATH. */
export function onPath(program) {
  return (process.env.PATH ?? '').split(delimiter).some((folder) => folder && existsSync(join(folder, program)))
}
