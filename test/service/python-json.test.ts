import { describe, expect, it } from 'vitest'
import { parsePythonJson } from './python-json.ts'
import { printJson } from '../../src/main/practice/json.ts'

function roundTrip(text: string): string {
  const parsed = parsePythonJson(text)
  if (parsed.kind !== 'value') throw new Error(parsed.kind)
  return printJson(parsed.value)
}

describe('JSON that is printed after it was parsed', () => {
  it.each([
    '{"2":1,"1":2,"__proto__":{"a":1},"":"","a b.c":null}',
    '[12345678901234567890,1.0,-0.0,1e5,true,false,null]',
    '"é 😀 \\u0001 \\" \\\\"',
    '[[],{},[{}]]',
  ])('%s', (text) => expect(roundTrip(text)).toBe(text))

  it('reads escapes', () => expect(roundTrip(String.raw`"\u00e9\ud83d\ude00\/\n"`)).toBe('"é😀/\\n"'))
  it('keeps a lone surrogate', () => expect(roundTrip(String.raw`"\ud83d"`)).toBe(String.raw`"\ud83d"`))
  it('keeps the last of two equal keys in the position of the first', () =>
    expect(roundTrip('{"a":1,"b":2,"a":3}')).toBe('{"a":3,"b":2}'))
  it('accepts NaN and Infinity', () => expect(roundTrip('[NaN,Infinity,-Infinity]')).toBe('[NaN,Infinity,-Infinity]'))
})

describe('invalid JSON', () => {
  it.each([
    ['', 'Expecting value', 0],
    ['{"a":}', 'Expecting value', 5],
    ['{"a" 1}', "Expecting ':' delimiter", 5],
    ['{"a":1 "b":2}', "Expecting ',' delimiter", 7],
    ['{a:1}', 'Expecting property name enclosed in double quotes', 1],
    ['{"a":1,}', 'Illegal trailing comma before end of object', 6],
    ['[1,]', 'Illegal trailing comma before end of array', 2],
    ['[1 2]', "Expecting ',' delimiter", 3],
    ['{} x', 'Extra data', 3],
    ['"abc', 'Unterminated string starting at', 0],
    ['"\n"', 'Invalid control character at', 1],
    [String.raw`"\x"`, String.raw`Invalid \escape`, 1],
    [String.raw`"\u12"`, String.raw`Invalid \uXXXX escape`, 3],
    ['01', 'Extra data', 1],
    ['"😀" x', 'Extra data', 4],
  ])('%s', (text, message, position) => expect(parsePythonJson(text)).toEqual({ kind: 'syntax', message, position }))

  it.each([
    ['an integer of 5,000 digits', '7'.repeat(5000)],
    ['unlimited nesting', '['.repeat(100_000)],
  ])('does not read %s', (_what, text) => expect(parsePythonJson(text)).toEqual({ kind: 'unreadable' }))

  it('reads an integer of 400 digits', () => expect(roundTrip('7'.repeat(400))).toBe('7'.repeat(400)))
})
