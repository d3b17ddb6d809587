import { numberSeparators } from '../../domain/phone-number.ts'
import { addRange, createDisguiseSearch, type Range } from './disguised-key.ts'
import { mask, maskKeyForms } from './key-form.ts'
import { type PlainText, toPlainText } from './plain-text.ts'

/** Masks secrets and phone numbers in a string. */
export type Scrub = (text: string) => string

/** Maximum length of a string that is written, in characters; the searches below take quadratic time. */
const maxLength = 20_000

/** Shortens a string and drops its last word, which may be the first half of a key. */
const cut = (text: string): string =>
  text.length > maxLength ? `${text.slice(0, maxLength).replace(/[^\s"'<>,;]+$/, '')}…` : text

/**
 * SECURITY: creates the redaction for everything that is written: log, error output, crash reports. `maskSecrets` masks
 * the secrets in memory by value and in every encoding; anything else that looks like a secret or a phone number is
 * masked by its format.
 */
export const createScrub =
  (maskSecrets: (text: string) => string): Scrub =>
  (text) =>
    scrubShapes(cut(maskSecrets(text)))

/** A key or authorization header and its value, as in JSON, a URL or a dump. */
const namedHeader =
  /\b((?:x[-_])?api[-_]?key|(?:proxy-)?authorization)((?:[\\"']{1,4}\s{0,4}[:=,]|\s{0,4}[:=]|%3[ad])(?:\s|%20){0,4}(?:b(?=["']))?)("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\\{1,8}["'].*?(?=\\{1,8}["'])|(?:(?:basic|bearer|digest|negotiate|ntlm)\s+)?[^\s"',;]+)/gi

/** The user name and password in a URL. */
const inAddress = /\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/@"'<>]+@/gi

/** Query parameters that grant access to a recording or a transcript. */
const inQuery =
  /([?&](?:access_token|token|api_?key|key|sig|signature|password|x-(?:amz|goog)-(?:signature|credential|security-token))=)[^&\s"'<>#]+/gi

/** UUIDs and the app's IDs (ULID). */
const id =
  '(?<![0-9A-Z])0(?=[0-9]{0,8}[A-Z])[0-9A-HJKMNP-TV-Z]{25}(?![0-9A-Z])|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/**
 * Other digits that are not a phone number: dates and times, also as in the name of a damaged file, an IP address in a
 * URL, and a version after a name (`Chrome/130.0.6723.170`, `v24.10.0`).
 */
const otherDigits =
  '(?<=https?://|\\[secret\\]@)\\d{1,3}(?:\\.\\d{1,3}){3}(?![\\d.])|(?<=\\b(?:chrome|electron|node|rundesk|undici)/v?|\\bv)\\d{1,4}(?:\\.\\d{1,6}){1,3}(?![\\d.])|(?<!\\d)(?:19|20)\\d\\d-\\d\\d-\\d\\dT\\d\\d-\\d\\d-\\d\\d-\\d{3}Z|(?<!\\d)(?:19|20)\\d\\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])(?:[T ]\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d+)?)?)?(?!\\d)'
/** Seven or more digits with common separators. They end before an ID, as in `list2 (43210481-…)`. */
const number = `\\+?\\(?\\p{Nd}(?:(?:[ \\t${numberSeparators}]+(?!${id}))?\\p{Nd}){6,}`
const numbers = new RegExp(`(\\(?(?:${id}|${otherDigits}))|${number}`, 'giu')

const lastThree = (text: string): string => text.replace(/[^\p{Nd}]/gu, '').slice(-3)

const hideValue = (_whole: string, name: string, link: string, value: string): string => {
  const quote = /^["']/.exec(value)?.[0] ?? ''
  return `${name}${link}${quote}${mask}${quote}`
}

/**
 * SECURITY: masks everything with the format of a secret: keys, values of key and authorization headers, credentials in
 * URLs, tokens in links. It keeps the last three digits of a phone number to distinguish calls.
 */
export const scrubShapes = (text: string): string =>
  maskKeyForms(text)
    .replace(namedHeader, hideValue)
    .replace(inAddress, `$1${mask}@`)
    .replace(inQuery, `$1${mask}`)
    .replace(numbers, (whole: string, kept: string | undefined) => kept ?? `…${lastThree(whole)}`)

/**
 * Minimum number of consecutive key characters that are masked (twice as many hexadecimal digits). Fewer may match by
 * chance.
 */
const pieceLength = 7

/**
 * Minimum number of consecutive characters of a longer key that are masked in a name. A name and a wrong entry may share
 * words.
 */
const namePieceLength = 20

/** Shorter secrets are not masked, because they would match everywhere. */
const leastLength = 4

/** Maximum length of the part of a secret that is searched for, in characters: the longest that a keychain stores. */
const longestLength = 2_560

/** The number of leading characters of a key that the service shows in its lists (`key_prefix`). */
export const keyPrefixLength = 8

/** The index of the first piece that contains a secret character; the displayed prefix is not secret. */
const firstSecretPiece = keyPrefixLength - pieceLength + 1

/** Returns every piece of a string, starting at `from`. */
const piecesOf = (form: string, length: number, from: number, step: number): string[] => {
  const pieces: string[] = []
  for (let at = from; at + length <= form.length; at += step) pieces.push(form.slice(at, at + length))
  return pieces
}

const bytesOf = (key: string): Buffer => Buffer.from(key, 'utf8')

/**
 * Returns the part of a key's Base64 encoding that does not depend on its surroundings, for each of the three offsets.
 */
const base64Forms = (key: string): string[] =>
  [0, 1, 2].flatMap((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), bytesOf(key)])
    const form = bytes.toString('base64').slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6))
    return [form, form.replaceAll('+', '-').replaceAll('/', '_')]
  })

const base64Pieces = (key: string): string[] =>
  base64Forms(key).flatMap((form) => piecesOf(form, pieceLength, Math.ceil((firstSecretPiece * 8) / 6), 1))

const hexPieces = (key: string): string[] => {
  const pieces = piecesOf(bytesOf(key).toString('hex'), pieceLength * 2, firstSecretPiece * 2, 2)
  return [...pieces, ...pieces.map((piece) => piece.toUpperCase())]
}

type Search = (plain: PlainText) => Range[]

/** Returns the searches for all pieces of a key. */
const pieceSearches = (key: string, written: readonly string[]): Search[] => [
  createPieceSearch(
    [...written.flatMap((form) => piecesOf(form, pieceLength, firstSecretPiece, 1)), ...base64Pieces(key)],
    pieceLength,
  ),
  createPieceSearch(hexPieces(key), pieceLength * 2),
  createDisguiseSearch(key, keyPrefixLength),
]

/** Returns the searches for a secret as a whole. */
const wholeSearches = (secret: string, written: readonly string[]): Search[] => {
  const hex = bytesOf(secret).toString('hex')
  return [...new Set([...written, ...base64Forms(secret), hex, hex.toUpperCase()])]
    .filter((form) => form.length >= leastLength)
    .map((form) => createPieceSearch([form], form.length))
}

/** Joins overlapping ranges, and extends a range to include the displayed prefix directly before it. */
const join = (pieces: readonly Range[], text: string, shown: string): Range[] => {
  const joined: Range[] = []
  for (const { start, end } of pieces.toSorted((one, other) => one.start - other.start)) {
    const last = joined.at(-1)
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end)
    else
      joined.push({
        start:
          start >= firstSecretPiece && text.startsWith(shown, start - firstSecretPiece)
            ? start - firstSecretPiece
            : start,
        end,
      })
  }
  return joined
}

