import type { KeychainStatus } from '../../../contract/app-info.ts'
import { type Check, found } from '../check.ts'

const codes = {
  locked: 'keychainLocked',
  missing: 'keychainUnavailable',
  unavailable: 'keychainUnavailable',
  timedOut: 'keychainTimedOut',
} as const

/** Can keys be kept and read in the keychain of this computer? It is asked about itself, and for no key. */
export const checkKeychain = (status: () => Promise<KeychainStatus>, platform: string): Check => ({
  name: 'keychain',
  after: [],
  milliseconds: 12_000,
  look: async () => {
    const told = await status()
    return found(told.usable ? 'keychainUsable' : codes[told.reason], { platform })
  },
})
