// `npm run package`: packages the app, checks the package, and starts it once.
//   npm run package                                    an unpacked app in dist/, and a Debian package if dpkg is
// installed
//   npm run package -- --unpacked                      only the unpacked app, for the tests
//   npm run package -- --targets AppImage,rpm [--sign] electron-builder's other targets; needs a network with its tools
// Its last line is one JSON object.
import { mkdirSync } from 'node:fs'
import { relative } from 'node:path'
import { parseArgs } from 'node:util'
import { auditDependencies } from './deps/audit.mjs'
import { inspectDependencies } from './deps/inspect.mjs'
import { inRoot, root } from './lib/paths.mjs'
import { main, PlainError } from './lib/run.mjs'
import { requireRuntime } from './lib/runtime.mjs'
import { rerunOnNode24 } from './node24.mjs'
import { builderConfig } from './package/builder-config.mjs'
import { canMakeDebian, makeDebian } from './package/debian.mjs'
import { describeFuses } from './package/fuses.mjs'
import { makeApp, recordPackage, runBuilder, stage } from './package/make-app.mjs'
import { writeSbom } from './package/sbom.mjs'
import { startPackaged } from './package/start-packaged.mjs'

await rerunOnNode24(import.meta.url)

const { values } = parseArgs({
  options: { unpacked: { type: 'boolean' }, targets: { type: 'string' }, sign: { type: 'boolean' } },
})
const out = inRoot('dist')

/** A package with the test runtime is for tests only. A package of the product needs a clean vulnerability audit. */
async function allowPackaging({ trialBuild }) {
  if (trialBuild) {
    console.log(
      'Rundesk: packaging on the test runtime: the package is marked as such, keeps its limits, is not for shipping.',
    )
    return
  }
  const broken = inspectDependencies().flatMap(({ faults }) => faults)
  if (broken.length > 0) throw new PlainError(`no package of the product:\n${broken.join('\n')}`)
  const audit = await auditDependencies()
  if (audit.state !== 'clean') throw new PlainError(`no package of the product without a clean audit: ${audit.reason}`)
}

/** Prints what was packaged and its faults. Exits with 1 if there are faults. */
function requireSound({ fuses, faults, electron }) {
  console.log(`\nFuses of the packaged program (Electron ${electron}):\n${describeFuses(fuses).join('\n')}`)
  console.log(`   ${fuses.strict} of ${fuses.known} are strict${missingNote(fuses, electron)}\n`)
  if (fuses.strict !== fuses.known) throw new PlainError('a fuse is not at its strict value.')
  if (faults.length > 0) throw new PlainError(`the package is not sound:\n${faults.join('\n')}`)
}

const missingNote = ({ missing }, electron) =>
  missing.length === 0 ? '' : `; Electron ${electron} does not have ${missing.join(', ')}, so this is not nine of nine`

async function makePackages(runtime) {
  const made = await makeApp({ runtime, out })
  requireSound(made)
  recordPackage(made)
  const sbom = await writeSbom({ made, out })
  const started = await startPackaged()
  const debian = canMakeDebian() && !values.unpacked ? await makeDebian({ ...made, out }) : undefined
  if (debian?.faults.length > 0) throw new PlainError(debian.faults.join('\n'))
  const fuses = {
    strict: made.fuses.strict,
    has: made.fuses.known,
    wanted: made.fuses.fuses.length,
    missing: made.fuses.missing,
  }
  const files = { app: made.folder, debian: debian?.file, sbom }
  return { package: made.shown, trial: made.trial, electron: made.electron, fuses, started, ...inRepository(files) }
}

const inRepository = (files) =>
  Object.fromEntries(Object.entries(files).map(([name, file]) => [name, file && relative(root, file)]))

async function makeTargets(runtime, targets) {
  const { app } = await stage(runtime)
  await runBuilder(
    builderConfig({ app, out, electron: runtime, trial: runtime.trialBuild, sign: values.sign }),
    targets,
  )
  return { targets, out: relative(root, out) }
}

await main(async () => {
  const runtime = requireRuntime()
  await allowPackaging(runtime)
  mkdirSync(out, { recursive: true })
  const report = values.targets ? await makeTargets(runtime, values.targets.split(',')) : await makePackages(runtime)
  console.log(JSON.stringify(report))
})
