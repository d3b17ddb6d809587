import { isUtf8 } from 'node:buffer'
import { StringDecoder } from 'node:string_decoder'
import { TableError } from './source.ts'

export type Encoding = 'UTF-8' | 'UTF-8 with BOM' | 'UTF-16 LE' | 'UTF-16 BE' | 'Windows-1252'
type DetectedEncoding = { encoding: Encoding; start: number }

/** Windows-1252 from 0x80 to 0x9F; spaces mark the five bytes that it does not define. The rest is Latin-1. */
const windows1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'

const firstBytes = { utf8: [0xef, 0xbb, 0xbf], le: [0xff, 0xfe], be: [0xfe, 0xff] }

const hasStart = (bytes: Buffer, start: readonly number[]): boolean => start.every((byte, at) => bytes[at] === byte)

/** Returns the 1-based number of the line that contains the byte at `offset`. */
const lineAt = (bytes: Buffer, offset: number): number => {
  let line = 1
  for (let at = bytes.indexOf(10); at !== -1 && at < offset; at = bytes.indexOf(10, at + 1)) line += 1
  return line
}

/** The number of bytes that are examined to recognize UTF-16 without a byte order mark. */
const sampleBytes = 4_096

/**
 * Returns the UTF-16 encoding of a table without a byte order mark, or null. In UTF-16, nearly every second byte is
 * zero, because digits, separators and most letters contain one zero byte.
 */
const utf16WithoutMark = (bytes: Buffer): Encoding | null => {
  const sample = bytes.subarray(0, Math.min(sampleBytes, bytes.length & ~1))
  if (bytes.length % 2 !== 0 || sample.length < 2) return null
  const zeros = [0, 0]
  for (const [at, byte] of sample.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const most = sample.length / 2
  if (odd > most * 0.4 && even < most * 0.05) return 'UTF-16 LE'
  return even > most * 0.4 && odd < most * 0.05 ? 'UTF-16 BE' : null
}

const continuations = (bytes: Buffer, at: number): number => {
  let count = 0
  while (count < 3 && ((bytes[at + 1 + count] ?? 0) & 0xc0) === 0x80) count += 1
  return count
}

/** Returns how many bytes the UTF-8 sequence at this byte should have. */
const sequenceLength = (byte: number): number => {
  if (byte < 0xc2 || byte > 0xf4) return 0
  return byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
}

/**
 * Returns whether two bytes may be valid UTF-8 only by coincidence: in Windows-1252, a letter before a closing quote,
 * dash or space, such as `ß“`.
 */
const isChance = (lead: number, next: number): boolean =>
  lead >= 0xc4 && lead < 0xe0 && (next === 0x85 || (next >= 0x91 && next <= 0x97) || [0xa0, 0xab, 0xbb].includes(next))

const isControl = (byte: number): boolean => byte < 32 && byte !== 9 && byte !== 10 && byte !== 13 && byte !== 12

/**
 * Checks that bytes that are not UTF-8 are Windows-1252 throughout. Throws at the first byte that it does not define,
 * or if the file also contains UTF-8, because one of the two would be silently misread.
 */
const assertWindows1252 = (bytes: Buffer): void => {
  let firstInvalid = -1
  let hasUtf8 = false
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0
    if (byte < 0x80) {
      if (isControl(byte)) throw new TableError('listEncoding', lineAt(bytes, at))
      continue
    }
    const length = sequenceLength(byte)
    if (length > 0 && continuations(bytes, at) >= length - 1) {
      hasUtf8 ||= length > 2 || !isChance(byte, bytes[at + 1] ?? 0)
      if (hasUtf8 && firstInvalid !== -1) break
      at += length - 1
      continue
    }
    if (byte < 0xa0 && windows1252[byte - 0x80] === ' ') throw new TableError('listEncoding', lineAt(bytes, at))
    if (firstInvalid === -1) firstInvalid = at
    if (hasUtf8) break
  }
  if (firstInvalid === -1) throw new TableError('listEncoding', firstInvalidLine(bytes))
  if (hasUtf8) throw new TableError('listEncoding', lineAt(bytes, firstInvalid))
}

