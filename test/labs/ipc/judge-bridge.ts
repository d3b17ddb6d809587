import {
  type EventName,
  eventChannel,
  eventNames,
  operationChannel,
  type OperationName,
  operationNames,
} from '../../../src/contract/names.ts'
import { createBridge, type Wire } from '../../../src/preload/bridge.ts'

export type MakeBridge = (wire: Wire) => Record<string, unknown>

export const realBridge: MakeBridge = (wire) => createBridge(wire)

/** The planted bridges: one with a way to every channel, one that hands Electron's event to the page. */
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
  // What the page may do with any value it is given: call it, with what it likes.
  value as (...args: unknown[]) => unknown

const askedBy = async (makeBridge: MakeBridge, name: OperationName): Promise<unknown[][]> => {
  const asked: unknown[][] = []
  const wire: Wire = {
    invoke: (...args) => (asked.push(args), Promise.resolve('{"ok":true,"value":{}}')),
    on: () => {},
    off: () => {},
  }
  await callable(makeBridge(wire)[name])({ a: 1 }, operationChannel('enterKey'), { a: 2 })
  return asked
}

const heardBy = (makeBridge: MakeBridge, name: EventName): { got: unknown[][]; left: number } => {
  const got: unknown[][] = []
  const hears = new Set<(event: unknown, text: string) => void>()
  const wire: Wire = {
    invoke: () => Promise.resolve('{}'),
    on: (channel, hear) => void (channel === eventChannel(name) && hears.add(hear)),
    off: (_channel, hear) => void hears.delete(hear),
  }
  const end = callable(makeBridge(wire)[subscriptionOf(name)])((...args: unknown[]) => void got.push(args))
  for (const hear of hears) hear({ sender: 'the way to everything' }, '{"a":1}')
  callable(end)()
  return { got, left: hears.size }
}

const namesFault = (makeBridge: MakeBridge): string[] => {
  const wire: Wire = { invoke: () => Promise.resolve(''), on: () => {}, off: () => {} }
  const exposed = makeBridge(wire)
  const named = [...operationNames, ...eventNames.map(subscriptionOf)]
  const more = Object.keys(exposed).filter((name) => !named.some((known) => known === name))
  const less = named.filter((name) => typeof exposed[name] !== 'function')
  return [...more.map((name) => `${name} is exposed`), ...less.map((name) => `${name} is missing`)]
}

/** Everything about a bridge that is not as promised: other names, other channels, or the event of Electron. */
export const judgeBridge = async (makeBridge: MakeBridge): Promise<string[]> => {
  const faults = namesFault(makeBridge)
  for (const name of operationNames) {
    const asked = JSON.stringify(await askedBy(makeBridge, name))
    if (asked !== JSON.stringify([[operationChannel(name), '{"a":1}']])) faults.push(`${name} asks ${asked}`)
  }
  for (const name of eventNames) {
    const { got, left } = heardBy(makeBridge, name)
    if (JSON.stringify(got) !== '[[{"a":1}]]' || left > 0) faults.push(`${name} hands on ${JSON.stringify(got)}`)
  }
  return faults
}
