import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setStrictFuses } from './fuses.mjs'

/** electron-builder's hook: the app folder is whole, nothing is signed yet, and no installer has been made of it. */
export default async function afterPack({ appOutDir, packager, electronPlatformName }) {
  const { productFilename } = packager.appInfo
  const isMac = electronPlatformName === 'darwin'
  // The launcher with which the bare runtime starts any folder has no place beside an app.
  const resources = isMac
    ? join(appOutDir, `${productFilename}.app`, 'Contents', 'Resources')
    : join(appOutDir, 'resources')
  rmSync(join(resources, 'default_app.asar'), { force: true })
  const programs = { darwin: `${productFilename}.app`, win32: `${productFilename}.exe` }
  await setStrictFuses(join(appOutDir, programs[electronPlatformName] ?? packager.executableName))
}
