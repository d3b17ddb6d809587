import { basename } from 'node:path'
import type { CallDetail } from '../../contract/call.ts'
import { fail, type Outcome, succeed } from '../../contract/failure.ts'
import type { HistoryCheck } from '../../contract/history.ts'
import type { Run } from '../../contract/run.ts'
import type { Scrub } from '../log/scrub.ts'
import type { Storage } from '../storage/storage.ts'
import { evidencePage } from './evidence-page.ts'
import { gatherEvidence, type Known } from './gather-evidence.ts'
import { sealText } from './seal.ts'

/** Lets a person choose where a bundle is written; null when they choose none. */
export type ChooseBundle = (offered: { name: string; format: 'html' | 'text' }) => Promise<string | null>
/** Writes a file whole or not at all, for this user alone. */
export type WriteBundle = (file: string, text: string) => Promise<Outcome<unknown>>

export type EvidenceParts = {
  storage: Pick<Storage, 'ask'>
  checkHistory: () => Promise<Outcome<HistoryCheck>>
  /** Asks the profile's service about a run. */
  askRun: (profileId: string, workflowRunId: number) => Promise<Outcome<Run>>
  hasProfile: (profileId: string) => Promise<boolean>
  chooseFile: ChooseBundle
  write: WriteBundle
  scrub: Scrub
  clock: () => number
  operator: string
  app: string
}

export type SavedEvidence = { file: string | null; seal: string | null }

const runIdOf = ({ call: { outcome } }: CallDetail): number | null =>
  outcome.state === 'accepted' || outcome.state === 'failedAtProvider' ? outcome.workflowRunId : null

/** Makes the evidence of a call: gathered, masked, written as a page, sealed, and put where a person wants it. */
export const createEvidence = (parts: EvidenceParts) => {
  const { storage, checkHistory, askRun, hasProfile, chooseFile, write, scrub, clock, operator, app } = parts
  const now = (): string => new Date(clock()).toISOString()

  const ask = async (detail: CallDetail): Promise<Known['told']> => {
    const runId = runIdOf(detail)
    if (runId === null || !(await hasProfile(detail.call.profileId))) return null
    const run = await askRun(detail.call.profileId, runId)
    return { at: now(), run }
  }

  const gather = async (callId: string): Promise<Outcome<Known>> => {
    const detail = await storage.ask('getCall', { callId })
    if (!detail.ok) return detail
    if (detail.value === null) return fail({ kind: 'notFound', detail: '' })
    const check = await checkHistory()
    if (!check.ok) return check
    const told = await ask(detail.value)
    // Read last: the chain's end then covers everything above.
    const proof = await storage.ask('callProof', { callId })
    return proof.ok ? succeed({ detail: detail.value, proof: proof.value, check: check.value, told }) : proof
  }

  return async (callId: string): Promise<Outcome<SavedEvidence>> => {
    const known = await gather(callId)
    if (!known.ok) return known
    const evidence = gatherEvidence(known.value, { scrub, madeAt: now(), operator, app })
    const { bytes, seal } = sealText(evidencePage(evidence))
    const name = `rundesk-evidence-${evidence.call.workflowRunId ?? callId}.html`
    const file = await chooseFile({ name, format: 'html' })
    if (file === null) return succeed({ file: null, seal: null })
    const written = await write(file, bytes.toString('utf8'))
    return written.ok ? succeed({ file: basename(file), seal }) : written
  }
}
