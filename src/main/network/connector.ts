import { connect as connectTcp, type Socket } from 'node:net'
import { connect as connectTls, type SecureContext } from 'node:tls'
import type { buildConnector } from 'undici'
import type { Settings } from '../../contract/settings.ts'
import { type Connector, createConnector } from '../service/connector.ts'
import { codeOf, unreachableCause } from '../service/reply.ts'
import type { Secret } from '../vault/secret.ts'
import type { Trust } from './certificates.ts'
import { type NetworkCode, NetworkError } from './network-error.ts'
import {
  createFindRoutes,
  type Environment,
  isThisComputer,
  type ProxyAddress,
  type ProxyAuthorization,
  type Route,
  showProxyAddress,
} from './proxies.ts'

type NetworkSettings = Pick<Settings, 'proxy' | 'extraCertificatesFile'>

/** Why a route failed, for the log. `proxy` is an address without credentials; null for a direct connection. */
export type NetworkProblem = { code: NetworkCode; proxy: string | null }

export type NetworkDeps = {
  settings: () => NetworkSettings | Promise<NetworkSettings>
  env: Environment
  /** Returns the system's proxies for a URL, in the format of a PAC file; null without Chromium. */
  resolveProxy: ((url: string) => Promise<string>) | null
  proxyPassword: () => Promise<Secret | null>
  trust: Trust
  connectMilliseconds: number
  onProblem: (problem: NetworkProblem) => void
}

/** The routes to an origin, best first, each as `direct` or a proxy's address; or why there is none. */
export type RouteSummary = { ok: true; routes: string[] } | { ok: false; code: NetworkCode }

export type Network = {
  /** Returns the connector for an origin. The connector reads the settings for each connection. */
  connectorFor(origin: string): Connector
  routesTo(origin: string): Promise<RouteSummary>
}

/** Maximum number of routes that are tried. */
const maxRoutes = 3

/** Creates the network as the settings and the system define it: proxies through CONNECT, and trusted certificates. */
export const createNetwork = (deps: NetworkDeps): Network => {
  const { settings, env, resolveProxy, proxyPassword, trust, connectMilliseconds, onProblem } = deps
  const findRoutes = createFindRoutes({ env, resolveProxy, proxyPassword, milliseconds: connectMilliseconds })
  let cached: { context: SecureContext; connect: Connect } | null = null

  /** One per context, because it caches the TLS sessions that make the next connection faster. */
  const connectWith = (context: SecureContext): Connect => {
    if (cached?.context !== context) cached = { context, connect: createConnect(context, connectMilliseconds) }
    return cached.connect
  }

  const report = (error: unknown, route: Route | null): void => {
    if (!(error instanceof NetworkError)) return
    onProblem({ code: error.code, proxy: route?.kind === 'proxy' ? showProxyAddress(route.address) : null })
  }

  const connectFirst = async (routes: Route[], connect: (route: Route) => Promise<Socket>): Promise<Socket> => {
    const [route, ...others] = routes
    if (route === undefined) throw new NetworkError('PROXY_UNKNOWN')
    try {
      return await connect(route)
    } catch (error) {
      report(error, route)
      if (others.length > 0 && mayTryNext(error)) return connectFirst(others, connect)
      throw error
    }
  }

  const prepare = async (origin: URL): Promise<{ routes: Route[]; connect: Connect }> => {
    try {
      const { proxy, extraCertificatesFile } = await settings()
      const connect = connectWith(await trust.contextFor(extraCertificatesFile))
      return { routes: await findRoutes(origin, proxy), connect }
    } catch (error) {
      report(error, null)
      throw error
    }
  }

  const open = async (origin: URL, ...[target, callback]: Parameters<Connector>): Promise<void> => {
    let socket: Socket
    try {
      const { routes, connect } = await prepare(origin)
      socket = await connectFirst(routes.slice(0, maxRoutes), (route) => connect(route, target))
    } catch (error) {
      return callback(error instanceof Error ? error : new NetworkError('PROXY_UNKNOWN'), null)
    }
    callback(null, socket)
  }

  return {
    connectorFor(text) {
      const origin = new URL(text)
      // Plain http to this computer needs neither a proxy nor a certificate.
      if (origin.protocol === 'http:' && isThisComputer(origin.hostname))
        return createConnector({ connectMilliseconds })
      return (target, callback) => void open(origin, target, callback)
    },
    async routesTo(origin) {
      try {
        const routes = await findRoutes(new URL(origin), (await settings()).proxy)
        return {
          ok: true,
          routes: routes.map((route) => (route.kind === 'direct' ? 'direct' : showProxyAddress(route.address))),
        }
      } catch (error) {
        if (error instanceof NetworkError) return { ok: false, code: error.code }
        throw error
      }
    },
  }
}

