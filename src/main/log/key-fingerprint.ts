import { createHmac } from 'node:crypto'
import { hasKeyForm, mask } from './key-form.ts'
import { keyPrefixLength } from './redact.ts'

/**
 * Recognizes one key in a text, and does not contain the key: only the beginning that the service shows in its lists, and
 * a keyed hash of the whole.
 */
export type KeyFingerprint = { salt: string; start: string; length: number; digest: string }

const digestOf = (salt: string, text: string): string => createHmac('sha256', salt).update(text).digest('base64')

/** Creates the fingerprint of a key. Of a key with fewer than 16 characters, it contains at most the first half. */
export const createKeyFingerprint = (key: string, salt: string): KeyFingerprint => ({
  salt,
  start: key.slice(0, Math.min(keyPrefixLength, Math.floor(key.length / 2))),
  length: key.length,
  digest: digestOf(salt, key),
})

/** Returns the key if a text contains it; null otherwise. */
const keyIn = (text: string, { salt, start, length, digest }: KeyFingerprint): string | null => {
  for (let at = text.indexOf(start); at !== -1 && at + length <= text.length; at = text.indexOf(start, at + 1)) {
    const part = text.slice(at, at + length)
    if (digestOf(salt, part) === digest) return part
  }
  return null
}

/** SECURITY: returns whether a text contains one of these keys, or anything with the form of the service's keys. */
export const containsKey = (text: string, keys: readonly KeyFingerprint[]): boolean =>
  hasKeyForm(text) || keys.some((key) => keyIn(text, key) !== null)

/** SECURITY: masks these keys in a text. */
export const maskKeys = (text: string, keys: readonly KeyFingerprint[]): string =>
  keys.reduce((rest, key) => {
    const found = keyIn(rest, key)
    return found === null ? rest : rest.replaceAll(found, mask)
  }, text)
