import { z } from 'zod'
import type { SpokenTurn } from '../../contract/artifacts.ts'
import { date, orNull, text } from './wire.ts'

const speakerOf: Record<string, 'agent' | 'callee'> = {
  'rtf-bot-text': 'agent',
  'rtf-user-transcription': 'callee',
}

const payload = orNull(z.object({ text, final: orNull(z.boolean()) }))

const event = z.object({ type: z.string(), timestamp: date, payload }).transform((wire): SpokenTurn | null => {
  const speaker = speakerOf[wire.type]
  const said = wire.payload?.text?.trim() ?? ''
  // What was heard is written down several times while somebody speaks; only the last of them is final.
  if (speaker === undefined || said === '' || wire.payload?.final === false) return null
  return { speaker, text: said, at: wire.timestamp }
})

const events = orNull(z.object({ realtime_feedback_events: orNull(z.array(orNull(event))) })).transform((logs) =>
  (logs?.realtime_feedback_events ?? []).filter((one) => one !== null),
)

/** A token that may stand in a path as it is. */
const token = orNull(z.string().regex(/^[\w-]{8,200}$/))

/** Where the artifacts of a run lie: places in a storage, and the token of the link to them where the service has links. */
export type WireArtifacts = {
  places: { recording: string | null; transcript: string | null }
  token: string | null
  notes: SpokenTurn[]
}

/** SECURITY: what this reads opens recordings to whoever has it; it leaves the service's folder in no form. */
export const artifactsSchema: z.ZodType<WireArtifacts> = z
  .object({ recording_url: text, transcript_url: text, public_access_token: token, logs: events })
  .transform((wire) => ({
    places: { recording: wire.recording_url, transcript: wire.transcript_url },
    token: wire.public_access_token,
    notes: wire.logs,
  }))

export const signedUrlSchema = z.object({ url: z.string() })
