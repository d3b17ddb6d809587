import { fileURLToPath } from 'node:url'
import { linkSchemes, linkTypes, namesFor } from './names.mjs'

const here = (path) => fileURLToPath(new URL(path, import.meta.url))

/**
 * electron-builder's configuration for every target. `app` is the staged folder, `out` the folder for packages,
 * `electron` the runtime's `{ version, dist }`; `sign` enables the platform's code signing (see docs/packaging.md).
 */
export function builderConfig({ app, out, electron, trial, sign = false }) {
  const names = namesFor({ trial })
  return {
    appId: names.id,
    productName: names.shown,
    executableName: names.file,
    copyright: 'The Rundesk authors, MIT license',
    artifactName: `${names.file}-\${version}-\${os}-\${arch}.\${ext}`,
    directories: { app, output: out, buildResources: here('.') },
    electronVersion: electron.version,
    electronDist: electron.dist,
    electronLanguages: ['en-US'],
    // The folder is complete, so electron-builder must not rebuild anything.
    beforeBuild: here('./modules-are-staged.mjs'),
    files: ['**/*', { from: `${app}/node_modules`, to: 'node_modules', filter: ['**/*'] }],
    extraFiles: ['LICENSE', 'THIRD-PARTY-NOTICES.txt'].map((name) => ({ from: `${app}/${name}`, to: name })),
    asar: true,
    // SECURITY: only native code is outside the archive, because the operating system must load it from a file.
    asarUnpack: ['**/*.node'],
    afterPack: here('./after-pack.mjs'),
    // There is no update feed: the app contains no update address and does not check for new versions.
    publish: null,
    ...(trial ? {} : { protocols: [{ name: 'A call in Rundesk', schemes: linkSchemes({ trial }) }] }),
    ...platforms(names, sign, linkTypes({ trial })),
  }
}

const platforms = (names, sign, mimeTypes) => ({
  linux: {
    target: ['AppImage', 'deb', 'rpm'],
    category: 'Office',
    synopsis: 'Start outbound agent calls',
    maintainer,
    mimeTypes,
    desktop: { entry: { StartupWMClass: names.shown } },
  },
  deb: { depends: debianDepends, recommends: ['gnome-keyring | kwalletmanager'], compression: 'xz' },
  rpm: { depends: ['gtk3', 'nss', 'libsecret', 'mesa-libgbm', 'alsa-lib'] },
  win: { target: ['nsis'], signExts: sign ? ['.node'] : null, signAndEditExecutable: true, forceCodeSigning: sign },
  nsis: { oneClick: false, perMachine: false, allowElevation: false, deleteAppDataOnUninstall: false },
  mac: {
    target: ['dmg'],
    category: 'public.app-category.business',
    hardenedRuntime: true,
    gatekeeperAssess: false,
    ...(sign ? { notarize: true, forceCodeSigning: true } : { identity: null }),
  },
  dmg: { sign: false },
})

/** The contact address in the package. Change it if you distribute packages. */
export const maintainer = 'The Rundesk authors <packages@rundesk.invalid>'

/** The Debian packages that Electron's window and the keychain require. */
export const debianDepends = [
  'libgtk-3-0 | libgtk-3-0t64',
  'libnss3',
  'libasound2 | libasound2t64',
  'libgbm1',
  'libsecret-1-0',
  'xdg-utils',
]
