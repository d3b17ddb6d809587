import { z } from 'zod'
import { maxNameLength } from '../../../contract/agent.ts'
import { createPause } from '../pause.ts'

/**
 * Parsers shared by all responses. They tolerate unknown fields, unknown enum values and fields that an older service
 * lacks; they are strict about IDs and names. By construction, what they return can be stored, read again and sent to
 * the page: strings are well-formed, free of NUL and limited in length, numbers are finite, and times have four-digit
 * years. The service's own field names appear only in this folder.
 */
export const textLimits = {
  /** Names of agents, runs, keys and configurations; a call draft accepts the same length. */
  name: maxNameLength,
  /** Statuses, dispositions, versions and carrier IDs. */
  word: 200,
  /** Any other field of one line. */
  line: 2_000,
  /** Prompts, greetings and spoken messages. */
  prose: 200_000,
} as const

/**
 * Replaces what a database or a page cannot hold (NUL, lone surrogates), and shortens a string without splitting a
 * surrogate pair.
 */
export const toText = (value: string, most: number): string => {
  const storable = (part: string): string => part.toWellFormed().replaceAll('\0', '\uFFFD')
  if (value.length <= most) return storable(value)
  const end = most - 1
  const isPairCut = /[\uD800-\uDBFF]/.test(value.charAt(end - 1))
  return `${storable(value.slice(0, isPairCut ? end - 1 : end))}…`
}

/** A required string. */
export const textOf = (most: number) => z.string().transform((value) => toText(value, most))

/** A field that becomes null if it is missing or has an unknown format. */
export const orNull = <S extends z.ZodType>(schema: S) =>
  schema
    .nullish()
    .catch(null)
    .transform((value) => value ?? null)

export const name = textOf(textLimits.name)
export const text = orNull(textOf(textLimits.line))
export const word = orNull(textOf(textLimits.word))
/** A word that says something; null if it is empty or blank. */
export const filledWord = word.transform((value) => (value === null || value.trim() === '' ? null : value))
export const prose = orNull(textOf(textLimits.prose))
/** A string that would be useless if shortened, such as a path; null if it is too long. */
export const wholeText = orNull(z.string().max(textLimits.line))

/**
 * Times outside these years are considered unreadable. If an hour or a day is added to any other time, its year still
 * has four digits.
 */
const [earliest, latest] = [Date.UTC(1970), Date.UTC(9_000)]

const toIsoInRange = (milliseconds: number): string | null =>
  milliseconds >= earliest && milliseconds < latest ? new Date(milliseconds).toISOString() : null

const isoForm = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)?(Z|[+-]\d\d:?\d\d)?$/i

/**
 * Converts both date formats of the service (`…594941Z`, `…+00:00`) to ISO 8601 with milliseconds; null if unreadable.
 */
export const toIso = (value: string): string | null => {
  const form = isoForm.exec(value)
  if (form === null) return null
  const zoned = form[1] !== undefined || value.length === 10 ? value : `${value}Z`
  return toIsoInRange(Date.parse(zoned.replace(' ', 'T')))
}

const httpForm = /^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d GMT$/

/** Returns an HTTP date as ISO 8601, or null if it is not one. */
export const httpDateToIso = (value: string | null): string | null =>
  value !== null && httpForm.test(value) ? toIsoInRange(Date.parse(value)) : null

export const integer = orNull(z.int())
export const number = orNull(z.number())
/** A number of seconds in a call: at most a year. */
export const seconds = orNull(z.number().min(0).max(31_536_000))
export const date = orNull(z.string()).transform((value) => (value === null ? null : toIso(value)))
/** True only if the service sends the value true. */
export const flag = z
  .boolean()
  .nullish()
  .catch(null)
  .transform((value) => value === true)

/** A record ID: a positive integer. */
export const id = z.int().min(1)

