import { type PlainText, toPlainText } from './plain-text.ts'

/** From `start` (inclusive) to `end` (exclusive), in characters of the decoded text. */
export type Range = { start: number; end: number }

/**
 * Text reduced to the letters a–z and digits, as six-bit numbers, with the range of each character in the decoded text.
 * `skipped` is true if letters that may come from escape sequences are missing.
 */
type FoldedText = { values: Uint8Array; starts: Uint32Array; ends: Uint32Array; length: number; skipped: boolean }

/**
 * The number of folded characters that are compared. Fewer would match by chance, because case and separators are
 * ignored.
 */
const pieceLength = 8

/**
 * The number of secret characters in a piece, after the displayed prefix. With fewer, a displayed prefix followed by
 * another field could match.
 */
const secretInPiece = 5

/** Maximum length of the part of a secret that is searched for, in characters: the longest key that a field accepts. */
const longestLength = 512

const dropped = 63

const valueOf = (code: number): number => {
  if (code >= 0x61 && code <= 0x7a) return code - 0x61
  if (code >= 0x41 && code <= 0x5a) return code - 0x41
  return code >= 0x30 && code <= 0x39 ? code - 0x30 + 26 : dropped
}

const asciiValues = Uint8Array.from({ length: 0x80 }, (_, code) => valueOf(code))

/** Maximum number of non-ASCII characters whose values are cached. */
const maxRemembered = 16_384
const remembered = new Map<number, readonly number[]>()

const noValues: readonly number[] = []

/**
 * Returns true for Greek to Georgian, CJK, Hangul and the private planes, whose characters contain no Latin letter or
 * ASCII digit.
 */
const isOtherScript = (codePoint: number): boolean =>
  (codePoint >= 0x370 && codePoint < 0x1d00) ||
  (codePoint >= 0x2e80 && codePoint < 0x3200) ||
  (codePoint >= 0x3400 && codePoint < 0xfb00) ||
  codePoint >= 0x20000

/** A–Z as small capitals, which NFKD does not change; Q and X have none. */
const smallCapitals = 'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘqʀꜱᴛᴜᴠᴡxʏᴢ'
/** First code points of ranges that NFKD does not change: negative circled and squared A–Z, and regional indicators. */
const letterRanges = [0x1f150, 0x1f170, 0x1f1e6]
/** The same for negative and sans-serif circled 1–9. */
const digitRanges = [0x2776, 0x2780, 0x278a]
/** The invisible tag characters: ASCII, moved by this number. */
const tagOffset = 0xe0000

const [letterA, digit1] = [valueOf(0x61), valueOf(0x31)]

/** The values of letters and digits in forms that NFKD does not change. */
const unusualForms = new Map<number, readonly number[]>([
  ...Array.from(smallCapitals, (form, at) => [form.codePointAt(0) ?? 0, [letterA + at]] as const),
  ...letterRanges.flatMap((first) => Array.from({ length: 26 }, (_, at) => [first + at, [letterA + at]] as const)),
  ...digitRanges.flatMap((first) => Array.from({ length: 9 }, (_, at) => [first + at, [digit1 + at]] as const)),
  ...Array.from(asciiValues, (value, code) => [tagOffset + code, value === dropped ? noValues : [value]] as const),
])

/**
 * Returns the letters and digits of a non-ASCII character: none for a zero-width character, `k` for a full-width `Ｋ`.
 */
const valuesOf = (codePoint: number): readonly number[] => {
  const unusual = unusualForms.get(codePoint)
  if (unusual !== undefined) return unusual
  if (isOtherScript(codePoint)) return noValues
  const known = remembered.get(codePoint)
  if (known !== undefined) return known
  const parts = Array.from(String.fromCodePoint(codePoint).normalize('NFKD'))
  const values = parts.map((part) => valueOf(part.codePointAt(0) ?? 0)).filter((value) => value !== dropped)
  if (remembered.size < maxRemembered) remembered.set(codePoint, values)
  return values
}