/** Returns whether the next route may be tried: if a proxy could not be reached, nothing has been sent. */
const mayTryNext = (error: unknown): boolean =>
  error instanceof NetworkError && (error.code === 'PROXY_UNREACHABLE' || error.code === 'PROXY_TIMEOUT')

/** Opens a socket to the service over one route, including TLS to the service. */
type Connect = (route: Route, target: buildConnector.Options) => Promise<Socket>

/** `connectMilliseconds` applies to each step: the tunnel and the connection through it. */
const createConnect = (secureContext: SecureContext, connectMilliseconds: number): Connect => {
  const connector = createConnector({ connectMilliseconds, secureContext })
  const connect = (target: Parameters<Connector>[0]): Promise<Socket> =>
    new Promise((resolve, reject) => {
      connector(target, (...[error, socket]) => (error === null ? resolve(socket) : reject(error)))
    })

  return async (route, target) => {
    if (route.kind === 'direct') return connect(target)
    // SECURITY: only TLS goes through a proxy.
    if (target.protocol !== 'https:') throw new NetworkError('PLAIN_HTTP')
    const httpSocket = await openTunnel({
      proxy: route.address,
      host: target.hostname,
      port: target.port === '' ? 443 : Number(target.port),
      authorization: route.authorization,
      secureContext,
      milliseconds: connectMilliseconds,
    })
    try {
      return await connect({ ...target, httpSocket })
    } catch (error) {
      httpSocket.destroy()
      const code = tunnelCode(error)
      throw code === null ? error : new NetworkError(code)
    }
  }
}

/**
 * Returns the code of a failure inside a tunnel; null for a certificate error, which is the same with and without a
 * tunnel.
 */
const tunnelCode = (error: unknown): NetworkCode | null => {
  const cause = unreachableCause(codeOf(error))
  if (cause === 'certificate') return null
  if (cause === 'notTls') return 'PROXY_TUNNEL_NOT_TLS'
  return cause === 'connectTimeout' ? 'PROXY_TUNNEL_TIMEOUT' : 'PROXY_TUNNEL_CUT'
}

type TunnelOptions = {
  proxy: ProxyAddress
  /** The service's host (without brackets) and port. */
  host: string
  port: number
  authorization: ProxyAuthorization | null
  /** The certificates trusted for an https proxy; the runtime's own if undefined. */
  secureContext: SecureContext | undefined
  /** Time limit until the proxy's response, in milliseconds. */
  milliseconds: number
}

/**
 * Opens a tunnel through a proxy with one CONNECT on a new connection. Resolves to a socket from which nothing has been
 * read. Rejects with a NetworkError after destroying the socket. It does not retry.
 */
