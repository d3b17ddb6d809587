import { inspect } from 'node:util'
import { keyPrefixLength } from '../log/redact.ts'

const mask = '[secret]'
const texts = new WeakMap<Secret, string>()

/** Every Secret in memory, weakly referenced: a Secret that is released disappears together with its value. */
const references = new Set<WeakRef<Secret>>()
const registry = new FinalizationRegistry<WeakRef<Secret>>((reference) => references.delete(reference))

/**
 * An API key, password or passphrase that cannot be revealed by accident: as a string, as JSON and when inspected, it
 * is `[secret]`. It has no properties, and a structured clone of it is empty.
 */
export class Secret {
  toString(): string {
    return mask
  }

  toJSON(): string {
    return mask
  }

  [inspect.custom](): string {
    return mask
  }
}

export const createSecret = (text: string): Secret => {
  const secret = new Secret()
  texts.set(secret, text)
  const reference = new WeakRef(secret)
  references.add(reference)
  registry.register(secret, reference)
  return Object.freeze(secret)
}

/** Returns the secrets in memory without revealing their values. */
export const liveSecrets = (): Secret[] =>
  [...references].map((reference) => reference.deref()).filter((secret) => secret !== undefined)

/**
 * SECURITY: the only way to read a secret. A lint rule allows only the vault, the network and `service/exchange.ts` to
 * import it.
 */
export const openSecret = (secret: Secret): string => {
  const text = texts.get(secret)
  if (text === undefined) throw new Error('This secret was not made by createSecret.')
  return text
}

/**
 * Returns whether a key starts with the prefix with which the service lists it. SECURITY: a prefix of any other length
 * never matches, so that a caller cannot guess a key character by character.
 */
export const secretHasShownPrefix = (secret: Secret, prefix: string): boolean =>
  prefix.length === keyPrefixLength && openSecret(secret).startsWith(prefix)

/** Returns whether two secrets are equal, without revealing either to the caller. */
export const secretsAreSame = (one: Secret, other: Secret): boolean => openSecret(one) === openSecret(other)

/** Returns whether a secret can be sent in a header: 8 to 512 printable ASCII characters without spaces. */
export const secretIsKey = (secret: Secret): boolean => /^[\x21-\x7e]{8,512}$/.test(openSecret(secret))
