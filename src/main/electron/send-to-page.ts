import type { BrowserWindow } from 'electron'

/** Sends text to the page of a window. One that is closed, or whose process has died, hears nothing and asks when it is back. */
export const sendToPage = (window: BrowserWindow | null, channel: string, text: string): void => {
  if (window === null || window.isDestroyed() || window.webContents.isCrashed()) return
  window.webContents.send(channel, text)
}
