import { createDraw, type Draw } from '../fuzz/draw.ts'
import { createSecretSearch, type SecretSearch } from '../support/secret-search.ts'

/** A secret that nobody else has, and the search for it. */
export type Canary = { name: string; text: string; find: SecretSearch }

const base64url = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const printable = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index)).join('')
/** What JSON, URLs, pages, headers and shells write otherwise. */
const awkward = Array.from(`+/=&%"'\\<>;,:@#?{}[]$\`|~^!*()`)

const text = (draw: Draw, alphabet: string, length: number): string =>
  Array.from({ length }, () => alphabet.charAt(draw.below(alphabet.length))).join('')

/** A key of the service's own kind. */
const ownKey = (draw: Draw): string => `dgr_${text(draw, base64url, 43)}`

/**
 * A secret of any printable characters, every awkward one among them. None stands right behind the eight that lists show: a
 * quote there would make the end of that text look like a piece of the key.
 */
const oddKey = (draw: Draw): string =>
  `${text(draw, base64url, 9)}${awkward
    .map((sign) => ({ sign, place: draw.random() }))
    .toSorted((one, other) => one.place - other.place)
    .map(({ sign }) => sign + text(draw, printable, 1))
    .join('')}`

/** The secrets of one trial; every other trial's keys are of the service's own kind. */
export type Canaries = {
  /** The key that is typed first, the one it is replaced with, one that is pasted, and one that the service refuses. */
  typed: Canary
  replaced: Canary
  pasted: Canary
  /** Two that the service makes: one on its own, and one in the place of the pasted one. */
  made: Canary
  rotated: Canary
  refused: Canary
  /** The password of the proxy in the settings, one written into an address, and one in the environment. */
  proxyPassword: Canary
  addressPassword: Canary
  environmentPassword: Canary
  /** No secret: it is planted in every kind of sink, where it must be found. */
  planted: Canary
}

export const makeCanaries = (random: () => number, trial: number): Canaries => {
  const draw = createDraw(random)
  const canary = (name: string, secret: string): Canary => ({ name, text: secret, find: createSecretSearch(secret) })
  const key = (name: string): Canary => canary(name, trial % 2 === 0 ? ownKey(draw) : oddKey(draw))
  return {
    typed: key('typed key'),
    replaced: key('replaced key'),
    pasted: key('pasted key'),
    made: key('made key'),
    rotated: key('rotated key'),
    refused: key('refused key'),
    proxyPassword: canary('proxy password', oddKey(draw)),
    addressPassword: canary('password in an address', ownKey(draw).slice(4)),
    environmentPassword: canary('password in the environment', ownKey(draw).slice(4)),
    planted: canary('planted', `planted-${text(draw, base64url, 40)}`),
  }
}
