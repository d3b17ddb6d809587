import { type ProxyAddress, readProxyAddress } from './proxy-address.ts'

/** One way to the service: straight, or through a proxy. */
export type Way = { kind: 'direct' } | { kind: 'proxy'; address: ProxyAddress }

/** Why a way that was offered is not one of ours: a kind Rundesk does not speak, or an address that cannot be read. */
export type SkippedWay = { text: string; reason: 'socks' | 'quic' | 'unknownKind' | 'address' }

/** The ways on offer, best first. */
export type ProxyRules = { ways: Way[]; skipped: SkippedWay[] }

const schemes: Record<string, ProxyAddress['scheme']> = { PROXY: 'http', HTTP: 'http', HTTPS: 'https' }

const reasonOf = (kind: string): SkippedWay['reason'] => {
  if (/^SOCKS[45]?$/.test(kind)) return 'socks'
  return kind === 'QUIC' ? 'quic' : 'unknownKind'
}

const readWay = (text: string): Way | SkippedWay => {
  const [word = '', ...rest] = text.split(/\s+/)
  const kind = word.toUpperCase()
  if (kind === 'DIRECT') return { kind: 'direct' }
  const scheme = schemes[kind]
  if (scheme === undefined) return { text, reason: reasonOf(kind) }
  const address = rest.join('')
  const proxy = address.includes('/') || address.includes('@') ? null : readProxyAddress(`${scheme}://${address}`)
  return proxy === null ? { text, reason: 'address' } : { kind: 'proxy', address: proxy.address }
}

/**
 * Reads what a PAC script or Electron's `session.resolveProxy` answers: `PROXY a:8080; HTTPS b; SOCKS c:1080; DIRECT`.
 * The order is kept. An empty answer means direct.
 */
export const readProxyRules = (text: string): ProxyRules => {
  const rules: ProxyRules = { ways: [], skipped: [] }
  for (const part of text.split(';').map((one) => one.trim())) {
    if (part === '') continue
    const way = readWay(part)
    if ('reason' in way) rules.skipped.push(way)
    else rules.ways.push(way)
  }
  return rules.ways.length + rules.skipped.length === 0 ? { ways: [{ kind: 'direct' }], skipped: [] } : rules
}