/** Decodes a UTF-8 sequence whose bytes were turned into characters, as in a URL; returns null if there is none. */
const readBytes = (text: string, at: number): { codePoint: number; length: number } | null => {
  const first = text.charCodeAt(at)
  if (first < 0xc2 || first > 0xf4) return null
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
  let codePoint = first & (0xff >> (length + 1))
  for (let next = 1; next < length; next += 1) {
    const byte = text.charCodeAt(at + next)
    if (byte < 0x80 || byte > 0xbf || Number.isNaN(byte)) return null
    codePoint = (codePoint << 6) | (byte & 0x3f)
  }
  return codePoint <= 0x10ffff ? { codePoint, length } : null
}

/** A named HTML character reference, such as `&ZeroWidthSpace;`. */
const namedReference = /&[a-z][a-z0-9]{1,30};/iy

const readReference = (text: string, at: number): number => {
  namedReference.lastIndex = at
  return namedReference.exec(text)?.[0].length ?? 1
}

/** Reduces text to its letters and digits: ignores case, accents, width, separators and invisible characters. */
const fold = ({ text, mayBeControl }: Pick<PlainText, 'text' | 'mayBeControl'>): FoldedText => {
  let values = new Uint8Array(text.length)
  let starts = new Uint32Array(text.length)
  let ends = new Uint32Array(text.length)
  let length = 0
  let skipped = false
  for (let at = 0; at < text.length;) {
    const code = text.charCodeAt(at)
    if (code < 0x80) {
      const value = asciiValues[code] ?? dropped
      if (value !== dropped && mayBeControl(at)) skipped = true
      else if (value !== dropped) {
        values[length] = value
        starts[length] = at
        ends[length] = at + 1
        length += 1
      }
      at += code === 0x26 ? readReference(text, at) : 1
      continue
    }
    const codePoint = text.codePointAt(at) ?? 0
    const read = readBytes(text, at) ?? { codePoint, length: codePoint > 0xffff ? 2 : 1 }
    const letters = valuesOf(read.codePoint)
    // Only a character with several letters, such as `㏂`, can need more space than it takes up in the text.
    const size = length + letters.length + text.length - at
    if (size > values.length) {
      values = enlarge(values, new Uint8Array(size * 2))
      starts = enlarge(starts, new Uint32Array(size * 2))
      ends = enlarge(ends, new Uint32Array(size * 2))
    }
    for (const letter of letters) {
      values[length] = letter
      starts[length] = at
      ends[length] = at + read.length
      length += 1
    }
    at += read.length
  }
  return { values, starts, ends, length, skipped }
}

const enlarge = <T extends Uint8Array | Uint32Array>(from: T, to: T): T => {
  to.set(from)
  return to
}

const foldAll = (text: string): FoldedText => fold({ text, mayBeControl: () => false })

const foldText = (text: string): string => {
  const { values, length } = foldAll(text)
  return String.fromCharCode(...values.subarray(0, length))
}

const reversed = (text: string): string => Array.from(text).toReversed().join('')

const base64Forms = (text: string): string[] =>
  [0, 1, 2].map((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(text, 'utf8')])
    return bytes.toString('base64').slice(Math.ceil((offset * 8) / 6), Math.floor((bytes.length * 8) / 6))
  })

const decimalForm = (text: string): string => Array.from(Buffer.from(text, 'utf8'), String).join(' ')

/** Hexadecimal digits with a prefix, such as `0x64 0x67`. */
const prefixedForm = (text: string): string => Buffer.from(text, 'utf8').toString('hex').replaceAll(/../g, '0x$& ')

/** A folded form of a secret, and the number of consecutive characters that are compared. */
type Form = { folded: string; length: number }

/**
 * Returns the folded forms of a secret: plain, with its own escape sequences decoded as in the searched text, Base64,
 * hexadecimal and decimal.
 */
const formsOf = (secret: string, hidden: string): Form[] => [
  { folded: foldText(secret), length: pieceLength },
  { folded: foldText(toPlainText(secret).text), length: pieceLength },
  ...base64Forms(hidden).map((form) => ({ folded: foldText(form), length: pieceLength + 2 })),
  { folded: foldText(Buffer.from(hidden, 'utf8').toString('hex')), length: pieceLength * 2 },
  { folded: foldText(prefixedForm(hidden)), length: pieceLength * 4 },
  { folded: foldText(decimalForm(hidden)), length: pieceLength * 2 },
]

const piecesOf = ({ folded, length }: Form): string[] =>
  Array.from({ length: Math.max(0, folded.length - length + 1) }, (_, at) => folded.slice(at, at + length))

