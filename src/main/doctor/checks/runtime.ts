import type { AppInfo } from '../../../contract/app-info.ts'
import { type Check, found } from '../check.ts'

/** Is the Electron below us one that still gets security fixes? */
export const checkRuntime = (appInfo: AppInfo): Check => ({
  name: 'runtime',
  after: [],
  milliseconds: 1_000,
  look: async () => {
    const { version, electron, chromium, node, platform } = appInfo
    const facts = { version, electron, chromium, node, platform }
    if (appInfo.runtime === 'trial') return found('runtimeTrial', facts)
    return found(electron === '' ? 'runtimeWithoutWindow' : 'runtimeSupported', facts)
  },
})
