import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { keyPlaces, keyPlacesIn } from '../../labs/ipc/key-places.ts'
import { shapeOf } from '../../labs/ipc/shape.ts'
import { tables } from '../../labs/ipc/tables.ts'

const placesIn = (schema: z.ZodType): string[] => keyPlaces(shapeOf(schema), 'it')

describe('what main tells the page', () => {
  it('has no field that could carry a key, in any answer, event or failure', () =>
    expect(keyPlacesIn(tables())).toEqual([]))
})

describe('the search for such fields', () => {
  it.each<[string, z.ZodType, string[]]>([
    ['by name', z.object({ apiKey: z.string() }), ['it.apiKey: a text named for a key']],
    ['by a part of a name', z.object({ proxyPassword: z.string() }), ['it.proxyPassword: a text named for a key']],
    ['that may be null', z.object({ token: z.string().nullable() }), ['it.token: a text named for a key']],
    [
      'inside lists, choices and references',
      z.array(z.union([z.object({ a: z.object({ secret: z.string().optional() }) }), z.null()])),
      ['it[].a.secret: a text named for a key'],
    ],
    ['that are lists', z.object({ keys: z.array(z.string()) }), ['it.keys[]: a text named for a key']],
    ['of any name', z.record(z.string(), z.string()), ['it: anything']],
    [
      'in a record by id',
      z.record(z.string().regex(/^\d+$/), z.object({ token: z.string() })),
      ['it{}.token: a text named for a key'],
    ],
    ['of no shape', z.object({ more: z.unknown() }), ['it.more: anything']],
    ['of no end', z.looseObject({ a: z.int() }), ['it: anything']],
  ])('finds one %s', (_title, schema, places) => expect(placesIn(schema)).toEqual(places))

  it.each<[string, z.ZodType]>([
    ['the name of a keychain’s state', z.object({ keychain: z.string() })],
    ['an id of a key', z.object({ apiKeyId: z.int() })],
    ['a list of records', z.object({ keys: z.array(z.object({ name: z.string() })) })],
    ['a record by id', z.object({ notes: z.record(z.string().regex(/^\d+$/), z.string()) })],
    ['a word of ours', z.object({ key: z.enum(['kept', 'missing']) })],
  ])('takes %s', (_title, schema) => expect(placesIn(schema)).toEqual([]))
})
