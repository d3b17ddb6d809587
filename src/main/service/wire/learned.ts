import { z } from 'zod'
import type { Learned } from '../../../contract/call.ts'
import { jsonObject, orNull } from './common.ts'

/**
 * Maximum number of entries of each kind, and maximum length of names and values, in characters: what fits on a screen.
 */
const maxEntries = 50
const maxNameLength = 100
const maxValueLength = 1_000

/**
 * Returns at most `length` characters as a well-formed string without characters that break a line or end a string in
 * the database.
 */
const shorten = (text: string, length: number): string =>
  text
    .slice(0, length)
    .toWellFormed()
    .replace(/\p{Cc}+/gu, ' ')
    .trim()

/** The strings in an array; other entries are dropped. */
const texts = orNull(z.array(z.unknown())).transform((entries) =>
  (entries ?? [])
    .slice(0, maxEntries)
    .flatMap((entry) => (typeof entry === 'string' ? [shorten(entry, maxNameLength)] : []))
    .filter((entry) => entry !== ''),
)

const valueOf = (value: unknown): string =>
  value === null ? '' : shorten(typeof value === 'string' ? value : JSON.stringify(value), maxValueLength)

/** Drops variables that the conversation did not mention, which an agent reports as null or empty strings. */
const variables = jsonObject.transform((extracted) =>
  Object.entries(extracted ?? {})
    .slice(0, maxEntries)
    .map(([name, value]) => ({ name: shorten(name, maxNameLength), value: valueOf(value) }))
    .filter(({ name, value }) => name !== '' && value !== ''),
)

/** The fields of `gathered_context` that contain what the agent learned; entries in another format are dropped. */
export const learnedFields = { extracted_variables: variables, call_tags: texts, nodes_visited: texts }

const reported = z.object(learnedFields)

/**
 * Converts what the agent learned. `usage` is in the service's credits; a self-hosted service reports 0 because it does
 * not set prices.
 */
export const toLearned = (gathered: z.output<typeof reported>, usage: number | null | undefined): Learned => ({
  variables: gathered.extracted_variables,
  tags: gathered.call_tags,
  steps: gathered.nodes_visited,
  credits: usage || null,
})
