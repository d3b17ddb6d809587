import { contextBridge, ipcRenderer } from 'electron'
import { eventChannel, eventNames, operationChannel, operationNames } from '../contract/names.ts'

// Names become functions; text goes in and comes out. The contract's types meet these functions in `window.desk`.
// SECURITY: the Electron event object stays here, and there is no way to name a channel from the page.
const ask = (channel: string) => async (input: unknown) =>
  JSON.parse(String(await ipcRenderer.invoke(channel, JSON.stringify(input)))) as unknown

const listen = (channel: string) => (listener: (payload: unknown) => void) => {
  const hear = (_event: unknown, text: string): void => listener(JSON.parse(text))
  ipcRenderer.on(channel, hear)
  return () => void ipcRenderer.off(channel, hear)
}

const functions = operationNames.map((name) => [name, ask(operationChannel(name))])
const subscriptions = eventNames.map((name) => [
  `on${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  listen(eventChannel(name)),
])

contextBridge.exposeInMainWorld('desk', Object.fromEntries([...functions, ...subscriptions]))
