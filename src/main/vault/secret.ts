import { inspect } from 'node:util'

const mask = '[secret]'
const texts = new WeakMap<Secret, string>()

/** Every Secret that somebody still holds. One that nobody holds goes from here with its text, and is kept by nothing. */
const held = new Set<WeakRef<Secret>>()
const forgotten = new FinalizationRegistry<WeakRef<Secret>>((reference) => held.delete(reference))

/**
 * An API key that cannot be shown by accident: as text, as JSON and when inspected it is `[secret]`, it has no
 * property to list, and a structured clone of it is empty.
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

/** Makes a Secret of a key's text. Only the vault makes them, and the client for a key the service has just made. */
export const createSecret = (text: string): Secret => {
  const secret = new Secret()
  texts.set(secret, text)
  const reference = new WeakRef(secret)
  held.add(reference)
  forgotten.register(secret, reference)
  return Object.freeze(secret)
}

/** The secrets that are in memory now, still closed. What this gives away is that they are there, and nothing of them. */
export const liveSecrets = (): Secret[] =>
  [...held].map((reference) => reference.deref()).filter((secret) => secret !== undefined)

/** SECURITY: the one door to a key's text. Lint lets only the vault and `service/transport.ts` import it. */
export const openSecret = (secret: Secret): string => {
  const text = texts.get(secret)
  if (text === undefined) throw new Error('This secret was not made by createSecret.')
  return text
}

/** How many leading characters of a key the service shows in its lists (`key_prefix`). */
export const shownPrefixLength = 8

/**
 * Whether a key begins with the prefix under which the service lists it, told without opening the key.
 * SECURITY: a prefix of any other length is never a match, so that nobody can feel their way along a key.
 */
export const secretHasShownPrefix = (secret: Secret, prefix: string): boolean =>
  prefix.length === shownPrefixLength && openSecret(secret).startsWith(prefix)

/** Whether two secrets are the same text, told without opening either for the one who asks. */
export const secretsAreSame = (one: Secret, other: Secret): boolean => openSecret(one) === openSecret(other)

/** Whether a secret looks like a key that can stand in a header: 8 to 512 printable ASCII characters without blanks. */
export const secretIsKey = (secret: Secret): boolean => /^[\x21-\x7e]{8,512}$/.test(openSecret(secret))
