import { connect, type Socket } from 'node:net'
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls'
import { type Connector, createConnector } from '../../../src/main/service/connector.ts'
import { serviceCertificate, testAuthority } from '../../main/network/test-certificates.ts'
import { type RawScript, type RawServer, startRawServer } from '../../support/raw-server.ts'
import type { FaultyService } from './fault.ts'
import { freePort } from '../../main/network/free-port.ts'

type Certificate = { key: string; cert: string }

const sizes = (server: RawServer): number[] =>
  server.connections.map(({ received }) => received.length).filter((size) => size > 0)

/** Created once, because reading all authorities takes longer than a handshake. */
let trusted: SecureContext | null = null

/** Trusts the test authority in addition to the usual ones. */
const connectorWithTestAuthority = (connectMilliseconds: number): Connector => {
  trusted ??= createSecureContext({ ca: [...rootCertificates, testAuthority] })
  return createConnector({ connectMilliseconds, secureContext: trusted })
}

/** Trusts only the usual authorities. */
export const connectorWithoutTestAuthority = (connectMilliseconds: number): Connector =>
  createConnector({ connectMilliseconds })

const faultyServiceOf = (server: RawServer, origin: string): FaultyService => ({
  origin,
  seen: () => sizes(server).reduce((total, size) => total + size, 0),
  copies: () => sizes(server).length,
  close: server.close,
})

/** A service without TLS: every byte that arrives is a byte of the request. */
export const plainService = (script: RawScript) => async (): Promise<FaultyService> => {
  const server = await startRawServer(script)
  return faultyServiceOf(server, server.origin)
}

type SecureOptions = { certificate?: Certificate; host?: string; connect?: FaultyService['connect'] }

/** A service with TLS. By default its certificate is valid, its authority is trusted, and its host is an IP address. */
export const tlsService =
  (script: RawScript, options: SecureOptions = {}) =>
  async (): Promise<FaultyService> => {
    const {
      certificate = serviceCertificate,
      host = '127.0.0.1',
      connect: connector = connectorWithTestAuthority,
    } = options
    const server = await startRawServer(script, certificate)
    return { ...faultyServiceOf(server, `https://${host}:${server.port}`), connect: connector }
  }

/** A port without TLS that the client connects to with TLS. Only the ClientHello may arrive, never a request. */
export const plainPortForTls = (script: RawScript) => async (): Promise<FaultyService> => {
  const server = await startRawServer(script)
  const requests = (): string[] =>
    server.connections.map(({ received }) => received).filter((received) => /POST|x-api-key/i.test(received))
  return {
    origin: `https://127.0.0.1:${server.port}`,
    connect: connectorWithTestAuthority,
    seen: () => requests().join('').length,
    copies: () => requests().length,
    close: server.close,
  }
}

/** An address that no server is listening on. */
export const noServerAt = (origin: string) => async (): Promise<FaultyService> => ({
  origin,
  seen: () => 0,
  copies: () => 0,
  close: async () => undefined,
})

/** An address that no server is listening on. `host` is a name or address of this computer. */
export const refused = (host: string, scheme: 'http' | 'https') => async (): Promise<FaultyService> =>
  noServerAt(`${scheme}://${host}:${await freePort()}`)()

/** A service with TLS behind a relay, which passes each connection and the service's bytes to callbacks. */
const createRelay = async (
  script: RawScript,
  onAccept: (socket: Socket) => void,
  forward: (bytes: Buffer, socket: Socket) => void,
): Promise<FaultyService> => {
  const service = await startRawServer(script, serviceCertificate)
  const relay = await startRawServer({
    onAccept: (socket) => {
      const upstream = connect(service.port, '127.0.0.1')
      upstream.on('error', () => socket.destroy()).on('data', (bytes) => forward(bytes, socket))
      socket.on('data', (bytes) => upstream.write(bytes)).on('close', () => upstream.destroy())
      onAccept(socket)
    },
  })
  const close = async (): Promise<void> => {
    await relay.close()
    await service.close()
  }
  return { ...faultyServiceOf(service, `https://127.0.0.1:${relay.port}`), connect: connectorWithTestAuthority, close }
}

/** A relay that forwards this many bytes from the service, and then acts on the connection. */
export const relayedService = (byteLimit: number, then: (socket: Socket) => void, script: RawScript) => () => {
  let left = byteLimit
  return createRelay(
    script,
    () => undefined,
    (bytes, socket) => {
      if (left === 0) return
      const given = bytes.subarray(0, left)
      left -= given.length
      socket.write(given, () => left === 0 && then(socket))
    },
  )
}

/** A relay that resets the connection below TLS as soon as the service has the complete request. */
export const resetBelowTls = () => {
  const sockets: Socket[] = []
  return createRelay(
    { onRequest: () => sockets.forEach((socket) => socket.resetAndDestroy()) },
    (socket) => void sockets.push(socket),
    (bytes, socket) => void socket.write(bytes),
  )
}
