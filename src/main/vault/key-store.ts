import { connect } from 'node:net'
import type { VaultFault, VaultRequest, VaultResponse } from './child.ts'

/**
 * Stores strings under exact names. keytar's search functions are omitted because they crash the process if the keyring
 * is locked.
 */
export type KeyStore = {
  get(account: string): Promise<string | null>
  set(account: string, text: string): Promise<void>
  delete(account: string): Promise<boolean>
}

/** Creates a store in the memory of this process. */
export const createSessionStore = (): KeyStore => {
  const keys = new Map<string, string>()
  return {
    get: (account) => Promise.resolve(keys.get(account) ?? null),
    set: (account, text) => {
      keys.set(account, text)
      return Promise.resolve()
    },
    delete: (account) => Promise.resolve(keys.delete(account)),
  }
}

type Stores = {
  keychain: KeyStore
  session: KeyStore
  /** Returns whether the keychain is locked, without opening an unlock dialog; null if unknown. */
  isLocked?: () => Promise<boolean | null>
}

/** Handles the vault's requests. An error of a store becomes `locked` or `unavailable`; its message is dropped. */
export const createVaultHandler =
  (stores: Stores) =>
  async (request: VaultRequest): Promise<VaultResponse> => {
    try {
      return { id: request.id, ok: true, ...(await perform(stores, request)) }
    } catch (error) {
      return { id: request.id, ok: false, fault: faultOf(error) }
    }
  }

const probeAccount = 'probe'

const perform = async (stores: Stores, request: VaultRequest): Promise<{ text: string | null; found: boolean }> => {
  const { keychain } = stores
  switch (request.operation) {
    case 'get': {
      const text = await stores[request.store].get(request.account)
      return { text, found: text !== null }
    }
    case 'set':
      await stores[request.store].set(request.account, request.text)
      return { text: null, found: true }
    case 'delete':
      return { text: null, found: await stores[request.store].delete(request.account) }
    case 'probe':
      await keychain.set(probeAccount, 'not a secret')
      await keychain.delete(probeAccount)
      return { text: null, found: true }
    case 'reach':
      // A locked keyring reports keys as missing, as an unlocked one would.
      if ((await stores.isLocked?.()) === true) throw new Error('The keychain is locked.')
      await keychain.get(probeAccount)
      return { text: null, found: true }
  }
}

const faultOf = (error: unknown): VaultFault =>
  error instanceof Error && /locked/i.test(error.message) ? 'locked' : 'unavailable'

/** Returns the path of this session's D-Bus socket from the environment; null if there is no Unix socket. */
export const busPath = (env: Readonly<Record<string, string | undefined>>): string | null => {
  const address = env['DBUS_SESSION_BUS_ADDRESS'] ?? ''
  for (const one of address.split(';')) {
    const [, kind, name = ''] = /^unix:(?:.*,)?(path|abstract)=([^,]*)/.exec(one) ?? []
    if (kind === 'path') return decodeURIComponent(name)
    if (kind === 'abstract') return `\0${decodeURIComponent(name)}`
  }
  const folder = env['XDG_RUNTIME_DIR']
  return address === '' && folder ? `${folder}/bus` : null
}

/** Maximum number of bytes read; a reply has a few hundred bytes. */
const maxBytes = 64 * 1024
/** The default collection, under the name that it has in every Secret Service. */
const collection = {
  destination: 'org.freedesktop.secrets',
  path: '/org/freedesktop/secrets/aliases/default',
  interfaceName: 'org.freedesktop.Secret.Collection',
  property: 'Locked',
} as const

/**
 * Reads from the Secret Service whether its default collection is locked. Unlike a request for a key, this does not
 * open an unlock dialog. Resolves to null if there is no reply in time.
 */
export const isCollectionLocked = ({
  path,
  userId,
  milliseconds,
}: {
  path: string
  userId: number
  milliseconds: number
}): Promise<boolean | null> =>
  new Promise((resolve) => {
    const socket = connect({ path })
    let received: Buffer = Buffer.alloc(0)
    let greeted = false
    const end = (locked: boolean | null): void => {
      clearTimeout(timer)
      socket.destroy()
      resolve(locked)
    }
    const timer = setTimeout(() => end(null), milliseconds)

    const greet = (): void => {
      const line = received.indexOf('\r\n')
      if (line < 0) return
      if (!received.subarray(0, 3).equals(Buffer.from('OK '))) return end(null)
      received = received.subarray(line + 2)
      greeted = true
      socket.write('BEGIN\r\n')
      socket.write(Buffer.concat([hello(1), getProperty(2, collection)]))
    }

    const receive = (): void => {
      const { messages, rest } = busMessages(received)
      received = rest
      for (const message of messages) {
        const answer = readAnswer(message)
        if (answer?.to === 2) return end(answer.value)
      }
    }

    socket.on('error', () => end(null)).on('close', () => end(null))
    socket.once('connect', () => socket.write(`\0AUTH EXTERNAL ${Buffer.from(String(userId)).toString('hex')}\r\n`))
    socket.on('data', (bytes) => {
      received = Buffer.concat([received, Buffer.from(bytes)])
      if (received.length > maxBytes) return end(null)
      try {
        if (!greeted) greet()
        if (greeted) receive()
      } catch {
        // An unreadable message is treated as no reply.
        end(null)
      }
    })
  })

