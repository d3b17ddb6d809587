import { connect, type Socket } from 'node:net'
import { type RawServer, startRawServer } from '../../support/raw-server.ts'

/** Handles a CONNECT request, given the socket and the headers of the request. */
export type ProxyBehavior = (socket: Socket, head: string) => void

/** A proxy on loopback; `received` contains all bytes that it received, including those in the tunnel. */
export type RecordingProxy = RawServer & { heads: string[] }

/** Starts a proxy that records all bytes and calls the handler for each CONNECT. With `tls` clients connect over TLS. */
export const startProxy = async (
  behave: ProxyBehavior,
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

/** Opens the tunnel to a local port, for any requested host. */
export const tunneling =
  (port: number, answer = 'HTTP/1.1 200 Connection established\r\n\r\n'): ProxyBehavior =>
  (socket) => {
    const upstream = connect(port, '127.0.0.1', () => {
      socket.write(answer)
      socket.pipe(upstream).pipe(socket)
    })
    upstream.on('error', () => socket.destroy())
    socket.on('close', () => upstream.destroy())
  }

/** Sends a string, and keeps the connection open or closes it. */
export const respondWith =
  (bytes: string): ProxyBehavior =>
  (socket) =>
    void socket.write(bytes)
export const respondAndClose =
  (bytes: string): ProxyBehavior =>
  (socket) =>
    void socket.end(bytes)