/** Returns the index of four folded characters in a hash table of 65,536. */
const slotOf = (four: number): number => Math.imul(four, 0x9e3779b1) >>> 16

const fourOf = (piece: string, at: number): number =>
  (piece.charCodeAt(at) << 18) |
  (piece.charCodeAt(at + 1) << 12) |
  (piece.charCodeAt(at + 2) << 6) |
  piece.charCodeAt(at + 3)

/** Returns eight folded characters as one 48-bit number. */
const packTo48Bits = (older: number, newer: number): number => older * 0x1000000 + newer

/**
 * Returns whether a piece contains a letter. Digits alone may be a phone number or a time, so they would match too
 * easily.
 */
const hasLetter = (piece: string): boolean => piece.length > pieceLength || /[\0-\x19]/.test(piece)

/**
 * SECURITY: creates a search for disguised forms of a secret: reversed, in a different case or width, with accents,
 * split by separators or invisible characters, and its Base64, hexadecimal and decimal forms disguised in the same
 * ways. It takes linear time. `shownLength` leading characters are not secret.
 */
export const createDisguiseSearch = (text: string, shownLength: number): ((plain: PlainText) => Range[]) => {
  const secret = text.slice(0, longestLength)
  const hidden = secret.slice(shownLength)
  const shownInPiece = pieceLength - secretInPiece
  // The folded prefix may be shorter, so the pieces start where they contain `secretInPiece` secret characters.
  const partly = secret.slice(Math.max(0, shownLength - shownInPiece))
  const forms = [...formsOf(partly, hidden), ...formsOf(reversed(partly), reversed(hidden))]
  const all = [...forms, ...forms.map(({ folded, length }) => ({ folded: reversed(folded), length }))]
  const wanted = new Set(all.flatMap(piecesOf).filter(hasLetter))
  const first = new Uint8Array(0x10000)
  const second = new Uint8Array(0x10000)
  const byStart = new Map<number, string[]>()
  for (const piece of wanted) {
    const [older, newer] = [fourOf(piece, 0), fourOf(piece, 4)]
    first[slotOf(older)] = 1
    second[slotOf(newer)] = 1
    const start = packTo48Bits(older, newer)
    byStart.set(start, [...(byStart.get(start) ?? []), piece])
  }
  const pieces = { byStart, first, second }
  return (plain) => {
    if (wanted.size === 0) return []
    const folded = fold(plain)
    const found = findPieces(folded, pieces)
    // The backslash and the letter may also be characters of the secret.
    return folded.skipped ? [...found, ...findPieces(foldAll(plain.text), pieces)] : found
  }
}

/** Adds a range that starts no earlier than the existing ones, and joins it with the last one if they overlap. */
export const addRange = (ranges: Range[], start: number, end: number): void => {
  const last = ranges.at(-1)
  if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end)
  else ranges.push({ start, end })
}

/**
 * The pieces by the packed value of their first eight characters, and two tables that rule out nearly every position.
 */
type Pieces = { byStart: ReadonlyMap<number, readonly string[]>; first: Uint8Array; second: Uint8Array }

const findPieces = ({ values, starts, ends, length }: FoldedText, { byStart, first, second }: Pieces): Range[] => {
  const found: Range[] = []
  let older = 0
  let newer = 0
  for (let at = 0; at < length; at += 1) {
    older = ((older << 6) | (newer >>> 18)) & 0xffffff
    newer = ((newer << 6) | (values[at] ?? 0)) & 0xffffff
    if (at + 1 < pieceLength || first[slotOf(older)] === 0 || second[slotOf(newer)] === 0) continue
    for (const piece of byStart.get(packTo48Bits(older, newer)) ?? []) {
      const start = at + 1 - pieceLength
      if (continuesWith(piece, values, start, length))
        addRange(found, starts[start] ?? 0, ends[start + piece.length - 1] ?? 0)
    }
  }
  return found
}

/** Returns whether the rest of a piece follows its first eight characters. */
const continuesWith = (piece: string, values: Uint8Array, start: number, length: number): boolean => {
  if (start + piece.length > length) return false
  for (let at = pieceLength; at < piece.length; at += 1) if (values[start + at] !== piece.charCodeAt(at)) return false
  return true
}
