import { events } from '../../../src/contract/events.ts'
import { failureSchema } from '../../../src/contract/failure.ts'
import { eventNames, operationNames } from '../../../src/contract/names.ts'
import { operations } from '../../../src/contract/operations.ts'
import { shapeOf } from './shape.ts'

/** The contract as shapes: what each operation takes and gives, what each event says, and what a failure is. */
export const tables = () => ({
  operations: operationNames.map((name) => ({
    name,
    input: shapeOf(operations[name].input),
    output: shapeOf(operations[name].output),
  })),
  events: eventNames.map((name) => ({ name, payload: shapeOf(events[name]) })),
  failure: shapeOf(failureSchema),
})

export type Tables = ReturnType<typeof tables>
export type OperationShapes = Tables['operations'][number]
