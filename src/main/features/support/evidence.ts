import { basename } from 'node:path'
import { fileMessages, stateTags } from '../../../messages/native.ts'
import { type Call, type CallDetail, callStateSchema } from '../../../contract/call.ts'
import { fail, type Failure, hasIssue, type Outcome, succeed } from '../../../contract/failure.ts'
import { foundRunOf, shownRunIdOf } from '../../../domain/answered-calls.ts'
import {
  decisionOf,
  displayStateOf,
  knownPlacedOf,
  lacksSeenEnd,
  ownRunIdsOf,
  runDespiteDecisionOf,
  runIdsOf,
  shownOutcome,
} from '../../../domain/call-state.ts'
import type { HistoryCheck } from '../../../contract/app-status.ts'
import type { Run } from '../../../contract/run.ts'
import type { Scrub } from '../../log/redact.ts'
import { requestBody, requestPath } from '../../service/trigger-call.ts'
import type { Storage } from '../../storage/storage.ts'
import { createMaskText, maskJson, maskNumber, type MaskText, withoutPerson } from './mask.ts'
import { changedEventOf, damageOf, evidenceEnd, evidenceStart, sealText } from './verify-evidence.ts'
import { type Evidence, evidenceSchema, type SavedEvidence } from '../../../contract/evidence.ts'
import type { CallProof, ProofEvent } from '../../storage/call-reader.ts'
import { redactOutcome } from '../../storage/erase.ts'
import { showBetween, showControls } from '../../../domain/shown-text.ts'

/** Resolves to the file that the user chose, or null. */
export type ChooseSupportFile = (offered: { name: string; format: 'html' | 'text' }) => Promise<string | null>
/** Writes a file atomically, readable only by this user. */
export type WriteSupportFile = (file: string, text: string) => Promise<Outcome<unknown>>

type EvidenceDeps = {
  storage: Pick<Storage, 'run'>
  checkHistory: () => Promise<Outcome<HistoryCheck>>
  /** Reads a call's run from the profile's service. Fails if it belongs to another call. */
  readRun: (profileId: string, workflowRunId: number, callId: string, onRequest: () => void) => Promise<Outcome<Run>>
  chooseFile: ChooseSupportFile
  write: WriteSupportFile
  scrub: Scrub
  clock: () => number
  operatorName: () => string
  app: string
}

/** Creates the evidence file of a call: a masked page with a seal, saved where the user chooses. */
export const createEvidence = (deps: EvidenceDeps) => {
  const { storage, checkHistory, readRun, chooseFile, write, scrub, clock, operatorName, app } = deps
  const now = (): string => new Date(clock()).toISOString()

  const readServiceRun = async ({ call }: CallDetail): Promise<EvidenceSources['serviceRun']> => {
    const runId = shownRunIdOf(call)
    if (runId === null) return null
    const request: { at: string | null } = { at: null }
    const run = await readRun(call.profileId, runId, call.callId, () => void (request.at = now()))
    return !run.ok && hasIssue(run.failure, 'profile') ? null : { ...request, run }
  }

  const gather = async (callId: string): Promise<Outcome<EvidenceSources>> => {
    const known = await storage.run('getCall', { callId })
    if (!known.ok) return known
    if (known.value === null) return fail({ kind: 'notFound', detail: '' })
    const serviceRun = await readServiceRun(known.value)
    // Read this after the service's run, which may update how the call ended.
    const detail = await storage.run('getCall', { callId })
    if (!detail.ok) return detail
    if (detail.value === null) return fail({ kind: 'notFound', detail: '' })
    const check = await checkHistory()
    if (!check.ok) return check
    // Read this last, so that the end of the chain covers everything above.
    const proof = await storage.run('callProof', { callId })
    return proof.ok ? succeed({ detail: detail.value, proof: proof.value, check: check.value, serviceRun }) : proof
  }

  return async (callId: string): Promise<Outcome<SavedEvidence>> => {
    const sources = await gather(callId)
    if (!sources.ok) return sources
    const evidence = gatherEvidence(sources.value, { scrub, madeAt: now(), operator: operatorName(), app })
    const { bytes, seal } = sealText(evidencePage(evidence))
    const name = `rundesk-evidence-${evidence.call.workflowRunId ?? callId}.html`
    const file = await chooseFile({ name, format: 'html' })
    if (file === null) return succeed({ file: null, seal: null, brokenEvent: null })
    const written = await write(file, bytes.toString('utf8'))
    if (!written.ok) return written
    return succeed({ file: basename(file), seal, brokenEvent: brokenEventOf(evidence) })
  }
}

/**
 * Returns the history's first event that was damaged or modified, or the event at which the verification of the file
 * fails; null if all events of the call come before it.
 */
