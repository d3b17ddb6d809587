/** Whether a host name of a URL is this computer, beyond any resolver's doubt. */
export const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)

/** Whether a key may be sent to an origin: https anywhere, plain http on this computer only. */
export const mayCarryKey = (origin: string): boolean => {
  const { protocol, hostname } = new URL(origin)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}
