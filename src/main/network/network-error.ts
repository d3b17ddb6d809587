/** Everything that can stand between this computer and the service before a byte of a request has left. */
export const networkCodes = [
  /** Nobody listens at the proxy's address, or its name is not known. */
  'PROXY_UNREACHABLE',
  /** The proxy took the connection, or did not, and said nothing in time. */
  'PROXY_TIMEOUT',
  /** It closed the connection instead of answering. */
  'PROXY_CLOSED',
  /** It answered with something that is no HTTP answer. */
  'PROXY_NOT_HTTP',
  /** It forbids the service's address: 403, or any other refusal. */
  'PROXY_REFUSED',
  /** It could not reach the service itself: 502, 503 or 504. */
  'PROXY_GATEWAY',
  /** It wants a name and a password, or others than those given: 407. */
  'PROXY_AUTH',
  /** It wants a kind of proof that Rundesk cannot give (NTLM, Negotiate, Digest). */
  'PROXY_AUTH_UNSUPPORTED',
  /** The proxy's own certificate was not trusted, or was for another name. */
  'PROXY_CERTIFICATE',
  /** An https proxy that does not speak TLS. */
  'PROXY_NOT_TLS',
  /** The tunnel was open, and what came through it was cut, silent, or not TLS. */
  'PROXY_TUNNEL_CUT',
  'PROXY_TUNNEL_TIMEOUT',
  'PROXY_TUNNEL_NOT_TLS',
  /** Only kinds of proxies are on offer that Rundesk does not speak (SOCKS, QUIC). */
  'PROXY_UNSUPPORTED',
  /** The system could not say which proxy to use. */
  'PROXY_UNKNOWN',
  /** The address of the proxy in the settings or in the environment cannot be read. */
  'PROXY_SETTING',
  /** The file of additional certificates: missing or unreadable, too large, without a certificate, with a broken one. */
  'CA_FILE_UNREADABLE',
  'CA_FILE_TOO_LARGE',
  'CA_FILE_EMPTY',
  'CA_FILE_BROKEN',
  /** Plain http to another computer, which is never tunnelled. */
  'PLAIN_HTTP',
] as const

export type NetworkCode = (typeof networkCodes)[number]

/**
 * Says why no connection to the service came about.
 * SECURITY: it carries a code and nothing else: no address, no credentials, no answer of a proxy, no foreign error.
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
