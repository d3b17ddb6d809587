import { isLoopback } from '../../contract/loopback.ts'

/** Whether a key may be sent to an origin: https anywhere, plain http on this computer only. */
export const mayCarryKey = (origin: string): boolean => {
  const { protocol, hostname } = new URL(origin)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
}