/** Maximum number of levels of a stored JSON object; the service cannot return more than 250. */
const maxLevels = 250
/** Maximum number of values in a stored JSON object: as many as fit into a 64 KiB context that this app sends. */
const maxValues = 33_000

type Json = Record<string, z.core.util.JSONType>

const childrenOf = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null ? Object.values(value) : []

/**
 * Returns whether parsed JSON can be traversed recursively and sent to the page without blocking. This check itself is
 * iterative.
 */
const isLimited = (value: unknown): boolean => {
  let level = childrenOf(value)
  let count = level.length
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > maxLevels || count > maxValues) return false
    level = level.flatMap(childrenOf)
    count += level.length
  }
  return true
}

/**
 * A JSON object as sent; null if it is too deeply nested or too large. Nothing else in parsed JSON needs to be checked.
 */
export const jsonObject = orNull(
  z.custom<Json>((value) => typeof value === 'object' && value !== null && !Array.isArray(value) && isLimited(value)),
)

/** Keeps those of the first `most` entries of an array that have the shape; the others are dropped. */
export const entries = <T>(entry: z.ZodType<T>, most: number) =>
  z
    .unknown()
    .optional()
    .transform((value) => {
      const list: unknown[] = Array.isArray(value) ? value : []
      return list.slice(0, most).flatMap((one) => {
        const parsed = entry.safeParse(one)
        return parsed.success ? [parsed.data] : []
      })
    })

/** Validates parsed JSON; resolves to null if it has another shape. */
export type Shape<T> = (json: unknown) => Promise<T | null>

/** Returns the shape of a single value. */
export const shapeOf =
  <T>(schema: z.ZodType<T>): Shape<T> =>
  (json) => {
    const parsed = schema.safeParse(json)
    return Promise.resolve(parsed.success ? parsed.data : null)
  }

/** Returns the shape of the value that was requested by its ID. The value of another ID does not have this shape. */
export const shapeOfId = <T>(schema: z.ZodType<T>, wanted: number, idOf: (value: T) => number): Shape<T> =>
  shapeOf(schema.refine((value) => idOf(value) === wanted))

/**
 * Returns the shape of a list of at most `most` rows, read with pauses for the event loop; one invalid row makes the
 * list unreadable.
 */
export const listOf =
  <T>(row: z.ZodType<T>, most: number): Shape<T[]> =>
  async (json) => {
    if (!Array.isArray(json) || json.length > most) return null
    const pause = createPause()
    const rows: T[] = []
    for (const one of json) {
      const parsed = row.safeParse(one)
      if (!parsed.success) return null
      rows.push(parsed.data)
      await pause()
    }
    return rows
  }

/** The run ID, and the name if there is one, in a response that is not a complete TriggerCallResponse. */
export const namedRunSchema = z.object({ workflow_run_id: id, workflow_run_name: orNull(name) }).transform((run) => ({
  workflowRunId: run.workflow_run_id,
  ...(run.workflow_run_name === null ? {} : { workflowRunName: run.workflow_run_name }),
}))

/** TriggerCallResponse (specification section 2): all three fields are required. */
export const startedRunSchema = z
  .object({ status: textOf(textLimits.word), workflow_run_id: id, workflow_run_name: name })
  .transform((run) => ({
    workflowRunId: run.workflow_run_id,
    workflowRunName: run.workflow_run_name,
    status: run.status,
  }))

export const healthAnswerSchema = z.object({ status: textOf(textLimits.word), version: word })

export const accountSchema = z
  .object({ email: text, organization_id: integer, provider_id: text })
  .transform((account) => ({
    email: account.email,
    organizationId: account.organization_id,
    providerId: account.provider_id,
  }))

/** The organization's limits; null if the service does not report them. */
export type CampaignDefaults = { concurrentCallLimit: number | null }

export const campaignDefaultsSchema: z.ZodType<CampaignDefaults> = z
  .object({ concurrent_call_limit: integer })
  .transform((defaults) => ({ concurrentCallLimit: defaults.concurrent_call_limit }))
