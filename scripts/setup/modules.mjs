import { readFileSync } from 'node:fs'
import { inRoot, root } from '../lib/paths.mjs'
import { lastLines, PlainError, run } from '../lib/run.mjs'

/** Installs the locked packages if node_modules is missing, incomplete, or differs from the lockfile. */
export async function ensureModules() {
  if (modulesMatchLockfile()) return
  console.log('Rundesk: installing the locked packages (npm ci) …')
  const { command, args } = npm('ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund')
  const { code, output } = await run(command, args, { cwd: root })
  if (code !== 0) throw new PlainError(`npm ci failed (code ${code}):\n${reasonIn(output)}`)
  if (!modulesMatchLockfile()) {
    throw new PlainError('npm ci ended well, but node_modules is not what the lockfile names. Remove it and try again.')
  }
}

/** npm prints the error first and then its usage; keep only the error. */
function reasonIn(output) {
  const errors = output.split('\n').filter((line) => line.startsWith('npm error'))
  return errors.length > 0 ? errors.slice(0, 12).join('\n') : lastLines(output)
}

/** The npm that runs this script, or the one on the PATH. */
export function npm(...args) {
  const ours = process.env.npm_execpath
  return ours?.endsWith('.js') ? { command: process.execPath, args: [ours, ...args] } : { command: 'npm', args }
}

/** npm writes its hidden lockfile as the last step; an interrupted install has none. */
function modulesMatchLockfile() {
  const wanted = packagesIn('package-lock.json')
  const installed = packagesIn('node_modules/.package-lock.json')
  if (!wanted || !installed) return false
  const same = (name) =>
    installed[name].version === wanted[name]?.version && installed[name].integrity === wanted[name]?.integrity
  return (
    Object.keys(installed).every(same) &&
    Object.keys(wanted).every((name) => name === '' || name in installed || wanted[name].optional)
  )
}

function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(inRoot(file), 'utf8')).packages
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return undefined
    throw error
  }
}
