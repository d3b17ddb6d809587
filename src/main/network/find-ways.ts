import type { Settings } from '../../contract/settings.ts'
import type { Secret } from '../vault/secret.ts'
import { authorizationOfAddress, authorizationOfUser, type ProxyAuthorization } from './basic-authorization.ts'
import { type Environment, exemptOfEnvironment, proxyOfEnvironment } from './environment-proxy.ts'
import { NetworkError } from './network-error.ts'
import { isExempt, isThisComputer } from './no-proxy.ts'
import { type ProxyAddress, readProxyAddress, type WrittenProxy } from './proxy-address.ts'
import { readProxyRules } from './proxy-rules.ts'

/** A way to the service that can be tried. */
export type OpenWay =
  | { kind: 'direct' }
  | { kind: 'proxy'; address: ProxyAddress; authorization: ProxyAuthorization | null }

export type FindWaysParts = {
  env: Environment
  /** What the system says about a URL, as Electron's `session.resolveProxy` does; null where nobody can be asked. */
  resolveProxy: ((url: string) => Promise<string>) | null
  /** The password of the proxy's user in the settings. */
  proxyPassword: () => Promise<Secret | null>
  milliseconds: number
}

const direct: OpenWay = { kind: 'direct' }

const readWritten = (text: string): WrittenProxy => {
  const written = readProxyAddress(text)
  if (written === null) throw new NetworkError('PROXY_SETTING')
  return written
}

const inTime = async <T>(work: Promise<T>, milliseconds: number): Promise<T> => {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new NetworkError('PROXY_UNKNOWN')), milliseconds)
  try {
    return await Promise.race([work, promise])
  } catch {
    throw new NetworkError('PROXY_UNKNOWN')
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Makes the search for the ways to an origin, best first. This computer and what NO_PROXY exempts are always reached
 * directly. A proxy of the settings stands alone; `system` asks the system first, and where it knows none, the
 * environment. Throws a NetworkError when no way can be named: nothing is then connected past a proxy that was wanted.
 */
export const createFindWays = ({ env, resolveProxy, proxyPassword, milliseconds }: FindWaysParts) => {
  const fromEnvironment = (protocol: string): OpenWay[] => {
    const text = proxyOfEnvironment(env, protocol)
    if (text === null) return [direct]
    const written = readWritten(text)
    return [{ kind: 'proxy', address: written.address, authorization: authorizationOfAddress(written) }]
  }

  const fromSystem = async (origin: URL): Promise<OpenWay[]> => {
    if (resolveProxy === null) return fromEnvironment(origin.protocol)
    const { ways, skipped } = readProxyRules(await inTime(resolveProxy(`${origin.origin}/`), milliseconds))
    if (ways.length === 0 && skipped.length > 0) throw new NetworkError('PROXY_UNSUPPORTED')
    if (ways.every((way) => way.kind === 'direct')) return fromEnvironment(origin.protocol)
    return ways.map((way) => (way.kind === 'direct' ? direct : { ...way, authorization: null }))
  }

  return async (origin: URL, proxy: Settings['proxy']): Promise<OpenWay[]> => {
    const port = origin.port === '' ? (origin.protocol === 'https:' ? 443 : 80) : Number(origin.port)
    if (isThisComputer(origin.hostname) || isExempt(exemptOfEnvironment(env), origin.hostname, port)) return [direct]
    if (proxy.mode === 'none') return [direct]
    if (proxy.mode === 'system') return fromSystem(origin)
    const written = readWritten(proxy.url)
    if (proxy.user === null)
      return [{ kind: 'proxy', address: written.address, authorization: authorizationOfAddress(written) }]
    const password = await proxyPassword()
    // An empty password sent at each look would lock the person's account out.
    if (password === null) throw new NetworkError('PROXY_AUTH')
    return [{ kind: 'proxy', address: written.address, authorization: authorizationOfUser(proxy.user, password) }]
  }
}
