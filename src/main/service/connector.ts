import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls'
import type { buildConnector } from 'undici'
import { httpLibraries } from './http-libraries.ts'

/** Opens a socket to the service; a company's proxy slots in here. */
export type Connector = buildConnector.connector

export type ConnectorParts = {
  /** In milliseconds; covers the TLS handshake too. */
  connectMilliseconds: number
  /** Trusted beside the ones the runtime brings, as PEM. */
  certificates?: readonly string[]
  /** Trusted instead of all these. */
  secureContext?: SecureContext
}

/** Made once and not for every connection: reading a hundred and fifty certificates takes longer than a handshake. */
const contextOf = ({ certificates, secureContext }: ConnectorParts): SecureContext | undefined =>
  secureContext ?? (certificates && createSecureContext({ ca: [...rootCertificates, ...certificates] }))

/** Makes the connector that goes straight to a service, or through the open tunnel that it is handed as `httpSocket`. */
export const createConnector = (parts: ConnectorParts): Connector => {
  const secureContext = contextOf(parts)
  const build = async (): Promise<Connector> =>
    (await httpLibraries()).buildConnector({
      timeout: parts.connectMilliseconds,
      allowH2: false,
      // SECURITY: said aloud, because an environment variable could otherwise switch verification off.
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
      // The next connection tries anew.
      built = null
      callback(error instanceof Error ? error : new Error('no connector'), null)
    }
  }
  return (options, callback) => void open(options, callback)
}
