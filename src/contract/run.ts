import { z } from 'zod'

export const runStepSchema = z.object({ status: z.string(), at: z.string().nullable() })

export const runSchema = z.object({
  workflowRunId: z.int(),
  workflowRunName: z.string(),
  workflowId: z.int(),
  isCompleted: z.boolean(),
  createdAt: z.string(),
  calledNumber: z.string().nullable(),
  callerNumber: z.string().nullable(),
  disposition: z.string().nullable(),
  error: z.string().nullable(),
  durationSeconds: z.number().nullable(),
  /** What the carrier reported so far, oldest first. */
  steps: z.array(runStepSchema),
  hasRecording: z.boolean(),
  hasTranscript: z.boolean(),
  initialContext: z.record(z.string(), z.json()),
})

/** A workflow run: the service's own record of a started call, as it tells it now. */
export type Run = z.infer<typeof runSchema>
