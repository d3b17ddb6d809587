import { resolved, type Shape, typesOf } from './shape.ts'
import type { Tables } from './tables.ts'

/** Words that name a key, as they may stand in the name of a field. */
const keyWords = new Set([
  'key',
  'keys',
  'apikey',
  'secret',
  'secrets',
  'token',
  'password',
  'passphrase',
  'credential',
  'credentials',
  'authorization',
  'auth',
  'bearer',
  'cookie',
  'dgr',
])

const wordsOf = (name: string): string[] => name.split(/(?=[A-Z])|[^a-zA-Z]+/).map((word) => word.toLowerCase())

const namesKey = (name: string): boolean => {
  const words = wordsOf(name)
  return words.some((word) => keyWords.has(word)) || keyWords.has(words.join(''))
}

/**
 * Where anything may stand, because a person wrote it: a call's context, which the service gives back too, and what was
 * made of a pasted row. Nowhere else.
 */
const isOpenPlace = (place: string, name: string): boolean =>
  name === 'initialContext' || place === 'readPasted.context'

const isText = (shape: Shape): boolean =>
  typesOf(shape).includes('string') && shape.enum === undefined && !Object.hasOwn(shape, 'const')

/** A record whose names are ids of ours: nobody can name a key in it. */
const isNamedByIds = (shape: Shape): boolean => shape.propertyNames?.pattern !== undefined

const isAnything = (shape: Shape): boolean =>
  shape.isContext === true ||
  (typeof shape.additionalProperties === 'object' && typesOf(shape).includes('object') && !isNamedByIds(shape)) ||
  shape.additionalProperties === true ||
  (typesOf(shape).length === 0 &&
    !(shape.anyOf ?? shape.oneOf ?? shape.allOf ?? shape.enum) &&
    !Object.hasOwn(shape, 'const'))

/** Every place of a shape where a key could stand: a text whose field is named for one, or a place without a shape. */
export const keyPlaces = (given: Shape, place: string, name = '', root: Shape = given): string[] => {
  if (isOpenPlace(place, name)) return []
  const shape = resolved(given, root)
  if (isAnything(shape)) return [`${place}: anything`]
  const parts = [...(shape.anyOf ?? []), ...(shape.oneOf ?? [])].flatMap((part) => keyPlaces(part, place, name, root))
  const items = shape.items === undefined ? [] : keyPlaces(shape.items, `${place}[]`, name, root)
  const fields = Object.entries(shape.properties ?? {}).flatMap(([field, child]) =>
    keyPlaces(child, `${place}.${field}`, field, root),
  )
  const { additionalProperties: more } = shape
  const named = typeof more === 'object' ? keyPlaces(more, `${place}{}`, name, root) : []
  const own = isText(shape) && namesKey(name) ? [`${place}: a text named for a key`] : []
  return [...own, ...parts, ...items, ...named, ...fields]
}

/** The places in everything that main ever tells the page. */
export const keyPlacesIn = ({ operations, events, failure }: Tables): string[] => [
  ...operations.flatMap(({ name, output }) => keyPlaces(output.shape, name)),
  ...events.flatMap(({ name, payload }) => keyPlaces(payload.shape, name)),
  ...keyPlaces(failure.shape, 'failure'),
]