/**
 * Creates the mask for one key or password. It masks any seven consecutive characters of it: plain, escaped as in JSON,
 * a URL or HTML, and as Base64 or hexadecimal digits; and any eight letters and digits of it in a disguised form
 * (`disguised-key.ts`). A secret of up to eight characters is masked as a whole. Even after it is decoded, masked text
 * does not contain the key.
 */
export const createKeyMask = (secret: string): ((text: string) => string) => {
  const key = secret.slice(0, longestLength)
  const written = writtenForms(key)
  const searches = (key.length <= keyPrefixLength ? wholeSearches : pieceSearches)(key, written)
  return createMask(key, searches)
}

/**
 * Creates the mask for one key or password in a name: of the whole secret, also as Base64 or hexadecimal digits, and of
 * any 20 consecutive characters of it. It masks no word that a name shares with a longer secret.
 */
export const createNameMask = (secret: string): ((text: string) => string) => {
  const key = secret.slice(0, longestLength)
  const written = writtenForms(key)
  const pieces = written.flatMap((form) => piecesOf(form, namePieceLength, 0, 1))
  return createMask(key, [createPieceSearch(pieces, namePieceLength), ...wholeSearches(key, written)])
}

/** Returns a key as decoded from unescaped text, and from text in which every character was escaped. */
const writtenForms = (key: string): string[] => [
  toPlainText(key).text,
  key.replaceAll('\\', ''),
  // A URL encodes the bytes of non-ASCII characters, and toPlainText decodes byte by byte.
  toPlainText(bytesOf(key).toString('latin1')).text,
]

/** Creates a mask of what the searches for a key find. */
const createMask = (key: string, searches: readonly Search[]): ((text: string) => string) => {
  const plainKey = toPlainText(key).text
  return (text) => {
    const plain = toPlainText(text)
    const found = join(
      searches.flatMap((search) => search(plain)),
      plain.text,
      plainKey.slice(0, pieceLength),
    )
    let masked = ''
    let kept = 0
    for (const { start, end } of found) {
      masked += text.slice(kept, plain.startOf(start)) + mask
      kept = plain.startOf(end)
    }
    return masked + text.slice(kept)
  }
}

const pairOf = (text: string, at: number): number =>
  ((text.charCodeAt(at) & 0xff) << 8) | (text.charCodeAt(at + 1) & 0xff)

/**
 * Creates a search for pieces of one length. Two tables of character pairs rule out nearly every position before a
 * comparison, so searching 1 MB takes a few milliseconds.
 */
const createPieceSearch = (pieces: readonly string[], length: number): Search => {
  const wanted = new Set(pieces)
  const first = new Uint8Array(0x10000)
  const last = new Uint8Array(0x10000)
  for (const piece of wanted) {
    first[pairOf(piece, 0)] = 1
    last[pairOf(piece, length - 2)] = 1
  }
  return ({ text }) => {
    const found: Range[] = []
    for (let at = 0; at + length <= text.length; at += 1) {
      if (first[pairOf(text, at)] === 0 || last[pairOf(text, at + length - 2)] === 0) continue
      if (wanted.has(text.slice(at, at + length))) addRange(found, at, at + length)
    }
    return found
  }
}
