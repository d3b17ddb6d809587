import { z } from 'zod'
import { initialContextSchema, reservedContextNames } from '../../../src/contract/initial-context.ts'
import { isObject } from '../../../src/domain/json.ts'

/** A schema of the contract as JSON Schema, which the lab reads independently of zod. */
export type Shape = {
  $ref?: string
  $defs?: Record<string, Shape>
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: Shape[]
  oneOf?: Shape[]
  allOf?: Shape[]
  properties?: Record<string, Shape>
  required?: string[]
  additionalProperties?: Shape | boolean
  propertyNames?: Shape
  items?: Shape
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
  multipleOf?: number
  /** The `initial_context` of a call, whose rules are code: see `isGoodContext`. */
  isContext?: boolean
  /** The string is trimmed before it is checked. */
  isTrimmed?: boolean
}

type SchemaPair = { zodSchema: z.core.$ZodTypes; jsonSchema: object }

const unreadable = new Set([
  'custom',
  'transform',
  'bigint',
  'symbol',
  'date',
  'map',
  'set',
  'function',
  'promise',
  'nan',
])

// oxlint-disable no-underscore-dangle -- zod's interface for tools.
/** Returns whether a schema is the context's schema or the one that it refines. */
const isContextSchema = (schema: z.core.$ZodTypes): boolean =>
  Object.is(schema, initialContextSchema) || Object.is(schema, initialContextSchema._zod.parent)

const mark = ({ zodSchema, jsonSchema }: SchemaPair): void => {
  const { type, checks } = zodSchema._zod.def
  if (isContextSchema(zodSchema)) Object.assign(jsonSchema, { isContext: true })
  else if (unreadable.has(type)) throw new Error(`A ${type} schema: this lab has to be taught how to read it.`)
  if (checks?.some((check) => check._zod.def.check === 'overwrite')) Object.assign(jsonSchema, { isTrimmed: true })
}
// oxlint-enable no-underscore-dangle

/** Returns the input shape of a schema. Throws for a schema that JSON Schema cannot express. */
export const shapeOf = (schema: z.ZodType): Shape =>
  // The contract uses only the JSON Schema keywords of Shape.
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override: mark }) as Shape

/** Resolves a reference. */
export const resolved = (shape: Shape, root: Shape): Shape => {
  if (shape.$ref === undefined) return shape
  const found = shape.$ref === '#' ? root : root.$defs?.[shape.$ref.replace('#/$defs/', '')]
  if (found === undefined) throw new Error(`There is no shape ${shape.$ref}.`)
  return found
}

/** Returns the types of a shape; none if it is unrestricted. */
export const typesOf = ({ type }: Shape): readonly string[] =>
  Array.isArray(type) ? type : type === undefined ? [] : [type]

/** Returns whether an object allows no other fields. */
export const isClosed = (shape: Shape): boolean =>
  typesOf(shape).includes('object') &&
  (shape.additionalProperties === undefined || shape.additionalProperties === false)

const kindOf = (value: unknown): string => {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

const isOfType = (type: string, value: unknown): boolean =>
  type === 'integer' ? Number.isInteger(value) : type === kindOf(value)

// Lengths are in UTF-16 units, as in the contract.
const textFits = (shape: Shape, given: string): boolean => {
  const text = shape.isTrimmed === true ? given.trim() : given
  return (
    text.length >= (shape.minLength ?? 0) &&
    text.length <= (shape.maxLength ?? Infinity) &&
    (shape.pattern === undefined || new RegExp(shape.pattern, 'u').test(text))
  )
}

const numberFits = (shape: Shape, value: number): boolean =>
  Number.isFinite(value) &&
  value >= (shape.minimum ?? -Infinity) &&
  value <= (shape.maximum ?? Infinity) &&
  value > (shape.exclusiveMinimum ?? -Infinity) &&
  value < (shape.exclusiveMaximum ?? Infinity) &&
  (shape.multipleOf === undefined || value % shape.multipleOf === 0)

const listFits = (shape: Shape, value: readonly unknown[], root: Shape): boolean =>
  value.length >= (shape.minItems ?? 0) &&
  value.length <= (shape.maxItems ?? Infinity) &&
  value.every((item) => fits(shape.items ?? {}, item, root))

const objectFits = (shape: Shape, value: object, root: Shape): boolean => {
  const { properties = {}, required = [], additionalProperties, propertyNames = {} } = shape
  const fields = new Map(Object.entries(value))
  if (required.some((name) => !fields.has(name))) return false
  if ([...fields.keys()].some((name) => !fits(propertyNames, name, root))) return false
  return [...fields].every(([name, child]) => {
    const known = Object.hasOwn(properties, name) ? properties[name] : additionalProperties
    // Unknown fields are dropped and do not affect validity.
    return typeof known !== 'object' || fits(known, child, root)
  })
}

const partsFit = (shape: Shape, value: unknown, root: Shape): boolean => {
  if (typeof value === 'string') return textFits(shape, value)
  if (typeof value === 'number') return numberFits(shape, value)
  if (Array.isArray(value)) return listFits(shape, value, root)
  return typeof value !== 'object' || value === null || objectFits(shape, value, root)
}

/** Returns whether a shape allows a value, independently of zod. */
export const fits = (given: Shape, value: unknown, root: Shape = given): boolean => {
  const shape = resolved(given, root)
  const types = typesOf(shape)
  const choices = shape.anyOf ?? shape.oneOf
  if (shape.isContext === true) return isGoodContext(value)
  if (types.length > 0 && !types.some((type) => isOfType(type, value))) return false
  if (Object.hasOwn(shape, 'const') && shape.const !== value) return false
  if (shape.enum !== undefined && !shape.enum.includes(value)) return false
  if (choices !== undefined && !choices.some((choice) => fits(choice, value, root))) return false
  return (shape.allOf ?? []).every((part) => fits(part, value, root)) && partsFit(shape, value, root)
}

const isValidText = (text: string): boolean => !/\0|\p{Surrogate}/u.test(text)

const isGoodNumber = (value: number): boolean =>
  Number.isFinite(value) && (!Number.isInteger(value) || Math.abs(value) <= Number.MAX_SAFE_INTEGER)

const isGood = (value: unknown, level: number): boolean => {
  if (typeof value === 'string') return isValidText(value)
  if (typeof value === 'number') return isGoodNumber(value)
  if (typeof value !== 'object' || value === null) return true
  if (level > 100) return false
  return Object.entries(value).every(
    ([name, child]: [string, unknown]) => isValidText(name) && name !== '__proto__' && isGood(child, level + 1),
  )
}

/** Returns whether a value may be an `initial_context`, independently of the contract's code. */
const isGoodContext = (value: unknown): boolean =>
  isObject(value) &&
  Object.keys(value).every((name) => !reservedContextNames.has(name)) &&
  isGood(value, 1) &&
  Buffer.byteLength(JSON.stringify(value)) <= 65_536
