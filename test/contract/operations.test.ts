import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { events } from '../../src/contract/events.ts'
import { eventChannel, eventNames, operationChannel, operationNames } from '../../src/contract/names.ts'
import { operations } from '../../src/contract/operations.ts'

/** Names under which a key could cross the bridge; the harmless ones that look alike are listed one by one. */
const suspicious = /key|secret|token|password|credential/i
const harmless = new Set(['usedByThisApp', 'prefix'])

const propertyNames = (schema: unknown): string[] => {
  if (Array.isArray(schema)) return schema.flatMap(propertyNames)
  if (typeof schema !== 'object' || schema === null) return []
  return Object.entries<unknown>({ ...schema }).flatMap(([name, value]) => [
    ...(name === 'properties' && typeof value === 'object' && value !== null ? Object.keys(value) : []),
    ...propertyNames(value),
  ])
}

const namesIn = (schema: z.ZodType): string[] => propertyNames(z.toJSONSchema(schema, { unrepresentable: 'any' }))

describe('the contract, operation by operation', () => {
  it('has a schema for every name and a name for every schema', () => {
    expect(Object.keys(operations).toSorted()).toEqual([...operationNames].toSorted())
    expect(Object.keys(events).toSorted()).toEqual([...eventNames].toSorted())
  })

  it('gives every operation and every event a channel of its own', () => {
    const channels = [...operationNames.map(operationChannel), ...eventNames.map(eventChannel)]
    expect(new Set(channels).size).toBe(channels.length)
  })

  it.each(operationNames)('%s refuses what is not an object', (name) => {
    for (const value of [undefined, null, 'text', 7, [], true])
      expect(operations[name].input.safeParse(value).success, `${name} took ${JSON.stringify(value)}`).toBe(false)
  })

  it.each(operationNames)('%s has no output field that could hold a key', (name) => {
    expect(namesIn(operations[name].output).filter((field) => suspicious.test(field) && !harmless.has(field))).toEqual(
      [],
    )
  })

  it('would notice such a field', () => {
    expect(
      namesIn(z.object({ list: z.array(z.object({ apiKey: z.string() })) })).some((field) => suspicious.test(field)),
    ).toBe(true)
  })
})
