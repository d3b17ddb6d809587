import { describe, expect, it } from 'vitest'
import { parseJson, printJson } from '../../../src/main/practice/json.ts'

describe('parseJson', () => {
  it.each(['[12345678901234567890,1.0,-0.0,1e5,true,false,null]', '{"a":{"__proto__":{"b":"é 😀"}},"":[]}'])(
    'keeps numbers and names as they were written: %s',
    (text) => {
      const parsed = parseJson(text)
      expect(parsed.kind === 'value' && printJson(parsed.value)).toBe(text)
    },
  )

  it('reports broken JSON', () => expect(parseJson('{"a":}')).toMatchObject({ kind: 'syntax' }))

  it('reports JSON that is nested too deeply', () =>
    expect(parseJson('['.repeat(100_000) + ']'.repeat(100_000))).toEqual({ kind: 'unreadable' }))
})
