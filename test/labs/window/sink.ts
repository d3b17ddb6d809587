import { createSocket } from 'node:dgram'
import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

/** A local server that records everything that reaches it. */
export type Sink = {
  /** Without a trailing slash. */
  origin: string
  port: number
  udpPort: number
  /** Paths of requests, `connection` for connections without a request, `packet` for UDP. */
  arrived: string[]
  close: () => Promise<void>
}

const answer = (body: string): string =>
  [
    'HTTP/1.1 200 OK',
    'access-control-allow-origin: *',
    'content-type: text/javascript',
    `content-length: ${body.length}`,
    'connection: close',
    '',
    body,
  ].join('\r\n')

/** Responds to every request with a script that reports success in the page. */
const serve = (socket: Socket, arrived: string[]): void => {
  const at = arrived.push('connection') - 1
  socket.on('error', () => socket.destroy())
  socket.once('data', (data) => {
    const path = /^[A-Z]+ (\S+) HTTP/.exec(data.toString('latin1'))?.[1]
    if (path !== undefined) arrived[at] = path
    socket.end(answer('globalThis.injected = "remote script"'))
  })
}

/** Opens a sink on loopback for TCP (HTTP, WebSocket, others) and UDP. */
export const openSink = async (): Promise<Sink> => {
  const arrived: string[] = []
  const server = createServer((socket) => serve(socket, arrived))
  const udp = createSocket('udp4').on('message', () => void arrived.push('packet'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve))
  // A server that listens on TCP has an address with a port.
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    udpPort: udp.address().port,
    arrived,
    close: async () => {
      udp.close()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
