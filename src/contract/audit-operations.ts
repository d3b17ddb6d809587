import { z } from 'zod'
import { auditCheckSchema, listedAuditEntrySchema } from './audit.ts'

const nothing = z.object({})

/** The log of what was done on this computer, by whom. */
export const auditOperations = {
  /** Entries older than `before`, the newest first. */
  listAudit: {
    input: z.object({ before: z.int().nullable(), limit: z.int().min(1).max(200) }),
    output: z.object({ entries: z.array(listedAuditEntrySchema), more: z.boolean() }),
  },
  checkAudit: { input: nothing, output: auditCheckSchema },
  /** Writes the whole log as JSON Lines where the person chooses; `file` is its name, null when none was chosen. */
  exportAudit: { input: nothing, output: z.object({ file: z.string().nullable(), entries: z.int() }) },
}
