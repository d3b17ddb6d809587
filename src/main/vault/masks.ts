import { hasKeyForm } from '../log/key-form.ts'
import { createKeyMask, createNameMask, createScrub, type Scrub } from '../log/redact.ts'
import { liveSecrets, openSecret, type Secret } from './secret.ts'

/**
 * SECURITY: creates this process's redaction. It masks every secret in memory; all text is redacted before it is
 * written.
 */
export const createProcessScrub = (): Scrub => createScrub(createLiveSecretsMask(createKeyMask))

/** SECURITY: creates the redaction of names, which masks every secret in memory, but only long parts of one. */
export const createNameScrub = (): Scrub => createScrub(createLiveSecretsMask(createNameMask))

/**
 * SECURITY: returns a function that checks whether a string contains a secret that is in memory, in any encoding, or
 * anything with the form of a key.
 */
export const createHoldsSecret = (): ((text: string) => boolean) => {
  const mask = createLiveSecretsMask(createKeyMask)
  return (text) => hasKeyForm(text) || mask(text) !== text
}

type Mask = (text: string) => string

/**
 * Creates a mask of all secrets in memory: entered keys, keys in use, proxy passwords. The mask of a secret is created
 * when it is first needed and released together with the secret.
 */
export const createLiveSecretsMask = (createMask: (secret: string) => Mask): Mask => {
  const masks = new WeakMap<Secret, Mask>()

  const maskOf = (secret: Secret): Mask => {
    const known = masks.get(secret)
    if (known !== undefined) return known
    const mask = createMask(openSecret(secret))
    masks.set(secret, mask)
    return mask
  }

  return (text) => {
    if (text === '') return text
    // Keyed by the secret itself, because the same key may be in memory many times; every practice request creates
    // another Secret.
    const secrets = new Map(liveSecrets().map((secret) => [openSecret(secret), secret]))
    return [...secrets.values()].reduce((rest, secret) => maskOf(secret)(rest), text)
  }
}