/** Detects the encoding from all bytes. Throws if they are not text, or text in several encodings. */
export const detectEncoding = (bytes: Buffer): DetectedEncoding => {
  if (hasStart(bytes, firstBytes.le)) return { encoding: 'UTF-16 LE', start: 2 }
  if (hasStart(bytes, firstBytes.be)) return { encoding: 'UTF-16 BE', start: 2 }
  const wide = utf16WithoutMark(bytes)
  if (wide !== null) return { encoding: wide, start: 0 }
  const zero = bytes.indexOf(0)
  if (zero !== -1) throw new TableError('listNul', lineAt(bytes, zero))
  if (isUtf8(bytes)) {
    return hasStart(bytes, firstBytes.utf8) ? { encoding: 'UTF-8 with BOM', start: 3 } : { encoding: 'UTF-8', start: 0 }
  }
  if (hasStart(bytes, firstBytes.utf8)) throw new TableError('listEncoding', firstInvalidLine(bytes))
  assertWindows1252(bytes)
  return { encoding: 'Windows-1252', start: 0 }
}

/** Returns the first line that is not UTF-8. */
const firstInvalidLine = (bytes: Buffer): number => {
  let line = 1
  for (let start = 0; start < bytes.length; line += 1) {
    const end = bytes.indexOf(10, start)
    if (!isUtf8(bytes.subarray(start, end === -1 ? bytes.length : end))) break
    if (end === -1) break
    start = end + 1
  }
  return line
}

const decodeWindows1252 = (bytes: Buffer): string =>
  bytes.toString('latin1').replaceAll(/[\u0080-\u009f]/g, (one) => windows1252[one.charCodeAt(0) - 0x80] ?? one)

/** The number of bytes that are decoded at a time; even, so that UTF-16 code units are not split. */
const sliceBytes = 256 * 1024

type Decoder = { write: (bytes: Buffer) => string; end: () => string }

const createDecoder = (encoding: Encoding): Decoder => {
  if (encoding === 'Windows-1252') return { write: decodeWindows1252, end: () => '' }
  const decoder = new StringDecoder(encoding.startsWith('UTF-16') ? 'utf16le' : 'utf8')
  if (encoding !== 'UTF-16 BE') return decoder
  return { write: (bytes) => decoder.write(Buffer.from(bytes).swap16()), end: () => decoder.end() }
}

const linesIn = (text: string): number => {
  let lines = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}

/** Returns the line of the character at `at`, which follows `line` earlier lines. */
const badLine = (text: string, line: number, at: number): number => line + 1 + linesIn(text.slice(0, at))

/** Yields the text in parts, with `\n` for every line break. Throws an error for incomplete characters and NUL. */
export function* decode(bytes: Buffer, { encoding, start }: DetectedEncoding): Generator<string> {
  const isWide = encoding.startsWith('UTF-16')
  const decoder = createDecoder(encoding)
  const end = isWide ? start + ((bytes.length - start) & ~1) : bytes.length
  let line = 0
  let held = ''
  const take = (decoded: string): string => {
    const text = held + decoded
    // A CR at the end may belong to the LF that follows.
    held = text.endsWith('\r') ? '\r' : ''
    const part = (held === '' ? text : text.slice(0, -1)).replaceAll(/\r\n?/g, '\n')
    if (isWide) assertWide(part, line)
    line += isWide ? linesIn(part) : 0
    return part
  }
  for (let at = start; at < end; at += sliceBytes)
    yield take(decoder.write(bytes.subarray(at, Math.min(end, at + sliceBytes))))
  yield take(decoder.end())
  if (end !== bytes.length) throw new TableError('listEncoding', line + 1)
  if (held !== '') yield '\n'
}

const assertWide = (text: string, line: number): void => {
  const nul = text.indexOf('\0')
  if (nul !== -1) throw new TableError('listNul', badLine(text, line, nul))
  if (!text.isWellFormed()) {
    const half = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/.exec(text)?.index ?? 0
    throw new TableError('listEncoding', badLine(text, line, half))
  }
}
