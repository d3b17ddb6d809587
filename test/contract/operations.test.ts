import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { events } from '../../src/contract/api.ts'
import { eventChannel, eventNames, operationChannel, operationNames } from '../../src/contract/names.ts'
import { operations } from '../../src/contract/operations.ts'

/** Names of fields that could contain a key; harmless fields with a similar name are listed individually. */
const suspicious = /key|secret|token|password|credential/i
const harmless = new Set(['usedByThisApp', 'prefix', 'newKeyId'])

/**
 * Whether a value of this JSON schema may be a string: a number cannot be a key, and the fields of an object are
 * checked separately.
 */
const mayBeText = (schema: object): boolean => {
  if ('anyOf' in schema && Array.isArray(schema.anyOf)) return schema.anyOf.some(mayBeText)
  if ('enum' in schema || 'const' in schema) return false
  return !('type' in schema) || [schema.type].flat().includes('string')
}

/** The fields of a JSON schema, at any depth, that may hold a string. */
const textFields = (schema: unknown): string[] => {
  if (Array.isArray(schema)) return schema.flatMap(textFields)
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries<unknown>({ ...schema }).flatMap(([name, value]) => [
    ...(name === 'properties' && typeof value === 'object' && value !== null
      ? Object.entries<object>({ ...value }).flatMap(([field, kind]) => (mayBeText(kind) ? [field] : []))
      : []),
    ...textFields(value),
  ])
}

const namesIn = (schema: z.ZodType): string[] => textFields(z.toJSONSchema(schema, { unrepresentable: 'any' }))

describe('the contract, operation by operation', () => {
  it('has exactly one schema for every name', () => {
    expect(Object.keys(operations).toSorted()).toEqual([...operationNames].toSorted())
    expect(Object.keys(events).toSorted()).toEqual([...eventNames].toSorted())
  })

  it('gives every operation and every event its own channel', () => {
    const channels = [...operationNames.map(operationChannel), ...eventNames.map(eventChannel)]
    expect(new Set(channels).size).toBe(channels.length)
  })

  it.each(operationNames)('%s refuses input that is not an object', (name) => {
    for (const value of [undefined, null, 'text', 7, [], true])
      expect(operations[name].input.safeParse(value).success, `${name} took ${JSON.stringify(value)}`).toBe(false)
  })

  it.each(operationNames)('%s has no output field that could hold a key', (name) => {
    expect(namesIn(operations[name].output).filter((field) => suspicious.test(field) && !harmless.has(field))).toEqual(
      [],
    )
  })

  it('finds such a field at any depth and in any union', () => {
    const hidden = [
      z.object({ list: z.array(z.object({ apiKey: z.string() })) }),
      z.object({ newKey: z.object({ secret: z.string().nullable() }).nullable() }),
      z.discriminatedUnion('step', [z.object({ step: z.literal('made'), token: z.union([z.int(), z.string()]) })]),
      z.object({ password: z.any() }),
    ]
    for (const schema of hidden) expect(namesIn(schema).some((field) => suspicious.test(field))).toBe(true)
    const fine = z.object({
      apiKeyId: z.int(),
      oldKey: z.object({ id: z.int(), prefix: z.string() }),
      key: z.literal(1),
    })
    expect(namesIn(fine).filter((field) => suspicious.test(field))).toEqual([])
  })
})
