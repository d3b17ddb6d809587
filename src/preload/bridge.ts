import { eventChannel, eventNames, operationChannel, operationNames } from '../contract/names.ts'

type Listener = (event: unknown, text: string) => void

type BridgeFunction = (given: never) => unknown
type BridgeEntry = [name: string, exposed: BridgeFunction]

/** The part of Electron's `ipcRenderer` that the bridge needs. */
export type Wire = {
  invoke(channel: string, text: string | undefined): Promise<unknown>
  on(channel: string, listener: Listener): void
  off(channel: string, listener: Listener): void
}

/**
 * Creates `window.api`: one function per operation, such as `triggerCall`, and one per event to subscribe to it.
 * Requests and results cross the bridge as JSON; the contract defines their types. `takeDroppedPath` returns the path
 * of the file that the user last dropped on the page, but only once.
 */
export const createBridge = (
  wire: Wire,
  takeDroppedPath: () => string | null = () => null,
): Record<string, BridgeFunction> => {
  // SECURITY: the Electron event object stays here, and the page has no way to specify a channel.
  const invoke = (channel: string) => async (input: unknown) =>
    JSON.parse(String(await wire.invoke(channel, JSON.stringify(input)))) as unknown

  // SECURITY: a path from the page never reaches the main process; the page can only request the file that was dropped.
  const openListFile = (input: unknown) => {
    const isDrop = typeof input === 'object' && input !== null && 'droppedPath' in input
    const request = isDrop ? { ...input, droppedPath: takeDroppedPath() ?? undefined } : input
    return invoke(operationChannel('openListFile'))(request)
  }

  // One listener per channel, because every profile's Call screen subscribes, and Node.js warns of a leak from 11 listeners.
  const subscribe = (channel: string) => {
    const subscribers = new Set<{ onPayload: (payload: unknown) => void }>()
    const listener: Listener = (_event, text) => {
      for (const { onPayload } of Array.from(subscribers)) onPayload(JSON.parse(text))
    }
    return (onPayload: (payload: unknown) => void) => {
      const subscriber = { onPayload }
      if (subscribers.size === 0) wire.on(channel, listener)
      subscribers.add(subscriber)
      return () => {
        if (subscribers.delete(subscriber) && subscribers.size === 0) wire.off(channel, listener)
      }
    }
  }

  const functions: BridgeEntry[] = operationNames.map((name) => [name, invoke(operationChannel(name))])
  const subscriptions: BridgeEntry[] = eventNames.map((name) => [
    `on${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    subscribe(eventChannel(name)),
  ])
  return Object.fromEntries([...functions, ['openListFile', openListFile], ...subscriptions])
}
