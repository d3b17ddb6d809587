import { resolved, type Shape, typesOf } from './shape.ts'
import type { ContractShapes } from './contract-samples.ts'

/** Words in a field's name that indicate a key. */
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
 * Returns whether a field may have any shape. Only a call's context and the values of a pasted row may, because the
 * user writes them.
 */
const isOpenField = (field: string, name: string): boolean =>
  name === 'initialContext' || field === 'readPasted.context'

/** Returns whether a field is a UUID such as `newKeyId`, whose pattern excludes keys. */
const isUuid = (name: string, { pattern }: Shape): boolean =>
  name.endsWith('Id') && pattern !== undefined && !new RegExp(pattern, 'u').test(`dgr_${'a'.repeat(43)}`)

const isText = (shape: Shape): boolean =>
  typesOf(shape).includes('string') && shape.enum === undefined && !Object.hasOwn(shape, 'const')

/** Returns whether a record's names are the app's own: IDs, or enumerated words. */
const hasKnownNames = ({ propertyNames }: Shape): boolean =>
  propertyNames?.pattern !== undefined || propertyNames?.enum !== undefined

const isAnything = (shape: Shape): boolean =>
  shape.isContext === true ||
  (typeof shape.additionalProperties === 'object' && typesOf(shape).includes('object') && !hasKnownNames(shape)) ||
  shape.additionalProperties === true ||
  (typesOf(shape).length === 0 &&
    !(shape.anyOf ?? shape.oneOf ?? shape.allOf ?? shape.enum) &&
    !Object.hasOwn(shape, 'const'))

/**
 * Returns the fields of a shape that could contain a key: strings with such a word in their name, and fields without a
 * shape.
 */
export const keyFieldsOf = (given: Shape, field: string, name = '', root: Shape = given): string[] => {
  if (isOpenField(field, name)) return []
  const shape = resolved(given, root)
  if (isAnything(shape)) return [`${field}: anything`]
  const parts = [...(shape.anyOf ?? []), ...(shape.oneOf ?? [])].flatMap((part) => keyFieldsOf(part, field, name, root))
  const items = shape.items === undefined ? [] : keyFieldsOf(shape.items, `${field}[]`, name, root)
  const fields = Object.entries(shape.properties ?? {}).flatMap(([fieldName, child]) =>
    keyFieldsOf(child, `${field}.${fieldName}`, fieldName, root),
  )
  const { additionalProperties: more } = shape
  const named = typeof more === 'object' ? keyFieldsOf(more, `${field}{}`, name, root) : []
  const own = isText(shape) && namesKey(name) && !isUuid(name, shape) ? [`${field}: a text named for a key`] : []
  return [...own, ...parts, ...items, ...named, ...fields]
}

/** Returns such fields in everything that the main process sends to the page. */
export const keyFieldsIn = ({ operations, events, failure }: ContractShapes): string[] => [
  ...operations.flatMap(({ name, output }) => keyFieldsOf(output.shape, name)),
  ...events.flatMap(({ name, payload }) => keyFieldsOf(payload.shape, name)),
  ...keyFieldsOf(failure.shape, 'failure'),
]
