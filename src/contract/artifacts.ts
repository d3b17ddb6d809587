import { z } from 'zod'

/** Who speaks in a call: our agent, the person who was called, or something else that the service wrote down. */
export const speakers = ['agent', 'callee', 'other'] as const

export const spokenTurnSchema = z.object({
  speaker: z.enum(speakers),
  text: z.string(),
  /** When it was said; null when the service does not tell. */
  at: z.iso.datetime().nullable(),
})
export type SpokenTurn = z.infer<typeof spokenTurnSchema>

export const transcriptSchema = z.object({
  /** In the order in which it was said. */
  turns: z.array(spokenTurnSchema),
  /** The service's transcript, or what it noted while the call went on where there is none. */
  from: z.enum(['transcript', 'notes']),
  /** False when it is longer than this app reads. */
  isWhole: z.boolean(),
})

/** What was said in a call. */
export type Transcript = z.infer<typeof transcriptSchema>

/** The most samples of a recording that are handed over at a time: half a megabyte. */
export const mostSamples = 262_144

export const recordingSchema = z.object({
  /** Under which main keeps it for a while; it says nothing about the run. */
  recordingId: z.uuid(),
  /** Samples a second, and how many there are: 16 bits each, one voice track. */
  sampleRate: z.int().min(1),
  samples: z.int().min(0),
  /** How loud it is from the beginning to the end, in equal parts, each from 0 to 1: for drawing. */
  peaks: z.array(z.number()).max(400),
})

/** A recording that main has fetched and keeps in memory until it has been handed over. */
export type Recording = z.infer<typeof recordingSchema>

export const recordingPieceSchema = z.object({
  /** Little-endian 16-bit samples in base64. */
  samples: z.string().max(Math.ceil((mostSamples * 2) / 3) * 4),
  /** With which sample the next piece begins; null at the end. */
  next: z.int().nullable(),
})
export type RecordingPiece = z.infer<typeof recordingPieceSchema>
