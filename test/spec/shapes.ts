import { z } from 'zod'

const date = z.iso.datetime({ precision: 6 }).or(z.iso.datetime({ precision: 0 }))

/** TriggerCallResponse of specification section 2. */
export const triggerCallResponse = z.strictObject({
  status: z.string(),
  workflow_run_id: z.int(),
  workflow_run_name: z.string(),
})

/** HTTPValidationError of specification section 2. */
export const httpValidationError = z.strictObject({
  detail: z
    .array(
      z.strictObject({
        loc: z.array(z.union([z.string(), z.int()])),
        msg: z.string(),
        type: z.string(),
        input: z.unknown().optional(),
        ctx: z.record(z.string(), z.unknown()).optional(),
      }),
    )
    .min(1),
})

/** The general error body of specification section 2. */
export const errorBody = z.strictObject({ detail: z.string().min(1) })

export const healthBody = z.object({ status: z.literal('ok'), version: z.string() })

export const workflowRow = z.strictObject({
  id: z.int(),
  name: z.string(),
  status: z.enum(['active', 'archived']),
  created_at: date,
  total_runs: z.int(),
  folder_id: z.null(),
  workflow_uuid: z.uuid({ version: 'v4' }),
})

export const workflowBody = z.strictObject({
  id: z.int(),
  name: z.string(),
  status: z.enum(['active', 'archived']),
  created_at: date,
  workflow_definition: z.record(z.string(), z.unknown()),
  current_definition_id: z.int().nullable(),
  template_context_variables: z.record(z.string(), z.unknown()),
  call_disposition_codes: z.strictObject({ disposition_codes: z.array(z.string()) }),
  total_runs: z.null(),
  workflow_configurations: z.record(z.string(), z.unknown()),
  version_number: z.int().nullable(),
  version_status: z.enum(['draft', 'published', 'archived']).nullable(),
  workflow_uuid: z.string().nullable(),
})

/** A listed key; rejects a field that contains the text of the key. */
export const keyRow = z.strictObject({
  id: z.int(),
  name: z.string(),
  key_prefix: z.string().length(8),
  is_active: z.boolean(),
  created_at: date,
  last_used_at: date.nullable(),
  archived_at: date.nullable(),
})

export const createdKey = z.strictObject({
  id: z.int(),
  name: z.string(),
  key_prefix: z.string().length(8),
  api_key: z.string().regex(/^dgr_[\w-]{43}$/),
  created_at: date,
})
