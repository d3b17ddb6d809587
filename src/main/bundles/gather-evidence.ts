import type { Call, CallDetail } from '../../contract/call.ts'
import { callStateSchema } from '../../contract/call.ts'
import { type Evidence, evidenceSchema } from '../../contract/evidence.ts'
import type { Outcome } from '../../contract/failure.ts'
import type { HistoryCheck } from '../../contract/history.ts'
import type { Run } from '../../contract/run.ts'
import type { Scrub } from '../log/scrub.ts'
import type { CallProof, ProofEvent } from '../storage/call-proof.ts'
import { changeOutcome } from '../storage/redact.ts'
import { createMaskText, maskJson, maskNumber, type MaskText } from './mask-text.ts'

/** Everything an evidence is made of, as it stands on the disk and at the service. */
export type Known = {
  detail: CallDetail
  proof: CallProof
  check: HistoryCheck
  /** What the service tells of the run now; null where there is none, or nobody to ask. */
  told: { at: string; run: Outcome<Run> } | null
}

export type GatherParts = { scrub: Scrub; madeAt: string; operator: string; app: string }

const runIdOf = ({ outcome }: Call): number | null =>
  outcome.state === 'accepted' || outcome.state === 'failedAtProvider' ? outcome.workflowRunId : null

const numbersOf = ({ detail: { call }, told }: Known): string[] => {
  const run = told?.run.ok === true ? told.run.value : null
  const all = [
    call.phoneNumber,
    call.phoneNumberDisplay,
    call.fromPhoneNumberText,
    run?.calledNumber,
    run?.callerNumber,
  ]
  return all.filter((number) => typeof number === 'string')
}

const callOf = (call: Call, mask: MaskText): Evidence['call'] => {
  const masked = (text: string | null): string | null => (text === null ? null : mask(text))
  return {
    callId: call.callId,
    profileName: mask(call.profileName),
    practice: call.practice,
    origin: call.origin,
    agentUuid: call.agentUuid,
    agentName: masked(call.agentName),
    phoneNumber: maskNumber(call.phoneNumber),
    telephonyConfigurationId: call.telephonyConfigurationId,
    telephonyConfigurationName: masked(call.telephonyConfigurationName),
    fromPhoneNumberId: call.fromPhoneNumberId,
    fromPhoneNumberText: masked(call.fromPhoneNumberText),
    redialOf: call.redialOf,
    preparedAt: call.preparedAt,
    endedAt: call.endedAt,
    serverDate: call.serverDate,
    state: call.outcome.state,
    workflowRunId: runIdOf(call),
  }
}

const neverLeft = new Set(['queued', 'notSent', 'cancelled'])

/** The request of specification section 4.1 as it was sent, with the key's and the numbers' places marked. */
const requestOf = ({ call, initialContext }: CallDetail, mask: MaskText) => ({
  mayHaveLeft: !neverLeft.has(call.outcome.state),
  method: 'POST',
  url: `${call.origin}/api/v1/public/agent/workflow/${call.agentUuid}`,
  // SECURITY: the key was never written down, and there is nothing here that could know it.
  headers: { 'content-type': 'application/json', accept: 'application/json', 'x-api-key': '[secret]' },
  body: {
    phone_number: maskNumber(call.phoneNumber),
    initial_context: {
      ...maskJson(initialContext, mask),
      ...(call.referenceName === null ? {} : { [call.referenceName]: call.callId }),
    },
    telephony_configuration_id: call.telephonyConfigurationId,
    from_phone_number_id: call.fromPhoneNumberId,
  },
})

const eventOf = ({ outcome: text, salt, ...link }: ProofEvent, mask: MaskText) => {
  const outcome = changeOutcome(callStateSchema.parse(JSON.parse(text)), mask)
  const isExact = salt !== null && mask(text) === text && JSON.stringify(outcome) === text
  return { ...link, outcome, text: isExact ? text : null, salt: isExact ? salt : null }
}

const toldOf = (told: Known['told'], mask: MaskText) => {
  if (told === null) return null
  const { at: askedAt, run } = told
  if (!run.ok) return { askedAt, run: null, failure: run.failure.kind }
  // Ids ring nobody, however many digits they have.
  const { workflowRunId, workflowId, ...rest } = run.value
  return { askedAt, run: { workflowRunId, workflowId, ...maskJson(rest, mask) }, failure: null }
}

/** Puts together what is known of a call, masked. What comes out fits the schema that a reader checks it by. */
export const gatherEvidence = (known: Known, { scrub, madeAt, operator, app }: GatherParts): Evidence => {
  const { detail, proof, check, told } = known
  const mask = createMaskText(scrub, numbersOf(known))
  const { note } = detail
  return evidenceSchema.parse({
    format: 'rundesk-evidence-1',
    madeAt,
    operator,
    app,
    call: callOf(detail.call, mask),
    note: note === null ? null : { text: mask(note.text), at: note.at },
    request: requestOf(detail, mask),
    events: proof.events.map((event) => eventOf(event, mask)),
    chain: {
      events: proof.head.events,
      head: proof.head.hash,
      intact: check.intact,
      firstBroken: check.firstBroken,
      checkedAt: madeAt,
    },
    service: toldOf(told, mask),
  })
}
