import { shownPrefixLength } from '../vault/secret.ts'
import { createPieceSearch, type Piece } from './find-pieces.ts'
import { toPlainText } from './plain-text.ts'

/** What stands where a key was. */
const mask = '[secret]'

/** So many characters of a key in a row are masked, in hexadecimal digits twice as many: fewer may stand there by chance. */
const pieceLength = 7

/** A secret that is shorter than this is left: where it is masked would tell it, and every text would be full of masks. */
const leastLength = 4

/**
 * So many characters of a secret are looked for. No field takes as many, and no keychain keeps them: a longer text is not
 * ours and goes nowhere, and to cut it all into pieces would hold main up for seconds.
 */
const longestLength = 4_096

/** The first piece that holds a secret: the beginning that the service's own lists show is none, and is needed there. */
const firstSecret = shownPrefixLength - pieceLength + 1

/** Every piece of a form from `from` on, `step` apart. */
const piecesOf = (form: string, length: number, from: number, step: number): string[] => {
  const pieces: string[] = []
  for (let at = from; at + length <= form.length; at += step) pieces.push(form.slice(at, at + length))
  return pieces
}

const bytesOf = (key: string): Buffer => Buffer.from(key, 'utf8')

/** The part of a Base64 text that is the same whatever stands before and after the key, at each of the three offsets. */
const base64Forms = (key: string): string[] =>
  [0, 1, 2].flatMap((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), bytesOf(key)])
    const form = bytes.toString('base64').slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6))
    return [form, form.replaceAll('+', '-').replaceAll('/', '_')]
  })

const base64Pieces = (key: string): string[] =>
  base64Forms(key).flatMap((form) => piecesOf(form, pieceLength, Math.ceil((firstSecret * 8) / 6), 1))

const hexPieces = (key: string): string[] => {
  const pieces = piecesOf(bytesOf(key).toString('hex'), pieceLength * 2, firstSecret * 2, 2)
  return [...pieces, ...pieces.map((piece) => piece.toUpperCase())]
}

type Search = (text: string) => Piece[]

/** The searches for all pieces of a key of ordinary length. */
const pieceSearches = (key: string, written: readonly string[]): Search[] => [
  createPieceSearch(
    [...written.flatMap((form) => piecesOf(form, pieceLength, firstSecret, 1)), ...base64Pieces(key)],
    pieceLength,
  ),
  createPieceSearch(hexPieces(key), pieceLength * 2),
]

/** A secret of so few characters (the password of a proxy) is searched for as a whole. */
const wholeSearches = (secret: string, written: readonly string[]): Search[] => {
  const hex = bytesOf(secret).toString('hex')
  return [...new Set([...written, ...base64Forms(secret), hex, hex.toUpperCase()])]
    .filter((form) => form.length >= leastLength)
    .map((form) => createPieceSearch([form], form.length))
}

/** Overlapping pieces as one; a piece takes the shown beginning of the key with it when it follows that directly. */
const join = (pieces: readonly Piece[], text: string, shown: string): Piece[] => {
  const joined: Piece[] = []
  for (const { start, end } of pieces.toSorted((one, other) => one.start - other.start)) {
    const last = joined.at(-1)
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end)
    else
      joined.push({
        start: start >= firstSecret && text.startsWith(shown, start - firstSecret) ? start - firstSecret : start,
        end,
      })
  }
  return joined
}

/**
 * Makes the mask for one key or password. It takes the key, and any seven characters of it in a row, out of a text: as
 * they stand, as JSON, a URL or a web page may escape them, and as Base64 or hexadecimal digits. What has no more than
 * eight characters goes as a whole. A text that was masked before it is parsed cannot give the key back when it is decoded.
 */
export const createKeyMask = (secret: string): ((text: string) => string) => {
  const key = secret.slice(0, longestLength)
  // As it is read where it stands as it is, and where every character of it was escaped.
  const plainKey = toPlainText(key).text
  // A URL writes the bytes of a character that ASCII does not know, and is read here byte by byte.
  const written = [plainKey, key.replaceAll('\\', ''), toPlainText(bytesOf(key).toString('latin1')).text]
  const searches = (key.length <= shownPrefixLength ? wholeSearches : pieceSearches)(key, written)
  return (text) => {
    const plain = toPlainText(text)
    const found = join(
      searches.flatMap((search) => search(plain.text)),
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
