import { liveSecrets, openSecret, type Secret } from './secret.ts'

type Mask = (text: string) => string

/**
 * Makes the mask over every secret in memory: keys on their way in, keys in use, passwords of proxies. `createMask` makes
 * the mask of one text; it is made when it is first needed and lives no longer than the secret itself.
 */
export const createLiveSecretsMask = (createMask: (text: string) => Mask): Mask => {
  const masks = new WeakMap<Secret, Mask>()

  const maskOf = (secret: Secret): Mask => {
    const known = masks.get(secret)
    if (known !== undefined) return known
    const made = createMask(openSecret(secret))
    masks.set(secret, made)
    return made
  }

  return (text) => {
    if (text === '') return text
    // The same key may be there many times over: every question about the practice organization makes its own.
    const secrets = new Map(liveSecrets().map((secret) => [openSecret(secret), secret]))
    return [...secrets.values()].reduce((rest, secret) => maskOf(secret)(rest), text)
  }
}
