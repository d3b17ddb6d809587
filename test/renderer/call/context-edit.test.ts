import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mendContext } from '../../../src/contract/mend-context.ts'
import { mendText, removeFromText, setInText } from '../../../src/renderer/call/context-edit.ts'
import { contexts, isValue, pathsOf } from './some-contexts.ts'

const read = (text: string): unknown => JSON.parse(text)

describe('an edit of a context text', () => {
  it.each([
    ['', ['a'], '{\n  "a": "x"\n}'],
    ['{}', ['a'], '{\n  "a": "x"\n}'],
    ['{ "b": 1 }', ['a'], '{ "b": 1, "a": "x" }'],
    ['{\n  "b": 1\n}', ['a'], '{\n  "b": 1,\n  "a": "x"\n}'],
    ['{ "a" : 1.50 , "b": [ 1 ] }', ['a'], '{ "a" : "x" , "b": [ 1 ] }'],
    ['{\n  "b": 1\n}', ['user', 'name'], '{\n  "b": 1,\n  "user": { "name": "x" }\n}'],
    ['{\n  "user": {}\n}', ['user', 'name'], '{\n  "user": {\n    "name": "x"\n  }\n}'],
    // The last of two is the one that is sent, and so the one that is changed.
    ['{ "a": 1, "a": 2 }', ['a'], '{ "a": 1, "a": "x" }'],
  ])('puts a value into %j at %j and leaves the rest as it is written', (text, path, after) => {
    expect(setInText(text, path, '"x"')).toBe(after)
  })

  it.each([
    ['{ "a": 1 }', ['a'], '{}'],
    ['{ "a": 1, "b": 2 }', ['a'], '{ "b": 2 }'],
    ['{\n  "a": 1,\n  "b": 2\n}', ['b'], '{\n  "a": 1\n}'],
    ['{ "a": 1, "b": 2, "a": 3 }', ['a'], '{ "b": 2 }'],
    ['{ "b": 2, "user": { "name": 1 } }', ['user', 'name'], '{ "b": 2 }'],
    ['{ "b": 2 }', ['c', 'd'], '{ "b": 2 }'],
  ])('takes out of %j what stands at %j, and nothing else', (text, path, after) => {
    expect(removeFromText(text, path)).toBe(after)
  })

  it('leaves a text alone that is no object', () => {
    expect(setInText('[1]', ['a'], '"x"')).toBe('[1]')
    expect(removeFromText('[1]', ['a'])).toBe('[1]')
  })

  it('keeps digits that JSON numbers would lose', () => {
    expect(setInText('{ "big": 12345678901234567890, "a": 1 }', ['a'], '"x"')).toContain('12345678901234567890')
  })

  it('sets any value at any place, as it would be set in the object, and takes it out again', () => {
    fc.assert(
      fc.property(contexts, fc.constantFrom(0, 2), (context, indent) => {
        for (const path of pathsOf(context)) {
          const text = JSON.stringify(context, null, indent)
          expect(read(setInText(text, path, '["x"]'))).toEqual(mendlessly(context, path, ['x']))
        }
      }),
    )
  })

  it('mends a text as the contract mends the object, but for objects that are left empty', () => {
    fc.assert(
      fc.property(contexts, fc.constantFrom(0, 2), fc.nat(), (context, indent, at) => {
        const paths = pathsOf(context)
        const from = paths[at % Math.max(1, paths.length)]
        if (from === undefined) return
        const text = JSON.stringify(context, null, indent)
        const to = [...from.slice(0, -1), 'a new name']
        for (const mend of [
          { kind: 'remove', path: from },
          { kind: 'rename', from, to },
          { kind: 'fill', path: to },
        ] as const)
          expect(withoutEmpty(read(mendText(text, mend)))).toEqual(withoutEmpty(mendContext(context, mend)))
      }),
    )
  })

  it('moves a value that stands in the way to where it is looked for', () => {
    const mend = { kind: 'rename', from: ['user'], to: ['user', 'name'] } as const
    expect(read(mendText('{ "a": 1, "user": "Jane" }', mend))).toEqual({ a: 1, user: { name: 'Jane' } })
  })

  it('gives a name to the empty place that waits for it', () => {
    const mend = { kind: 'rename', from: ['Name'], to: ['name'] } as const
    expect(mendText('{ "name": "", "Name": "Jane", "b": 1 }', mend)).toBe('{ "name": "Jane", "b": 1 }')
  })
})

/** The object with a value at a path that stands in it. */
const mendlessly = (context: unknown, [name, ...inside]: readonly string[], value: unknown): unknown =>
  name === undefined || !isValue(context)
    ? value
    : Object.fromEntries(
        Object.entries(context).map(([other, held]) => [
          other,
          other === name ? mendlessly(held, inside, value) : held,
        ]),
      )

/** Without objects that hold nothing: a form shows none, and a removal takes them along. */
const withoutEmpty = (value: unknown): unknown => {
  if (!isValue(value)) return value
  const entries = Object.entries(value).flatMap(([name, inside]) => {
    const kept = withoutEmpty(inside)
    return isValue(kept) && Object.keys(kept).length === 0 ? [] : [[name, kept] as const]
  })
  return Object.fromEntries(entries)
}
