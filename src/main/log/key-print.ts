import { createHmac } from 'node:crypto'
import { keyPrefixLength, scrubKeys } from './redact.ts'

/**
 * Recognizes one key in a text, and does not contain the key: only the beginning that the service shows in its lists, and
 * a keyed hash of the whole.
 */
export type KeyPrint = { salt: string; start: string; length: number; digest: string }

const digestOf = (salt: string, text: string): string => createHmac('sha256', salt).update(text).digest('base64')

/** Creates the print of a key. Of a key with fewer than 16 characters, the print contains at most the first half. */
export const createKeyPrint = (key: string, salt: string): KeyPrint => ({
  salt,
  start: key.slice(0, Math.min(keyPrefixLength, Math.floor(key.length / 2))),
  length: key.length,
  digest: digestOf(salt, key),
})

const isIn = (text: string, { salt, start, length, digest }: KeyPrint): boolean => {
  for (let at = text.indexOf(start); at !== -1 && at + length <= text.length; at = text.indexOf(start, at + 1))
    if (digestOf(salt, text.slice(at, at + length)) === digest) return true
  return false
}

/** SECURITY: returns whether a text contains one of these keys, or anything with the form of the service's keys. */
export const containsKey = (text: string, keys: readonly KeyPrint[]): boolean =>
  scrubKeys(text) !== text || keys.some((key) => isIn(text, key))
