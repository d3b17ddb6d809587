import type { Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import type { buildConnector } from 'undici'
import { type Connector, createConnector } from '../service/connector.ts'
import { codeOf, unreachableCause } from '../service/fault-cause.ts'
import type { OpenWay } from './find-ways.ts'
import { type NetworkCode, NetworkError } from './network-error.ts'
import { openTunnel } from './open-tunnel.ts'

type Target = buildConnector.Options

/** Opens a socket to the service over one way; TLS to the service itself is up when it is given out. */
export type ConnectThrough = (way: OpenWay, target: Target) => Promise<Socket>

const asPromise = (connector: Connector, target: Target): Promise<Socket> =>
  new Promise((resolve, reject) => {
    connector(target, (...[error, socket]) => (error === null ? resolve(socket) : reject(error)))
  })

/** What goes wrong inside an open tunnel is told apart from the same trouble without one; a certificate is a certificate. */
const tunnelCode = (error: unknown): NetworkCode | null => {
  const cause = unreachableCause(codeOf(error))
  if (cause === 'certificate') return null
  if (cause === 'notTls') return 'PROXY_TUNNEL_NOT_TLS'
  return cause === 'connectTimeout' ? 'PROXY_TUNNEL_TIMEOUT' : 'PROXY_TUNNEL_CUT'
}

/** Makes both kinds of ways over one context of trusted certificates. `connectMilliseconds` counts for each step apart. */
export const createConnectThrough = (secureContext: SecureContext, connectMilliseconds: number): ConnectThrough => {
  const secure = createConnector({ connectMilliseconds, secureContext })

  return async (way, target) => {
    if (way.kind === 'direct') return asPromise(secure, target)
    // SECURITY: through somebody else's machine goes TLS and nothing else.
    if (target.protocol !== 'https:') throw new NetworkError('PLAIN_HTTP')
    const httpSocket = await openTunnel({
      proxy: way.address,
      host: target.hostname,
      port: target.port === '' ? 443 : Number(target.port),
      authorization: way.authorization,
      secureContext,
      milliseconds: connectMilliseconds,
    })
    try {
      return await asPromise(secure, { ...target, httpSocket })
    } catch (error) {
      httpSocket.destroy()
      const code = tunnelCode(error)
      throw code === null ? error : new NetworkError(code)
    }
  }
}
