import { contextBridge, ipcRenderer, webUtils } from 'electron'
import { createBridge } from './bridge.ts'

/** The path of the file that a person last dropped. It never reaches the page. */
let droppedPath: string | null = null

addEventListener(
  'drop',
  (event) => {
    const file = event.dataTransfer?.files[0]
    // SECURITY: only a real user's drop counts (not one from a script), and only a file on disk has a path.
    droppedPath = file && event.isTrusted ? webUtils.getPathForFile(file) || null : null
  },
  { capture: true },
)

const takeDroppedPath = (): string | null => {
  const path = droppedPath
  droppedPath = null
  return path
}

// SECURITY: the page gets this object only, and cannot name a channel.
contextBridge.exposeInMainWorld('api', createBridge(ipcRenderer, takeDroppedPath))
