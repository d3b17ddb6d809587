import {
  type EventName,
  eventChannel,
  eventNames,
  operationChannel,
  type OperationName,
  operationNames,
} from '../../../src/contract/names.ts'
import { createBridge, type Wire } from '../../../src/preload/bridge.ts'

type MakeBridge = (wire: Wire) => Record<string, unknown>

export const realBridge: MakeBridge = (wire) => createBridge(wire)

/** Injected bugs: one bridge exposes every channel, one passes Electron's event to the page. */
export const bridgeWithInvoke: MakeBridge = (wire) => ({
  ...createBridge(wire),
  invoke: (channel: string, text: string) => wire.invoke(channel, text),
})
export const bridgeWithEvents: MakeBridge = (wire) => ({
  ...createBridge(wire),
  onCallsChanged: (listener: (...args: unknown[]) => void) => {
    wire.on(eventChannel('callsChanged'), (...args) => listener(...args))
    return () => undefined
  },
})

const subscriptionOf = (name: EventName): string => `on${name.charAt(0).toUpperCase()}${name.slice(1)}`

const callable = (value: unknown): ((...args: unknown[]) => unknown) =>
  // The page can call any function it receives with any arguments.
  value as (...args: unknown[]) => unknown

const invocationsOf = async (makeBridge: MakeBridge, name: OperationName): Promise<unknown[][]> => {
  const sent: unknown[][] = []
  const wire: Wire = {
    invoke: (...args) => (sent.push(args), Promise.resolve('{"ok":true,"value":{}}')),
    on: () => {},
    off: () => {},
  }
  await callable(makeBridge(wire)[name])({ a: 1 }, operationChannel('stageKey'), { a: 2 })
  return sent
}

const receivedEvents = (makeBridge: MakeBridge, name: EventName): { got: unknown[][]; left: number } => {
  const got: unknown[][] = []
  const listeners = new Set<(event: unknown, text: string) => void>()
  const wire: Wire = {
    invoke: () => Promise.resolve('{}'),
    on: (channel, listener) => void (channel === eventChannel(name) && listeners.add(listener)),
    off: (_channel, listener) => void listeners.delete(listener),
  }
  const end = callable(makeBridge(wire)[subscriptionOf(name)])((...args: unknown[]) => void got.push(args))
  for (const listener of listeners) listener({ sender: 'the way to everything' }, '{"a":1}')
  callable(end)()
  return { got, left: listeners.size }
}

const findNameProblems = (makeBridge: MakeBridge): string[] => {
  const wire: Wire = { invoke: () => Promise.resolve(''), on: () => {}, off: () => {} }
  const exposed = makeBridge(wire)
  const named = [...operationNames, ...eventNames.map(subscriptionOf)]
  const more = Object.keys(exposed).filter((name) => !named.some((known) => known === name))
  const less = named.filter((name) => typeof exposed[name] !== 'function')
  return [...more.map((name) => `${name} is exposed`), ...less.map((name) => `${name} is missing`)]
}

/** Returns what a bridge exposes beyond the contract: other names, other channels, or Electron's event. */
export const checkBridge = async (makeBridge: MakeBridge): Promise<string[]> => {
  const faults = findNameProblems(makeBridge)
  for (const name of operationNames) {
    const sent = JSON.stringify(await invocationsOf(makeBridge, name))
    if (sent !== JSON.stringify([[operationChannel(name), '{"a":1}']])) faults.push(`${name} sends ${sent}`)
  }
  for (const name of eventNames) {
    const { got, left } = receivedEvents(makeBridge, name)
    if (JSON.stringify(got) !== '[[{"a":1}]]' || left > 0) faults.push(`${name} passes on ${JSON.stringify(got)}`)
  }
  return faults
}