const brokenEventOf = (evidence: Evidence): number | null => {
  const { firstBroken, isAffected } = damageOf(evidence)
  return isAffected ? firstBroken : changedEventOf(evidence)
}

/** What evidence is created from: storage and the service. */
export type EvidenceSources = {
  detail: CallDetail
  proof: CallProof
  check: HistoryCheck
  /**
   * The run as the service reports it, and when it was requested, if it was; null if no run is known or its profile was
   * removed.
   */
  serviceRun: { at: string | null; run: Outcome<Run> } | null
}

const numbersOf = ({ detail: { call }, serviceRun }: EvidenceSources): string[] => {
  const run = serviceRun?.run.ok === true ? serviceRun.run.value : null
  const ofCall = [call.phoneNumber, call.phoneNumberDisplay, call.fromPhoneNumberText]
  return [...ofCall, run?.calledNumber, run?.callerNumber].filter((number) => typeof number === 'string')
}

const callOf = (
  call: Call,
  { events, erasedAt }: EvidenceSources['proof'],
  madeAt: string,
  mask: MaskText,
): Evidence['call'] => {
  const outcomes = events.map(({ outcome }) => callStateSchema.parse(JSON.parse(outcome)))
  const isEndSeen = call.outcome.state !== 'cancelled' && !lacksSeenEnd(outcomes)
  const masked = (text: string | null): string | null => (text === null ? null : mask(text))
  const decision = decisionOf(call.outcome)
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
    endedAt: isEndSeen ? call.endedAt : null,
    serverDate: call.serverDate,
    state: stateTags[displayStateOf(shownOutcome(call, Date.parse(madeAt)))],
    callPlaced: knownPlacedOf(call.outcome),
    decision: decision && { ...decision, who: mask(decision.who), note: mask(decision.note) },
    runDespiteDecision: runDespiteDecisionOf(call.outcome),
    wasAnswered: foundRunOf(call.outcome) === 'answered',
    erasedAt,
    workflowRunId: shownRunIdOf(call),
    workflowRunIds: [...runIdsOf(call)],
    ownRunIds: [...ownRunIdsOf(call)],
  }
}

const neverLeft = new Set(['queued', 'notSent', 'cancelled'])

/** Returns the request (specification section 4.1) as it was sent, with the key and the numbers masked. */
const requestOf = ({ call, initialContext }: CallDetail, mask: MaskText) => ({
  mayHaveLeft: !neverLeft.has(call.outcome.state),
  method: 'POST',
  url: `${call.origin}${requestPath(call.agentUuid)}`,
  // SECURITY: the key is not stored with the call, and this code has no access to it.
  headers: { 'content-type': 'application/json', accept: 'application/json', 'x-api-key': '[secret]' },
  body: requestBody({
    ...call,
    phoneNumber: maskNumber(call.phoneNumber),
    initialContext: {
      ...maskJson(initialContext, mask),
      ...(call.referenceName === null ? {} : { [call.referenceName]: call.callId }),
    },
  }),
})

const eventOf = ({ outcome: text, salt, ...link }: ProofEvent, mask: MaskText) => {
  const outcome = redactOutcome(callStateSchema.parse(JSON.parse(text)), mask)
  const isExact = salt !== null && mask(text) === text && JSON.stringify(outcome) === text
  return { ...link, outcome, text: isExact ? text : null, salt: isExact ? salt : null }
}

const failureCodeOf = (failure: Failure): string => {
  if (hasIssue(failure, 'runOfAnotherCall')) return 'runOfAnotherCall'
  if (failure.kind === 'unreachable' && failure.cause === 'policy') return 'policy'
  return failure.kind === 'unavailable' ? failure.cause : failure.kind
}

const serviceRunOf = (serviceRun: EvidenceSources['serviceRun'], isErased: boolean, mask: MaskText) => {
  if (serviceRun === null) return null
  const { at: requestedAt, run } = serviceRun
  if (!run.ok) {
    const failure = failureCodeOf(run.failure)
    // The client, too, sends nothing to an origin that may not get the key.
    return { requestedAt: failure === 'policy' ? null : requestedAt, run: null, failure }
  }
  // IDs are not masked, although they may look like phone numbers.
  const { workflowRunId, workflowId, ...rest } = isErased ? withoutPerson(run.value) : run.value
  return { requestedAt, run: { workflowRunId, workflowId, ...maskJson(rest, mask) }, failure: null }
}

