import { errorCode } from '../../contract/error-code.ts'
import type { BrokenCause, UnreachableCause } from './answer.ts'

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

/** The code of a thrown thing; of several attempts (one an address) the first one's. Empty when it has none. */
export const codeOf = (error: unknown): string => {
  const code = errorCode(error)
  if (code !== null || !(error instanceof Error)) return code ?? ''
  // undici's parser errors come without a code.
  if (error.name === 'HTTPParserError') return 'HPE_PARSER'
  return error instanceof AggregateError ? codeOf(error.errors[0]) : ''
}

const find = <C>(table: [RegExp, C][], code: string, otherwise: C): C =>
  table.find(([pattern]) => pattern.test(code))?.[1] ?? otherwise

/** Why no connection came about, from the code of what was thrown before a byte left. */
export const unreachableCause = (code: string): UnreachableCause => find(unreachableCodes, code, 'other')

/** Why an exchange broke, from the code of what was thrown once a byte may have left. */
export const brokenCause = (code: string): BrokenCause => find(brokenCodes, code, 'cut')
