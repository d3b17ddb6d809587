import { createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { busPath, isCollectionLocked } from '../../../src/main/vault/key-store.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

/** Opens a bus with a handler for received bytes; records the bytes of the last connection. */
const openBus = async (onData: (socket: Socket, received: Buffer) => void) => {
  const path = join(temporaryFolder(), 'bus')
  const chunks: Buffer[] = []
  const server: Server = createServer((socket) => {
    let received = Buffer.alloc(0)
    socket.on('error', () => socket.destroy())
    socket.on('data', (bytes) => {
      received = Buffer.concat([received, Buffer.from(bytes)])
      chunks[0] = received
      onData(socket, received)
    })
  })
  await new Promise<void>((resolve) => server.listen(path, resolve))
  onTestFinished(() => void server.close())
  const isLocked = (milliseconds = 1_000) => isCollectionLocked({ path, userId: 1000, milliseconds })
  return { isLocked, received: () => chunks[0] ?? Buffer.alloc(0) }
}

type Order = 'l' | 'B'
const u32 = (value: number, order: Order): Buffer => {
  const bytes = Buffer.alloc(4)
  if (order === 'l') bytes.writeUInt32LE(value)
  else bytes.writeUInt32BE(value)
  return bytes
}
const padded = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.alloc((8 - (bytes.length % 8)) % 8)])

/** Returns a D-Bus message: kind 2 is a reply, 3 an error, 4 a signal. */
const message = (kind: number, replyTo: number | null, body: Buffer, order: Order = 'l'): Buffer => {
  const sender = padded(Buffer.concat([Buffer.from([7, 1]), Buffer.from('s\0'), u32(4, order), Buffer.from(':1.2\0')]))
  const reply = replyTo === null ? [] : [Buffer.concat([Buffer.from([5, 1]), Buffer.from('u\0'), u32(replyTo, order)])]
  const signature = Buffer.concat([Buffer.from([8, 1]), Buffer.from('g\0'), Buffer.from([1]), Buffer.from('v\0')])
  const fields = Buffer.concat([sender, signature, Buffer.alloc(1), ...reply])
  const head = Buffer.concat([
    Buffer.from([order.charCodeAt(0), kind, 1, 1]),
    u32(body.length, order),
    u32(9, order),
    u32(fields.length, order),
    fields,
  ])
  return Buffer.concat([padded(head), body])
}
const truth = (value: number, order: Order = 'l'): Buffer =>
  Buffer.concat([Buffer.from('\x01b\0\0'), u32(value, order)])
const words = (text: string): Buffer => Buffer.concat([u32(text.length, 'l'), Buffer.from(`${text}\0`)])

/** Opens a bus that accepts the client and then sends these messages in pieces of the given size. */
const sending = (messages: Buffer[], piece = 1_000) =>
  openBus((socket, received) => {
    if (received.includes('BEGIN')) {
      const all = Buffer.concat(messages)
      for (let at = 0; at < all.length; at += piece) socket.write(all.subarray(at, at + piece))
    } else socket.write('OK 1234deadbeef\r\n')
  })
const greeting = message(2, 1, words(':1.44'))
const signal = message(4, null, words(':1.44'))

describe('isCollectionLocked', () => {
  it.each([
    ['locked', [greeting, signal, message(2, 2, truth(1))], true],
    ['open', [greeting, signal, message(2, 2, truth(0))], false],
    ['locked, in the other byte order', [greeting, message(2, 2, truth(1, 'B'), 'B')], true],
    ['no such collection', [greeting, message(3, 2, words('No such object path'))], null],
    ['a different kind of reply', [greeting, message(2, 2, words('yes'))], null],
  ])('%s', async (_name, messages, wanted) => {
    expect(await (await sending(messages)).isLocked()).toBe(wanted)
  })

  it('reads replies that arrive in pieces of three bytes', async () => {
    expect(await (await sending([greeting, signal, message(2, 2, truth(1))], 3)).isLocked()).toBe(true)
  })

  it('authenticates and reads one property, which opens no prompt', async () => {
    const bus = await sending([greeting, message(2, 2, truth(1))])
    await bus.isLocked()
    const sent = bus.received().toString('latin1')
    expect(sent.startsWith('\0AUTH EXTERNAL 31303030\r\nBEGIN\r\n')).toBe(true)
    for (const name of [
      'Hello',
      'org.freedesktop.DBus.Properties',
      'Get',
      'org.freedesktop.Secret.Collection',
      'Locked',
    ])
      expect(sent).toContain(`${name}\0`)
    expect(sent).not.toMatch(/Unlock|Prompt|SearchItems/)
  })

  it('returns null for a message shorter than its header says, and for an endless one', async () => {
    const short = Buffer.concat([
      Buffer.from('l\x02\x01\x01'),
      u32(0, 'l'),
      u32(9, 'l'),
      u32(8, 'l'),
      Buffer.from([8, 1, 'g'.charCodeAt(0), 0, 0, 0, 0, 0]),
    ])
    expect(await (await sending([short])).isLocked()).toBeNull()
    expect(await (await sending([Buffer.alloc(70_000, 'l')])).isLocked()).toBeNull()
  })

  it('returns null if the bus refuses, is silent, closes the connection, or is missing', async () => {
    expect(await (await openBus((socket) => void socket.write('REJECTED EXTERNAL\r\n'))).isLocked()).toBeNull()
    expect(await (await openBus(() => {})).isLocked(100)).toBeNull()
    expect(await (await openBus((socket) => void socket.end())).isLocked()).toBeNull()
    expect(await isCollectionLocked({ path: '/no/such/bus', userId: 1, milliseconds: 100 })).toBeNull()
  })
})

describe('busPath', () => {
  it.each([
    [{ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/run/user/1000/bus' }, '/run/user/1000/bus'],
    [{ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/tmp/a%20b,guid=12' }, '/tmp/a b'],
    [{ DBUS_SESSION_BUS_ADDRESS: 'unix:abstract=/tmp/dbus-x,guid=12' }, '\0/tmp/dbus-x'],
    [{ DBUS_SESSION_BUS_ADDRESS: 'tcp:host=localhost,port=1;unix:path=/b' }, '/b'],
    [{ DBUS_SESSION_BUS_ADDRESS: 'tcp:host=localhost,port=1' }, null],
    [{ XDG_RUNTIME_DIR: '/run/user/7' }, '/run/user/7/bus'],
    [{}, null],
  ])('%j', (env, wanted) => {
    expect(busPath(env)).toBe(wanted)
  })
})
