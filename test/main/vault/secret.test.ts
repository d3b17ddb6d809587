import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { createSecret, openSecret, Secret, secretHasShownPrefix, secretIsKey } from '../../../src/main/vault/secret.ts'

const text = 'dgr_canary-0123456789-abcdefghijklmnopqrstuvwxyz'
const secret = createSecret(text)

describe('Secret', () => {
  it.each([
    ['String', () => String(secret)],
    ['concatenation with a string', () => ''.concat(secret.toString())],
    ['joining', () => [secret].join()],
    ['inspect', () => inspect(secret)],
    ['inspect with all options', () => inspect({ key: secret }, { showHidden: true, depth: 9, customInspect: false })],
    ['inspect of an error that contains it', () => inspect(new Error('no', { cause: { key: secret } }))],
    ['JSON', () => JSON.stringify({ key: secret })],
    ['its own names', () => JSON.stringify(Reflect.ownKeys(secret))],
    ['a structured clone', () => inspect(structuredClone({ key: secret }), { showHidden: true })],
    ['a spread', () => inspect(Object.assign({}, secret), { showHidden: true })],
  ])('is not shown by %s', (_name, show) => {
    expect(show()).not.toContain('canary')
  })

  it('returns its text when opened', () => {
    expect(openSecret(secret)).toBe(text)
  })

  it('does not open if createSecret did not create it', () => {
    expect(() => openSecret(new Secret())).toThrow('not made by createSecret')
  })

  it.each([
    ['dgr_cana', true],
    ['dgr_canb', false],
    ['dgr_can', false],
    ['dgr_canar', false],
    ['', false],
  ])('has the shown prefix %j: %s', (prefix, expected) => {
    expect(secretHasShownPrefix(secret, prefix)).toBe(expected)
  })
})

describe('secretIsKey', () => {
  it.each(['dgr_0123', '!~'.repeat(4), 'x'.repeat(512)])('takes %s', (key) =>
    expect(secretIsKey(createSecret(key))).toBe(true),
  )

  it.each(['', 'dgr_012', 'x'.repeat(513), 'dgr_0123 4567', 'dgr_0123\r\nx-other: 1', 'dgr_schlüssel'])(
    'refuses %j',
    (foreign) => expect(secretIsKey(createSecret(foreign))).toBe(false),
  )
})
