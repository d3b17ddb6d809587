import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  contextIssues,
  contextLimits,
  initialContextSchema,
  reservedContextNames,
  utf8Length,
} from '../../src/contract/initial-context.ts'

const nested = (levels: number): object => (levels === 1 ? {} : { a: nested(levels - 1) })

const codes = (value: unknown): string[] => contextIssues(value).map((issue) => issue.code)

describe('a context', () => {
  it('accepts arbitrary JSON objects', () => {
    expect(contextIssues({})).toEqual([])
    expect(
      contextIssues({ name: 'Jane 😀', due: null, items: [1, 2.5, true, { deep: ['x'] }], '': 'empty key' }),
    ).toEqual([])
  })

  it.each([
    ['an array', []],
    ['null', null],
    ['text', '{}'],
    ['a number', 1],
  ])('refuses %s', (_title, value) => {
    expect(codes(value)).toEqual(['notAnObject'])
  })

  it('reports the path of a lone surrogate, in values and in names', () => {
    expect(contextIssues({ a: { b: ['ok', 'cut \ud83d'] } })).toEqual([{ path: ['a', 'b', 1], code: 'loneSurrogate' }])
    expect(contextIssues({ '\ude00': 1 })).toEqual([{ path: ['\ude00'], code: 'loneSurrogate' }])
  })

  it('reports the path of a field that would be lost between the page and the main process', () => {
    const context: unknown = JSON.parse('{"a":[{"__proto__":{"b":1}}],"constructor":"Acme Builders"}')
    expect(contextIssues(context)).toEqual([{ path: ['a', 0, '__proto__'], code: 'invalid' }])
  })

  it('reports the path of a NUL character', () => {
    expect(contextIssues({ a: 'x\0y' })).toEqual([{ path: ['a'], code: 'nul' }])
  })

  it('accepts 100 levels and refuses 101', () => {
    expect(codes(nested(contextLimits.depth))).toEqual([])
    expect(codes(nested(contextLimits.depth + 1))).toEqual(['tooDeep'])
  })

  it('refuses a depth that would overflow the stack of JSON.stringify', () => {
    expect(codes(nested(3000))).toEqual(['tooDeep'])
  })

  it('accepts 64 KiB and refuses one more byte', () => {
    const fill = contextLimits.bytes - '{"a":""}'.length
    expect(codes({ a: 'x'.repeat(fill) })).toEqual([])
    expect(codes({ a: 'x'.repeat(fill + 1) })).toEqual(['tooLarge'])
  })

  it.each([...reservedContextNames])(
    'refuses the reserved name %s at the top level and accepts it in nested objects',
    (name) => {
      expect(contextIssues({ [name]: 'x' })).toEqual([{ path: [name], code: 'reservedName', words: name }])
      expect(contextIssues({ inner: { [name]: 'x' } })).toEqual([])
    },
  )

  it('flags integers that lost digits', () => {
    expect(codes({ a: 9_007_199_254_740_991 })).toEqual([])
    expect(codes({ a: 9_007_199_254_740_992 })).toEqual(['unsafeInteger'])
  })

  it('passes its issue codes on through the schema', () => {
    const parsed = initialContextSchema.safeParse({ direction: 'x' })
    expect(parsed.error?.issues.map((issue) => (issue.code === 'custom' ? issue.params : null))).toEqual([
      { issue: 'reservedName', words: 'direction' },
    ])
  })

  it('counts the bytes of UTF-8 like Node', () => {
    const same = fc.property(fc.string({ unit: 'binary' }), (text) => utf8Length(text) === Buffer.byteLength(text))
    expect(() => fc.assert(same)).not.toThrow()
  })
})
