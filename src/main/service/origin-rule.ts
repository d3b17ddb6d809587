import { isOnLan } from '../../contract/lan.ts'
import { isLoopback } from '../../contract/loopback.ts'

/**
 * Whether a key may be sent to an origin: https anywhere, plain http on this computer only, and on the local network
 * where the policy of this computer says so.
 */
export const mayCarryKey = (origin: string, plainHttpOnLan = false): boolean => {
  const { protocol, hostname } = new URL(origin)
  if (protocol === 'https:') return true
  return protocol === 'http:' && (isLoopback(hostname) || (plainHttpOnLan && isOnLan(hostname)))
}
