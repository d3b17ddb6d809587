import type { App } from 'electron'

type SandboxedApp = {
  enableSandbox: App['enableSandbox']
  commandLine: { hasSwitch(name: string): boolean; appendSwitch(name: string, value: string): void }
}

/**
 * SECURITY: before anything is ready, so that no page can ever run outside the sandbox. Root alone may go without:
 * Chromium offers root no sandbox at all, and `enableSandbox` would take the switch away that lets it start.
 */
export const requireSandbox = (app: SandboxedApp, userId: number | undefined): void => {
  if (userId !== 0 || !app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
  // A hint in a page would have names looked up that nobody connects to.
  app.commandLine.appendSwitch('blink-settings', 'dnsPrefetchingEnabled=false')
}