/**
 * The part of the D-Bus wire format that is used here: two method calls, little-endian, and a reply with a Boolean in a
 * variant (D-Bus specification, "Message Protocol").
 */
const kinds = { call: 1, answer: 2, error: 3 } as const
const fields = { path: 1, interfaceName: 2, member: 3, replyTo: 5, destination: 6, signature: 8 } as const

const padding = (length: number, to: number): Buffer => Buffer.alloc((to - (length % to)) % to)

const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

const text = (value: string): Buffer => Buffer.concat([number(Buffer.byteLength(value)), Buffer.from(`${value}\0`)])

const signature = (value: string): Buffer => Buffer.concat([Buffer.from([value.length]), Buffer.from(`${value}\0`)])

type Part = readonly [bytes: Buffer, boundary: number]

/** Concatenates parts, each aligned to its boundary. */
const aligned = (parts: readonly Part[]): Buffer => {
  let whole = Buffer.alloc(0)
  for (const [bytes, to] of parts) whole = Buffer.concat([whole, padding(whole.length, to), bytes])
  return whole
}

const field = (code: number, type: 's' | 'o' | 'g', value: string): Buffer =>
  aligned([
    [Buffer.concat([Buffer.from([code]), signature(type)]), 1],
    [type === 'g' ? signature(value) : text(value), type === 'g' ? 1 : 4],
  ])

type Call = {
  serial: number
  destination: string
  path: string
  interfaceName: string
  member: string
  body?: string[]
}

const call = ({ serial, destination, path, interfaceName, member, body = [] }: Call): Buffer => {
  const content = aligned(body.map((one) => [text(one), 4]))
  const signatureFields: Part[] = body.length === 0 ? [] : [[field(fields.signature, 'g', 's'.repeat(body.length)), 8]]
  const named = aligned([
    [field(fields.path, 'o', path), 8],
    [field(fields.interfaceName, 's', interfaceName), 8],
    [field(fields.member, 's', member), 8],
    [field(fields.destination, 's', destination), 8],
    ...signatureFields,
  ])
  const head = Buffer.concat([
    Buffer.from(['l'.charCodeAt(0), kinds.call, 0, 1]),
    number(content.length),
    number(serial),
    number(named.length),
    named,
  ])
  return Buffer.concat([head, padding(head.length, 8), content])
}

/** Returns the first method call that a client must send on every bus connection. */
const hello = (serial: number): Buffer =>
  call({
    serial,
    destination: 'org.freedesktop.DBus',
    path: '/org/freedesktop/DBus',
    interfaceName: 'org.freedesktop.DBus',
    member: 'Hello',
  })

type Property = { destination: string; path: string; interfaceName: string; property: string }

const getProperty = (serial: number, { destination, path, interfaceName, property }: Property): Buffer =>
  call({
    serial,
    destination,
    path,
    interfaceName: 'org.freedesktop.DBus.Properties',
    member: 'Get',
    body: [interfaceName, property],
  })

const after = (length: number, to: number): number => length + padding(length, to).length

const readNumber = (bytes: Buffer, at: number): number =>
  bytes[0] === 'l'.charCodeAt(0) ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)

const fixedHead = 16

/** Splits received bytes into complete messages and the rest. */
const busMessages = (received: Buffer): { messages: Buffer[]; rest: Buffer } => {
  const messages: Buffer[] = []
  let rest = received
  while (rest.length >= fixedHead) {
    const length = after(fixedHead + readNumber(rest, 12), 8) + readNumber(rest, 4)
    if (rest.length < length) break
    messages.push(rest.subarray(0, length))
    rest = rest.subarray(length)
  }
  return { messages, rest }
}

/** Returns the serial of the call that a message replies to; null if it is not a reply. Skips fields of other types. */
const repliesTo = (message: Buffer): number | null => {
  const end = fixedHead + readNumber(message, 12)
  for (let at = fixedHead; at < end;) {
    at = after(at, 8)
    const code = message[at]
    const type = String.fromCharCode(message[at + 2] ?? 0)
    at += 4
    if (type === 'u') {
      const value = readNumber(message, after(at, 4))
      if (code === fields.replyTo) return value
      at = after(at, 4) + 4
    } else if (type === 'g') at += (message[at] ?? 0) + 2
    else at = after(at, 4) + 4 + readNumber(message, after(at, 4)) + 1
  }
  return null
}

/**
 * Reads a reply: the serial of its method call, and its Boolean value, or null if it is an error or has another type.
 */
const readAnswer = (message: Buffer): { to: number; value: boolean | null } | null => {
  if (message[1] !== kinds.answer && message[1] !== kinds.error) return null
  const to = repliesTo(message)
  if (to === null) return null
  const body = after(fixedHead + readNumber(message, 12), 8)
  const isBoolean = message[1] === kinds.answer && message.subarray(body, body + 3).equals(Buffer.from('\x01b\0'))
  return { to, value: isBoolean && message.length >= body + 8 ? readNumber(message, body + 4) === 1 : null }
}
