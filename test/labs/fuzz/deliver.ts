import type { Socket } from 'node:net'
import type { Meaning } from '../faults/fault.ts'
import type { Draw, GeneratedAnswer } from './generate-answer.ts'
import { expectedOf } from './oracle.ts'

/** The bytes of one response, how the connection ends after them, and the expected outcome. */
export type Delivery = { bytes: Buffer; end: 'close' | 'reset'; expected: Meaning }

/** Statuses without a body: bytes after their headers are not part of the response. */
const isBodiless = (status: number): boolean => status === 204 || status === 304

const headOf = ({ status, headers }: GeneratedAnswer, ...more: string[]): Buffer =>
  Buffer.from([`HTTP/1.1 ${status} Status`, ...headers, ...more, '', ''].join('\r\n'))

const chunksOf = (draw: Draw, body: Buffer): Buffer => {
  const parts: Buffer[] = []
  for (let at = 0; at < body.length;) {
    const size = Math.min(body.length - at, 1 + draw.below(draw.chance(0.5) ? 8 : 400))
    parts.push(Buffer.from(`${size.toString(16)}\r\n`), body.subarray(at, at + size), Buffer.from('\r\n'))
    at += size
  }
  return Buffer.concat(parts)
}

type Framing = (answer: GeneratedAnswer, draw: Draw) => Delivery

const whole = (answer: GeneratedAnswer, ...bytes: Buffer[]): Delivery => ({
  bytes: Buffer.concat(bytes),
  end: 'close',
  expected: expectedOf(answer.status, answer.body),
})

const sized: Framing = (answer) => whole(answer, headOf(answer, `content-length: ${answer.body.length}`), answer.body)
const chunked: Framing = (answer, draw) =>
  whole(
    answer,
    headOf(answer, 'transfer-encoding: chunked'),
    chunksOf(draw, answer.body),
    Buffer.from(draw.chance(0.3) ? '0\r\nx-trailer: y\r\n\r\n' : '0\r\n\r\n'),
  )
const untilClosed: Framing = (answer) => whole(answer, headOf(answer), answer.body)
const withJunkAfter: Framing = (answer, draw) => {
  const { bytes, ...rest } = sized(answer, draw)
  return { ...rest, bytes: Buffer.concat([bytes, draw.pick([Buffer.from('junk\r\n\r\n'), bytes, Buffer.from([0])])]) }
}
const afterInterim: Framing = (answer, draw) => {
  const { bytes, ...rest } = sized(answer, draw)
  return { ...rest, bytes: Buffer.concat([Buffer.from('HTTP/1.1 103 Early\r\nlink: x\r\n\r\n'), bytes]) }
}

/** Cuts the response before its last byte. */
const cut: Framing = (answer, draw) => {
  const { bytes } = draw.chance(0.7) ? sized(answer, draw) : chunked(answer, draw)
  const end = draw.chance(0.5) ? 'close' : 'reset'
  return { bytes: bytes.subarray(0, draw.below(bytes.length)), end, expected: 'unknown cut' }
}
const cutBodyUntilClosed: Framing = (answer, draw) => {
  const body = answer.body.subarray(0, draw.below(answer.body.length + 1))
  return untilClosed({ ...answer, body }, draw)
}
const tooShort: Framing = (answer, draw) => {
  const body = answer.body.subarray(0, draw.below(answer.body.length + 1))
  const bytes = Buffer.concat([headOf(answer, `content-length: ${body.length}`), answer.body])
  return { bytes, end: 'close', expected: expectedOf(answer.status, body) }
}
const unreadable =
  (...headers: string[]): Framing =>
  (answer) => ({
    bytes: Buffer.concat([headOf(answer, ...headers), Buffer.from('zz\r\n'), answer.body]),
    end: 'close',
    expected: 'unknown unreadable',
  })

/** Frames a response as servers, proxies and broken connections do. */
export const deliver = (answer: GeneratedAnswer, draw: Draw): Delivery => {
  if (isBodiless(answer.status)) return untilClosed({ ...answer, body: Buffer.alloc(0) }, draw)
  const framing = draw.weighted<Framing>([
    [6, () => sized],
    [4, () => chunked],
    [3, () => untilClosed],
    [2, () => withJunkAfter],
    [1, () => afterInterim],
    [4, () => cut],
    [1, () => cutBodyUntilClosed],
    [1, () => tooShort],
    [1, () => unreadable('transfer-encoding: chunked')],
    [1, () => unreadable('content-length: 5', 'content-length: 6')],
    [1, () => unreadable('content-length: many')],
  ])
  return framing(answer, draw)
}

/** Writes a delivery in two pieces and closes the connection. */
export const send = (socket: Socket, { bytes, end }: Delivery, splitAt: number): void => {
  const finish = (): void => {
    if (end === 'close') socket.end()
    else setTimeout(() => socket.resetAndDestroy(), 5)
  }
  socket.write(bytes.subarray(0, splitAt))
  setImmediate(() => socket.write(bytes.subarray(splitAt), finish))
}
