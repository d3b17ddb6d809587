import { describe, expect, it } from 'vitest'
import { eventNames, operationNames } from '../../src/contract/names.ts'
import { createBridge, type Wire } from '../../src/preload/bridge.ts'

/** A fake of Electron's side of the bridge that records all calls. */
const setUp = (answer: unknown = '{"ok":true,"value":{}}') => {
  const asked: unknown[][] = []
  const listeners = new Map<string, (event: unknown, text: string) => void>()
  const wire: Wire = {
    invoke: (...args) => {
      asked.push(args)
      return Promise.resolve(answer)
    },
    on: (channel, hear) => void listeners.set(channel, hear),
    off: (channel, hear) => void (listeners.get(channel) === hear && listeners.delete(channel)),
  }
  // The types restrict what the page may pass; these tests pass what a compromised page could.
  const bridge = createBridge(wire) as Record<string, (...args: unknown[]) => unknown>
  return { bridge, asked, listeners, wire }
}

describe('the bridge', () => {
  it('exposes the operations and the events of the contract by name, and nothing else', () => {
    const subscriptions = eventNames.map((name) => `on${name.charAt(0).toUpperCase()}${name.slice(1)}`)
    expect(Object.keys(setUp().bridge)).toEqual([...operationNames, ...subscriptions])
  })

  it.each(['invoke', 'send', 'sendSync', 'postMessage', 'on', 'once', 'emit', 'require', 'ipcRenderer', 'evaluate'])(
    'has no general way to reach the main process: %s',
    (name) => expect(name in setUp().bridge).toBe(false),
  )

  it('consists only of functions with one parameter', () => {
    const { bridge } = setUp()
    expect(Object.values(bridge).map((each) => [typeof each, each.length])).toEqual(
      Object.keys(bridge).map(() => ['function', 1]),
    )
  })

  it('sends only its first argument as JSON, on the channel of the operation’s name', async () => {
    const { bridge, asked } = setUp()
    expect(await bridge['copyText']?.({ text: 'Jané' }, 'rundesk:operation:stageKey', { more: 1 })).toEqual({
      ok: true,
      value: {},
    })
    expect(asked).toEqual([['rundesk:operation:copyText', '{"text":"Jané"}']])
  })

  it('sends the path of a dropped file once, when the page requests it, and never a path from the page', async () => {
    const { asked, wire } = setUp()
    let dropped: string | null = '/home/ana/people.csv'
    const bridge = createBridge(wire, () => {
      const path = dropped
      dropped = null
      return path
    }) as Record<string, (...args: unknown[]) => unknown>
    const open = (input: unknown) => bridge['openListFile']?.(input)
    await open({ profileId: 'p' })
    await open({ profileId: 'p', droppedPath: '/etc/shadow' })
    await open({ profileId: 'p', droppedPath: '/etc/shadow' })
    await open(null)
    expect(asked.map(([, text]) => text)).toEqual([
      '{"profileId":"p"}',
      '{"profileId":"p","droppedPath":"/home/ana/people.csv"}',
      '{"profileId":"p"}',
      'null',
    ])
  })

  it('returns plain JSON', async () => {
    const { bridge } = setUp('{"ok":true,"value":{"usable":true}}')
    expect(await bridge['keychainStatus']?.({})).toEqual({ ok: true, value: { usable: true } })
  })

  it('rejects if the main process rejects the request or the input is not JSON', async () => {
    const { bridge } = setUp()
    const refusing = createBridge({
      invoke: () => Promise.reject(new Error('This frame may not send requests.')),
      on: () => {},
      off: () => {},
    })
    await expect(Promise.resolve(refusing['appInfo']?.({} as never))).rejects.toThrow('may not send requests')
    await expect(bridge['appInfo']?.(1n)).rejects.toThrow('BigInt')
  })

  it('passes the payload to a listener, but never Electron’s event', () => {
    const { bridge, listeners } = setUp()
    const got: unknown[][] = []
    const end = bridge['onCallsChanged']?.((...args: unknown[]) => void got.push(args))
    listeners.get('rundesk:event:callsChanged')?.({ sender: 'the way to everything' }, '{"callIds":[]}')
    expect(got).toEqual([[{ callIds: [] }]])
    expect(typeof end).toBe('function')
    // The line above checked that it is a function; it has no parameters and no result.
    expect((end as () => unknown)()).toBeUndefined()
    expect([...listeners.keys()]).toEqual([])
  })

  it('adds one listener to a channel for all subscribers, and removes it with the last one', () => {
    const { listeners, wire } = setUp()
    const changes: string[] = []
    const bridge = createBridge({
      ...wire,
      on: (channel, hear) => (changes.push(`on ${channel}`), wire.on(channel, hear)),
      off: (channel, hear) => (changes.push(`off ${channel}`), wire.off(channel, hear)),
    }) as Record<string, (...args: unknown[]) => unknown>
    const got: number[] = []
    const subscribe = (number: number) => bridge['onCallsChanged']?.(() => void got.push(number)) as () => void
    const ends = Array.from({ length: 12 }, (_, number) => subscribe(number))
    ends[0]?.()
    ends[0]?.()
    listeners.get('rundesk:event:callsChanged')?.({}, '{"callIds":[]}')
    expect(got).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    expect(changes).toEqual(['on rundesk:event:callsChanged'])
    for (const end of ends) end()
    expect(changes).toEqual(['on rundesk:event:callsChanged', 'off rundesk:event:callsChanged'])
  })
})
