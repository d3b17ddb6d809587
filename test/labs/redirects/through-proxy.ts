import { createNetwork } from '../../../src/main/network/network.ts'
import { createTrust } from '../../../src/main/network/trust.ts'
import { type RecordingProxy, startProxy, tunnelling } from '../../main/network/recording-proxy.ts'
import { testAuthority } from '../../main/network/test-certificates.ts'
import { aClient, aTrigger, canaryKey } from '../../main/service/a-client.ts'
import type { RawServer } from '../../support/raw-server.ts'
import { canaryBody } from './askers.ts'
import { elsewhere, statuses } from './locations.ts'
import { requestLines, startService, startStranger } from './sites.ts'

/** A proxy may redirect too, and a service behind one: neither may lead a call anywhere. */
export type ProxyTrial = { status: (typeof statuses)[number]; who: 'the service' | 'the proxy' }

export const proxyTrials: ProxyTrial[] = statuses.flatMap((status) => [
  { status, who: 'the service' },
  { status, who: 'the proxy' },
])

type Sites = { service: RawServer; stranger: RawServer; proxy: RecordingProxy }

const openSites = async ({ status, who }: ProxyTrial): Promise<Sites> => {
  const stranger = await startStranger(true, () => null)
  const location = `${stranger.origin}${elsewhere}`
  const service = await startService(
    true,
    () => true,
    () => ({ status, location }),
  )
  const refusal = `HTTP/1.1 ${status} Elsewhere\r\nlocation: ${location}\r\ncontent-length: 0\r\n\r\n`
  const proxy = await startProxy(who === 'the proxy' ? (socket) => void socket.end(refusal) : tunnelling(service.port))
  return { service, stranger, proxy }
}

const dial = async ({ service, proxy }: Sites): Promise<string> => {
  // A name that only the proxy can find: a service of this computer would be reached without it.
  const origin = `https://service.test:${service.port}`
  const network = createNetwork({
    settings: () => ({
      proxy: { mode: 'manual', url: `http://127.0.0.1:${proxy.port}`, user: null },
      extraCertificatesFile: null,
    }),
    env: {},
    resolveProxy: null,
    proxyPassword: () => Promise.resolve(null),
    trust: createTrust(() => [testAuthority]),
    connectMilliseconds: 2_000,
    onTrouble: () => undefined,
  })
  const client = aClient(origin, { connect: network.connectorFor(origin) })
  return (await client.triggerCall(aTrigger({ initialContext: { note: canaryBody } }))).outcome.state
}

const isAsPromised = ({ who }: ProxyTrial, state: string, { service, stranger, proxy }: Sites): boolean => {
  const target = `CONNECT service.test:${service.port} `
  const seen = stranger.received() + proxy.received()
  return (
    state === (who === 'the proxy' ? 'notSent' : 'rejected') &&
    requestLines(service).length === (who === 'the proxy' ? 0 : 1) &&
    stranger.connections.length === 0 &&
    proxy.heads.length === 1 &&
    proxy.heads.every((head) => head.startsWith(target)) &&
    !seen.includes(canaryKey) &&
    !seen.includes(canaryBody)
  )
}

/** Places one call through a proxy; null when all was as promised, otherwise what it was that was not. */
export const runProxyTrial = async (trial: ProxyTrial): Promise<string | null> => {
  const sites = await openSites(trial)
  try {
    const state = await dial(sites)
    return isAsPromised(trial, state, sites) ? null : `${trial.status} by ${trial.who}: ${state}`
  } finally {
    await Promise.all([sites.service, sites.stranger, sites.proxy].map((one) => one.close()))
  }
}
