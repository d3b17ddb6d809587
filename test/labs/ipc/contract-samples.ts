import type { z } from 'zod'
import { events } from '../../../src/contract/api.ts'
import { failureSchema } from '../../../src/contract/failure.ts'
import { eventNames, operationNames } from '../../../src/contract/names.ts'
import { operations } from '../../../src/contract/operations.ts'
import { fits, resolved, type Shape, shapeOf, typesOf } from './shape.ts'

/** A schema of the contract as data, and the schema's own check. */
export type SchemaShape = { shape: Shape; accepts: (value: unknown) => boolean }

const schemaShape = (schema: z.ZodType): SchemaShape => ({
  shape: shapeOf(schema),
  accepts: (value) => schema.safeParse(value).success,
})

/** Returns the schemas of all operations, events and failures as data. */
export const readContract = () => ({
  operations: operationNames.map((name) => ({
    name,
    input: schemaShape(operations[name].input),
    output: schemaShape(operations[name].output),
  })),
  events: eventNames.map((name) => ({ name, payload: schemaShape(events[name]) })),
  failure: schemaShape(failureSchema),
})

export type ContractShapes = ReturnType<typeof readContract>
export type OperationShapes = ContractShapes['operations'][number]

/** Returns a random value that a schema accepts. */
export const goodSample = ({ shape, accepts }: SchemaShape, random: Random): unknown => {
  for (let tried = 0; tried < 1_000; tried += 1) {
    const value = sampleOf(shape, random)
    if (accepts(value)) return value
  }
  throw new Error(`No sample is taken by ${JSON.stringify(shape).slice(0, 300)}: this lab has to be taught one.`)
}

export type Random = () => number

export const pick = <T>(items: readonly T[], random: Random): T => {
  if (items.length === 0) throw new Error('There is nothing to pick from.')
  // The index is valid; the list may contain undefined.
  return items[Math.floor(random() * items.length)] as T
}

/** Strings of which every field of the contract accepts at least one. */
const texts = [
  '',
  'a',
  'Jané Doe',
  '🎉 Größe',
  '01KAJ3ZZZZZZZZZZZZZZZZZZZZ',
  '7f3c2a1e-0000-4000-8000-000000009b21',
  '2026-11-21T09:30:00.000Z',
  '2026-11-21',
  '09:30',
  '21:00',
  'US',
  'Europe/Berlin',
  'rundesk_call_id',
  'https://voice.acme.example',
  '+14155550123',
  '48001',
  'constructor',
  'x'.repeat(12),
  'x'.repeat(22),
]

const lengths = Array.from({ length: 64 }, (_unused, at) => 'a'.repeat(at + 1))

const contexts: unknown[] = [
  {},
  { customer_name: 'Jané 🎉', balance: -12.5, due: null, items: [{ sku: 'a', n: 1 }], constructor: 'Acme Builders' },
]

const sampleText = (shape: Shape, root: Shape, random: Random): string => {
  const longest = 'x'.repeat(Math.min(shape.maxLength ?? 300, 5_000))
  const known = [...texts, longest].filter((text) => fits(shape, text, root))
  // An ID that is restricted only in length.
  const good = known.length > 0 ? known : lengths.filter((text) => fits(shape, text, root))
  if (good.length === 0) throw new Error(`No sample text fits ${JSON.stringify(shape)}: this lab has to be taught one.`)
  return pick(good, random)
}

const sampleNumber = (shape: Shape, isWhole: boolean, random: Random): number => {
  const low = shape.minimum ?? shape.exclusiveMinimum ?? -1_000_000
  const high = shape.maximum ?? shape.exclusiveMaximum ?? 1_000_000
  const between = low + (high - low) * random()
  return pick([low, high, isWhole ? Math.floor(between) : between], random)
}

const sampleObject = (shape: Shape, root: Shape, random: Random): object => {
  const { properties = {}, required = [], additionalProperties, propertyNames = {} } = shape
  const names = Object.keys(properties).filter((name) => required.includes(name) || random() < 0.5)
  const named = names.map((name) => [name, sampleOf(properties[name] ?? {}, random, root)] as const)
  const others = typeof additionalProperties === 'object' ? additionalProperties : null
  // A record whose names are enumerated has all of them.
  if (others !== null && propertyNames.enum !== undefined)
    return Object.fromEntries(propertyNames.enum.map((word) => [String(word), sampleOf(others, random, root)]))
  const other = random() < 0.5 ? others : null
  if (other === null) return Object.fromEntries(named)
  const name = sampleText(propertyNames, root, random)
  return Object.fromEntries([...named, [name, sampleOf(other, random, root)] as const])
}

const sampleOfType = (type: string, shape: Shape, root: Shape, random: Random): unknown => {
  switch (type) {
    case 'string':
      return sampleText(shape, root, random)
    case 'integer':
    case 'number':
      return sampleNumber(shape, type === 'integer', random)
    case 'boolean':
      return random() < 0.5
    case 'array': {
      const length = Math.max(shape.minItems ?? 0, Math.floor(random() * 3))
      return Array.from({ length }, () => sampleOf(shape.items ?? {}, random, root))
    }
    case 'object':
      return sampleObject(shape, root, random)
    default:
      return null
  }
}

/** Returns a random value of a shape. Recursion ends because every recursive shape has a plain alternative. */
export const sampleOf = (given: Shape, random: Random, root: Shape = given): unknown => {
  const shape = resolved(given, root)
  const choices = shape.anyOf ?? shape.oneOf
  if (shape.isContext === true) return pick(contexts, random)
  if (Object.hasOwn(shape, 'const')) return shape.const
  if (shape.enum !== undefined) return pick(shape.enum, random)
  if (choices !== undefined) return sampleOf(pick(choices, random), random, root)
  const types = typesOf(shape)
  return types.length === 0 ? 'anything' : sampleOfType(pick(types, random), shape, root, random)
}
