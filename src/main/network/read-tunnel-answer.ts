import type { NetworkCode } from './network-error.ts'

/** What a proxy's answer to CONNECT means so far: wait for more, the tunnel is open, or why it is not. */
export type TunnelAnswer = 'more' | 'open' | NetworkCode

const largestHead = 16 * 1024
const statusLine = /^HTTP\/1\.[01] (\d{3})(?:[ \r]|$)/

const refusal = (status: number, head: string): NetworkCode => {
  if (status === 502 || status === 503 || status === 504) return 'PROXY_GATEWAY'
  if (status !== 407) return 'PROXY_REFUSED'
  const challenges = [...head.matchAll(/\r\nproxy-authenticate: *(\S+)/gi)].map(([, scheme]) => scheme?.toLowerCase())
  return challenges.length === 0 || challenges.includes('basic') ? 'PROXY_AUTH' : 'PROXY_AUTH_UNSUPPORTED'
}

/**
 * Reads a proxy's answer to CONNECT from what has arrived, as latin1 text. Bytes behind the head of a good answer are a
 * proxy that speaks out of turn: a service waits for our greeting.
 */
export const readTunnelAnswer = (received: string): TunnelAnswer => {
  const start = 'HTTP/1.'
  if (!received.startsWith(start.slice(0, received.length))) return 'PROXY_NOT_HTTP'
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return received.length > largestHead ? 'PROXY_NOT_HTTP' : 'more'
  const head = received.slice(0, end + 2)
  const status = Number(statusLine.exec(head)?.[1] ?? Number.NaN)
  if (Number.isNaN(status)) return 'PROXY_NOT_HTTP'
  if (status < 200 || status > 299) return refusal(status, head)
  return received.length === end + 4 ? 'open' : 'PROXY_TUNNEL_NOT_TLS'
}
