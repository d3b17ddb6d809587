import { root } from './paths.mjs'

/** Chromium's sandbox cannot be used by root; everybody else keeps it. */
export const isRoot = () => process.platform === 'linux' && process.getuid() === 0

/** The arguments with which an Electron runs this folder's app. */
export const appArguments = (more = []) => [...(isRoot() ? ['--no-sandbox'] : []), ...more, root]

export const rootNotice =
  'Rundesk: running as root, so without Chromium’s sandbox (--no-sandbox). An ordinary user keeps it.'
