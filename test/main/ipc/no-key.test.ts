import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { keyFieldsOf, keyFieldsIn } from '../../labs/ipc/key-fields.ts'
import { shapeOf } from '../../labs/ipc/shape.ts'
import { readContract } from '../../labs/ipc/contract-samples.ts'

const placesIn = (schema: z.ZodType): string[] => keyFieldsOf(shapeOf(schema), 'it')

describe('everything that the main process sends to the page', () => {
  it('has no field that could contain a key, in any response, event or failure', () =>
    expect(keyFieldsIn(readContract())).toEqual([]))
})

describe('the search for such fields', () => {
  it.each<[string, z.ZodType, string[]]>([
    ['by name', z.object({ apiKey: z.string() }), ['it.apiKey: a text named for a key']],
    ['by part of a name', z.object({ proxyPassword: z.string() }), ['it.proxyPassword: a text named for a key']],
    ['that may be null', z.object({ token: z.string().nullable() }), ['it.token: a text named for a key']],
    [
      'inside lists, choices and references',
      z.array(z.union([z.object({ a: z.object({ secret: z.string().optional() }) }), z.null()])),
      ['it[].a.secret: a text named for a key'],
    ],
    ['that are lists', z.object({ keys: z.array(z.string()) }), ['it.keys[]: a text named for a key']],
    ['of any name', z.record(z.string(), z.string()), ['it: anything']],
    [
      'in a record by ID',
      z.record(z.string().regex(/^\d+$/), z.object({ token: z.string() })),
      ['it{}.token: a text named for a key'],
    ],
    [
      'in a record with our own names',
      z.record(z.enum(['ready', 'held']), z.object({ token: z.string() })),
      ['it{}.token: a text named for a key'],
    ],
    ['of no shape', z.object({ more: z.unknown() }), ['it.more: anything']],
    ['of unlimited depth', z.looseObject({ a: z.int() }), ['it: anything']],
  ])('finds a key field %s', (_title, schema, places) => expect(placesIn(schema)).toEqual(places))

  it.each<[string, z.ZodType]>([
    ['the name of a keychain’s state', z.object({ keychain: z.string() })],
    ['the ID of a key', z.object({ apiKeyId: z.int() })],
    ['a UUID of a key', z.object({ newKeyId: z.uuid() })],
    ['a list of records', z.object({ keys: z.array(z.object({ name: z.string() })) })],
    ['a record by ID', z.object({ notes: z.record(z.string().regex(/^\d+$/), z.string()) })],
    ['a record with our own names', z.record(z.enum(['ready', 'held']), z.int())],
    ['one of our own words', z.object({ key: z.enum(['kept', 'missing']) })],
  ])('takes %s', (_title, schema) => expect(placesIn(schema)).toEqual([]))
})
