import { z } from 'zod'
import { recordingPieceSchema, recordingSchema, transcriptSchema } from './artifacts.ts'
import { profileIdSchema } from './profile.ts'
import { recordIdSchema } from './telephony.ts'

const ofRun = z.object({ profileId: profileIdSchema, workflowRunId: recordIdSchema })
const ofRecording = z.object({ recordingId: z.uuid() })

/** What the service keeps of a run beside its record. Main fetches it; no address of it ever reaches the page. */
export const artifactOperations = {
  readTranscript: { input: ofRun, output: transcriptSchema },
  /** Fetches a recording and keeps it in memory for a while, for `readRecording` to hand over piece by piece. */
  openRecording: { input: ofRun, output: recordingSchema },
  readRecording: { input: ofRecording.extend({ from: z.int().min(0) }), output: recordingPieceSchema },
  /** Lets a recording go; one that nobody closes goes by itself after ten minutes. */
  closeRecording: { input: ofRecording, output: z.object({}) },
} as const