/** Combines everything about a call, masked, in the schema that `verifyEvidence` reads. */
export const gatherEvidence = (
  sources: EvidenceSources,
  { scrub, madeAt, operator, app }: { scrub: Scrub; madeAt: string; operator: string; app: string },
): Evidence => {
  const { detail, proof, check, serviceRun } = sources
  const mask = createMaskText(scrub, numbersOf(sources))
  const { note } = detail
  return evidenceSchema.parse({
    format: 'rundesk-evidence-1',
    madeAt,
    operator,
    app,
    call: callOf(detail.call, proof, madeAt, mask),
    note: note === null ? null : { text: mask(note.text), at: note.at },
    request: requestOf(detail, mask),
    events: proof.events.map((event) => eventOf(event, mask)),
    chain: {
      events: proof.head.events,
      head: proof.head.hash,
      intact: check.intact,
      firstBroken: check.firstBroken,
      checkedAt: madeAt,
      recoveries: proof.recoveries,
    },
    service: serviceRunOf(serviceRun, proof.erasedAt !== null, mask),
  })
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
/** SECURITY: returns text as escaped HTML, with hidden characters shown as codes. */
const escapeHtml = (text: string): string => showControls(text).replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign)

const texts = fileMessages.evidence

type Detail = readonly [name: string, value: string | number | boolean | null]

const toText = (value: Detail[1]): string => {
  if (value === null || value === '') return texts.none
  return typeof value === 'boolean' ? (value ? texts.yes : texts.no) : String(value)
}

