import type { DoctorFindingCode } from '../../../contract/doctor.ts'
import { unreachableCause } from '../../service/fault-cause.ts'
import { type Check, found } from '../check.ts'
import type { Journey } from '../journey.ts'

const day = 86_400_000
/** So long before a certificate ends somebody should know. */
const soon = 21 * day

const exact: Record<string, DoctorFindingCode> = {
  CERT_HAS_EXPIRED: 'tlsExpired',
  CERT_NOT_YET_VALID: 'tlsNotYetValid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'tlsOtherName',
  HOSTNAME_MISMATCH: 'tlsOtherName',
}

const troubleOf = (code: string): DoctorFindingCode => {
  const cause = unreachableCause(code)
  if (cause === 'certificate') return exact[code] ?? 'tlsUnknownIssuer'
  return cause === 'notTls' || code === 'PROXY_TUNNEL_NOT_TLS' ? 'tlsNotSpoken' : 'tlsBroken'
}

/**
 * Does the other side speak TLS, with a certificate that vouches for its name? SECURITY: it is looked at with the same
 * strictness as for a call: a bad certificate is told by its fault, and no connection is ever made past it.
 */
export const checkTls = (journey: Journey, clock: () => number): Check => ({
  name: 'tls',
  after: ['certificates', 'proxy', 'tcp'],
  milliseconds: 30_000,
  look: async () => {
    const { host, origin } = journey
    if (origin.protocol === 'http:') return found('tlsNotUsed', { host })
    const connected = await journey.connect()
    if (!connected.ok) return found(troubleOf(connected.code), { host, code: connected.code })
    if (connected.shown === null) return found('tlsBroken', { host })
    const { protocol, issuer, validTo } = connected.shown
    const until = Date.parse(validTo)
    const facts = { host, protocol, issuer, until: Number.isNaN(until) ? null : new Date(until).toISOString() }
    return found(until - clock() < soon ? 'tlsEndsSoon' : 'tlsTrusted', facts)
  },
})
