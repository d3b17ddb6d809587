import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls'
import type { buildConnector } from 'undici'

/** Opens a socket to the service, directly or through a proxy. */
export type Connector = buildConnector.connector

type ConnectorOptions = {
  /** In milliseconds; includes the TLS handshake. */
  connectMilliseconds: number
  /** Trusted in addition to the runtime's own, as PEM. */
  certificates?: readonly string[]
  /** Replaces all trusted certificates. */
  secureContext?: SecureContext
}

/** Created once per connector: reading about 150 certificates takes longer than a handshake. */
const contextOf = ({ certificates, secureContext }: ConnectorOptions): SecureContext | undefined =>
  secureContext ?? (certificates && createSecureContext({ ca: [...rootCertificates, ...certificates] }))

/** Creates the connector that opens a direct connection, or uses an open tunnel passed as `httpSocket`. */
export const createConnector = (parts: ConnectorOptions): Connector => {
  const secureContext = contextOf(parts)
  const build = async (): Promise<Connector> =>
    (await httpLibraries()).buildConnector({
      timeout: parts.connectMilliseconds,
      allowH2: false,
      // SECURITY: explicit, because an environment variable could otherwise disable verification.
      rejectUnauthorized: true,
      secureContext,
    })
  let built: Promise<Connector> | null = null
  const open: (...args: Parameters<Connector>) => Promise<void> = async (options, callback) => {
    try {
      built ??= build()
      const connect = await built
      connect(options, callback)
    } catch (error) {
      // The next connection tries again.
      built = null
      callback(error instanceof Error ? error : new Error('no connector'), null)
    }
  }
  return (options, callback) => void open(options, callback)
}

const loadLibraries = async () => {
  const [{ default: ky }, { Client, buildConnector }] = await Promise.all([import('ky'), import('undici')])
  return { ky, Client, buildConnector }
}

let libraries: ReturnType<typeof loadLibraries> | null = null

/**
 * Returns the libraries that carry requests, loaded once: with the first request, or ahead of it when the app is idle.
 * Reading them takes a tenth of a second, for which no start of the app should wait.
 */
export const httpLibraries = (): ReturnType<typeof loadLibraries> => {
  libraries ??= loadLibraries().catch((error: unknown) => {
    // The next request tries again.
    libraries = null
    throw error
  })
  return libraries
}
