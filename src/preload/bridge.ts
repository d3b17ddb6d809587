import { eventChannel, eventNames, operationChannel, operationNames } from '../contract/names.ts'

type Hear = (event: unknown, text: string) => void

type Exposed = (given: never) => unknown
type Named = [name: string, exposed: Exposed]

/** As much of Electron's `ipcRenderer` as the bridge needs. */
export type Wire = {
  invoke(channel: string, text: string | undefined): Promise<unknown>
  on(channel: string, hear: Hear): void
  off(channel: string, hear: Hear): void
}

/**
 * Makes what the page gets: one function an operation, one subscription an event. Text goes in and comes out; the
 * contract's types meet these functions in `window.desk`.
 */
export const createBridge = (wire: Wire): Record<string, Exposed> => {
  // SECURITY: the Electron event object stays here, and there is no way to name a channel from the page.
  const ask = (channel: string) => async (input: unknown) =>
    JSON.parse(String(await wire.invoke(channel, JSON.stringify(input)))) as unknown

  const listen = (channel: string) => (listener: (payload: unknown) => void) => {
    const hear: Hear = (_event, text) => listener(JSON.parse(text))
    wire.on(channel, hear)
    return () => wire.off(channel, hear)
  }

  const functions: Named[] = operationNames.map((name) => [name, ask(operationChannel(name))])
  const subscriptions: Named[] = eventNames.map((name) => [
    `on${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    listen(eventChannel(name)),
  ])
  return Object.fromEntries([...functions, ...subscriptions])
}
