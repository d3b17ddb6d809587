import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setStrictFuses } from './fuses.mjs'

/**
 * electron-builder's afterPack hook, which runs when the app folder is complete, before signing and making installers.
 */
export default async function afterPack({ appOutDir, packager, electronPlatformName }) {
  const { productFilename } = packager.appInfo
  const isMac = electronPlatformName === 'darwin'
  // The test runtime's launcher, which starts the app in any folder, does not belong in a package.
  const resources = isMac
    ? join(appOutDir, `${productFilename}.app`, 'Contents', 'Resources')
    : join(appOutDir, 'resources')
  rmSync(join(resources, 'default_app.asar'), { force: true })
  const programs = { darwin: `${productFilename}.app`, win32: `${productFilename}.exe` }
  await setStrictFuses(join(appOutDir, programs[electronPlatformName] ?? packager.executableName))
}
