import { rootCertificates } from 'node:tls'
import { buildConnector } from 'undici'

/** Opens a socket to the service; a company's proxy slots in here. */
export type Connector = buildConnector.connector

/**
 * Makes the connector that goes to the service directly. `connectMilliseconds` covers the TLS handshake too;
 * `certificates` are trusted beside the ones the runtime brings.
 */
export const createConnector = (parts: { connectMilliseconds: number; certificates?: readonly string[] }): Connector =>
  buildConnector({
    timeout: parts.connectMilliseconds,
    allowH2: false,
    // SECURITY: said aloud, because an environment variable could otherwise switch verification off.
    rejectUnauthorized: true,
    ...(parts.certificates ? { ca: [...rootCertificates, ...parts.certificates] } : {}),
  })
