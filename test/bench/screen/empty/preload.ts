import { contextBridge } from 'electron'

contextBridge.exposeInMainWorld('empty', { version: process.versions['electron'] ?? '' })
