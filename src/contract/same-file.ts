import { z } from 'zod'

/**
 * Another list with the content of a draft, or with some rows of its file, that has called rows or is earlier: if
 * possible, one that is running or paused. `called` are the rows that it has called, and `calledElsewhere` those that
 * other such lists have.
 */
export const sameFileSchema = z.object({
  listId: z.uuid(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  isOver: z.boolean(),
  called: z.int(),
  calledElsewhere: z.int(),
})
