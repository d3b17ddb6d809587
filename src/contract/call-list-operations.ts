import { z } from 'zod'
import { callNoteSchema, callIdSchema, callSchema } from './call.ts'
import {
  calledAgentSchema,
  callFilterSchema,
  callPageSchema,
  callSearchSchema,
  exportFormats,
  exportSchema,
  savedViewSchema,
} from './call-filter.ts'
import { recordIdSchema } from './telephony.ts'

/** Which calls are meant: those that the search finds and the filter lets through; without a filter, every one. */
const asked = { search: callSearchSchema, filter: callFilterSchema.optional() }

/** The operations of the history's list: finding calls, notes to them, saved views, exports. */
export const callListOperations = {
  listCalls: {
    input: z.object({
      ...asked,
      /** Continue after this call (newest first); null starts at the newest. */
      after: callIdSchema.nullable(),
      /** In place of `after`: begin with this call of the whole history, counted from the oldest, or the next older one. */
      from: z.int().min(1).optional(),
      limit: z.int().min(1).max(200),
    }),
    output: callPageSchema,
  },
  /**
   * The calls that became this run, of every profile: two organizations may both have a run of that number. Behind them
   * the calls that may have become it: `candidate`.
   */
  listCallsOfRun: { input: z.object({ workflowRunId: recordIdSchema }), output: z.array(callSchema) },
  /** The agents that were called from this computer, the one used last first. */
  listCalledAgents: { input: z.object({}), output: z.array(calledAgentSchema) },
  /** Writes a note to a call in the place of the one that is there; an empty one removes it. */
  noteCall: {
    input: z.object({ callId: callIdSchema, note: z.string().trim().max(2000) }),
    output: z.object({ note: callNoteSchema.nullable() }),
  },

  listViews: { input: z.object({}), output: z.array(savedViewSchema) },
  /** Saves a view under its id, which the page makes; one with the same id is replaced. All views come back. */
  saveView: { input: savedViewSchema, output: z.array(savedViewSchema) },
  deleteView: { input: z.object({ viewId: z.uuid() }), output: z.array(savedViewSchema) },

  /**
   * Writes the calls that are meant to a file that the person chooses in a dialog. Answers when the file is whole, and
   * meanwhile announces `exportChanged`; `file` is its name, null when no file was chosen or the export was cancelled.
   */
  exportCalls: { input: z.object({ ...asked, format: z.enum(exportFormats) }), output: exportSchema },
  cancelExport: { input: z.object({}), output: z.object({}) },
} as const
