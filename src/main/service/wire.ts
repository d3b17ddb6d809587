import { z } from 'zod'

/**
 * The shapes shared by everything that arrives. Tolerant where a screen can do without (unknown fields, unknown enum
 * values, fields an older service lacks), strict on ids and names. Wire names stop in this file and the `wire-` files.
 */
const hasZone = /(?:Z|[+-]\d\d:?\d\d)$/i

/** Both date forms of the service (`…594941Z`, `…+00:00`) as ISO 8601 with milliseconds; null when it is no date. */
export const toIso = (text: string): string | null => {
  const milliseconds = Date.parse(hasZone.test(text) || !text.includes('T') ? text : `${text}Z`)
  return Number.isNaN(milliseconds) ? null : new Date(milliseconds).toISOString()
}

/** A field that may be missing, null or of an unknown form: null then. */
export const orNull = <S extends z.ZodType>(schema: S) =>
  schema
    .nullish()
    .catch(null)
    .transform((value) => value ?? null)

export const text = orNull(z.string())
export const integer = orNull(z.int())
export const number = orNull(z.number())
export const date = orNull(z.string()).transform((value) => (value === null ? null : toIso(value)))
/** True only when the service says so. */
export const flag = z
  .boolean()
  .nullish()
  .catch(null)
  .transform((value) => value === true)

/** A record id; anything that is not a positive whole number is no id. */
export const id = z.int().min(1)

/** The answer to a trigger (specification section 2, TriggerCallResponse): all three fields, of exactly their types. */
export const startedRunSchema = z
  .object({ status: z.string(), workflow_run_id: id, workflow_run_name: z.string() })
  .transform((run) => ({
    workflowRunId: run.workflow_run_id,
    workflowRunName: run.workflow_run_name,
    status: run.status,
  }))

export const healthAnswerSchema = z.object({ status: z.string(), version: text })

export const accountSchema = z
  .object({ email: text, organization_id: integer })
  .transform((account) => ({ email: account.email, organizationId: account.organization_id }))

/** What the organization may do at once; null where the service does not tell. */
export type CampaignDefaults = { concurrentCallLimit: number | null; fromNumbersCount: number | null }

export const campaignDefaultsSchema: z.ZodType<CampaignDefaults> = z
  .object({ concurrent_call_limit: integer, from_numbers_count: integer })
  .transform((defaults) => ({
    concurrentCallLimit: defaults.concurrent_call_limit,
    fromNumbersCount: defaults.from_numbers_count,
  }))
