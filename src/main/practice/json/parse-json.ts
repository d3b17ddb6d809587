import { createCursor, JsonFault, UnreadableJson, type Cursor } from './json-cursor.ts'
import { JsonNumber, type JsonObject, type JsonValue } from './json-value.ts'

export type ParsedJson =
  | { kind: 'value'; value: JsonValue }
  /** `position` counts characters (code points), as the service does. */
  | { kind: 'syntax'; message: string; position: number }
  | { kind: 'unreadable' }

const deepest = 2000
const longestInteger = 4300
const number = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|NaN|-?Infinity/y
const words: ReadonlyMap<string, JsonValue> = new Map([
  ['null', null],
  ['true', true],
  ['false', false],
])

/**
 * Reads JSON the way the service's own reader does: `NaN` passes, the last of two equal keys wins, and a mistake is
 * told with that reader's words and place. Integers over 4,300 digits and nesting beyond all reason are unreadable.
 */
export function parseJson(text: string): ParsedJson {
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

// Code points, not UTF-16 units: an emoji is one character to the service.
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
