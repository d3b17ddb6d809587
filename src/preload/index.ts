import { contextBridge, ipcRenderer, webUtils } from 'electron'
import { createBridge } from './bridge.ts'

/** The path of the file that the user last dropped. It never reaches the page. */
let droppedPath: string | null = null

addEventListener(
  'drop',
  (event) => {
    const file = event.dataTransfer?.files[0]
    // SECURITY: only a drop by the user is accepted, not one from a script, and only a file on disk has a path.
    droppedPath = file && event.isTrusted ? webUtils.getPathForFile(file) || null : null
  },
  { capture: true },
)

const takeDroppedPath = (): string | null => {
  const path = droppedPath
  droppedPath = null
  return path
}

// SECURITY: the page gets only this object and cannot specify a channel.
contextBridge.exposeInMainWorld('api', createBridge(ipcRenderer, takeDroppedPath))
