import { z } from 'zod'
import { askedSchema, systemTiesSchema } from './asked.ts'

/** What comes from outside the window: links, the global shortcut, clicked notifications. */
export const askedOperations = {
  /** Hands over what was asked last, once; null when nothing waits. Nothing of it has been done: the page fills fields. */
  takeAsked: { input: z.object({}), output: z.object({ asked: askedSchema.nullable() }) },
  systemTies: { input: z.object({}), output: systemTiesSchema },
} as const
