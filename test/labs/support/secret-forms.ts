/** So many characters of a secret in a row are a leak. */
const windowLength = 12
/** The beginning of a key that the service's own lists show. */
const shownLength = 8

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0')
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)
const markup: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** How one character of a secret may be written down, by the name of the form. */
const writings: Record<string, (character: string) => string> = {
  raw: (character) => character,
  json: inJson,
  'json in json': (character) => inJson(inJson(character)),
  'json escapes': (character) => `\\u${hex(character.charCodeAt(0), 4)}`,
  url: (character) => encodeURIComponent(character),
  'url, small letters': (character) => encodeURIComponent(character).replace(/%../g, (escape) => escape.toLowerCase()),
  'url, every character': (character) => `%${hex(character.charCodeAt(0), 2)}`,
  'url in url': (character) => encodeURIComponent(encodeURIComponent(character)),
  page: (character) => markup[character] ?? character,
  'page, by number': (character) => `&#${character.charCodeAt(0)};`,
  'page, by hexadecimal number': (character) => `&#x${hex(character.charCodeAt(0), 2)};`,
  hex: (character) => hex(character.charCodeAt(0), 2),
  'hex, capitals': (character) => hex(character.charCodeAt(0), 2).toUpperCase(),
}

const windows = (units: readonly string[], length: number): string[] =>
  Array.from({ length: Math.max(1, units.length - length + 1) }, (_, at) => units.slice(at, at + length).join(''))

/** What is the same of a Base64 text whatever stands before and after the secret, at each of the three alignments. */
const base64 = (secret: string): string[] =>
  [0, 1, 2].map((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)])
    return bytes.toString('base64').slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6))
  })

/** One piece of a secret in one of the forms in which it may be written down. */
export type SecretPiece = { form: string; bytes: Buffer }

/**
 * Every piece of twelve characters of a secret (printable ASCII, of twenty characters at least), in every form. The first
 * eight characters are no leak by themselves: the service shows them in its lists.
 */
export const secretPieces = (secret: string): SecretPiece[] => {
  const hidden = Array.from(secret.slice(shownLength))
  const written = Object.entries(writings).flatMap(([form, write]) =>
    windows(hidden.map(write), windowLength).map((text) => ({ form, bytes: Buffer.from(text) })),
  )
  const wide = windows(hidden, windowLength).map((text) => ({ form: 'utf-16', bytes: Buffer.from(text, 'utf16le') }))
  const encoded = base64(hidden.join('')).flatMap((text) =>
    windows(Array.from(text), 16).flatMap((piece) => [
      { form: 'base64', bytes: Buffer.from(piece) },
      { form: 'base64 for urls', bytes: Buffer.from(piece.replaceAll('+', '-').replaceAll('/', '_')) },
    ]),
  )
  return [...written, ...wide, ...encoded]
}
