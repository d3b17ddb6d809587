import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { inRoot } from '../lib/paths.mjs'
import { lastLines, PlainError, run } from '../lib/run.mjs'
import { readRecord, trialNotice, writeRecord } from '../lib/runtime.mjs'
import { ensureTrialRuntime, trialIsPossible, trialVersion } from './trial-runtime.mjs'

const day = 24 * 60 * 60_000
const electronFolder = inRoot('node_modules/electron')
const programs = { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }
const program = programs[process.platform] ?? 'electron'

/**
 * Chooses the Electron version and records the choice for the other scripts: an override if set; otherwise the
 * product's version if it is installed or can be downloaded; otherwise the test runtime. A failed download is
 * remembered for a day, so that the next startup does not try it again.
 */
export async function ensureElectron({ now = Date.now() } = {}) {
  const record = readRecord()
  const wanted = JSON.parse(readFileSync(join(electronFolder, 'package.json'), 'utf8')).version
  const override = process.env.ELECTRON_OVERRIDE_DIST_PATH
  if (override) return remember(record, overridden(resolve(override), wanted))
  const product = { kind: 'product', ...describe(join(electronFolder, 'dist')), trialBuild: false }
  if (product.version === wanted) return remember({}, product)
  const mayFetch = !(now - record.fetchFailedAt < day)
  if (mayFetch && (await fetchProduct(wanted))) {
    return remember({}, { kind: 'product', ...describe(join(electronFolder, 'dist')), trialBuild: false })
  }
  if (!trialIsPossible()) {
    throw new PlainError(`Electron ${wanted} is not here and could not be fetched, and this system has no stand-in.
Run "npx install-electron" where the network allows it, or set ELECTRON_OVERRIDE_DIST_PATH.`)
  }
  const dist = await ensureTrialRuntime()
  console.log(trialNotice(trialVersion, wanted))
  const fetchFailedAt = mayFetch ? now : record.fetchFailedAt
  return remember({ fetchFailedAt }, { kind: 'trial', ...describe(dist), trialBuild: true })
}

function overridden(dist, wanted) {
  const found = describe(dist)
  if (!found.version) throw new PlainError(`ELECTRON_OVERRIDE_DIST_PATH is set, but ${dist} holds no Electron.`)
  const kind = found.version === trialVersion ? 'trial' : 'override'
  if (kind === 'trial') console.log(trialNotice(trialVersion, wanted))
  else if (found.version !== wanted)
    console.log(`Rundesk: using Electron ${found.version} instead of ${wanted}, as configured.`)
  return { kind, ...found, trialBuild: Number.parseInt(found.version) < Number.parseInt(wanted) }
}

/** Reads the version file of an Electron folder; an incomplete folder lacks this file or the program. */
function describe(dist) {
  const executable = join(dist, program)
  const versionFile = join(dist, 'version')
  const complete = existsSync(executable) && existsSync(versionFile)
  return {
    version: complete ? readFileSync(versionFile, 'utf8').trim().replace(/^v/, '') : undefined,
    dist,
    executable,
  }
}

async function fetchProduct(wanted) {
  console.log(`Rundesk: fetching Electron ${wanted} (about 120 MB, at most ten minutes) …`)
  const result = await run(process.execPath, ['install.js'], { cwd: electronFolder, timeoutMs: 10 * 60_000 })
  const fetched = result.code === 0 && describe(join(electronFolder, 'dist')).version === wanted
  if (!fetched) {
    const reason = result.timedOut
      ? 'it took too long'
      : lastLines(result.output, 40).match(/.*(?:Error|error): .*/)?.[0]
    console.log(`Rundesk: Electron ${wanted} could not be fetched (${reason?.trim() ?? `code ${result.code}`}).`)
  }
  return fetched
}

function remember(record, runtime) {
  const next = { ...record, runtime }
  if (JSON.stringify(next) !== JSON.stringify(readRecord())) writeRecord(next)
  return runtime
}
