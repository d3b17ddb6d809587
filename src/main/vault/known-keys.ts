import { randomBytes } from 'node:crypto'
import { createKeyFingerprint, type KeyFingerprint, maskKeys } from '../log/key-fingerprint.ts'
import type { Scrub } from '../log/redact.ts'
import { createNameScrub, createProcessScrub } from './masks.ts'
import { openSecret, type Secret } from './secret.ts'
import { type KeyVault, proxyPasswordOwner, type VaultEntry } from './vault.ts'

/**
 * Remembers a fingerprint of every key that this process reads from the vault, stores in it or creates. The app reads
 * the keys of all profiles when it starts; a key in a keychain that is still locked is not known. `entered` returns the
 * key that a user has entered and not saved yet; it is known only until it is dropped, because it may not be a key.
 */
export const createKnownKeys = (entered: () => Secret | null) => {
  const salt = randomBytes(32).toString('base64')
  const remembered = new Map<string, KeyFingerprint>()
  const [scrub, scrubName] = [createProcessScrub(), createNameScrub()]

  const fingerprintOf = (secret: Secret): KeyFingerprint => createKeyFingerprint(openSecret(secret), salt)

  const rememberKey = (secret: Secret): void => {
    const fingerprint = fingerprintOf(secret)
    remembered.set(fingerprint.digest, fingerprint)
  }

  const remember = ({ profileId }: VaultEntry, secret: Secret): void => {
    // A password may be a common word, which would then be refused in every text.
    if (profileId !== proxyPasswordOwner) rememberKey(secret)
  }

  const fingerprints = (): readonly KeyFingerprint[] => [...remembered.values()]

  return {
    fingerprints,
    /** Returns the fingerprint of the entered key in an array, empty if there is none. */
    enteredFingerprints(): readonly KeyFingerprint[] {
      const key = entered()
      return key === null ? [] : [fingerprintOf(key)]
    },
    /** SECURITY: masks the known keys as well, which may not be in memory any more. */
    scrub: ((text) => scrub(maskKeys(text, fingerprints()))) satisfies Scrub,
    /** SECURITY: masks keys, passwords and long parts of them in a text that consists of names, and no shared word. */
    scrubName: ((text) => scrubName(maskKeys(text, fingerprints()))) satisfies Scrub,
    remember: rememberKey,
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
  }
}
