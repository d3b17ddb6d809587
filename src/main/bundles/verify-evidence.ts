import { createHash } from 'node:crypto'
import { type Evidence, type EvidenceEvent, type EvidenceFault, evidenceSchema } from '../../contract/evidence.ts'
import { evidenceEnd, evidenceStart } from './evidence-page.ts'
import { openSeal } from './seal.ts'

export type Verified =
  | { ok: true; seal: string; evidence: Evidence }
  | { ok: false; fault: EvidenceFault; event: number | null }

const fault = (kind: EvidenceFault, event: number | null = null): Verified => ({ ok: false, fault: kind, event })

/** Written from its description and not shared with what wrote it: two readings of the chain must meet here. */
const sha256 = (...lines: string[]): string => createHash('sha256').update(lines.join('\n')).digest('hex')

const fits = (event: EvidenceEvent, callId: string): boolean => {
  const { previous, at, state, digest, hash, salt, text } = event
  if (hash !== sha256(previous, callId, at, state, digest)) return false
  return salt === null || text === null || digest === sha256(salt, text)
}

const follows = (event: EvidenceEvent, before: EvidenceEvent | undefined): boolean => {
  if (before === undefined) return true
  // Next to each other in the history, one names the other; with other calls' events between, only the order shows.
  return event.sequence === before.sequence + 1 ? event.previous === before.hash : event.sequence > before.sequence
}

const readEvidence = (body: Uint8Array): Evidence | null => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    const start = text.lastIndexOf(evidenceStart)
    const end = text.indexOf(evidenceEnd, start)
    if (start < 0 || end < 0) return null
    const parsed = evidenceSchema.safeParse(JSON.parse(text.slice(start + evidenceStart.length, end)))
    return parsed.success ? parsed.data : null
  } catch {
    // Neither text nor JSON: told as no evidence.
    return null
  }
}

/**
 * Checks a file of evidence: its seal over every byte, and each event against its hash. A seal that was noted when the
 * file was made tells, given as `noted`, also a file that was changed and sealed anew.
 */
export const verifyEvidence = (bytes: Uint8Array, noted: string | null = null): Verified => {
  const opened = openSeal(bytes)
  if (opened === null) return fault('seal')
  if (noted !== null && noted.toLowerCase() !== opened.seal) return fault('otherSeal')
  const evidence = readEvidence(opened.body)
  if (evidence === null) return fault('notEvidence')
  const bad = evidence.events.find(
    (event, index) => !fits(event, evidence.call.callId) || !follows(event, evidence.events[index - 1]),
  )
  return bad === undefined ? { ok: true, seal: opened.seal, evidence } : fault('event', bad.sequence)
}
