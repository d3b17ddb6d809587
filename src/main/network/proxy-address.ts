/** Where a proxy listens, and whether one speaks TLS to it. `host` is without brackets. */
export type ProxyAddress = { scheme: 'http' | 'https'; host: string; port: number }

export type ProxyCredentials = { user: string; password: string }

/** A proxy as somebody wrote it down; its credentials are secrets. */
export type WrittenProxy = { address: ProxyAddress; credentials: ProxyCredentials | null }

const decode = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    // A password with a bare percent sign is meant as it stands.
    return text
  }
}

const parse = (text: string): URL | null => {
  const written = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`
  return URL.canParse(written) ? new URL(written) : null
}

/** Reads `host:port`, `http://host:port` or `https://user:password@host:port`; null when it is no such address. */
export const readProxyAddress = (text: string): WrittenProxy | null => {
  const url = parse(text.trim())
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null
  if (url.hostname === '' || url.pathname !== '/' || url.search !== '' || url.hash !== '') return null
  const scheme = url.protocol === 'https:' ? 'https' : 'http'
  const port = url.port === '' ? (scheme === 'https' ? 443 : 80) : Number(url.port)
  return {
    address: { scheme, host: url.hostname.replace(/^\[|\]$/g, ''), port },
    credentials: url.username === '' ? null : { user: decode(url.username), password: decode(url.password) },
  }
}

/** A proxy's address as text, without credentials: fit to be shown and logged. */
export const showProxyAddress = ({ scheme, host, port }: ProxyAddress): string =>
  `${scheme}://${host.includes(':') ? `[${host}]` : host}:${port}`
