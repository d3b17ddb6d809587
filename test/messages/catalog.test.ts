import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, expectTypeOf, it } from 'vitest'
import type { Messages } from '../../src/messages/index.ts'
import { en as mirrored } from '../support/messages/mirrored.ts'
import { en as pseudo } from '../support/messages/pseudo.ts'

/** Keys whose values are codes, not text. */
type Codes = 'language' | 'placed' | 'stateNames'

/** Every string literal in a catalog type, because a second language could not replace it. */
type LiteralTexts<T> = T extends string
  ? string extends T
    ? never
    : T
  : T extends (...given: never[]) => infer Result
    ? LiteralTexts<Result>
    : T extends readonly (infer Item)[]
      ? LiteralTexts<Item>
      : T extends object
        ? { [K in keyof T]: K extends Codes ? never : LiteralTexts<T[K]> }[keyof T]
        : never

it('lets another language replace every string', () => {
  expectTypeOf<LiteralTexts<Messages>>().toEqualTypeOf<never>()
  expectTypeOf(mirrored).toEqualTypeOf<Messages>()
  expect(mirrored.language).toEqual({ tag: 'ar', direction: 'rtl' })
  expect(pseudo.shell.nav).not.toBe(mirrored.shell.nav)
  expect(pseudo.call.number.willSend('5')).toContain('5')
})

const folder = join(import.meta.dirname, '../../src/messages/en')
const texts = readdirSync(folder).flatMap((file) => {
  const code = readFileSync(join(folder, file), 'utf8').replaceAll(/\/\*.*?\*\//gs, '')
  return [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)].map((match) => ({
    file,
    text: match[1] ?? match[2] ?? '',
  }))
})

it.each([
  ['a space before an ellipsis', / …$/],
  ['a straight apostrophe', /[a-z]\\?'[a-z]/],
  ['a straight quotation mark in a sentence', /\w "\w[^"]*"/],
  ['an uncontracted negation', /\b(?:could|does|do|did) not\b|\bcannot\b/],
  ['words that users do not know', /\b(?:desk|callee|nobody|whoever|anew)\b/],
  ['British spelling', /\b(?:diall|cancelled|colour|catalogue)/i],
])('has no string with %s', (_rule, pattern) => {
  const isSentence = (text: string) => text.includes(' ')
  expect(texts.filter(({ text }) => isSentence(text) && pattern.test(text))).toEqual([])
})
