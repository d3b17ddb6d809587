import type { Settings } from '../../contract/settings.ts'
import { createSecret, openSecret, type Secret } from '../vault/secret.ts'
import { NetworkError } from './network-error.ts'

/** A route to the service: directly or through a proxy. */
export type Route =
  | { kind: 'direct' }
  | { kind: 'proxy'; address: ProxyAddress; authorization: ProxyAuthorization | null }

/**
 * Returns the value of a `Proxy-Authorization` header. It is a function so that the value cannot be printed by
 * accident.
 */
export type ProxyAuthorization = () => string

type FindRoutesDeps = {
  env: Environment
  /** Returns the system's proxies for a URL, as Electron's `session.resolveProxy` does; null without Electron. */
  resolveProxy: ((url: string) => Promise<string>) | null
  /** The password of the proxy user in the settings. */
  proxyPassword: () => Promise<Secret | null>
  milliseconds: number
}

const direct: Route = { kind: 'direct' }

/**
 * Creates the search for routes to an origin, in order of preference. This computer and hosts in NO_PROXY are always
 * direct. A proxy in the settings is the only route. `system` uses the system's proxy, or the environment if the system
 * has none. Throws a NetworkError if there is no route, so that a required proxy is never bypassed.
 */
export const createFindRoutes = ({ env, resolveProxy, proxyPassword, milliseconds }: FindRoutesDeps) => {
  const fromEnvironment = (protocol: string): Route[] => {
    const text = proxyFromEnv(env, protocol)
    return text === null ? [direct] : [routeOf(parseProxy(text))]
  }

  const fromSystem = async (origin: URL): Promise<Route[]> => {
    if (resolveProxy === null) return fromEnvironment(origin.protocol)
    const { routes, skipped } = readProxyRules(await withTimeLimit(resolveProxy(`${origin.origin}/`), milliseconds))
    if (routes.length === 0 && skipped.length > 0) throw new NetworkError('PROXY_UNSUPPORTED')
    if (routes.every((route) => route.kind === 'direct')) return fromEnvironment(origin.protocol)
    return routes.map((route) => (route.kind === 'direct' ? direct : { ...route, authorization: null }))
  }

  return async (origin: URL, proxy: Settings['proxy']): Promise<Route[]> => {
    const port = origin.port === '' ? (origin.protocol === 'https:' ? 443 : 80) : Number(origin.port)
    if (isThisComputer(origin.hostname) || isExempt(noProxyFromEnv(env), origin.hostname, port)) return [direct]
    if (proxy.mode === 'none') return [direct]
    if (proxy.mode === 'system') return fromSystem(origin)
    const parsed = parseProxy(proxy.url)
    const { user } = proxy
    if (user === null) return [routeOf(parsed)]
    const password = await proxyPassword()
    // Repeated attempts with an empty password would lock the account.
    if (password === null) throw new NetworkError('PROXY_AUTH')
    return [{ kind: 'proxy', address: parsed.address, authorization: authorizationOf(user, password) }]
  }
}

const parseProxy = (text: string): ParsedProxy => {
  const parsed = readProxyAddress(text)
  if (parsed === null) throw new NetworkError('PROXY_SETTING')
  return parsed
}

const routeOf = ({ address, credentials }: ParsedProxy): Route => ({
  kind: 'proxy',
  address,
  // SECURITY: as a Secret, the password is masked in logs as long as it may be sent.
  authorization: credentials === null ? null : authorizationOf(credentials.user, createSecret(credentials.password)),
})

const authorizationOf =
  (user: string, password: Secret): ProxyAuthorization =>
  () =>
    `Basic ${Buffer.from(`${user}:${openSecret(password)}`, 'utf8').toString('base64')}`

