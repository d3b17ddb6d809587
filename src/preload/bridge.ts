import { eventChannel, eventNames, operationChannel, operationNames } from '../contract/names.ts'

type Listener = (event: unknown, text: string) => void

type Exposed = (given: never) => unknown
type Named = [name: string, exposed: Exposed]

/** As much of Electron's `ipcRenderer` as the bridge needs. */
export type Wire = {
  invoke(channel: string, text: string | undefined): Promise<unknown>
  on(channel: string, listener: Listener): void
  off(channel: string, listener: Listener): void
}

/**
 * Creates `window.api`: one function per operation, such as `triggerCall`, and one subscription per event. Requests and
 * answers cross the bridge as JSON; the contract has the types of these functions. `takeDroppedPath` returns the path of
 * the file that a person dropped on the page, once.
 */
export const createBridge = (
  wire: Wire,
  takeDroppedPath: () => string | null = () => null,
): Record<string, Exposed> => {
  // SECURITY: the Electron event object stays here, and there is no way to name a channel from the page.
  const invoke = (channel: string) => async (input: unknown) =>
    JSON.parse(String(await wire.invoke(channel, JSON.stringify(input)))) as unknown

  // SECURITY: a path that the page sends only requests the dropped file, and never reaches main.
  const openListFile = (input: unknown) => {
    const isDrop = typeof input === 'object' && input !== null && 'droppedPath' in input
    const request = isDrop ? { ...input, droppedPath: takeDroppedPath() ?? undefined } : input
    return invoke(operationChannel('openListFile'))(request)
  }

  const subscribe = (channel: string) => (onPayload: (payload: unknown) => void) => {
    const listener: Listener = (_event, text) => onPayload(JSON.parse(text))
    wire.on(channel, listener)
    return () => wire.off(channel, listener)
  }

  const functions: Named[] = operationNames.map((name) => [name, invoke(operationChannel(name))])
  const subscriptions: Named[] = eventNames.map((name) => [
    `on${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    subscribe(eventChannel(name)),
  ])
  return Object.fromEntries([...functions, ['openListFile', openListFile], ...subscriptions])
}
