import { z } from 'zod'
import { doctorReportSchema, doctorSubjectSchema } from './doctor.ts'
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
} as const
