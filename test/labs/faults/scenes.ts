import { connect, createServer, type Socket } from 'node:net'
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls'
import { type Connector, createConnector } from '../../../src/main/service/connector.ts'
import { serviceCertificate, testAuthority } from '../../main/network/test-certificates.ts'
import { type RawScript, type RawServer, startRawServer } from '../../support/raw-server.ts'
import type { Scene } from './fault.ts'

export type Certificate = { key: string; cert: string }

const sizes = (server: RawServer): number[] =>
  server.connections.map(({ received }) => received.length).filter((size) => size > 0)

/** Made once: reading all authorities takes longer than a handshake. */
let trusted: SecureContext | null = null

/** Trusts the test authority beside the usual ones. */
const trusting = (connectMilliseconds: number): Connector => {
  trusted ??= createSecureContext({ ca: [...rootCertificates, testAuthority] })
  return createConnector({ connectMilliseconds, secureContext: trusted })
}

/** Trusts the usual ones only. */
export const unaware = (connectMilliseconds: number): Connector => createConnector({ connectMilliseconds })

const sceneOf = (server: RawServer, origin: string): Scene => ({
  origin,
  seen: () => sizes(server).reduce((total, size) => total + size, 0),
  copies: () => sizes(server).length,
  close: server.close,
})

/** A service in plain text: every byte that arrives is a byte of the request. */
export const served = (script: RawScript) => async (): Promise<Scene> => {
  const server = await startRawServer(script)
  return sceneOf(server, server.origin)
}

export type SecureScene = { certificate?: Certificate; host?: string; connect?: Scene['connect'] }

/** A service in TLS; unless told otherwise its certificate is good, its authority trusted, and it is asked by address. */
export const servedSecurely =
  (script: RawScript, how: SecureScene = {}) =>
  async (): Promise<Scene> => {
    const { certificate = serviceCertificate, host = '127.0.0.1', connect: connector = trusting } = how
    const server = await startRawServer(script, certificate)
    return { ...sceneOf(server, `https://${host}:${server.port}`), connect: connector }
  }

/** A port that is asked in TLS and is not up to it: whatever arrives there is a greeting, and must not be a request. */
export const greeted = (script: RawScript) => async (): Promise<Scene> => {
  const server = await startRawServer(script)
  const requests = (): string[] =>
    server.connections.map(({ received }) => received).filter((received) => /POST|x-api-key/i.test(received))
  return {
    origin: `https://127.0.0.1:${server.port}`,
    connect: trusting,
    seen: () => requests().join('').length,
    copies: () => requests().length,
    close: server.close,
  }
}

/** An address where nothing is. */
export const nowhere = (origin: string) => async (): Promise<Scene> => ({
  origin,
  seen: () => 0,
  copies: () => 0,
  close: async () => undefined,
})

/** A port of this computer on which nobody listens. */
export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      if (address === null || typeof address === 'string') return reject(new Error('The server has no port.'))
      server.close(() => resolve(address.port))
    })
  })

/** Nobody listens; `host` is the name under which this computer is asked. */
export const refused = (host: string, scheme: 'http' | 'https') => async (): Promise<Scene> =>
  nowhere(`${scheme}://${host}:${await freePort()}`)()

/** A service in TLS behind a wire of our own, which is told of each connection and of what the service says on it. */
const wired = async (
  script: RawScript,
  onAccept: (socket: Socket) => void,
  give: (bytes: Buffer, socket: Socket) => void,
): Promise<Scene> => {
  const service = await startRawServer(script, serviceCertificate)
  const wire = await startRawServer({
    onAccept: (socket) => {
      const upstream = connect(service.port, '127.0.0.1')
      upstream.on('error', () => socket.destroy()).on('data', (bytes) => give(bytes, socket))
      socket.on('data', (bytes) => upstream.write(bytes)).on('close', () => upstream.destroy())
      onAccept(socket)
    },
  })
  const close = async (): Promise<void> => {
    await wire.close()
    await service.close()
  }
  return { ...sceneOf(service, `https://127.0.0.1:${wire.port}`), connect: trusting, close }
}

/** A wire that gives out only so many bytes of what the service says, and then does something with the connection. */
export const relayed = (bytesGivenOut: number, then: (socket: Socket) => void, script: RawScript) => () => {
  let left = bytesGivenOut
  return wired(
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

/** A wire that is reset below TLS as soon as the service has the whole request. */
export const resetUnderneath = () => {
  const sockets: Socket[] = []
  return wired(
    { onRequest: () => sockets.forEach((socket) => socket.resetAndDestroy()) },
    (socket) => void sockets.push(socket),
    (bytes, socket) => void socket.write(bytes),
  )
}
