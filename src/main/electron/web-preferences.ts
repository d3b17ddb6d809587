import type { WebPreferences } from 'electron'

/** SECURITY: the one place where a window's powers are decided, and none can be handed in. */
export const webPreferences = (preload: string, packaged: boolean): WebPreferences => ({
  preload,
  sandbox: true,
  contextIsolation: true,
  webSecurity: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webviewTag: false,
  experimentalFeatures: false,
  allowRunningInsecureContent: false,
  navigateOnDragDrop: false,
  plugins: false,
  webgl: false,
  disableDialogs: true,
  spellcheck: false,
  devTools: !packaged,
})
