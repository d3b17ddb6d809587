import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { applyContextFix } from '../../../../../src/domain/context/edit.ts'
import { fixText, removeFromText, setInText } from '../../../../../src/renderer/features/call/context/context-edit.ts'
import { contexts, pathsOf } from './arbitrary-contexts.ts'
import { isObject } from '../../../../../src/domain/json.ts'

const read = (text: string): unknown => JSON.parse(text)

describe('editing the text of a context', () => {
  it.each([
    ['', ['a'], '{\n  "a": "x"\n}'],
    ['{}', ['a'], '{\n  "a": "x"\n}'],
    ['{ "b": 1 }', ['a'], '{ "b": 1, "a": "x" }'],
    ['{\n  "b": 1\n}', ['a'], '{\n  "b": 1,\n  "a": "x"\n}'],
    ['{ "a" : 1.50 , "b": [ 1 ] }', ['a'], '{ "a" : "x" , "b": [ 1 ] }'],
    ['{\n  "b": 1\n}', ['user', 'name'], '{\n  "b": 1,\n  "user": { "name": "x" }\n}'],
    ['{\n  "user": {}\n}', ['user', 'name'], '{\n  "user": {\n    "name": "x"\n  }\n}'],
    // JSON.parse keeps the last duplicate, so the edit changes that one.
    ['{ "a": 1, "a": 2 }', ['a'], '{ "a": 1, "a": "x" }'],
  ])('sets a value in %j at %j and leaves the rest unchanged', (text, path, after) => {
    expect(setInText(text, path, '"x"')).toBe(after)
  })

  it.each([
    ['{ "a": 1 }', ['a'], '{}'],
    ['{ "a": 1, "b": 2 }', ['a'], '{ "b": 2 }'],
    ['{\n  "a": 1,\n  "b": 2\n}', ['b'], '{\n  "a": 1\n}'],
    ['{ "a": 1, "b": 2, "a": 3 }', ['a'], '{ "b": 2 }'],
    ['{ "b": 2, "user": { "name": 1 } }', ['user', 'name'], '{ "b": 2 }'],
    ['{ "b": 2 }', ['c', 'd'], '{ "b": 2 }'],
  ])('removes from %j only the value at %j', (text, path, after) => {
    expect(removeFromText(text, path)).toBe(after)
  })

  it('does not change text that is not an object', () => {
    expect(setInText('[1]', ['a'], '"x"')).toBe('[1]')
    expect(removeFromText('[1]', ['a'])).toBe('[1]')
  })

  it('keeps digits that a parsed number would lose', () => {
    expect(setInText('{ "big": 12345678901234567890, "a": 1 }', ['a'], '"x"')).toContain('12345678901234567890')
  })

  it('sets any value at any path, with the same result as in the parsed object', () => {
    fc.assert(
      fc.property(contexts, fc.constantFrom(0, 2), (context, indent) => {
        for (const path of pathsOf(context)) {
          const text = JSON.stringify(context, null, indent)
          expect(read(setInText(text, path, '["x"]'))).toEqual(withValueAt(context, path, ['x']))
        }
      }),
    )
  })

  it('applies a fix to the text with the same result as to the object, except for objects left empty', () => {
    fc.assert(
      fc.property(contexts, fc.constantFrom(0, 2), fc.nat(), (context, indent, at) => {
        const paths = pathsOf(context)
        const from = paths[at % Math.max(1, paths.length)]
        if (from === undefined) return
        const text = JSON.stringify(context, null, indent)
        const to = [...from.slice(0, -1), 'a new name']
        for (const fix of [
          { kind: 'remove', path: from },
          { kind: 'rename', from, to },
          { kind: 'fill', path: to },
        ] as const)
          expect(withoutEmpty(read(fixText(text, fix)))).toEqual(withoutEmpty(applyContextFix(context, fix)))
      }),
    )
  })

  it('moves a value that blocks a field into that field', () => {
    const fix = { kind: 'rename', from: ['user'], to: ['user', 'name'] } as const
    expect(read(fixText('{ "a": 1, "user": "Jane" }', fix))).toEqual({ a: 1, user: { name: 'Jane' } })
  })

  it('renames a value to the name of an empty field', () => {
    const fix = { kind: 'rename', from: ['Name'], to: ['name'] } as const
    expect(fixText('{ "name": "", "Name": "Jane", "b": 1 }', fix)).toBe('{ "name": "Jane", "b": 1 }')
  })
})

/** Returns the object with a different value at an existing path. */
const withValueAt = (context: unknown, [name, ...inside]: readonly string[], value: unknown): unknown =>
  name === undefined || !isObject(context)
    ? value
    : Object.fromEntries(
        Object.entries(context).map(([other, held]) => [
          other,
          other === name ? withValueAt(held, inside, value) : held,
        ]),
      )

/** Removes empty objects, as a removal from the text does. */
const withoutEmpty = (value: unknown): unknown => {
  if (!isObject(value)) return value
  const entries = Object.entries(value).flatMap(([name, inside]) => {
    const kept = withoutEmpty(inside)
    return isObject(kept) && Object.keys(kept).length === 0 ? [] : [[name, kept] as const]
  })
  return Object.fromEntries(entries)
}
