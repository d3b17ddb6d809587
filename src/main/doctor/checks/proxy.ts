import type { DoctorFindingCode } from '../../../contract/doctor.ts'
import { type Check, found } from '../check.ts'
import type { Journey } from '../journey.ts'

/** What each trouble between us and the proxy means to a person; the rest of them are a proxy that is broken. */
const codes: Record<string, DoctorFindingCode> = {
  PROXY_REFUSED: 'proxyRefused',
  PROXY_AUTH: 'proxyAuthentication',
  PROXY_AUTH_UNSUPPORTED: 'proxyAuthentication',
  PROXY_GATEWAY: 'proxyGateway',
  PROXY_UNREACHABLE: 'proxyUnreachable',
  PROXY_TIMEOUT: 'proxyTimedOut',
  PROXY_CERTIFICATE: 'proxyCertificate',
  PROXY_SETTING: 'proxySetting',
  PROXY_UNKNOWN: 'proxySetting',
  PROXY_UNSUPPORTED: 'proxyUnsupported',
}

const troubleOf = (code: string): DoctorFindingCode => codes[code] ?? 'proxyBroken'

/** Does a proxy stand on the way, and does it let us through? Its address is told, its credentials never. */
export const checkProxy = (journey: Journey): Check => ({
  name: 'proxy',
  after: [],
  milliseconds: 45_000,
  look: async () => {
    const route = await journey.route()
    if (!route.ok) return found(troubleOf(route.code), { code: route.code })
    const proxies = route.ways.filter((way) => way !== 'direct')
    if (proxies.length === 0) return found('proxyNone')
    const facts = { proxy: proxies.join(', '), host: journey.host }
    const connected = await journey.connect()
    if (!connected.ok && connected.code.startsWith('PROXY_'))
      return found(troubleOf(connected.code), { ...facts, code: connected.code })
    return found('proxyOpen', facts)
  },
})

/** Whether what comes next goes through a proxy. */
export const isProxied = async (journey: Journey): Promise<boolean> => {
  const route = await journey.route()
  return route.ok && route.ways[0] !== 'direct'
}
