import { statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { inRoot } from '../lib/paths.mjs'
import { PlainError, run } from '../lib/run.mjs'
import { ensureTools } from '../lib/tools.mjs'
import { onPath } from '../setup/system.mjs'
import { debianDepends, maintainer } from './builder-config.mjs'
import { linkTypes, namesFor } from './names.mjs'

/** Returns whether this machine can build a Debian package, which needs dpkg but no network. */
export const canMakeDebian = () => process.platform === 'linux' && onPath('dpkg-deb')

/**
 * Builds a Debian package of the unpacked app, checks it with dpkg, and resolves with `{ file, size, faults }`. The
 * files belong to root. Chromium's sandbox helper is setuid, because on some systems ordinary users have no sandbox
 * without it.
 */
export async function makeDebian({ folder, out, trial }) {
  const names = namesFor({ trial })
  const tools = await ensureTools('package')
  const entry = createRequire(join(tools, 'package.json')).resolve('electron-installer-debian')
  const { default: createInstaller } = await import(pathToFileURL(entry).href)
  process.umask(0o022)
  // A test build uses fast compression: 5 s and 97 MB instead of minutes and 75 MB.
  if (trial) process.env['DPKG_DEB_COMPRESSOR_LEVEL'] = '3'
  console.log('Rundesk: making the Debian package …')
  const options = debianOptions(names, trial)
  const { packagePaths } = await createInstaller({ src: folder, dest: out, arch: debianArch(), options })
  const file = packagePaths[0]
  return {
    file,
    size: statSync(file).size,
    faults: [...(await faultsOfDebian(file, names)), ...(await faultsOfEntry(file, names, trial))],
  }
}

const debianArch = () => ({ x64: 'amd64', arm64: 'arm64' })[process.arch] ?? process.arch

const shipped = {
  description: 'Start outbound agent calls',
  productDescription: 'Desktop app that starts outbound phone calls handled by a voice agent.',
}

const onTrial = {
  description: 'Trial of Rundesk on a test runtime: practice and this computer only',
  productDescription:
    'Made from a runtime that is out of support, to try the package and the app. It refuses any organization that is not on this computer. Not for shipping.',
}

const debianOptions = (names, trial) => ({
  ...(trial ? onTrial : shipped),
  name: names.file,
  bin: names.file,
  productName: names.shown,
  genericName: 'Outbound calls',
  maintainer,
  section: 'comm',
  compression: trial ? 'zstd' : 'xz',
  categories: ['Office'],
  mimeType: linkTypes({ trial }),
  depends: debianDepends,
  recommends: ['gnome-keyring | kwalletmanager'],
  icon: { '512x512': inRoot('resources/icon.png') },
})

/** Reads the package with dpkg. */
async function faultsOfDebian(file, { file: name }) {
  const info = await run('dpkg-deb', ['--info', file])
  const contents = await run('dpkg-deb', ['--contents', file])
  if (info.code !== 0 || contents.code !== 0) throw new PlainError(`dpkg cannot read ${file}:\n${info.output}`)
  const lines = contents.output.trim().split('\n')
  const has = (pattern) => lines.some((line) => pattern.test(line))
  return [
    ...(has(new RegExp(`^-rws\\S+ root/root .*/usr/lib/${name}/chrome-sandbox$`))
      ? []
      : ['the sandbox helper cannot help']),
    ...(has(new RegExp(`/usr/lib/${name}/resources/app\\.asar$`)) ? [] : ['the app is not in the Debian package']),
    ...lines.filter((line) => !line.includes(' root/root ')).map((line) => `not owned by root: ${line}`),
    ...(info.output.includes(` Package: ${name}\n`) ? [] : ['the Debian package has another name']),
  ]
}

/** The desktop entry must declare exactly our links, and `Exec` must accept a link. */
async function faultsOfEntry(file, { file: name }, trial) {
  const script = 'dpkg-deb --fsys-tarfile "$1" | tar -xO "./usr/share/applications/$2.desktop"'
  const { code, output } = await run('sh', ['-c', script, 'sh', file, name])
  if (code !== 0) return ['the Debian package has no desktop entry']
  const lines = output.split('\n')
  const types = lines.find((line) => line.startsWith('MimeType='))?.slice('MimeType='.length) ?? ''
  const wanted = linkTypes({ trial }).map((type) => `${type};`)
  return [
    ...(types === wanted.join('') ? [] : [`the desktop entry declares other links: ${types}`]),
    ...(lines.includes(`Exec=${name} %U`) ? [] : ['the desktop entry has no place for a link']),
  ]
}