const withTimeLimit = async <T>(work: Promise<T>, milliseconds: number): Promise<T> => {
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

/** Environment variables, as in `process.env`. */
export type Environment = Readonly<Record<string, string | undefined>>

/**
 * Returns the proxy that the environment specifies for a protocol (`https_proxy`, `http_proxy`, `all_proxy`), or null.
 */
export const proxyFromEnv = (env: Environment, protocol: string): string | null =>
  firstVariable(env, protocol === 'https:' ? 'https_proxy' : 'http_proxy', 'all_proxy')

/** Returns `no_proxy`, or '' if it is not set. */
export const noProxyFromEnv = (env: Environment): string => firstVariable(env, 'no_proxy') ?? ''

/** Returns the first variable that is not empty; lowercase names take precedence, as they do in other programs. */
const firstVariable = (env: Environment, ...names: string[]): string | null => {
  const values = names.flatMap((name) => [env[name], env[name.toUpperCase()]])
  return values.find((value) => value !== undefined && value.trim() !== '') ?? null
}

/** Returns whether a host is this computer. Such connections never use a proxy. */
export const isThisComputer = (host: string): boolean => {
  const name = normalizeHost(host)
  return name === 'localhost' || name.endsWith('.localhost') || name === '::1' || /^127(\.\d{1,3}){3}$/.test(name)
}

/**
 * Returns whether `NO_PROXY` exempts a host. Entries are separated by commas or spaces. Each is `*`, an address, or a
 * name that includes its subdomains (with or without a leading dot or `*.`), optionally with `:port`.
 */
export const isExempt = (noProxy: string, host: string, port: number): boolean =>
  noProxy
    .split(/[\s,]+/)
    .filter((entry) => entry !== '')
    .some((entry) => matchesEntry(entry, normalizeHost(host), port))

const matchesEntry = (entry: string, host: string, port: number): boolean => {
  if (entry === '*') return true
  const { name, port: entryPort } = splitEntry(entry)
  if (entryPort !== null && entryPort !== port) return false
  const suffix = normalizeHost(name).replace(/^\*?\./, '')
  return suffix !== '' && (host === suffix || host.endsWith(`.${suffix}`))
}

const splitEntry = (entry: string): { name: string; port: number | null } => {
  const [, bracketed, bracketedPort] = /^\[([^\]]+)\](?::(\d+))?$/.exec(entry) ?? []
  if (bracketed !== undefined) return { name: bracketed, port: bracketedPort ? Number(bracketedPort) : null }
  const [, name = entry, port] = /^([^:]+):(\d+)$/.exec(entry) ?? []
  return { name, port: port ? Number(port) : null }
}

const normalizeHost = (host: string): string =>
  host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')

type ProxyRoute = { kind: 'direct' } | { kind: 'proxy'; address: ProxyAddress }

/** Why a rule was skipped: an unsupported kind of proxy, or an unreadable address. */
type SkippedRule = { text: string; reason: 'socks' | 'quic' | 'unknownKind' | 'address' }

/**
 * Parses the result of a PAC script or of Electron's `session.resolveProxy`: `PROXY a:8080; HTTPS b; SOCKS c:1080;
 * DIRECT`. It keeps the order. An empty result means direct.
 */
export const readProxyRules = (text: string): { routes: ProxyRoute[]; skipped: SkippedRule[] } => {
  const routes: ProxyRoute[] = []
  const skipped: SkippedRule[] = []
  for (const part of text.split(';').map((one) => one.trim())) {
    if (part === '') continue
    const rule = readRule(part)
    if ('reason' in rule) skipped.push(rule)
    else routes.push(rule)
  }
  return routes.length + skipped.length === 0 ? { routes: [{ kind: 'direct' }], skipped } : { routes, skipped }
}

const schemes: Record<string, ProxyAddress['scheme']> = { PROXY: 'http', HTTP: 'http', HTTPS: 'https' }

const readRule = (text: string): ProxyRoute | SkippedRule => {
  const [word = '', ...rest] = text.split(/\s+/)
  const kind = word.toUpperCase()
  if (kind === 'DIRECT') return { kind: 'direct' }
  const scheme = schemes[kind]
  if (scheme === undefined) {
    if (/^SOCKS[45]?$/.test(kind)) return { text, reason: 'socks' }
    return { text, reason: kind === 'QUIC' ? 'quic' : 'unknownKind' }
  }
  const address = rest.join('')
  const proxy = address.includes('/') || address.includes('@') ? null : readProxyAddress(`${scheme}://${address}`)
  return proxy === null ? { text, reason: 'address' } : { kind: 'proxy', address: proxy.address }
}

/** A proxy's address, and whether the connection to it uses TLS. `host` is without brackets. */
export type ProxyAddress = { scheme: 'http' | 'https'; host: string; port: number }

/** A proxy from the settings or the environment. Its credentials are secrets. */
type ParsedProxy = { address: ProxyAddress; credentials: { user: string; password: string } | null }

/** Parses `host:port`, `http://host:port` or `https://user:password@host:port`; null for anything else. */
export const readProxyAddress = (text: string): ParsedProxy | null => {
  const trimmed = text.trim()
  const written = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `http://${trimmed}`
  if (!URL.canParse(written)) return null
  const url = new URL(written)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  if (url.hostname === '' || url.pathname !== '/' || url.search !== '' || url.hash !== '') return null
  const scheme = url.protocol === 'https:' ? 'https' : 'http'
  const port = url.port === '' ? (scheme === 'https' ? 443 : 80) : Number(url.port)
  return {
    address: { scheme, host: url.hostname.replace(/^\[|\]$/g, ''), port },
    credentials: url.username === '' ? null : { user: decode(url.username), password: decode(url.password) },
  }
}

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    // A password that contains an unescaped percent sign is used as written.
    return text
  }
}

/** Returns a proxy's address as text without credentials, for display and logs. */
export const showProxyAddress = ({ scheme, host, port }: ProxyAddress): string =>
  `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`
