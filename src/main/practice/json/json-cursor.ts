/** A mistake in JSON; `position` is an index into the text. */
export class JsonFault extends Error {
  readonly position: number

  constructor(message: string, position: number) {
    super(message)
    this.position = position
  }
}

/** JSON the service's reader gives up on without naming a place. */
export class UnreadableJson extends Error {}

export type Cursor = ReturnType<typeof createCursor>

const blanks = /[ \t\n\r]*/y
const plainText = /[^"\\\u0000-\u001f]*/y
const fourDigits = /[0-9a-fA-F]{4}/y
const escapes: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['\\', '\\'],
  ['/', '/'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
])

/** A place in a text that moves forward as the text is read. */
export function createCursor(text: string) {
  let at = 0

  function match(pattern: RegExp): string | undefined {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.[0]
    at += found?.length ?? 0
    return found
  }

  function take(expected: string): boolean {
    if (!text.startsWith(expected, at)) return false
    at += expected.length
    return true
  }

  function readEscape(): string {
    const letter = text[at] ?? ''
    at += 1
    if (letter !== 'u') {
      const character = escapes.get(letter)
      if (character === undefined) throw new JsonFault('Invalid \\escape', at - 2)
      return character
    }
    const digits = match(fourDigits)
    if (digits === undefined) throw new JsonFault('Invalid \\uXXXX escape', at)
    return String.fromCharCode(Number.parseInt(digits, 16))
  }

  function readText(): string {
    const start = at
    let read = ''
    at += 1
    for (;;) {
      read += match(plainText) ?? ''
      if (at >= text.length) throw new JsonFault('Unterminated string starting at', start)
      if (take('"')) return read
      if (!take('\\')) throw new JsonFault('Invalid control character at', at)
      if (at >= text.length) throw new JsonFault('Unterminated string starting at', start)
      read += readEscape()
    }
  }

  return {
    atEnd: () => at >= text.length,
    match,
    peek: () => text[at],
    position: () => at,
    readText,
    skipBlanks: () => void match(blanks),
    take,
  }
}
