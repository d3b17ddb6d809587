/**
 * As much of the D-Bus wire format as one question takes: two kinds of calls, little-endian, and an answer that is a
 * truth value in a variant (D-Bus specification, "Message Protocol").
 */
const kinds = { call: 1, answer: 2, error: 3 } as const
const fields = { path: 1, face: 2, member: 3, replyTo: 5, destination: 6, signature: 8 } as const

const padding = (length: number, to: number): Buffer => Buffer.alloc((to - (length % to)) % to)

const number = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

const text = (value: string): Buffer => Buffer.concat([number(Buffer.byteLength(value)), Buffer.from(`${value}\0`)])

const signature = (value: string): Buffer => Buffer.concat([Buffer.from([value.length]), Buffer.from(`${value}\0`)])

type Part = readonly [bytes: Buffer, boundary: number]

/** Puts parts one after the other, each on its boundary. */
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

type Call = { serial: number; destination: string; path: string; face: string; member: string; body?: string[] }

const call = ({ serial, destination, path, face, member, body = [] }: Call): Buffer => {
  const said = aligned(body.map((one) => [text(one), 4]))
  const saidAs: Part[] = body.length === 0 ? [] : [[field(fields.signature, 'g', 's'.repeat(body.length)), 8]]
  const named = aligned([
    [field(fields.path, 'o', path), 8],
    [field(fields.face, 's', face), 8],
    [field(fields.member, 's', member), 8],
    [field(fields.destination, 's', destination), 8],
    ...saidAs,
  ])
  const head = Buffer.concat([
    Buffer.from(['l'.charCodeAt(0), kinds.call, 0, 1]),
    number(said.length),
    number(serial),
    number(named.length),
    named,
  ])
  return Buffer.concat([head, padding(head.length, 8), said])
}

/** The call with which everybody on a bus begins. */
export const hello = (serial: number): Buffer =>
  call({
    serial,
    destination: 'org.freedesktop.DBus',
    path: '/org/freedesktop/DBus',
    face: 'org.freedesktop.DBus',
    member: 'Hello',
  })

export type Property = { destination: string; path: string; face: string; property: string }

/** The call that reads one property. */
export const getProperty = (serial: number, { destination, path, face, property }: Property): Buffer =>
  call({
    serial,
    destination,
    path,
    face: 'org.freedesktop.DBus.Properties',
    member: 'Get',
    body: [face, property],
  })

const after = (length: number, to: number): number => length + padding(length, to).length

const readNumber = (bytes: Buffer, at: number): number =>
  bytes[0] === 'l'.charCodeAt(0) ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at)

const fixedHead = 16

/** The whole messages at the beginning of what has arrived, and what is left. */
export const busMessages = (received: Buffer): { messages: Buffer[]; rest: Buffer } => {
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

/** To which of our calls a message answers; null for what is no answer. Only numbers are read: others are stepped over. */
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

/** An answer to one of our calls: the truth value in it, null when it is an error or something else. */
export const readAnswer = (message: Buffer): { to: number; value: boolean | null } | null => {
  if (message[1] !== kinds.answer && message[1] !== kinds.error) return null
  const to = repliesTo(message)
  if (to === null) return null
  const body = after(fixedHead + readNumber(message, 12), 8)
  const isTruth = message[1] === kinds.answer && message.subarray(body, body + 3).equals(Buffer.from('\x01b\0'))
  return { to, value: isTruth && message.length >= body + 8 ? readNumber(message, body + 4) === 1 : null }
}
