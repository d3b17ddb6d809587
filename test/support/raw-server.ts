import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createTlsServer } from 'node:tls'

/** What the server received on one connection. */
export type RawConnection = { received: string }

export type RawScript = {
  /** Runs as soon as a connection is accepted. */
  onAccept?: (socket: Socket) => void
  /** Runs once, after the headers and the whole body of a request have arrived. */
  onRequest?: (socket: Socket, request: string) => void
}

export type RawServer = {
  port: number
  origin: string
  connections: RawConnection[]
  /** The number of requests that started to arrive, across all connections. */
  requestCount: () => number
  /** Everything received, across all connections. */
  received: () => string
  close: () => Promise<void>
}

const isWhole = (received: string): boolean => {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return false
  const length = /\r\ncontent-length: *(\d+)/i.exec(received.slice(0, end))?.[1] ?? '0'
  return Buffer.byteLength(received, 'latin1') >= end + 4 + Number(length)
}

const listen = (server: Server): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (address === null || typeof address === 'string') reject(new Error('The server has no port.'))
      else resolve(address.port)
    })
  })

/** Starts a TCP server on loopback that sends exactly the bytes a script chooses; with `tls`, over TLS. */
export const startRawServer = async (script: RawScript, tls?: { key: string; cert: string }): Promise<RawServer> => {
  const connections: RawConnection[] = []
  const sockets = new Set<Socket>()

  const onConnection = (socket: Socket): void => {
    const connection: RawConnection = { received: '' }
    connections.push(connection)
    sockets.add(socket)
    let isAnswered = false
    socket.on('close', () => sockets.delete(socket))
    // Many of these tests reset the connection on purpose; they check the client's side.
    socket.on('error', () => socket.destroy())
    socket.on('data', (bytes) => {
      connection.received += bytes.toString('latin1')
      if (isAnswered || !isWhole(connection.received)) return
      isAnswered = true
      script.onRequest?.(socket, connection.received)
    })
    script.onAccept?.(socket)
  }

  const server: Server = tls ? createTlsServer(tls, onConnection) : createServer(onConnection)
  const port = await listen(server)
  return {
    port,
    origin: `${tls ? 'https' : 'http'}://127.0.0.1:${port}`,
    connections,
    requestCount: () => connections.filter(({ received }) => received !== '').length,
    received: () => connections.map(({ received }) => received).join(''),
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

/** Returns an HTTP response as a string, with the correct content-length. */
export const httpAnswer = (
  status: string,
  body: string,
  headers: string[] = ['content-type: application/json'],
): string => [`HTTP/1.1 ${status}`, ...headers, `content-length: ${Buffer.byteLength(body)}`, '', body].join('\r\n')

/** Returns a script that responds to every request with the same bytes and then closes the connection. */
export const answering = (bytes: string): RawScript => ({ onRequest: (socket) => socket.end(bytes) })
