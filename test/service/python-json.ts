import { JsonNumber, type JsonObject, type JsonValue, type ParsedJson } from '../../src/main/practice/json.ts'

const deepest = 2000
const longestInteger = 4300
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|NaN|-?Infinity/y
const words: ReadonlyMap<string, JsonValue> = new Map([
  ['null', null],
  ['true', true],
  ['false', false],
])

/**
 * Parses JSON as Python does, with the same error messages and positions. It accepts `NaN`, and the last of two equal
 * keys wins. Integers over 4,300 digits and nesting over 2,000 levels are unreadable.
 */
export function parsePythonJson(text: string): ParsedJson {
  try {
    const cursor = createCursor(text)
    const value = readValue(cursor, 0)
    cursor.skipBlanks()
    if (!cursor.atEnd()) throw new JsonFault('Extra data', cursor.position())
    return { kind: 'value', value }
  } catch (error) {
    if (error instanceof UnreadableJson) return { kind: 'unreadable' }
    if (!(error instanceof JsonFault)) throw error
    return { kind: 'syntax', message: error.message, position: countCharacters(text.slice(0, error.position)) }
  }
}

// Count code points, not UTF-16 units: to the service, an emoji is one character.
function countCharacters(text: string): number {
  return text.replaceAll(/[\uD800-\uDBFF][\uDC00-\uDFFF]/g, '.').length
}

function readValue(cursor: Cursor, depth: number): JsonValue {
  if (depth > deepest) throw new UnreadableJson()
  cursor.skipBlanks()
  const next = cursor.peek()
  if (next === '{') return readObject(cursor, depth)
  if (next === '[') return readArray(cursor, depth)
  if (next === '"') return cursor.readText()
  return readPlain(cursor)
}

function readPlain(cursor: Cursor): JsonValue {
  for (const [word, value] of words) if (cursor.take(word)) return value
  const digits = cursor.match(number)
  if (digits === undefined) throw new JsonFault('Expecting value', cursor.position())
  const found = new JsonNumber(digits)
  if (found.isWhole && digits.length > longestInteger) throw new UnreadableJson()
  return found
}

function readArray(cursor: Cursor, depth: number): JsonValue[] {
  const items: JsonValue[] = []
  cursor.take('[')
  cursor.skipBlanks()
  if (cursor.take(']')) return items
  for (;;) {
    items.push(readValue(cursor, depth + 1))
    if (endsAfterItem(cursor, ']', 'array')) return items
  }
}

function readObject(cursor: Cursor, depth: number): JsonObject {
  const object: JsonObject = new Map()
  cursor.take('{')
  cursor.skipBlanks()
  if (cursor.take('}')) return object
  for (;;) {
    if (cursor.peek() !== '"') {
      throw new JsonFault('Expecting property name enclosed in double quotes', cursor.position())
    }
    const name = cursor.readText()
    cursor.skipBlanks()
    if (!cursor.take(':')) throw new JsonFault("Expecting ':' delimiter", cursor.position())
    object.set(name, readValue(cursor, depth + 1))
    if (endsAfterItem(cursor, '}', 'object')) return object
  }
}

function endsAfterItem(cursor: Cursor, closing: string, what: string): boolean {
  cursor.skipBlanks()
  if (cursor.take(closing)) return true
  const comma = cursor.position()
  if (!cursor.take(',')) throw new JsonFault("Expecting ',' delimiter", comma)
  cursor.skipBlanks()
  if (cursor.peek() === closing) throw new JsonFault(`Illegal trailing comma before end of ${what}`, comma)
  return false
}

/** A JSON syntax error; `position` is an index into the text. */
export class JsonFault extends Error {
  readonly position: number

  constructor(message: string, position: number) {
    super(message)
    this.position = position
  }
}

/** JSON that the service's parser rejects without a position. */
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

/** A position in a text that moves forward as the text is read. */
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
