import { root } from './paths.mjs'

/** Chromium's sandbox does not work for root; every other user keeps it. */
export const isRoot = () => process.platform === 'linux' && process.getuid() === 0

/** The arguments that start this folder's app in Electron. */
export const appArguments = (more = []) => [...(isRoot() ? ['--no-sandbox'] : []), ...more, root]

export const rootNotice =
  'Rundesk: running as root, so without Chromium’s sandbox (--no-sandbox). An ordinary user keeps it.'
