import type { unreachableCauses } from '../../contract/failure.ts'
import { errorCode } from '../../domain/error-code.ts'

type UnreachableCause = (typeof unreachableCauses)[number]

/** Why no complete response arrived after the first byte may have been sent. */
type BrokenCause = 'timedOut' | 'cut' | 'unreadable' | 'tooLarge'

/**
 * A complete response: status, `Date` header as ISO 8601, `Retry-After` in milliseconds (both null if absent or
 * unreadable), and body.
 */
export type Answer = {
  kind: 'answer'
  status: number
  date: string | null
  retryAfterMilliseconds: number | null
  text: string
}

/** Not a single byte of the request was sent, so it had no effect on the service. */
export type NotSent = { kind: 'notSent'; cause: UnreachableCause }

/**
 * The request may have been sent, and no complete response arrived; `status` is known if the headers of a response
 * arrived.
 */
export type Broken = { kind: 'broken'; cause: BrokenCause; status: number | null; date: string | null }

/** The result of one request. SECURITY: it contains no underlying error, request or stack. */
export type Reply = Answer | NotSent | Broken

const unreachableCodes: [RegExp, UnreachableCause][] = [
  [/^ECONNREFUSED$/, 'refused'],
  [/^(ENOTFOUND|ENODATA|EAI_\w+)$/, 'noHost'],
  [/^(EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL|EACCES|EPERM)$/, 'noRoute'],
  [/^(UND_ERR_CONNECT_TIMEOUT|ETIMEDOUT)$/, 'connectTimeout'],
  [
    /^(CERT_\w+|UNABLE_TO_\w+|\w*SELF_SIGNED_CERT\w*|ERR_TLS_CERT_\w+|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|CA_FILE_\w+)$/,
    'certificate',
  ],
  [/^(EPROTO|ERR_SSL_(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST|BAD_RECORD_TYPE))$/, 'notTls'],
  [/^PLAIN_HTTP$/, 'policy'],
  [/^PROXY_AUTH(_\w+)?$/, 'proxyAuthentication'],
  [/^PROXY_(TUNNEL_)?TIMEOUT$/, 'proxyTimeout'],
  [/^PROXY_\w+$/, 'proxy'],
]

const brokenCodes: [RegExp, BrokenCause][] = [
  [/^(UND_ERR_HEADERS_TIMEOUT|UND_ERR_BODY_TIMEOUT|ETIMEDOUT)$/, 'timedOut'],
  [/^(HPE_\w+|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|STATUS_OUT_OF_RANGE)$/, 'unreadable'],
]

/**
 * Returns an error's code, or '' if it has none. If there were several attempts (one per address), returns the code of
 * the first one.
 */
export const codeOf = (error: unknown): string => {
  const code = errorCode(error)
  if (code !== null || !(error instanceof Error)) return code ?? ''
  // undici's parser errors come without a code.
  if (error.name === 'HTTPParserError') return 'HPE_PARSER'
  return error instanceof AggregateError ? codeOf(error.errors[0]) : ''
}

const find = <C>(table: [RegExp, C][], code: string, otherwise: C): C =>
  table.find(([pattern]) => pattern.test(code))?.[1] ?? otherwise

/** Maps the code of an error that occurred before the first byte was sent. */
export const unreachableCause = (code: string): UnreachableCause => find(unreachableCodes, code, 'other')

/** Maps the code of an error that occurred after a byte may have been sent. */
export const brokenCause = (code: string): BrokenCause => find(brokenCodes, code, 'cut')
