import { contextBridge, ipcRenderer, webUtils } from 'electron'
import { createBridge } from './bridge.ts'

/** The path of the file that a person dropped last; it never reaches the page. */
let droppedPath: string | null = null

addEventListener(
  'drop',
  (event) => {
    const file = event.dataTransfer?.files[0]
    // SECURITY: only a person's own drop counts, and only a file on disk has a path.
    droppedPath = file && event.isTrusted ? webUtils.getPathForFile(file) || null : null
  },
  { capture: true },
)

const takeDroppedPath = (): string | null => {
  const path = droppedPath
  droppedPath = null
  return path
}

// SECURITY: the only thing that is put on the page, and it names no channel.
contextBridge.exposeInMainWorld('api', createBridge(ipcRenderer, takeDroppedPath))
