/** True if a URL's host name certainly refers to this computer. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)

/** Returns the four numbers of an IPv4 address as written in a URL, or null. */
const ipv4Of = (hostname: string): readonly number[] | null => {
  const parts = hostname.split('.')
  return parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part)) ? parts.map(Number) : null
}

const isPrivateIpv4 = ([first = 0, second = 0]: readonly number[]): boolean =>
  first === 10 ||
  (first === 172 && second >= 16 && second <= 31) ||
  (first === 192 && second === 168) ||
  (first === 169 && second === 254)

/**
 * True if a URL's host name can only be on a local network: a private or link-local address, or a name under a
 * top-level domain that public DNS does not resolve. SECURITY: any other name may resolve to a public address.
 */
export const isOnLan = (hostname: string): boolean => {
  const ipv4 = ipv4Of(hostname)
  if (ipv4 !== null) return isPrivateIpv4(ipv4)
  if (/^\[f[cd][0-9a-f]{2}:/.test(hostname) || /^\[fe[89ab][0-9a-f]:/.test(hostname)) return true
  return /\.(local|internal|home\.arpa)$/.test(hostname)
}
