import type { Outcome } from '../../contract/failure.ts'
import type { KeyVault } from './key-vault.ts'

/**
 * The same vault, which says so when it gives or takes a key again after it could not: a keychain was unlocked. That one
 * key is missing says nothing about the vault. Its status is not asked for this: that may be well while keys are locked up.
 */
export const watchVault = (vault: KeyVault, usableAgain: () => void): KeyVault => {
  let refused = false

  const note = <T>(outcome: Outcome<T>): Outcome<T> => {
    if (!outcome.ok) {
      refused ||= outcome.failure.kind === 'keychain' && outcome.failure.reason !== 'missing'
      return outcome
    }
    const wasRefused = refused
    refused = false
    if (wasRefused) usableAgain()
    return outcome
  }

  return {
    get: async (entry) => note(await vault.get(entry)),
    set: async (entry, secret) => note(await vault.set(entry, secret)),
    delete: (entry) => vault.delete(entry),
    status: () => vault.status(),
    close: () => vault.close(),
  }
}
