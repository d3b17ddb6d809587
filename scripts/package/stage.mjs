import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inRoot } from '../lib/paths.mjs'
import { PlainError } from '../lib/run.mjs'
import { about, namesFor } from './names.mjs'

/**
 * Stages exactly the contents of app.asar in `folder`: the bundles without source maps, a short package.json, our
 * license, the notices, and the native parts with their loaders. `outDir` is the build folder, `notices` the text of
 * the notices.
 */
export function stageApp({ folder, outDir, trial, notices }) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  cpSync(inRoot(outDir), join(folder, 'out'), { recursive: true, filter: isShipped })
  const parts = nativeParts(trial)
  for (const part of parts) stagePart(folder, part)
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(trial, parts), undefined, 2)}\n`)
  cpSync(inRoot('LICENSE'), join(folder, 'LICENSE'))
  writeFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), notices)
}

/** Source maps, the build stamp and the report are not shipped. */
const isShipped = (path) => !/\.map$|[/\\]built-from$|[/\\]\.vite([/\\]|$)/.test(path)

/** Returns the packages with native code, which are not bundled, each with the files that we need. */
export function nativeParts(trial) {
  const prebuild = `prebuilds/${process.platform}-${process.arch}/keytar.node`
  const keytar = { name: 'keytar', files: ['lib/keytar.js', prebuild, 'LICENSE.md'] }
  if (!trial) return [keytar]
  // The test runtime has no node:sqlite, so it needs a driver; both exist for one platform only.
  return [
    keytar,
    { name: 'libsql', files: ['index.js', 'auth.js', 'sqlite-error.js', 'LICENSE'] },
    { name: '@libsql/linux-x64-gnu', files: ['index.node', 'README.md'] },
    { name: '@neon-rs/load', files: ['dist/index.js', 'LICENSE'] },
    { name: 'detect-libc', files: ['lib/detect-libc.js', 'lib/process.js', 'lib/filesystem.js', 'LICENSE'] },
  ]
}

function stagePart(folder, { name, files }) {
  const from = inRoot(`node_modules/${name}`)
  const to = join(folder, 'node_modules', name)
  for (const file of files) {
    if (!existsSync(join(from, file)))
      throw new PlainError(`${name} has no ${file}: this platform cannot be packaged for.`)
    mkdirSync(dirname(join(to, file)), { recursive: true })
    cpSync(join(from, file), join(to, file))
  }
  const { version, license, main } = JSON.parse(readFileSync(join(from, 'package.json'), 'utf8'))
  // No scripts and no dependencies: the folder is complete.
  writeFileSync(join(to, 'package.json'), `${JSON.stringify({ name, version, license, main }, undefined, 2)}\n`)
}

function manifest(trial, parts) {
  const { version, description, license, author, type, main } = about()
  const names = namesFor({ trial })
  const dependencies = Object.fromEntries(
    parts.map(({ name }) => [
      name,
      JSON.parse(readFileSync(inRoot(`node_modules/${name}/package.json`), 'utf8')).version,
    ]),
  )
  const shown = { name: names.file, productName: names.shown, version, description, license, author, type, main }
  return { ...shown, desktopName: `${names.file}.desktop`, dependencies }
}
