import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBuild } from '../lib/build.mjs'
import { inRoot, root } from '../lib/paths.mjs'
import { lastLines, PlainError, run } from '../lib/run.mjs'
import { ensureTools } from '../lib/tools.mjs'
import { builderConfig } from './builder-config.mjs'
import { findPackageFaults } from './contents.mjs'
import { readFuses } from './fuses.mjs'
import { about, namesFor } from './names.mjs'
import { createNotices } from './notices.mjs'
import { shippedPackages } from './shipped-packages.mjs'
import { stageApp } from './stage.mjs'

const outDir = '.cache/package/out'
const staged = inRoot('.cache/package/app')

/**
 * Builds the unpacked app for this machine in `out` with electron-builder, without a network, and inspects it. Resolves
 * with `{ folder, program, executable, shown, version, electron, trial, fuses, faults }`; `faults` describes missing
 * and unexpected contents.
 */
export async function makeApp({ runtime, out }) {
  const trial = runtime.trialBuild
  const names = namesFor({ trial })
  await stage(runtime)
  const config = builderConfig({ app: staged, out, electron: runtime, trial })
  rmSync(join(out, unpackedFolder), { recursive: true, force: true })
  await runBuilder(config, ['dir'])
  const folder = join(out, unpackedFolder)
  const executable = join(folder, programs[process.platform] ?? names.file)
  const made = { folder, program: programs[process.platform] ?? names.file, shown: names.shown }
  const checked = { fuses: await readFuses(executable), faults: await findPackageFaults({ folder, trial }) }
  return { ...made, executable, version: about().version, electron: runtime.version, trial, ...checked }
}

const names = namesFor({ trial: false })
const programs = { darwin: `${names.shown}.app/Contents/MacOS/${names.shown}`, win32: `${names.shown}.exe` }
const unpackedFolder = { darwin: 'mac', win32: 'win-unpacked' }[process.platform] ?? 'linux-unpacked'

/** Builds the bundles and stages the contents of the archive, including the notices. */
export async function stage(runtime) {
  await ensureBuild({ ...runtime, outDir, env: { RUNDESK_LIST_LICENSES: 'yes' } })
  const packages = shippedPackages({ outDir, trial: runtime.trialBuild })
  const notices = createNotices({ packages, electron: runtime.version })
  stageApp({ folder: staged, outDir, trial: runtime.trialBuild, notices })
  return { app: staged, packages }
}

/** Runs electron-builder for the given targets of this platform. It never publishes anything. */
export async function runBuilder(config, targets) {
  const tools = await ensureTools('package')
  const file = inRoot('.cache/package/builder.json')
  mkdirSync(inRoot('.cache/package'), { recursive: true })
  writeFileSync(file, `${JSON.stringify(config, undefined, 2)}\n`)
  const platform = { darwin: '--mac', win32: '--win' }[process.platform] ?? '--linux'
  const cli = join(tools, 'node_modules/electron-builder/cli.js')
  const args = [cli, 'build', platform, ...targets, '--projectDir', root, '--config', file, '--publish', 'never']
  console.log(`Rundesk: packaging (${targets.join(', ')}) …`)
  const { code, output } = await run(process.execPath, args, { cwd: root, timeoutMs: 20 * 60_000 })
  // electron-builder's effective configuration contains paths of this machine and is not needed.
  rmSync(join(config.directories.output, 'builder-debug.yml'), { force: true })
  if (code !== 0) throw new PlainError(`electron-builder failed (code ${code}):\n${reasonIn(output)}`)
  if (!existsSync(config.directories.output))
    throw new PlainError('electron-builder ended well and left nothing behind.')
}

/** All targets except the unpacked app need tools that electron-builder downloads. */
function reasonIn(output) {
  const cut = /ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN/.test(output)
  const hint = cut ? '\nThis target needs a helper that could not be fetched: make it where the network allows it.' : ''
  const errors = output
    .split('\n')
    .filter((line) => /^\s*[⨯•]/.test(line))
    .slice(-4)
  return `${errors.length > 0 ? errors.join('\n').slice(0, 800) : lastLines(output, 20)}${hint}`
}

/** Records the package for the tests that start it. */
export function recordPackage({ folder, program, shown, version, electron, trial }) {
  const made = { folder, program, shown, version, electron, trial }
  writeFileSync(inRoot('.cache/package/made.json'), `${JSON.stringify(made, undefined, 2)}\n`)
}
