import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls'
import type { buildConnector } from 'undici'

/** Opens a socket to the service, directly or through a proxy. */
export type Connector = buildConnector.connector

type ConnectorOptions = {
  /** Time limit for connecting, in milliseconds; includes the TLS handshake. */
  connectMilliseconds: number
  /** Certificates that are trusted in addition to the runtime's own, as PEM. */
  certificates?: readonly string[]
  /** Replaces all trusted certificates. */
  secureContext?: SecureContext
}

/**
 * Creates the context. Use it once per connector, because reading about 150 certificates takes longer than a handshake.
 */
const contextOf = ({ certificates, secureContext }: ConnectorOptions): SecureContext | undefined =>
  secureContext ?? (certificates && createSecureContext({ ca: [...rootCertificates, ...certificates] }))

/** Creates the connector that opens a direct connection, or uses an open tunnel passed as `httpSocket`. */
export const createConnector = (parts: ConnectorOptions): Connector => {
  const secureContext = contextOf(parts)
  const build = async (): Promise<Connector> =>
    (await httpLibraries()).buildConnector({
      timeout: parts.connectMilliseconds,
      allowH2: false,
      // SECURITY: set explicitly, because otherwise an environment variable could disable verification.
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
      // Allows the next connection to try again.
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
 * Returns the HTTP libraries, loaded once: with the first request, or earlier when the app is idle. Loading takes a
 * tenth of a second, which should not delay startup.
 */
export const httpLibraries = (): ReturnType<typeof loadLibraries> => {
  libraries ??= loadLibraries().catch((error: unknown) => {
    // Allows the next request to try again.
    libraries = null
    throw error
  })
  return libraries
}
