import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { _electron, type ElectronApplication, type Page } from '@playwright/test'
import { appFolder, chosenRuntime } from './runtime.ts'

/** The user and group `nobody`, which every Linux system has. */
const unprivilegedId = 65_534

/** What a built app loads from node_modules; the last four belong to the test runtime's driver. */
const modules = ['keytar', 'libsql', '@libsql', '@neon-rs', 'detect-libc']

/**
 * Copies Electron and the built app so that every user can read them, and creates a home folder for the unprivileged
 * user.
 */
const stage = (folder: string): { executable: string; app: string; home: string } => {
  const { dist, executable } = chosenRuntime()
  const app = join(folder, 'app')
  const home = join(folder, 'home')
  chmodSync(folder, 0o755)
  // Hard links if possible, because the runtime is large.
  execFileSync('cp', ['-a', '--link', dist, join(folder, 'dist')], { stdio: 'ignore' })
  for (const part of ['out', 'package.json']) cpSync(join(appFolder, part), join(app, part), { recursive: true })
  for (const part of modules.map((name) => join('node_modules', name))) {
    if (existsSync(join(appFolder, part))) cpSync(join(appFolder, part), join(app, part), { recursive: true })
  }
  mkdirSync(home, { mode: 0o700 })
  chownSync(home, unprivilegedId, unprivilegedId)
  return { executable: executable.replace(dist, join(folder, 'dist')), app, home }
}

/** Copies the X authority file for the unprivileged user. */
const screenFor = (home: string): Record<string, string> => {
  const word = process.env['XAUTHORITY']
  if (word === undefined || !existsSync(word)) return {}
  const copy = join(home, 'screen')
  cpSync(word, copy)
  chownSync(copy, unprivilegedId, unprivilegedId)
  return { XAUTHORITY: copy }
}

/** Writes a script that drops root's privileges and then runs Electron with its arguments. */
const writeLauncher = (folder: string, executable: string): string => {
  const launcher = join(folder, 'launch')
  const drop = `setpriv --reuid=${unprivilegedId} --regid=${unprivilegedId} --clear-groups --inh-caps=-all`
  writeFileSync(launcher, `#!/bin/sh\nexec ${drop} -- '${executable}' "$@"\n`, { mode: 0o755 })
  return launcher
}

export type OrdinaryRundesk = { app: ElectronApplication; window: Page; close: () => Promise<void> }

/** Returns this process's environment without its message bus, which another user may not use. */
const environmentIn = (home: string): Record<string, string> => {
  const { DBUS_SESSION_BUS_ADDRESS: _bus, ...env } = process.env
  const own = { HOME: home, XDG_RUNTIME_DIR: home, XDG_CONFIG_HOME: home, ...screenFor(home) }
  return Object.fromEntries(
    Object.entries({ ...env, ...own }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

const launchIn = async (folder: string): Promise<ElectronApplication> => {
  const isRoot = process.getuid?.() === 0
  const { executable, app, home } = isRoot
    ? stage(folder)
    : { executable: chosenRuntime().executable, app: appFolder, home: folder }
  return _electron.launch({
    executablePath: isRoot ? writeLauncher(folder, executable) : executable,
    args: [`--data-folder=${join(home, 'data')}`, app],
    chromiumSandbox: true,
    cwd: home,
    env: environmentIn(home),
    timeout: 30_000,
  })
}

/**
 * Starts the built app as an ordinary user and without --no-sandbox, as outside of tests. If root runs the tests, the
 * app runs as the unprivileged user.
 */
export const launchAsOrdinaryUser = async (): Promise<OrdinaryRundesk> => {
  const folder = mkdtempSync(join(tmpdir(), 'rundesk-user-'))
  const remove = (): void => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  try {
    const app = await launchIn(folder)
    const close = async (): Promise<void> => {
      await app.close()
      remove()
    }
    return { app, window: await app.firstWindow(), close }
  } catch (error) {
    remove()
    throw error
  }
}
