/**
 * Decoded text, and the position of each of its characters in the original. `mayBeControl` returns true for a letter
 * that may come from the escape sequence of a control character, such as the `n` of `\n`.
 */
export type PlainText = { text: string; startOf: (index: number) => number; mayBeControl: (index: number) => boolean }

/** One escape sequence of JSON, a URL or HTML, possibly escaped several times. */
const escaped =
  /\\{1,8}(?:u([\da-f]{4})|u\{0{0,6}([\da-f]{1,4})\}|x([\da-f]{2})|([0-3][0-7]{2})|([^\\]))|%(?:25){0,3}(?:u([\da-f]{4})|([\da-f]{2}))|&(?:amp;){0,3}(?:#0{0,6}(\d{1,5})|#x0{0,6}([\da-f]{1,4})|(quot|apos|amp|lt|gt));/iy
const entities: Record<string, string> = { quot: '"', apos: "'", amp: '&', lt: '<', gt: '>' }

const readEscaped = (text: string, at: number): { character: string; end: number } | null => {
  escaped.lastIndex = at
  const found = escaped.exec(text)
  if (found === null) return null
  const [whole, json, braced, short, octal, bare, wide, url, decimal, hexadecimal, name] = found
  const digits = json ?? braced ?? short ?? wide ?? url ?? hexadecimal
  const code =
    digits === undefined
      ? Number.parseInt(octal ?? decimal ?? '', octal === undefined ? 10 : 8)
      : Number.parseInt(digits, 16)
  const character = bare ?? (name === undefined ? String.fromCharCode(code) : entities[name.toLowerCase()])
  return character === undefined ? null : { character, end: at + whole.length }
}

/** Decodes one escape sequence; returns '' for a backslash, and null if there is no escape sequence. */
const readSpecial = (text: string, at: number): { character: string; end: number } | null => {
  const found = readEscaped(text, at)
  if (found === null) return text[at] === '\\' ? { character: '', end: at + 1 } : null
  return found.character === '\\' ? { ...found, character: '' } : found
}

/** JSON's escape sequences for control characters. */
const controlEscape = /^\\[bfnrtv]$/

const isSpecial = (code: number): boolean => code === 0x5c || code === 0x25 || code === 0x26

/**
 * Decodes the escape sequences of JSON, URLs and HTML together, without knowing the format. It drops all backslashes,
 * because their meaning is unknown. Therefore, compare its result only with other strings that it decoded.
 */
export const toPlainText = (text: string): PlainText => {
  if (!/[\\%&]/.test(text)) return { text, startOf: (index) => index, mayBeControl: () => false }
  const starts = new Uint32Array(text.length + 1)
  const blanks = new Uint8Array(text.length + 1)
  const pieces: string[] = []
  let length = 0
  let kept = 0
  for (let at = 0; at < text.length; at += 1) {
    starts[length] = at
    const found = isSpecial(text.charCodeAt(at)) ? readSpecial(text, at) : null
    length += found?.character === '' ? 0 : 1
    if (found === null) continue
    if (controlEscape.test(text.slice(found.end - 2, found.end))) blanks[length - 1] = 1
    pieces.push(text.slice(kept, at), found.character)
    kept = found.end
    at = found.end - 1
  }
  starts[length] = text.length
  return {
    text: [...pieces, text.slice(kept)].join(''),
    startOf: (index) => starts[index] ?? text.length,
    mayBeControl: (index) => blanks[index] === 1,
  }
}
