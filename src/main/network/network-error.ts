/** Reasons why no connection to the service could be opened. In each case, no byte of a request was sent. */
const networkCodes = [
  /** The proxy refuses connections, or its name cannot be resolved. */
  'PROXY_UNREACHABLE',
  /** The proxy did not respond in time. */
  'PROXY_TIMEOUT',
  /** It closed the connection without a response. */
  'PROXY_CLOSED',
  /** Its response is not HTTP. */
  'PROXY_NOT_HTTP',
  /** It forbids the service's address: 403 or another refusal. */
  'PROXY_REFUSED',
  /** It could not reach the service: 502, 503 or 504. */
  'PROXY_GATEWAY',
  /** It requires a user name and password, or rejects those that were sent: 407. */
  'PROXY_AUTH',
  /** It requires an authentication scheme that Rundesk does not support (NTLM, Negotiate, Digest). */
  'PROXY_AUTH_UNSUPPORTED',
  /** The proxy's own certificate is not trusted or is for another name. */
  'PROXY_CERTIFICATE',
  /** The https proxy does not use TLS. */
  'PROXY_NOT_TLS',
  /** The connection inside the tunnel was cut, timed out, or is not TLS. */
  'PROXY_TUNNEL_CUT',
  'PROXY_TUNNEL_TIMEOUT',
  'PROXY_TUNNEL_NOT_TLS',
  /** The system offers only kinds of proxies that Rundesk does not support (SOCKS, QUIC). */
  'PROXY_UNSUPPORTED',
  /** The system could not determine the proxy. */
  'PROXY_UNKNOWN',
  /** The proxy address in the settings or the environment cannot be parsed. */
  'PROXY_SETTING',
  /**
   * The file of additional certificates is unreadable or too large, or contains no certificate or an unreadable one.
   */
  'CA_FILE_UNREADABLE',
  'CA_FILE_TOO_LARGE',
  'CA_FILE_EMPTY',
  'CA_FILE_BROKEN',
  /** Plain http to another computer is never sent through a proxy. */
  'PLAIN_HTTP',
] as const

export type NetworkCode = (typeof networkCodes)[number]

/**
 * Why no connection to the service could be opened. SECURITY: it contains only a code: no address, credentials, proxy
 * response or underlying error.
 */
export class NetworkError extends Error {
  readonly code: NetworkCode

  constructor(code: NetworkCode) {
    super(`No connection: ${code}.`)
    this.name = 'NetworkError'
    this.code = code
    this.stack = `${this.name}: ${this.message}`
  }
}
