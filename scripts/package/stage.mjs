import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inRoot } from '../lib/paths.mjs'
import { PlainError } from '../lib/run.mjs'
import { about, namesFor } from './names.mjs'

/**
 * Lays out in `folder` exactly what goes into app.asar and nothing else: the bundles without their maps, a package.json
 * of a few lines, our licence, the notices, and the native parts with their loaders.
 * `outDir` is where the build lies, `notices` a text.
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

/** A map would hand out our sources; the build's own stamp and report are of no use to the app. */
const isShipped = (path) => !/\.map$|[/\\]built-from$|[/\\]\.vite([/\\]|$)/.test(path)

/** The packages that stay packages because they hold native code, each with the files of it that we need. */
export function nativeParts(trial) {
  const prebuild = `prebuilds/${process.platform}-${process.arch}/keytar.node`
  const keytar = { name: 'keytar', files: ['lib/keytar.js', prebuild, 'LICENSE.md'] }
  if (!trial) return [keytar]
  // The test runtime has no node:sqlite; its driver exists for one platform here, as the test runtime does.
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
  // No scripts, no dependencies: what is here is all there is.
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
