import { assert, constantFrom, dictionary, jsonValue, nat, property, string, tuple } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contextIssues } from '../../../../../src/contract/initial-context.ts'
import { parseJson } from '../../../../../src/domain/json.ts'
import type { JsonError } from '../../../../../src/messages/en/context.ts'
import { messages } from '../../../../../src/messages/index.ts'
import { positionAt, readContextText } from '../../../../../src/renderer/features/call/context/context-text.ts'

const positionOf = (text: string, part: string) => positionAt(text, text.indexOf(part))

describe('the text of a context', () => {
  it.each(['', '  \n'])('is an empty object when it is empty: %j', (text) => {
    expect(readContextText(text)).toEqual({ value: {}, written: {}, notes: [], bytes: 0 })
  })

  it.each<[string, string, JsonError]>([
    ['{\n  "a": 1\n  "b": 2\n}', '"b"', 'commaExpected'],
    ['{ "a": }', '}', 'valueExpected'],
    ["{ 'a': 1 }", "'a'", 'symbol'],
    ['{ "a": 1, }', '}', 'nameExpected'],
    ['{ "a" 1 }', '1', 'colonExpected'],
    ['{ "a": "x }', '"x', 'stringEnd'],
    ['{ "a": 1 } x', 'x', 'symbol'],
    ['{ "a": 1 } // why', '//', 'comment'],
    ['{ "a": "\\q" }', '"\\q"', 'escape'],
  ])('locates the error in %j', (text, part, error) => {
    const { value, notes } = readContextText(text)
    expect(value).toBeNull()
    expect(notes).toHaveLength(1)
    expect(notes[0]?.position).toEqual(positionOf(text, part))
    expect(notes[0]?.sentence).toBe(messages.context.error(error))
  })

  it('marks the name if it is reserved, and the value otherwise', () => {
    const text = '{\n  "phone_number": 1,\n  "big": 9007199254740993\n}'
    const { notes } = readContextText(text)
    expect(notes.map(({ position }) => position)).toEqual([
      positionOf(text, '"phone_number"'),
      positionOf(text, '9007'),
    ])
  })

  it('marks the last of two properties with the same name', () => {
    const text = '{ "a": 1, "a": "\\ud800" }'
    const { notes, value } = readContextText(text)
    expect(value).toBeNull()
    expect(notes.filter(({ severity }) => severity === 'error').map(({ from }) => from)).toEqual([
      text.indexOf('"\\ud800'),
    ])
  })

  it('warns about a duplicate name and uses the last value', () => {
    const { notes, value } = readContextText('{ "a": 1, "b": { "c": 1, "c": 2 }, "a": 3 }')
    expect(value).toEqual({ a: 3, b: { c: 2 } })
    expect(notes.map(({ severity }) => severity)).toEqual(['warning', 'warning'])
  })

  it('warns above 8 KiB and refuses above 64 KiB', () => {
    const large = readContextText(JSON.stringify({ a: 'x'.repeat(9_000) }))
    expect(large.value).not.toBeNull()
    expect(large.notes[0]).toMatchObject({ severity: 'warning' })
    expect(readContextText(JSON.stringify({ a: 'x'.repeat(70_000) }))).toMatchObject({ value: null })
  })

  it('locates where deeply nested brackets exceed the limit', () => {
    const { value, notes } = readContextText('{"a":' + '['.repeat(200_000))
    expect(value).toBeNull()
    expect(notes[0]?.position).toEqual({ line: 1, column: 5 + 100 })
  })

  it('does not count brackets inside strings', () => {
    expect(readContextText(JSON.stringify({ a: '['.repeat(500) })).value).not.toBeNull()
  })

  it('counts CR LF as one line break', () => {
    expect(positionAt('a\r\nb\r\nc', 6)).toEqual({ line: 3, column: 1 })
  })

  it('accepts exactly the JSON objects that the contract accepts', () => {
    assert(
      property(dictionary(string(), jsonValue()), nat(4), (object, blanks) => {
        const text = JSON.stringify(object, null, blanks)
        const value: unknown = JSON.parse(text)
        expect(readContextText(text).value).toEqual(contextIssues(value).length === 0 ? value : null)
      }),
    )
  })

  it('refuses damaged text with a single error that has a location', () => {
    const marks = ['', '"', ',', '}', '{', '\\', '1', '\n', 'x']
    const damaged = tuple(dictionary(string(), jsonValue(), { minKeys: 1 }), nat(), constantFrom(...marks))
      .map(([object, position, mark]) => {
        const text = JSON.stringify(object, null, 2)
        const index = position % text.length
        return text.slice(0, index) + mark + text.slice(index + 1)
      })
      .filter((text) => parseJson(text) === undefined && text.trim() !== '')
    assert(
      property(damaged, (text) => {
        const { value, notes } = readContextText(text)
        expect(value).toBeNull()
        expect(notes.map(({ severity }) => severity)).toEqual(['error'])
        const from = notes[0]?.from ?? -1
        expect(from).toBeGreaterThanOrEqual(0)
        expect(from).toBeLessThanOrEqual(text.length)
        expect(notes[0]?.position).toEqual(positionAt(text, from))
      }),
      { numRuns: 500 },
    )
  })
})
