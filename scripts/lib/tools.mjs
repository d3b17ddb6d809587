import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { npm } from '../setup/modules.mjs'
import { inRoot } from './paths.mjs'
import { lastLines, PlainError, run } from './run.mjs'

/** The commands that install their own tools, each with a folder that contains their lockfile. */
export const toolFolders = { package: 'scripts/package/tools', audit: 'scripts/deps/tools' }

const described = ['package.json', 'package-lock.json', '.npmrc']

/**
 * Installs the locked tools of one command into `.cache/tools/<name>` and returns that folder. Does nothing if they are
 * installed. They are hundreds of packages that the app does not need to start or build.
 */
export async function ensureTools(name) {
  const folder = inRoot(`.cache/tools/${name}`)
  const locked = inRoot(join(toolFolders[name], 'package-lock.json'))
  const stamp = join(folder, 'installed')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === readFileSync(locked, 'utf8')) return folder
  console.log(`Rundesk: installing the tools for "${name}" (npm ci) …`)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const file of described) copyFileSync(inRoot(join(toolFolders[name], file)), join(folder, file))
  const { command, args } = npm('ci', '--ignore-scripts', '--no-audit', '--no-fund')
  const { code, output } = await run(command, args, { cwd: folder, timeoutMs: 10 * 60_000 })
  if (code !== 0) throw new PlainError(`the tools for "${name}" could not be installed:\n${lastLines(output, 12)}`)
  // Last, so that an interrupted install leaves no stamp and is repeated.
  copyFileSync(locked, stamp)
  return folder
}
