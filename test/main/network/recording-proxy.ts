import { connect, type Socket } from 'node:net'
import { type RawServer, startRawServer } from '../../support/raw-server.ts'

/** What a proxy does with a CONNECT: it is given the socket and the head of the request. */
export type ProxyBehaviour = (socket: Socket, head: string) => void

/** A proxy on loopback; `received` has every byte it was sent, inside the tunnel too. */
export type RecordingProxy = RawServer & { heads: string[] }

/** Starts a proxy that records everything and answers each CONNECT as told. With `tls` one speaks TLS to it. */
export const startProxy = async (
  behave: ProxyBehaviour,
  tls?: { key: string; cert: string },
): Promise<RecordingProxy> => {
  const heads: string[] = []
  const server = await startRawServer(
    {
      onRequest: (socket, head) => {
        heads.push(head)
        behave(socket, head)
      },
    },
    tls,
  )
  return { ...server, heads }
}

/** Opens the tunnel to a port of this computer, whatever host was asked for. */
export const tunnelling =
  (port: number, answer = 'HTTP/1.1 200 Connection established\r\n\r\n'): ProxyBehaviour =>
  (socket) => {
    const upstream = connect(port, '127.0.0.1', () => {
      socket.write(answer)
      socket.pipe(upstream).pipe(socket)
    })
    upstream.on('error', () => socket.destroy())
    socket.on('close', () => upstream.destroy())
  }

/** Says something and stays, or says it and goes. */
export const saying =
  (bytes: string): ProxyBehaviour =>
  (socket) =>
    void socket.write(bytes)
export const sayingAndClosing =
  (bytes: string): ProxyBehaviour =>
  (socket) =>
    void socket.end(bytes)
