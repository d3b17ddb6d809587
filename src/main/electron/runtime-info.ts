import type { AppInfo } from '../../contract/app-info.ts'

/** The oldest Electron major that still gets security fixes beside the one we build for. */
const oldestSupportedMajor = 43

/** Tells what the app runs on; an Electron out of support makes it a trial: practice and this computer only. */
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
