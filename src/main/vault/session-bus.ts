import { connect } from 'node:net'
import { busMessages, getProperty, hello, readAnswer } from './bus-message.ts'

/** Where this session's message bus listens, as the environment says; null when there is none that we can speak to. */
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

export type BusParts = { path: string; userId: number; milliseconds: number }

/** The keychain's usual collection, by the name under which every Secret Service has it. */
const mostBytes = 64 * 1024
const collection = {
  destination: 'org.freedesktop.secrets',
  path: '/org/freedesktop/secrets/aliases/default',
  face: 'org.freedesktop.Secret.Collection',
  property: 'Locked',
} as const

/**
 * Asks the Secret Service of this session whether its usual collection is locked. It is only read: nobody is asked to
 * unlock anything, which every question about a key might do. Null when it does not say so in time, or there is none.
 */
export const isCollectionLocked = ({ path, userId, milliseconds }: BusParts): Promise<boolean | null> =>
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

    const listen = (): void => {
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
      // No answer of ours is so long.
      if (received.length > mostBytes) return end(null)
      try {
        if (!greeted) greet()
        if (greeted) listen()
      } catch {
        // What cannot be read is no answer.
        end(null)
      }
    })
  })
