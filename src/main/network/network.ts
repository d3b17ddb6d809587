import type { Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import type { Settings } from '../../contract/settings.ts'
import { type Connector, createConnector } from '../service/connector.ts'
import type { Secret } from '../vault/secret.ts'
import { type ConnectThrough, createConnectThrough } from './connect-through.ts'
import type { Environment } from './environment-proxy.ts'
import { createFindWays, type OpenWay } from './find-ways.ts'
import { type NetworkCode, NetworkError } from './network-error.ts'
import { isThisComputer } from './no-proxy.ts'
import { showProxyAddress } from './proxy-address.ts'
import type { Trust } from './trust.ts'

/** What an admin has set about the network. */
export type NetworkSettings = Pick<Settings, 'proxy' | 'extraCertificatesFile'>

/** Why a way could not be taken: fit for the log. `proxy` is an address without credentials, null for the direct way. */
export type NetworkTrouble = { code: NetworkCode; proxy: string | null }

export type NetworkParts = {
  settings: () => NetworkSettings | Promise<NetworkSettings>
  env: Environment
  resolveProxy: ((url: string) => Promise<string>) | null
  proxyPassword: () => Promise<Secret | null>
  trust: Trust
  connectMilliseconds: number
  onTrouble: (trouble: NetworkTrouble) => void
}

/** The ways to an origin as they stand now, best first, each as `direct` or a proxy's address; or why there is none. */
export type Route = { ok: true; ways: string[] } | { ok: false; code: NetworkCode }

export type Network = {
  /** The connector to hand to `createServiceClient` for this origin; settings are read anew for every connection. */
  connectorFor(origin: string): Connector
  routeTo(origin: string): Promise<Route>
}

/** A proxy that is not there may be passed over for the next one on the list: nothing has been sent to anybody. */
const mayBePassedOver = (error: unknown): boolean =>
  error instanceof NetworkError && (error.code === 'PROXY_UNREACHABLE' || error.code === 'PROXY_TIMEOUT')

/** More than these nobody waits for. */
const mostWays = 3

const show = (way: OpenWay): string => (way.kind === 'direct' ? 'direct' : showProxyAddress(way.address))

/** Makes the network as this computer and its company have it: proxies through CONNECT, and whom to trust. */
export const createNetwork = (parts: NetworkParts): Network => {
  const { settings, trust, connectMilliseconds, onTrouble } = parts
  const findWays = createFindWays({ ...parts, milliseconds: connectMilliseconds })
  let kept: { context: SecureContext; connect: ConnectThrough } | null = null

  /** One for each context, because it keeps the TLS sessions that make the next connection quick. */
  const through = (context: SecureContext): ConnectThrough => {
    if (kept?.context !== context) kept = { context, connect: createConnectThrough(context, connectMilliseconds) }
    return kept.connect
  }

  const tell = (error: unknown, way: OpenWay | null): void => {
    if (!(error instanceof NetworkError)) return
    onTrouble({ code: error.code, proxy: way?.kind === 'proxy' ? showProxyAddress(way.address) : null })
  }

  const takeFirst = async (ways: OpenWay[], take: (way: OpenWay) => Promise<Socket>): Promise<Socket> => {
    const [way, ...others] = ways
    if (way === undefined) throw new NetworkError('PROXY_UNKNOWN')
    try {
      return await take(way)
    } catch (error) {
      tell(error, way)
      if (others.length > 0 && mayBePassedOver(error)) return takeFirst(others, take)
      throw error
    }
  }

  const waysTo = async (origin: URL): Promise<{ ways: OpenWay[]; connect: ConnectThrough }> => {
    try {
      const { proxy, extraCertificatesFile } = await settings()
      const connect = through(await trust.contextFor(extraCertificatesFile))
      return { ways: await findWays(origin, proxy), connect }
    } catch (error) {
      tell(error, null)
      throw error
    }
  }

  const answer = async (origin: URL, ...[target, callback]: Parameters<Connector>): Promise<void> => {
    let socket: Socket
    try {
      const { ways, connect } = await waysTo(origin)
      socket = await takeFirst(ways.slice(0, mostWays), (way) => connect(way, target))
    } catch (error) {
      return callback(error instanceof Error ? error : new NetworkError('PROXY_UNKNOWN'), null)
    }
    callback(null, socket)
  }

  return {
    connectorFor(text) {
      const origin = new URL(text)
      // Plain http is for this computer only, and needs neither a proxy nor a certificate.
      if (origin.protocol === 'http:' && isThisComputer(origin.hostname))
        return createConnector({ connectMilliseconds })
      return (target, callback) => void answer(origin, target, callback)
    },
    async routeTo(origin) {
      try {
        return { ok: true, ways: (await findWays(new URL(origin), (await settings()).proxy)).map(show) }
      } catch (error) {
        if (error instanceof NetworkError) return { ok: false, code: error.code }
        throw error
      }
    },
  }
}
