import { createHash } from 'node:crypto'
import type { Randomness } from '../practice-clock.ts'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

/** A key's text: `dgr_` and 43 characters. */
export function makeKeyText(random: Randomness): string {
  return `dgr_${Array.from({ length: 43 }, () => letters[Math.floor(random() * letters.length)]).join('')}`
}

/** The form in which a key is kept. */
export function hashOfKey(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex')
}

/** A lower-case version 4 UUID. */
export function makeUuid(random: Randomness): string {
  const digits = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16))
  digits[12] = '4'
  digits[16] = '89ab'[Math.floor(random() * 4)] ?? '8'
  const text = digits.join('')
  return [text.slice(0, 8), text.slice(8, 12), text.slice(12, 16), text.slice(16, 20), text.slice(20)].join('-')
}
