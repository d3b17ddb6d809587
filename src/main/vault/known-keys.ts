import { randomBytes } from 'node:crypto'
import { createKeyPrint, type KeyPrint } from '../log/key-print.ts'
import { openSecret, type Secret } from './secret.ts'
import { type KeyVault, proxyPasswordOwner, type VaultEntry } from './vault.ts'

/**
 * Remembers a print of every key that this process reads from the vault or stores in it. The app reads the keys of all
 * profiles when it starts; a key in a keychain that is still locked is not known.
 */
export const createKnownKeys = () => {
  const salt = randomBytes(32).toString('base64')
  const prints = new Map<string, KeyPrint>()

  const remember = ({ profileId }: VaultEntry, secret: Secret): void => {
    // A password may be a common word, which would then be refused in every text.
    if (profileId === proxyPasswordOwner) return
    const print = createKeyPrint(openSecret(secret), salt)
    prints.set(print.digest, print)
  }

  return {
    /** Wraps a vault to remember its keys. */
    watch: (vault: KeyVault): KeyVault => ({
      async get(entry) {
        const key = await vault.get(entry)
        if (key.ok) remember(entry, key.value)
        return key
      },
      set(entry, secret) {
        remember(entry, secret)
        return vault.set(entry, secret)
      },
      delete: (entry) => vault.delete(entry),
      status: () => vault.status(),
      close: () => vault.close(),
    }),
    prints: (): readonly KeyPrint[] => [...prints.values()],
  }
}
