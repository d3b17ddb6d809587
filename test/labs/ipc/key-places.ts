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

/** Where anything may stand, because it is what a person wrote and the service gave back: and nowhere else. */
const openPlaces = new Set(['initialContext'])

/** The same where the name alone would say too little: a row that a person pasted, and the notes that people wrote. */
const openAt = new Set(['readPasted.context', 'listCalls.notes'])

const isText = (shape: Shape): boolean =>
  typesOf(shape).includes('string') && shape.enum === undefined && !Object.hasOwn(shape, 'const')

const isAnything = (shape: Shape): boolean =>
  shape.isContext === true ||
  (typeof shape.additionalProperties === 'object' && typesOf(shape).includes('object')) ||
  shape.additionalProperties === true ||
  (typesOf(shape).length === 0 &&
    !(shape.anyOf ?? shape.oneOf ?? shape.allOf ?? shape.enum) &&
    !Object.hasOwn(shape, 'const'))

/** Every place of a shape where a key could stand: a text whose field is named for one, or a place without a shape. */
export const keyPlaces = (given: Shape, place: string, name = '', root: Shape = given): string[] => {
  if (openPlaces.has(name) || openAt.has(place)) return []
  const shape = resolved(given, root)
  if (isAnything(shape)) return [`${place}: anything`]
  const parts = [...(shape.anyOf ?? []), ...(shape.oneOf ?? [])].flatMap((part) => keyPlaces(part, place, name, root))
  const items = shape.items === undefined ? [] : keyPlaces(shape.items, `${place}[]`, name, root)
  const fields = Object.entries(shape.properties ?? {}).flatMap(([field, child]) =>
    keyPlaces(child, `${place}.${field}`, field, root),
  )
  const own = isText(shape) && namesKey(name) ? [`${place}: a text named for a key`] : []
  return [...own, ...parts, ...items, ...fields]
}

/** The places in everything that main ever tells the page. */
export const keyPlacesIn = ({ operations, events, failure }: Tables): string[] => [
  ...operations.flatMap(({ name, output }) => keyPlaces(output, name)),
  ...events.flatMap(({ name, payload }) => keyPlaces(payload, name)),
  ...keyPlaces(failure, 'failure'),
]
