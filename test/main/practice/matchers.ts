import { expect } from 'vitest'

/** Stands for any text that holds this part. */
export const textWith = (part: string): unknown => expect.stringContaining(part)

/** Stands for any text. */
export const anyText: unknown = expect.any(String)