const openTunnel = (options: TunnelOptions): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = connectToProxy(options)
    let connected = false
    let received = ''

    const finish = (code: NetworkCode | null): void => {
      clearTimeout(timer)
      socket.off('data', onData).off('close', onClose).off('error', onError)
      // Later errors are handled by the socket's next owner, or no longer matter.
      socket.on('error', () => {})
      if (code === null) return resolve(socket.pause())
      socket.destroy()
      reject(new NetworkError(code))
    }
    const onData = (bytes: Buffer): void => {
      received += bytes.toString('latin1')
      const answer = readTunnelAnswer(received)
      if (answer !== 'more') finish(answer === 'open' ? null : answer)
    }
    const onClose = (): void => finish(connected ? 'PROXY_CLOSED' : 'PROXY_UNREACHABLE')
    const onError = (error: unknown): void => finish(proxyErrorCode(error, connected))
    const timer = setTimeout(() => finish('PROXY_TIMEOUT'), options.milliseconds)

    socket.on('data', onData).on('close', onClose).on('error', onError)
    socket.once(options.proxy.scheme === 'https' ? 'secureConnect' : 'connect', () => {
      connected = true
      socket.write(connectRequest(options))
    })
  })

const connectToProxy = ({ proxy, secureContext }: TunnelOptions): Socket => {
  const { host, port } = proxy
  if (proxy.scheme === 'http') return connectTcp({ host, port, noDelay: true })
  // SECURITY: an https proxy is verified like the service itself.
  return connectTls({ host, port, secureContext, rejectUnauthorized: true, ALPNProtocols: ['http/1.1'] })
}

/**
 * Returns the CONNECT request. SECURITY: it contains the service's address and the proxy's credentials, but no part of
 * the service request and no API key.
 */
const connectRequest = ({ host, port, authorization }: TunnelOptions): string => {
  const target = `${host.includes(':') ? `[${host}]` : host}:${port}`
  const credentials = authorization === null ? [] : [`Proxy-Authorization: ${authorization()}`]
  return [`CONNECT ${target} HTTP/1.1`, `Host: ${target}`, ...credentials, '', ''].join('\r\n')
}

const proxyErrorCode = (error: unknown, connected: boolean): NetworkCode => {
  const cause = unreachableCause(codeOf(error))
  if (cause === 'certificate') return 'PROXY_CERTIFICATE'
  if (cause === 'notTls') return 'PROXY_NOT_TLS'
  return connected ? 'PROXY_CLOSED' : 'PROXY_UNREACHABLE'
}

/** Maximum length of the status line and headers in a proxy's response, in characters. */
const maxHeaderLength = 16 * 1024
const statusLine = /^HTTP\/1\.[01] (\d{3})(?:[ \r]|$)/

/**
 * Parses what has arrived of a proxy's response to CONNECT, as a Latin-1 string. Returns `more` if it is incomplete,
 * `open`, or the error code. Bytes after the headers of a successful response are an error, because a TLS server waits
 * for the client.
 */
const readTunnelAnswer = (received: string): 'more' | 'open' | NetworkCode => {
  const start = 'HTTP/1.'
  if (!received.startsWith(start.slice(0, received.length))) return 'PROXY_NOT_HTTP'
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return received.length > maxHeaderLength ? 'PROXY_NOT_HTTP' : 'more'
  const head = received.slice(0, end + 2)
  const status = Number(statusLine.exec(head)?.[1] ?? Number.NaN)
  if (Number.isNaN(status)) return 'PROXY_NOT_HTTP'
  if (status < 200 || status > 299) return refusalCode(status, head)
  return received.length === end + 4 ? 'open' : 'PROXY_TUNNEL_NOT_TLS'
}

const refusalCode = (status: number, head: string): NetworkCode => {
  if (status === 502 || status === 503 || status === 504) return 'PROXY_GATEWAY'
  if (status !== 407) return 'PROXY_REFUSED'
  const challenges = [...head.matchAll(/\r\nproxy-authenticate: *(\S+)/gi)].map(([, scheme]) => scheme?.toLowerCase())
  return challenges.length === 0 || challenges.includes('basic') ? 'PROXY_AUTH' : 'PROXY_AUTH_UNSUPPORTED'
}
