import { describe, expect, it } from 'vitest'
import { echoForms } from '../../labs/fuzz/generate-answer.ts'
import { createSecretSearch } from '../../labs/support/secret-search.ts'

const ownKey = 'dgr_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG'
const oddKey = `Zq0aDsAa%L~3\\">'\`h|*;9[L#t![':g/x]3$$u(]%y)V,!*x<E"d=<&:^9+o?_@E}h`

describe.each([ownKey, oddKey])('the search for %s', (key) => {
  const find = createSecretSearch(key)

  it.each(echoForms.map((write, index) => [index, write] as const))(
    'finds it in form %i, at any alignment',
    (_, write) => {
      for (const before of ['', 'a', 'ab', 'abc', '€']) {
        expect(find(Buffer.from(`${before}${write(key)} and more`))).not.toBeNull()
        expect(find(Buffer.from(write(`${before}${key}`)))).not.toBeNull()
      }
    },
  )

  it('finds it in nested JSON, in uppercase hexadecimal, and in UTF-16', () => {
    expect(find(Buffer.from(JSON.stringify(JSON.stringify({ key }))))).not.toBeNull()
    expect(find(Buffer.from(Buffer.from(key).toString('hex').toUpperCase()))).not.toBeNull()
    expect(find(Buffer.from(`x${key}`, 'utf16le'))?.form).toBe('utf-16')
  })

  it('finds any twelve characters of it, but not eleven', () => {
    for (let from = 8; from + 12 <= key.length; from += 1) {
      expect(find(Buffer.from(`no ${key.slice(from, from + 12)}!`))).not.toBeNull()
      expect(find(Buffer.from(`no ${key.slice(from, from + 11)}~`))).toBeNull()
    }
  })

  it('reports the position of the secret', () => {
    expect(find(Buffer.from(`${'x'.repeat(1_000)}${key}`))).toEqual({ form: 'raw', at: 1_008 })
  })

  it('does not report the prefix that the service shows, or other text, as a leak', () => {
    expect(find(Buffer.from(key.slice(0, 8)))).toBeNull()
    expect(find(Buffer.from('x'.repeat(100_000)))).toBeNull()
    expect(find(Buffer.alloc(0))).toBeNull()
  })
})
