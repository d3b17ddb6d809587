import { createDraw, type Draw } from '../fuzz/generate-answer.ts'
import { createSecretSearch, type SecretSearch } from '../support/secret-search.ts'

/** A unique secret and the search for it. */
export type Canary = { name: string; text: string; find: SecretSearch }

const base64url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const lettersAndDigits = base64url.slice(0, 62)
/** Characters that are escaped in JSON, URLs, HTML, headers or shells. */
const escapedCharacters = Array.from(`+/=&%"'\\<>;,:@#?{}[]$\`|~^!*()`)

const text = (draw: Draw, alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet.charAt(draw.below(alphabet.length))).join('')

/** A key in the service's format. */
const ownKey = (draw: Draw): string => `dgr_${text(draw, base64url, 43)}`

/**
 * A secret with every character that is escaped, each followed by a letter or a digit, because the mask recognizes a
 * disguised key by these. None of the escaped characters follows the eight characters that lists show, because a
 * quotation mark there would look like a part of the key.
 */
const keyWithEscapes = (draw: Draw): string =>
  `${text(draw, base64url, 9)}${escapedCharacters
    .map((sign) => ({ sign, place: draw.random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ sign }) => sign + text(draw, lettersAndDigits, 1))
    .join('')}`

/** The secrets of one trial. In every second trial, the keys have the service's format. */
export type Canaries = {
  /** Keys that the user enters: typed, replacing the typed one, and pasted. */
  typed: Canary
  replaced: Canary
  pasted: Canary
  /** Keys that the service creates, one for a new key and one in a rotation, and one that it refuses. */
  made: Canary
  rotated: Canary
  refused: Canary
  /** Proxy passwords: in the settings, in an address, and in the environment. */
  proxyPassword: Canary
  addressPassword: Canary
  environmentPassword: Canary
  /** Not a secret: written to every kind of sink, where the search must find it. */
  control: Canary
}

export const makeCanaries = (random: () => number, trial: number): Canaries => {
  const draw = createDraw(random)
  const canary = (name: string, secret: string): Canary => ({ name, text: secret, find: createSecretSearch(secret) })
  const key = (name: string): Canary => canary(name, trial % 2 === 0 ? ownKey(draw) : keyWithEscapes(draw))
  return {
    typed: key('typed key'),
    replaced: key('replaced key'),
    pasted: key('pasted key'),
    made: key('made key'),
    rotated: key('rotated key'),
    refused: key('refused key'),
    proxyPassword: canary('proxy password', keyWithEscapes(draw)),
    addressPassword: canary('password in an address', ownKey(draw).slice(4)),
    environmentPassword: canary('password in the environment', ownKey(draw).slice(4)),
    control: canary('control', `control-${text(draw, base64url, 40)}`),
  }
}
