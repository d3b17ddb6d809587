import { readAppInfo } from './runtime-info.ts'

/** What the window manager calls our window: a window on the test runtime says so wherever it is listed. */
export const windowTitle = (versions: NodeJS.ProcessVersions): string =>
  readAppInfo('', versions, '').runtime === 'trial' ? 'Rundesk (test runtime)' : 'Rundesk'
