import type { AppInfo } from '../../contract/app-status.ts'
import { nativeMessages } from '../../messages/native.ts'

/** The oldest Electron major that still receives security fixes. */
const oldestSupportedMajor = 43

/**
 * Returns the versions of this runtime. With an unsupported Electron version, it is a trial, which allows only practice
 * and this computer.
 */
export const readAppInfo = (version: string, versions: NodeJS.ProcessVersions, platform: string): AppInfo => {
  const electron = versions['electron'] ?? ''
  return {
    version,
    electron,
    chromium: versions['chrome'] ?? '',
    node: versions.node,
    platform,
    runtime: Number.parseInt(electron, 10) >= oldestSupportedMajor ? 'product' : 'trial',
  }
}

/** Returns the window's title; it names the test build. */
export const windowTitle = (versions: NodeJS.ProcessVersions): string =>
  readAppInfo('', versions, '').runtime === 'trial' ? nativeMessages.windowTitleTestBuild : nativeMessages.windowTitle
