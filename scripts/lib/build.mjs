import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inRoot, root } from './paths.mjs'
import { lastLines, PlainError, run } from './run.mjs'

const sources = [
  'src',
  'resources',
  'electron.vite.config.ts',
  'scripts/lib/page-build.mjs',
  'tsconfig.base.json',
  'package.json',
  'package-lock.json',
]

/**
 * Builds the app into `outDir` for the given Electron, unless the build there is up to date. `trialBuild` replaces
 * node:sqlite with the test runtime's SQLite driver; `env` is passed to the configuration.
 */
export async function ensureBuild({ trialBuild, outDir = 'out', env = {} }) {
  const stamp = inRoot(`${outDir}/built-from`)
  const mode = trialBuild ? 'trial' : 'production'
  const wanted = `${mode} ${hashOf(sources)}`
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  // A failed build must not leave a valid stamp.
  rmSync(stamp, { force: true })
  console.log(`Rundesk: building the app (${mode}) …`)
  const args = ['build', '--mode', mode, ...(outDir === 'out' ? [] : ['--outDir', inRoot(outDir)])]
  const { code, output } = await run(inRoot('node_modules/.bin/electron-vite'), args, { cwd: root, env })
  if (code !== 0) throw new PlainError(`the app could not be built:\n${lastLines(output, 30)}`)
  writeFileSync(stamp, wanted)
}

function hashOf(paths) {
  const hash = createHash('sha256')
  for (const path of paths.filter((one) => existsSync(inRoot(one)))) addTo(hash, path)
  return hash.digest('hex')
}

function addTo(hash, path) {
  if (statSync(inRoot(path)).isDirectory()) {
    for (const name of readdirSync(inRoot(path)).toSorted()) addTo(hash, join(path, name))
  } else {
    hash.update(`${path}\0`).update(readFileSync(inRoot(path)))
  }
}
