import { basename } from 'node:path'
import { errorCode } from '../../contract/error-code.ts'
import { type Outcome, succeed, invalid } from '../../contract/failure.ts'
import type { CheckedEvidence, EvidenceVerdict } from '../../contract/evidence.ts'
import { type Verified, verifyEvidence } from './verify-evidence.ts'

export type CheckEvidenceParts = {
  /** Lets a person choose the file; null when they choose none. */
  chooseFile: () => Promise<string | null>
  /** Reads at most so many bytes of an ordinary file, and one more where there are more. */
  readFile: (path: string, most: number) => Promise<Uint8Array>
}

/** No evidence of one call comes near it, in bytes. */
const most = 16 * 1024 * 1024

/** Of what a sound file holds, only what can be compared with what stands elsewhere. */
const verdictOf = (verified: Verified, noted: string | null): EvidenceVerdict => {
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
    isHistoryWhole: chain.intact,
  }
}

/** Lets a person choose a file of evidence and checks it as the command does; `noted` is the seal they wrote down, or null. */
export const createCheckEvidence =
  ({ chooseFile, readFile }: CheckEvidenceParts) =>
  async (noted: string | null): Promise<Outcome<CheckedEvidence>> => {
    const path = await chooseFile()
    if (path === null) return succeed({ file: null, verdict: null })
    try {
      const bytes = await readFile(path, most)
      if (bytes.length > most) return invalid([], 'fileUnread', 'EFBIG')
      return succeed({ file: basename(path).slice(0, 300), verdict: verdictOf(verifyEvidence(bytes, noted), noted) })
    } catch (error) {
      return invalid([], 'fileUnread', errorCode(error) ?? 'unknown')
    }
  }
