import { z } from 'zod'
import { initialContextSchema } from '../../../src/contract/initial-context.ts'

/** A schema of the contract as plain data (JSON Schema), so that it can be read without the library that wrote it. */
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
  /** The `initial_context` of a call, whose rules are code and no schema: see `context-rules.ts`. */
  isContext?: boolean
  /** Blanks around the text are dropped before it is judged. */
  isTrimmed?: boolean
}

type Told = { zodSchema: z.core.$ZodTypes; jsonSchema: object }

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

// oxlint-disable no-underscore-dangle -- zod keeps under this name what it tells to tools.
/** The context's own schema, and the one that it refines. */
const isContextSchema = (schema: z.core.$ZodTypes): boolean =>
  Object.is(schema, initialContextSchema) || Object.is(schema, initialContextSchema._zod.parent)

const mark = ({ zodSchema, jsonSchema }: Told): void => {
  const { type, checks } = zodSchema._zod.def
  if (isContextSchema(zodSchema)) Object.assign(jsonSchema, { isContext: true })
  else if (unreadable.has(type)) throw new Error(`A ${type} schema: this lab has to be taught how to read it.`)
  if (checks?.some((check) => check._zod.def.check === 'overwrite')) Object.assign(jsonSchema, { isTrimmed: true })
}
// oxlint-enable no-underscore-dangle

/** The shape of what may be given to a schema. Throws when a schema has a part that says nothing of itself. */
export const shapeOf = (schema: z.ZodType): Shape =>
  // JSON Schema is plain data; of its many words the contract uses those of Shape.
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', override: mark }) as Shape

/** The shape that a reference names, or the shape itself. */
export const resolved = (shape: Shape, root: Shape): Shape => {
  if (shape.$ref === undefined) return shape
  const found = shape.$ref === '#' ? root : root.$defs?.[shape.$ref.replace('#/$defs/', '')]
  if (found === undefined) throw new Error(`There is no shape ${shape.$ref}.`)
  return found
}

/** The kinds of value that a shape names; none when it does not say. */
export const typesOf = ({ type }: Shape): readonly string[] =>
  Array.isArray(type) ? type : type === undefined ? [] : [type]

/** True for an object whose fields are all named: nothing else may stand in it. */
export const isClosed = (shape: Shape): boolean =>
  typesOf(shape).includes('object') &&
  (shape.additionalProperties === undefined || shape.additionalProperties === false)
