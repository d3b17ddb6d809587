import { createHash } from 'node:crypto'
import {
  type CheckedEvidence,
  type Evidence,
  type EvidenceEvent,
  type EvidenceFault,
  evidenceSchema,
  type EvidenceCheck,
} from '../../../contract/evidence.ts'
import { basename } from 'node:path'
import { errorCode } from '../../../domain/error-code.ts'
import { invalid, type Outcome, succeed } from '../../../contract/failure.ts'

/** The tags around the evidence's JSON in its page. */
export const evidenceStart = '<script type="application/json" id="evidence">'
export const evidenceEnd = '</script>'

export type VerificationResult =
  | { ok: true; seal: string; evidence: Evidence }
  | { ok: false; fault: EvidenceFault; event: number | null }

const fault = (kind: EvidenceFault, event: number | null = null): VerificationResult => ({
  ok: false,
  fault: kind,
  event,
})

/** Deliberately not shared with the code that writes the chain, so that two independent implementations must agree. */
const sha256 = (...lines: string[]): string => createHash('sha256').update(lines.join('\n')).digest('hex')

const matchesHash = (event: EvidenceEvent, callId: string): boolean => {
  const { previous, at, state, digest, hash, salt, text, outcome } = event
  if (hash !== sha256(previous, callId, at, state, digest)) return false
  return salt === null || text === null || (digest === sha256(salt, text) && JSON.stringify(outcome) === text)
}

/** Returns how many events are in the file with their exact text. The text of the others was masked or erased. */
export const exactEventsOf = ({ events }: Evidence): number =>
  events.filter(({ salt, text }) => salt !== null && text !== null).length

const follows = (event: EvidenceEvent, before: EvidenceEvent | undefined): boolean => {
  if (before === undefined) return true
  // Adjacent events link to each other; if there are events of other calls between them, only the order can be checked.
  return event.sequence === before.sequence + 1 ? event.previous === before.hash : event.sequence > before.sequence
}

/** Returns the first event of the call that doesn't match its hash or the event before it; null if there is none. */
export const changedEventOf = ({ call, events }: Evidence): number | null =>
  events.find((event, index) => !matchesHash(event, call.callId) || !follows(event, events[index - 1]))?.sequence ??
  null

const readEvidence = (body: Uint8Array): Evidence | null => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    const start = text.lastIndexOf(evidenceStart)
    const end = text.indexOf(evidenceEnd, start)
    if (start < 0 || end < 0) return null
    const parsed = evidenceSchema.safeParse(JSON.parse(text.slice(start + evidenceStart.length, end)))
    return parsed.success ? parsed.data : null
  } catch {
    // Neither text nor JSON: reported as not evidence.
    return null
  }
}

/**
 * Verifies an evidence file: its seal over every byte, and each event's hash. A file that was changed and sealed again
 * is detected only with `noted`, a seal that the user wrote down when the file was created.
 */
export const verifyEvidence = (bytes: Uint8Array, noted: string | null = null): VerificationResult => {
  const opened = openSeal(bytes)
  if (opened === null) return fault('seal')
  const evidence = readEvidence(opened.body)
  if (evidence === null) return fault('notEvidence')
  const changed = changedEventOf(evidence)
  if (changed !== null) return fault('event', changed)
  return noted === null || noted.toLowerCase() === opened.seal
    ? { ok: true, seal: opened.seal, evidence }
    : fault('otherSeal')
}

/**
 * Returns the history's first event that was damaged or modified (null if there is none), and whether the call has an
 * event at or after it.
 */
export const damageOf = ({ events, chain }: Evidence): { firstBroken: number | null; isAffected: boolean } => {
  if (chain.intact) return { firstBroken: null, isAffected: false }
  const firstBroken = chain.firstBroken ?? 1
  return { firstBroken, isAffected: events.some(({ sequence }) => sequence >= firstBroken) }
}

/** The last line of the file; the seal covers everything before it. */
const lastLine = /^<!-- rundesk-seal sha256:([0-9a-f]{64}) -->\n$/
const lineLength = '<!-- rundesk-seal sha256:'.length + 64 + ' -->\n'.length

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Returns the bytes of a file that contains the text and the seal as its last line, and the seal. */
export const sealText = (text: string): { bytes: Buffer; seal: string } => {
  const body = Buffer.from(text, 'utf8')
  const seal = digestOf(body)
  return { bytes: Buffer.concat([body, Buffer.from(`<!-- rundesk-seal sha256:${seal} -->\n`)]), seal }
}

/** Returns the sealed content; null if there is no seal or it does not match. */
const openSeal = (bytes: Uint8Array): { body: Uint8Array; seal: string } | null => {
  const body = bytes.subarray(0, Math.max(0, bytes.length - lineLength))
  const line = Buffer.from(bytes.subarray(body.length)).toString('latin1')
  const seal = lastLine.exec(line)?.[1]
  return seal !== undefined && seal === digestOf(body) ? { body, seal } : null
}

type CheckEvidenceDeps = {
  /** Resolves to the file that the user chose, or null. */
  chooseFile: () => Promise<string | null>
  /** Reads up to `most` bytes, plus one more byte if the file is larger. */
  readFile: (path: string, most: number) => Promise<Uint8Array>
}

/** Maximum size of a file that is read, in bytes. */
const maxBytes = 16 * 1024 * 1024

/** Reduces a verified file to what the user can compare with other sources. */
const summaryOf = (verified: VerificationResult, noted: string | null): EvidenceCheck => {
  if (!verified.ok) return verified
  const { call, madeAt, operator, app, events, chain } = verified.evidence
  const { callId, workflowRunId } = call
  return {
    ok: true,
    seal: verified.seal,
    isSealNoted: noted !== null,
    callId,
    workflowRunId,
    madeAt,
    operator,
    app,
    events: events.length,
    exactEvents: exactEventsOf(verified.evidence),
    ...damageOf(verified.evidence),
    recoveries: chain.recoveries ?? [],
  }
}

/** Lets the user choose an evidence file and verifies it; `noted` is the seal that the user wrote down, or null. */
export const createCheckEvidence =
  ({ chooseFile, readFile }: CheckEvidenceDeps) =>
  async (noted: string | null): Promise<Outcome<CheckedEvidence>> => {
    const path = await chooseFile()
    if (path === null) return succeed({ file: null, check: null })
    try {
      const bytes = await readFile(path, maxBytes)
      if (bytes.length > maxBytes) return invalid([], 'fileUnread', 'EFBIG')
      return succeed({ file: basename(path).slice(0, 300), check: summaryOf(verifyEvidence(bytes, noted), noted) })
    } catch (error) {
      return invalid([], 'fileUnread', errorCode(error) ?? 'unknown')
    }
  }
