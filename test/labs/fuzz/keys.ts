import type { Draw } from './draw.ts'

const base64url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'

const text = (draw: Draw, alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet.charAt(draw.below(alphabet.length))).join('')

/** Every printable character of ASCII but the blank: what may be a key of some other service of the same kind. */
const printable = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index)).join('')

/** Some keys of the service's own kind, and some of any kind the desk takes. */
export const makeKeys = (draw: Draw): string[] => [
  ...Array.from({ length: 12 }, () => `dgr_${text(draw, base64url, 43)}`),
  ...Array.from({ length: 4 }, () => text(draw, printable, 16 + draw.below(60))),
]
