import fc from 'fast-check'
import type { InitialContext } from '../../../../../src/contract/initial-context.ts'
import { isObject } from '../../../../../src/domain/json.ts'
import type { FormField } from '../../../../../src/renderer/features/call/context/context-rows.ts'

type Json = InitialContext[string]

const anyName = fc
  .oneof(fc.string({ maxLength: 8 }), fc.constantFrom('customer_name', 'user', 'a.b', '', ' ', 'Ünï "q"', '{{x}}', '1'))
  .filter((one) => one !== '__proto__')

const value: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('', ' ', 'line\nline', '\\n', '"', '}'),
      // JSON.stringify writes -0 as 0.
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((one) => one || 0),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
    ),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(anyName, tie('value'), { maxKeys: 4, noNullPrototype: true }),
  ),
})).value

/** Any context: any JSON values under any names except `__proto__`, which an object literal cannot have. */
export const contexts: fc.Arbitrary<InitialContext> = fc.dictionary(anyName, value, {
  maxKeys: 6,
  noNullPrototype: true,
})

/** Returns all paths in a context, outer paths first. */
export const pathsOf = (context: unknown, at: readonly string[] = []): (readonly string[])[] =>
  isObject(context)
    ? Object.entries(context).flatMap(([one, inside]) => [[...at, one], ...pathsOf(inside, [...at, one])])
    : []

/** Returns a field that an agent uses. */
export const field = (name: string, required = true): FormField => ({
  name,
  path: name.split('.'),
  required,
  fallback: null,
  sample: null,
})
