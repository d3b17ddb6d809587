import { connect, type Socket } from 'node:net'
import { serviceCertificate } from '../../main/network/test-certificates.ts'
import { httpAnswer, type RawServer, startRawServer } from '../../support/raw-server.ts'
import { started } from '../faults/answers.ts'

/**
 * Where and how every connection of one call is cut: after this many bytes of the request, the response (`answer`), or
 * the TLS stream (`wire`).
 */
export type Cut = { in: 'request' | 'answer' | 'wire'; after: number; how: 'close' | 'reset' | 'halfClose' }

/** A service that counts the copies of a call. */
export type CountingService = {
  /** The origins for plain HTTP, and for TLS through a proxy that cuts the connection. */
  origin: string
  secureOrigin: string
  /** Cuts every connection from now on in this way, and resets the count. */
  prepare: (cut: Cut) => void
  /** Number of connections on which at least one byte of the POST arrived. */
  copies: () => number
  close: () => Promise<void>
}

const answer = httpAnswer('200 OK', started, ['content-type: application/json', 'connection: keep-alive'])
export const answerLength = answer.length

const end = (socket: Socket, how: Cut['how']): void => {
  if (how === 'reset') socket.resetAndDestroy()
  else if (how === 'close') socket.destroy()
  else socket.end()
}

const isWhole = (post: string): boolean => {
  const head = post.indexOf('\r\n\r\n')
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(post)?.[1] ?? 0)
  return head >= 0 && post.length >= head + 4 + length
}

/** A proxy that cuts the connection after a number of bytes, counting both directions together. */
const startWire = (port: number, cutNow: () => Cut): Promise<RawServer> =>
  startRawServer({
    onAccept: (socket) => {
      const cut = cutNow()
      const upstream = connect(port, '127.0.0.1')
      let left = cut.in === 'wire' ? cut.after : Number.POSITIVE_INFINITY
      const pass = (bytes: Buffer, to: Socket): void => {
        const given = bytes.subarray(0, Math.min(left, bytes.length))
        left -= given.length
        if (given.length > 0) to.write(given)
        if (left === 0) setImmediate(() => [end(socket, cut.how), upstream.end()])
      }
      upstream.on('error', () => socket.destroy()).on('close', () => socket.destroy())
      upstream.on('data', (bytes) => pass(bytes, socket))
      socket.on('data', (bytes) => pass(bytes, upstream)).on('close', () => upstream.destroy())
    },
  })

export const startCountingService = async (): Promise<CountingService> => {
  let cut: Cut = { in: 'answer', after: answerLength, how: 'close' }
  let copies = 0

  const takePost = (socket: Socket, post: string): void => {
    const whole = isWhole(post)
    // A request that is shorter than the cut position is cut at its end.
    if (cut.in === 'request' && (whole || post.length >= cut.after)) end(socket, cut.how)
    if (cut.in === 'request' || !whole) return
    const given = cut.in === 'answer' ? cut.after : answerLength
    const then = cut.in === 'answer' ? cut.how : 'close'
    socket.write(answer.slice(0, given), () => end(socket, then))
  }

  const onAccept = (socket: Socket): void => {
    let post = ''
    socket.on('data', (bytes) => {
      const text = bytes.toString('latin1')
      // Respond to a GET before the call and keep its connection open, so that the call could reuse it.
      if (post === '' && text.startsWith('GET ')) return void socket.write(answer)
      if (post === '') copies += 1
      post += text
      takePost(socket, post)
    })
  }

  const plain = await startRawServer({ onAccept })
  const secure = await startRawServer({ onAccept }, serviceCertificate)
  const wire = await startWire(secure.port, () => cut)
  return {
    origin: plain.origin,
    secureOrigin: `https://127.0.0.1:${wire.port}`,
    prepare(next) {
      cut = next
      copies = 0
    },
    copies: () => copies,
    close: async () => void (await Promise.all([plain.close(), wire.close(), secure.close()])),
  }
}
