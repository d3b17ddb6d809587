/** What stands where a key was. */
const mask = '[secret]'

/** From so many characters on, the beginning of a key is masked as well: an answer may cut what it echoes. */
const shortestBeginning = 12

/** One character as JSON, a URL or a web page may write it, also when they wrote it several times over. */
const escaped =
  /\\{1,8}(?:u([\da-f]{4})|x([\da-f]{2})|([^\\]))|%(?:25){0,3}([\da-f]{2})|&(?:amp;){0,3}(?:#0{0,6}(\d{1,5})|#x0{0,6}([\da-f]{1,4})|(quot|apos|amp|lt|gt));/iy
const named: Record<string, string> = { quot: '"', apos: "'", amp: '&', lt: '<', gt: '>' }

/** The character that is written at a place in escaped form, and where it ends; null when nothing is escaped there. */
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

const mayBeEscaped = (character: string | undefined): boolean =>
  character === '\\' || character === '%' || character === '&'

/** Where one character of the key may end that begins at a place: written as it stands, or escaped. */
const endsOf = (text: string, at: number, character: string): number[] => {
  const ends = text[at] === character ? [at + 1] : []
  const other = mayBeEscaped(text[at]) ? readEscaped(text, at) : null
  return other?.character === character && other.end !== at + 1 ? [...ends, other.end] : ends
}

/** Where the longest beginning of the key ends that stands at a place; null when it is shorter than what is masked. */
const endOfKey = (text: string, start: number, key: readonly string[]): number | null => {
  let ends = [start]
  for (let index = 0; index < key.length; index += 1) {
    const character = key[index] ?? ''
    const [first = start, ...others] = ends
    const next =
      others.length === 0 ? endsOf(text, first, character) : ends.flatMap((at) => endsOf(text, at, character))
    if (next.length === 0) return index < Math.min(shortestBeginning, key.length) ? null : Math.max(...ends)
    ends = next.length > 1 ? [...new Set(next)] : next
  }
  return Math.max(...ends)
}

const maskSpelled = (text: string, key: readonly string[]): string => {
  const pieces: string[] = []
  let kept = 0
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] !== key[0] && !mayBeEscaped(text[at])) continue
    const end = endOfKey(text, at, key)
    if (end === null) continue
    pieces.push(text.slice(kept, at), mask)
    kept = end
    at = end - 1
  }
  return kept === 0 ? text : [...pieces, text.slice(kept)].join('')
}

/** The part of a Base64 text that is the same whatever stands before and after the key, at each of the three offsets. */
const base64Forms = (key: string): string[] =>
  [0, 1, 2].flatMap((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), Buffer.from(key, 'latin1')]).toString('base64')
    const form = text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + key.length) * 8) / 6))
    return [form, form.replaceAll('+', '-').replaceAll('/', '_')]
  })

const hexForms = (key: string): string[] => {
  const form = Buffer.from(key, 'latin1').toString('hex')
  return [form, form.toUpperCase()]
}

/**
 * Makes the mask for one key (printable ASCII). It takes the key out of a text as it stands, cut short, as JSON, a URL
 * or a web page may escape it, and as Base64 or hexadecimal digits. A text that was masked before it is parsed cannot
 * give the key back when it is decoded.
 */
export const createKeyMask = (key: string): ((text: string) => string) => {
  const encoded = [...new Set([...base64Forms(key), ...hexForms(key)])]
  const characters = Array.from(key)
  return (text) => encoded.reduce((rest, form) => rest.replaceAll(form, mask), maskSpelled(text, characters))
}
