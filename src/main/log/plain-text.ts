/** A text as a reader would decode it, and where each of its characters began in the text as it was. */
export type PlainText = { text: string; startOf: (index: number) => number }

/** One character as JSON, a URL or a web page may write it, also when they wrote it several times over. */
const escaped =
  /\\{1,8}(?:u([\da-f]{4})|x([\da-f]{2})|([^\\]))|%(?:25){0,3}([\da-f]{2})|&(?:amp;){0,3}(?:#0{0,6}(\d{1,5})|#x0{0,6}([\da-f]{1,4})|(quot|apos|amp|lt|gt));/iy
const named: Record<string, string> = { quot: '"', apos: "'", amp: '&', lt: '<', gt: '>' }

const readEscaped = (text: string, at: number): { character: string; end: number } | null => {
  escaped.lastIndex = at
  const found = escaped.exec(text)
  if (found === null) return null
  const [whole, json, short, bare, url, decimal, hexadecimal, name] = found
  const digits = json ?? short ?? url ?? hexadecimal
  const code = digits === undefined ? Number(decimal) : Number.parseInt(digits, 16)
  const character = bare ?? (name === undefined ? String.fromCharCode(code) : named[name.toLowerCase()])
  return character === undefined ? null : { character, end: at + whole.length }
}

/** What stands for an escape; nothing for a backslash, and null where a sign is no escape and stands for itself. */
const readSpecial = (text: string, at: number): { character: string; end: number } | null => {
  const found = readEscaped(text, at)
  if (found === null) return text[at] === '\\' ? { character: '', end: at + 1 } : null
  return found.character === '\\' ? { ...found, character: '' } : found
}

const isSpecial = (code: number): boolean => code === 0x5c || code === 0x25 || code === 0x26

/**
 * Undoes the escapes of JSON, URLs and web pages, all at once and without asking which of them a text is written in.
 * Backslashes are dropped, whether they escape something or are meant, because nobody can tell: two texts can be
 * compared only when both went through here.
 */
export const toPlainText = (text: string): PlainText => {
  if (!/[\\%&]/.test(text)) return { text, startOf: (index) => index }
  const starts = new Uint32Array(text.length + 1)
  const pieces: string[] = []
  let length = 0
  let kept = 0
  for (let at = 0; at < text.length; at += 1) {
    starts[length] = at
    const found = isSpecial(text.charCodeAt(at)) ? readSpecial(text, at) : null
    length += found?.character === '' ? 0 : 1
    if (found === null) continue
    pieces.push(text.slice(kept, at), found.character)
    kept = found.end
    at = found.end - 1
  }
  starts[length] = text.length
  return { text: [...pieces, text.slice(kept)].join(''), startOf: (index) => starts[index] ?? text.length }
}
