import { z } from 'zod'
import { callIdSchema } from './call.ts'
import { doctorReportSchema, doctorSubjectSchema } from './doctor.ts'
import { checkedEvidenceSchema, sealSchema } from './evidence.ts'
import { healthHourSchema } from './health.ts'
import { profileIdSchema } from './profile.ts'

/** What Support asks of main beside single questions to a service. */
export const supportOperations = {
  /** What the health questions of the last hour found, for one profile, oldest first; kept in memory only. */
  listHealth: { input: z.object({ profileId: profileIdSchema }), output: healthHourSchema },
  /**
   * Begins to look, and answers with the lines as they stand at the start; `doctorChanged` is announced as they come in.
   * A look that is under way is ended first.
   */
  startDoctor: { input: z.object({ subject: doctorSubjectSchema }), output: doctorReportSchema },
  /** The last look, or null when there was none. */
  readDoctor: { input: z.object({}), output: doctorReportSchema.nullable() },
  /** Ends the look that is under way; what it has found stays. */
  cancelDoctor: { input: z.object({}), output: z.object({}) },

  /**
   * Writes everything that is known of a call to one sealed file that the person chooses: masked, readable in any browser.
   * `seal` is the file's SHA-256 seal; both are null when no file was chosen.
   */
  saveEvidence: {
    input: z.object({ callId: callIdSchema }),
    output: z.object({ file: z.string().nullable(), seal: z.string().nullable() }),
  },
  /**
   * Lets the person choose a file of evidence, and says whether it is, byte for byte, what Rundesk wrote; with the seal
   * that was noted when it was made, also whether it is that file.
   */
  checkEvidence: { input: z.object({ seal: sealSchema.nullable() }), output: checkedEvidenceSchema },
  /** What the diagnostics would hold, scrubbed: to be read before it is saved. It is held for ten minutes. */
  showDiagnostics: {
    input: z.object({}),
    output: z.object({ diagnosticsId: z.uuid(), text: z.string().max(600_000) }),
  },
  /** Writes exactly what was shown to a file that the person chooses; `file` is null when none was. */
  saveDiagnostics: {
    input: z.object({ diagnosticsId: z.uuid() }),
    output: z.object({ file: z.string().nullable() }),
  },
} as const
