import type { z } from 'zod'
import { events } from '../../../src/contract/events.ts'
import { failureSchema } from '../../../src/contract/failure.ts'
import { eventNames, operationNames } from '../../../src/contract/names.ts'
import { operations } from '../../../src/contract/operations.ts'
import { type Random, sampleOf } from './sample.ts'
import { type Shape, shapeOf } from './shape.ts'

/** A schema of the contract: its shape, and what its own rules, which are code and have no shape, say of a value. */
export type Part = { shape: Shape; accepts: (value: unknown) => boolean }

const partOf = (schema: z.ZodType): Part => ({
  shape: shapeOf(schema),
  accepts: (value) => schema.safeParse(value).success,
})

/** The contract as shapes: what each operation takes and gives, what each event says, and what a failure is. */
export const tables = () => ({
  operations: operationNames.map((name) => ({
    name,
    input: partOf(operations[name].input),
    output: partOf(operations[name].output),
  })),
  events: eventNames.map((name) => ({ name, payload: partOf(events[name]) })),
  failure: partOf(failureSchema),
})

export type Tables = ReturnType<typeof tables>
export type OperationParts = Tables['operations'][number]

/** A value that a schema takes, by chance. */
export const goodSample = ({ shape, accepts }: Part, random: Random): unknown => {
  for (let tried = 0; tried < 1_000; tried += 1) {
    const value = sampleOf(shape, random)
    if (accepts(value)) return value
  }
  throw new Error(`No sample is taken by ${JSON.stringify(shape).slice(0, 300)}: this lab has to be taught one.`)
}