const detailList = (list: readonly Detail[]): string =>
  `<dl>${list.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd dir="auto">${escapeHtml(toText(value))}</dd>`).join('')}</dl>`

const code = (value: unknown): string => {
  const json = JSON.stringify(value, (_name, one: unknown) => (typeof one === 'string' ? showBetween(one) : one), 2)
  return `<pre dir="ltr">${escapeHtml(json)}</pre>`
}

const section = (title: string, body: string): string => `<section><h2>${escapeHtml(title)}</h2>${body}</section>`

/** Returns a text that is empty only after an erasure. */
const orErased = (text: string): string => text || texts.erased

const decisionDetails = ({ decision, runDespiteDecision, wasAnswered }: Evidence['call']): Detail[] =>
  decision === null
    ? []
    : [
        [texts.call.decision, texts.decisions[decision.decision]],
        [texts.call.decidedBy, decision.who],
        [texts.call.decidedAt, decision.at],
        [texts.call.decisionNote, orErased(decision.note)],
        ...(runDespiteDecision
          ? [
              [
                texts.call.runDespiteDecision,
                texts.runDespiteDecision[wasAnswered === true ? 'answered' : runDespiteDecision],
              ] as const,
            ]
          : []),
      ]

/** Returns a warning that events of the call can't be trusted, if that is known. */
const damageWarning = (evidence: Evidence): string => {
  const event = brokenEventOf(evidence)
  return event === null ? '' : `<p><strong>${escapeHtml(texts.broken(event))}</strong></p>`
}

/** Returns a warning that events may be missing, if the history was recovered since the call was prepared. */
const recoveryWarning = ({ recoveries = [] }: Evidence['chain']): string =>
  recoveries.length === 0
    ? ''
    : `<p><strong>${escapeHtml(texts.recovered.warning)}</strong></p><ul>${recoveries
        .map(({ at, cause }) => `<li>${escapeHtml(texts.recovered.recovery(at, cause))}</li>`)
        .join('')}</ul>`

/** Returns the known runs that may be another call's. */
const possibleRunIdsOf = ({ workflowRunIds, ownRunIds = [] }: Evidence['call']): number[] =>
  workflowRunIds.filter((runId) => !ownRunIds.includes(runId))

const callDetails = ({ call, events }: Evidence): string =>
  detailList([
    [texts.call.runId, (call.ownRunIds ?? []).join(', ')],
    [texts.call.possibleRunId, possibleRunIdsOf(call).join(', ')],
    [texts.call.state, call.state],
    [texts.call.placed, texts.placed[call.callPlaced]],
    ...decisionDetails(call),
    [texts.call.number, orErased(call.phoneNumber)],
    [texts.call.agent, call.agentName],
    [texts.call.agentUuid, call.agentUuid],
    [texts.call.profile, call.profileName],
    [texts.call.practice, call.practice],
    [texts.call.service, call.origin],
    [texts.call.configuration, call.telephonyConfigurationName],
    [texts.call.configurationId, call.telephonyConfigurationId],
    [texts.call.callerId, call.fromPhoneNumberText],
    [texts.call.callerIdId, call.fromPhoneNumberId],
    [texts.call.created, call.preparedAt],
    [
      texts.call.connectionEnded,
      lacksSeenEnd(events.map(({ outcome }) => callStateSchema.parse(outcome))) ? texts.call.endNotKnown : call.endedAt,
    ],
    [texts.call.serviceClock, call.serverDate],
    [texts.call.callId, call.callId],
    [texts.call.retryOf, call.redialOf],
  ])

const tagOf = (outcome: unknown): string => stateTags[displayStateOf(callStateSchema.parse(outcome))]

const timeline = ({ events }: Evidence): string =>
  `<ol>${events
    .map(
      ({ at, outcome }) =>
        `<li><time>${escapeHtml(at)}</time> <strong>${escapeHtml(tagOf(outcome))}</strong>${code(outcome)}</li>`,
    )
    .join('')}</ol>`

const requestSection = ({ call, request }: Evidence): string =>
  `<p>${request.mayHaveLeft ? texts.request.maybeSent : texts.request.notSent}</p>` +
  (call.erasedAt ? `<p>${escapeHtml(texts.request.erased(call.erasedAt))}</p>` : '') +
  `<p dir="ltr">${escapeHtml(`${request.method} ${request.url}`)}</p>${code(request.headers)}${code(request.body)}`

/** Returns why the service was not asked for the run. */
const withoutRun = ({ workflowRunId, workflowRunIds }: Evidence['call']): string => {
  if (workflowRunIds.length === 0) return texts.service.noRun
  return workflowRunId === null ? texts.service.candidates(workflowRunIds.join(', ')) : texts.service.noProfile
}

const serviceSection = ({ call, service }: Evidence): string => {
  if (service === null) return `<p>${escapeHtml(withoutRun(call))}</p>`
  const { requestedAt, run, failure } = service
  const request = requestedAt === null ? texts.service.notRequested : texts.service.requestedAt(requestedAt)
  const erased = run !== null && call.erasedAt ? `<p>${escapeHtml(texts.service.erased)}</p>` : ''
  const isPossible = run !== null && possibleRunIdsOf(call).some((runId) => runId === call.workflowRunId)
  const possible = isPossible ? `<p>${escapeHtml(texts.service.possible)}</p>` : ''
  return `<p>${escapeHtml(request)}</p>${possible}${erased}${run === null ? `<p>${escapeHtml(texts.service.failed(failure ?? ''))}</p>` : code(run)}`
}

const chainSection = ({ chain: head, events }: Evidence): string =>
  detailList([
    [texts.proof.events, head.events],
    [texts.proof.head, head.head],
    [texts.proof.intact, head.intact],
    [texts.proof.firstBroken, head.firstBroken],
    [texts.proof.checked, head.checkedAt],
  ]) +
  `<p>${escapeHtml(texts.proof.method)}</p>` +
  `<table><tr>${texts.proof.columns.map((column) => `<th>${escapeHtml(column)}</th>`).join('')}</tr>${events
    .map(({ sequence, state, digest, previous, hash }) =>
      [sequence, state, digest, previous, hash].map((cell) => `<td>${escapeHtml(String(cell))}</td>`).join(''),
    )
    .map((row) => `<tr>${row}</tr>`)
    .join('')}</table>`

const style =
  'body{font:15px/1.5 system-ui,sans-serif;max-width:960px;margin:32px auto;padding:0 16px;color:#161a22;background:#fff}h1{font-size:22px}h2{font-size:16px;margin:28px 0 8px}dl{display:grid;grid-template-columns:200px 1fr;gap:4px 16px;margin:0}dt{color:#5b6375}dd{margin:0;overflow-wrap:anywhere}pre{background:#f1f3f6;padding:10px;overflow:auto;font-size:13px}table{border-collapse:collapse;font:12px/1.5 monospace}td,th{border:1px solid #dfe3ea;padding:3px 6px;text-align:left;overflow-wrap:anywhere}'

const titleOf = ({ call }: Evidence): string =>
  call.workflowRunId === null ? texts.titleOfCall(call.callId) : texts.titleOfRun(call.workflowRunId)

/**
 * Formats evidence as one HTML page that works offline and contains all data as JSON. SECURITY: every string is
 * escaped, and the page cannot run or load anything.
 */
export const evidencePage = (evidence: Evidence): string => {
  const title = titleOf(evidence)
  const json = JSON.stringify(evidence).replaceAll('<', '\\u003c')
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8">',
    '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; style-src \'unsafe-inline\'">',
    `<title>${escapeHtml(title)}</title><style>${style}</style></head><body>`,
    `<h1>${escapeHtml(title)}</h1>`,
    `<p>${escapeHtml(texts.introduction(evidence.app, evidence.madeAt, evidence.operator))} <code>npm run verify-evidence -- FILE</code>.</p>`,
    damageWarning(evidence),
    recoveryWarning(evidence.chain),
    section(texts.call.title, callDetails(evidence)),
    section(texts.timeline, timeline(evidence)),
    section(texts.request.title, requestSection(evidence)),
    ...(evidence.note === null ? [] : [section(texts.note, `<p dir="auto">${escapeHtml(evidence.note.text)}</p>`)]),
    section(texts.service.title, serviceSection(evidence)),
    section(texts.proof.title, chainSection(evidence)),
    `${evidenceStart}${json}${evidenceEnd}`,
    '</body></html>',
    '',
  ].join('\n')
}
