import { isGoodContext } from './context-rules.ts'
import { resolved, type Shape, typesOf } from './shape.ts'

const kindOf = (value: unknown): string => {
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

const isOfType = (type: string, value: unknown): boolean =>
  type === 'integer' ? Number.isInteger(value) : type === kindOf(value)

// Lengths are counted as the contract counts them, in UTF-16 units.
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
    // What is not named is dropped, and says nothing about what is.
    return typeof known !== 'object' || fits(known, child, root)
  })
}

const partsFit = (shape: Shape, value: unknown, root: Shape): boolean => {
  if (typeof value === 'string') return textFits(shape, value)
  if (typeof value === 'number') return numberFits(shape, value)
  if (Array.isArray(value)) return listFits(shape, value, root)
  return typeof value !== 'object' || value === null || objectFits(shape, value, root)
}

/** Whether a value is one that a shape allows: a second reading of the schemas, apart from the library that parses them. */
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
