type Hit = { form: string; at: number }

export type SecretSearch = (bytes: Uint8Array) => Hit | null

const readPair = (bytes: Uint8Array, at: number): number => (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8)

/**
 * Searches bytes for pieces of one secret. Two tables of byte pairs rule out nearly every position before a comparison,
 * so that a heap snapshot of 50 MB takes a fraction of a second.
 */
const createPieceSearch = (pieces: readonly SecretPiece[]): SecretSearch => {
  const first = new Uint8Array(0x10000)
  const second = new Uint8Array(0x10000)
  const byStart = new Map<number, SecretPiece[]>()
  for (const piece of pieces) {
    const [one, two] = [readPair(piece.bytes, 0), readPair(piece.bytes, 2)]
    first[one] = 1
    second[two] = 1
    const start = one * 0x10000 + two
    byStart.set(start, [...(byStart.get(start) ?? []), piece])
  }
  return (bytes) => {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    for (let at = 0; at + 4 <= bytes.length; at += 1) {
      const one = readPair(bytes, at)
      if (first[one] === 0) continue
      const two = readPair(bytes, at + 2)
      if (second[two] === 0) continue
      const piece = byStart
        .get(one * 0x10000 + two)
        ?.find((candidate) => buffer.subarray(at, at + candidate.bytes.length).equals(candidate.bytes))
      if (piece !== undefined) return { form: piece.form, at }
    }
    return null
  }
}

/** Returns a search for any part of a secret in every encoding of `secretPieces`. */
export const createSecretSearch = (secret: string): SecretSearch => createPieceSearch(secretPieces(secret))

/** If this many consecutive characters of a secret are found, it is a leak. */
const windowLength = 12
/** The prefix of a key that the service's lists show. */
const shownLength = 8

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0')
const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)
const markup: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Encodings of one character, by name. */
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

/** A full-width form of a printable ASCII character. */
const wide = (character: string): string => String.fromCharCode(character.charCodeAt(0) + 0xfee0)

const inDisguise: Record<string, (character: string, index: number) => string> = {
  'in full-width characters': wide,
  'split by zero-width spaces': (character) => `${character}\u200b`,
  'split by blanks': (character, index) => (index % 4 === 3 ? `${character} ` : character),
  'in capitals': (character) => character.toUpperCase(),
}

const reversed = (text: string): string => Array.from(text).toReversed().join('')

/**
 * Ways to write a secret so that a search for its characters does not find it, but a person or a script can still read
 * it.
 */
export const disguises: Record<string, (secret: string) => string> = {
  ...Object.fromEntries(
    Object.entries(inDisguise).map(([form, write]) => [
      form,
      (secret: string) => Array.from(secret).map(write).join(''),
    ]),
  ),
  reversed,
  'reversed and split by zero-width spaces': (secret) => Array.from(reversed(secret)).join('\u200b'),
  'reversed in base64': (secret) => Buffer.from(reversed(secret)).toString('base64'),
}

const windows = (units: readonly string[], length: number): string[] =>
  Array.from({ length: Math.max(1, units.length - length + 1) }, (_, at) => units.slice(at, at + length).join(''))

/** Returns the part of the secret's Base64 that does not depend on adjacent text, at each of the three alignments. */
const base64 = (secret: string): string[] =>
  [0, 1, 2].map((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)])
    return bytes.toString('base64').slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6))
  })

type SecretPiece = { form: string; bytes: Buffer }

/**
 * Returns every piece of twelve characters of a secret (printable ASCII, at least twenty characters) in every encoding.
 * The first eight characters are not a leak: the service shows them in its lists.
 */
const secretPieces = (secret: string): SecretPiece[] => {
  const hidden = Array.from(secret.slice(shownLength))
  const written = Object.entries(writings).flatMap(([form, write]) =>
    windows(hidden.map(write), windowLength).map((text) => ({ form, bytes: Buffer.from(text) })),
  )
  const backwards = hidden.toReversed()
  const disguised = [
    ...Object.entries(inDisguise).flatMap(([form, write]) =>
      // A space follows every fourth character of a string that may contain the secret at any position.
      [0, 1, 2, 3].flatMap((shift) =>
        windows(
          hidden.map((character, index) => write(character, index + shift)),
          windowLength,
        ).map((text) => ({ form, text })),
      ),
    ),
    ...windows(backwards, windowLength).map((text) => ({ form: 'reversed', text })),
    ...windows(
      backwards.map((character) => `${character}\u200b`),
      windowLength,
    ).map((text) => ({ form: 'reversed and split by zero-width spaces', text })),
  ].flatMap(({ form, text }) => [
    { form, bytes: Buffer.from(text) },
    { form: `${form}, utf-16`, bytes: Buffer.from(text, 'utf16le') },
  ])
  const twoBytes = windows(hidden, windowLength).map((text) => ({
    form: 'utf-16',
    bytes: Buffer.from(text, 'utf16le'),
  }))
  const encoded = [hidden, backwards]
    .flatMap((order) => base64(order.join('')))
    .flatMap((text) =>
      windows(Array.from(text), 16).flatMap((piece) => [
        { form: 'base64', bytes: Buffer.from(piece) },
        { form: 'base64 for urls', bytes: Buffer.from(piece.replaceAll('+', '-').replaceAll('/', '_')) },
      ]),
    )
  return [...written, ...disguised, ...twoBytes, ...encoded]
}
