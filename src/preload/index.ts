import { contextBridge, ipcRenderer } from 'electron'
import { createBridge } from './bridge.ts'

// SECURITY: the only thing that is put on the page, and it names no channel.
contextBridge.exposeInMainWorld('desk', createBridge(ipcRenderer))
