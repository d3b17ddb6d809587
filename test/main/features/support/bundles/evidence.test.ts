import { describe, expect, it } from 'vitest'
import type { Call, CallState } from '../../../../../src/contract/call.ts'
import { evidenceSchema } from '../../../../../src/contract/evidence.ts'
import { fail, type Failure, invalid, succeed, unavailableCauses } from '../../../../../src/contract/failure.ts'
import {
  createEvidence as createSaveEvidence,
  evidencePage,
} from '../../../../../src/main/features/support/evidence.ts'
import { maskNumber } from '../../../../../src/main/features/support/mask.ts'
import {
  damageOf,
  exactEventsOf,
  sealText,
  verifyEvidence,
} from '../../../../../src/main/features/support/verify-evidence.ts'
import { createKeyMask, createScrub } from '../../../../../src/main/log/redact.ts'
import { accepted } from '../../../../support/a-call.ts'
import { createBundle, createSources, createEvidence, plainScrub } from './create-evidence.ts'
import { defaultLimits, type ServiceRequest, type Transport } from '../../../../../src/main/service/exchange.ts'
import { createTriggerCall } from '../../../../../src/main/service/trigger-call.ts'
import type { Storage } from '../../../../../src/main/storage/storage.ts'
import { messages } from '../../../../../src/messages/index.ts'
import { fileMessages } from '../../../../../src/messages/native.ts'

const texts = fileMessages.evidence

const faultOf = (bytes: Uint8Array, noted: string | null = null) => {
  const verified = verifyEvidence(bytes, noted)
  return verified.ok ? 'sound' : verified.fault
}

describe('an unchanged bundle', () => {
  it('is valid, and returns its content', () => {
    const { bytes, seal } = createBundle()
    expect(verifyEvidence(bytes)).toMatchObject({ ok: true, seal, evidence: { call: { workflowRunId: 48_213 } } })
    expect(faultOf(bytes, seal)).toBe('sound')
    expect(faultOf(bytes, seal.toUpperCase())).toBe('sound')
  })

  it('is valid without the recoveries of the history, as an older version wrote it', () => {
    const { chain, ...evidence } = createEvidence()
    const { recoveries, ...older } = chain
    expect([recoveries, faultOf(sealText(evidencePage({ ...evidence, chain: older })).bytes)]).toEqual([[], 'sound'])
  })

  it.each([
    ['at the call’s first event', (first: number) => first, true],
    ['before the call', () => 1, true],
    ['after the call', () => 99, false],
  ])('has a warning at its top if the damage is %s, as when it is verified', (_name, brokenAfter, isAffected) => {
    const firstBroken = brokenAfter(createEvidence().events[0]?.sequence ?? 0)
    const known = { ...createSources(), check: { events: 99, intact: false, firstBroken } }
    const [top = ''] = createBundle(known).bytes.toString('utf8').split('<h2>')
    expect(damageOf(createEvidence(known)).isAffected).toBe(isAffected)
    expect(top.includes(`<p><strong>${texts.broken(firstBroken)}</strong></p>`)).toBe(isAffected)
  })

  it('has a warning at its top if an event of the call does not match its hash', () => {
    const evidence = createEvidence()
    const events = evidence.events.map((event) => ({ ...event, digest: '0'.repeat(64) }))
    const [top = ''] = evidencePage({ ...evidence, events }).split('<h2>')
    expect(top).toContain(`<p><strong>${texts.broken(events[0]?.sequence ?? 0)}</strong></p>`)
  })

  it('is a page without scripts or external resources', () => {
    const text = createBundle().bytes.toString('utf8')
    expect(text).toMatch(/^<!doctype html>\n<html lang="en">/)
    expect(text).toContain(`content="default-src 'none'; style-src 'unsafe-inline'"`)
    expect(text).toContain('&lt;b&gt;soon&lt;/b&gt;')
    expect(text).not.toMatch(/<b>|<script(?! type="application\/json")|<img|<link|https?:\/\/(?!voice\.acme\.example)/)
    for (const title of [
      texts.call.title,
      texts.timeline,
      texts.request.title,
      texts.note,
      texts.service.title,
      texts.proof.title,
    ])
      expect(text).toContain(`<h2>${title}</h2>`)
  })

  it('contains the request and its headers', () => {
    const { request } = createEvidence()
    expect(request).toMatchObject({
      mayHaveLeft: true,
      method: 'POST',
      url: 'https://voice.acme.example/api/v1/public/agent/workflow/7f3c2a1e-0000-4000-8000-000000009b21',
      headers: { 'x-api-key': '[secret]' },
      body: { phone_number: '…101', telephony_configuration_id: 1, from_phone_number_id: 2 },
    })
    expect(createEvidence(createSources({ outcome: { state: 'notSent', cause: 'noRoute' } })).request.mayHaveLeft).toBe(
      false,
    )
  })

  it('contains the call ID in the context, as in the request', () => {
    const known = createSources()
    const { body } = createEvidence(known).request
    expect(body).toMatchObject({ initial_context: { rundesk_call_id: known.detail.call.callId } })
    expect(JSON.stringify(createEvidence(createSources({ referenceName: null })).request.body)).not.toContain(
      'rundesk_call_id',
    )
  })

  it('contains the request exactly as the service received it', async () => {
    const change = { agentUuid: '7F3C2A1E-0000-4000-8000-000000009B21', telephonyConfigurationId: null }
    const initialContext = { customer_name: 'Jane Doe' }
    const known = createSources(
      { ...change, fromPhoneNumberId: null, referenceName: null, phoneNumber: '' },
      { initialContext },
    )
    const sent: ServiceRequest[] = []
    const send: Transport['send'] = (request) => {
      sent.push(request)
      return Promise.resolve({ kind: 'notSent', cause: 'other' })
    }
    await createTriggerCall({ send }, defaultLimits)({ ...known.detail.call, initialContext })
    const { method, url, body } = createEvidence(known).request
    expect(sent).toMatchObject([{ method, path: new URL(url).pathname }])
    expect(sent[0]?.json).toEqual(body)
  })

  it('says that the number, the context and the reason of a call were erased', () => {
    const at = '2026-11-21T09:40:00.000Z'
    const decision = { decision: 'placed', who: 'ana', at, note: '' } as const
    const known = createSources(
      { phoneNumber: '', phoneNumberDisplay: '', outcome: { state: 'closedByOperator', ...decision } },
      { note: null, initialContext: {} },
    )
    const page = createBundle({ ...known, proof: { ...known.proof, erasedAt: at } }).bytes.toString('utf8')
    expect(page).toContain(`<p>${texts.request.erased(at)}</p>`)
    for (const name of [texts.call.number, texts.call.decisionNote])
      expect(page).toContain(`<dt>${name}</dt><dd dir="auto">${texts.erased}</dd>`)
    expect(createBundle().bytes.toString('utf8')).not.toContain(texts.erased)
  })

  it('contains nothing of an erased person that the service still has, but the run’s IDs, times and progress', () => {
    const at = '2026-11-21T09:40:00.000Z'
    const known = createSources(
      { phoneNumber: '', phoneNumberDisplay: '' },
      { note: null, initialContext: {}, learned: null },
    )
    const erased = { ...known, proof: { ...known.proof, erasedAt: at } }
    const page = createBundle(erased).bytes.toString('utf8')
    for (const text of ['Jane Doe', 'December 1', 'paid', 'qualified', '…101']) {
      expect(createBundle().bytes.toString('utf8')).toContain(text)
      expect(page).not.toContain(text)
    }
    expect(page).toContain(`<p>${texts.service.erased}</p>`)
    expect(createBundle().bytes.toString('utf8')).not.toContain(texts.service.erased)
    const ids = { workflowRunId: 48_213, workflowRunName: 'WR-API-7823', workflowId: 12_345_678 }
    const { run } = createEvidence(erased).service ?? {}
    expect(run).toMatchObject({ ...ids, createdAt: '2026-11-21T09:14:01.000Z', durationSeconds: 72 })
  })

  it.each([
    ['own' as const, [7001]],
    ['possible' as const, undefined],
  ])('says that a run is known although the call was resolved as not placed: %s', (kind, ownRunIds) => {
    const decision = { decision: 'notPlaced', who: 'ana', at: '2026-11-21T09:40:00.000Z', note: 'x' } as const
    const outcome: CallState = {
      state: 'closedByOperator',
      ...decision,
      runIds: [7001],
      ...(ownRunIds && { ownRunIds }),
    }
    const known = createSources({ outcome })
    expect(createEvidence(known).call.runDespiteDecision).toBe(kind)
    const page = createBundle(known).bytes.toString('utf8')
    expect(page).toContain(
      `<dt>${texts.call.runDespiteDecision}</dt><dd dir="auto">${texts.runDespiteDecision[kind]}</dd>`,
    )
    expect(createBundle().bytes.toString('utf8')).not.toContain(texts.call.runDespiteDecision)
    const title = kind === 'own' ? texts.titleOfRun(7001) : texts.titleOfCall(known.detail.call.callId)
    const name = kind === 'own' ? texts.call.runId : texts.call.possibleRunId
    for (const text of [`<h1>${title}</h1>`, `<dt>${name}</dt><dd dir="auto">7001</dd>`]) expect(page).toContain(text)
  })

  const callOf = (outcome: CallState) => createBundle(createSources({ outcome })).bytes.toString('utf8')
  const decided = { decision: 'placed', who: 'ana', at: '2026-11-21T09:40:00.000Z', note: 'x' } as const
  const unexpected = { cause: 'unexpected', status: 500, detail: '' } as const

  it.each<[string, CallState, number[], number[]]>([
    ['an accepted call', accepted, [48_213], []],
    ['the only candidate', { state: 'candidate', runIds: [7001] }, [], [7001]],
    ['candidates', { state: 'candidate', runIds: [7001, 7002] }, [], [7001, 7002]],
    ['the run in an unexpected response', { state: 'unknown', ...unexpected, workflowRunId: 7001 }, [], [7001]],
    ['the found run of an unresolved call', { state: 'unknown', ...unexpected, foundRunId: 7001 }, [7001], []],
    ['the run of a placed call', { state: 'closedByOperator', ...decided, runIds: [7001] }, [], [7001]],
    [
      'its own and other runs',
      { state: 'closedByOperator', ...decided, runIds: [7001, 7002], ownRunIds: [7001] },
      [7001],
      [7002],
    ],
    ['no run', { state: 'closedByOperator', ...decided }, [], []],
  ])('names only certain runs as those of the call: %s', (_name, outcome, own, possible) => {
    const page = callOf(outcome)
    for (const [name, runIds] of [
      [texts.call.runId, own],
      [texts.call.possibleRunId, possible],
    ] as const)
      expect(page).toContain(`<dt>${name}</dt><dd dir="auto">${runIds.join(', ') || texts.none}</dd>`)
  })

  it('says that the run from the service may be another call’s, unless it certainly is the call’s', () => {
    const outcome: CallState = { state: 'closedByOperator', ...decided, runIds: [48_213] }
    expect(callOf(outcome)).toContain(`<p>${texts.service.possible}</p>`)
    for (const runIds of [[48_213], [48_213, 7002]])
      expect(callOf({ ...outcome, runIds, ownRunIds: [48_213] })).not.toContain(texts.service.possible)
  })

  it('says that the call was answered although it was resolved as not placed, if its run shows it', () => {
    const decision = { decision: 'notPlaced', who: 'ana', at: '2026-11-21T09:40:00.000Z', note: 'x' } as const
    const end = { kind: 'reached', disposition: null, durationSeconds: 9 } as const
    const known = createSources({
      outcome: { state: 'closedByOperator', ...decision, runIds: [7001], ownRunIds: [7001], end },
    })
    const page = createBundle(known).bytes.toString('utf8')
    expect(page).toContain(texts.runDespiteDecision.answered)
    expect(page).not.toContain(texts.runDespiteDecision.own)
  })

  it('does not state that the connection ended when Rundesk started again after an interruption', () => {
    const known = createSources({ endedAt: '2026-11-21T09:55:00.000Z' })
    const outcome: CallState = { state: 'unknown', cause: 'interrupted', status: null, detail: '' }
    const events = known.proof.events.map((event) =>
      event.state === 'sending' ? { ...event, state: outcome.state, outcome: JSON.stringify(outcome) } : event,
    )
    const interrupted = { ...known, proof: { ...known.proof, events } }
    // The call was sending again after a restore, so this process saw the end of its connection.
    const restored = {
      ...known,
      proof: { ...known.proof, events: [...events.slice(0, 2), ...known.proof.events.slice(1)] },
    }
    const shown = (end: string) => `<dt>${texts.call.connectionEnded}</dt><dd dir="auto">${end}</dd>`
    expect(createEvidence(interrupted).call.endedAt).toBeNull()
    expect(createBundle(interrupted).bytes.toString('utf8')).toContain(shown(texts.call.endNotKnown))
    for (const seen of [known, restored])
      expect(createBundle(seen).bytes.toString('utf8')).toContain(shown('2026-11-21T09:55:00.000Z'))
    expect(createEvidence(restored).call.endedAt).toBe('2026-11-21T09:55:00.000Z')
  })

  it.each([
    [[], null, texts.service.noRun],
    [[5], null, texts.service.candidates('5')],
    [[5, 6], null, texts.service.candidates('5, 6')],
  ])('states which runs the call may have started: %j', (runIds, serviceRun, text) => {
    const outcome: CallState =
      runIds.length === 0 ? { state: 'notFound', since: '2026-11-21T09:20:00.000Z' } : { state: 'candidate', runIds }
    const page = createBundle({ ...createSources({ outcome }), serviceRun }).bytes.toString('utf8')
    expect(page).toContain(`<p>${text}</p>`)
  })

  it.each<CallState>([
    { state: 'sending', since: '2026-11-21T09:14:00.000Z' },
    { state: 'unknown', cause: 'cut', status: null, detail: '' },
    { state: 'closedByOperator', decision: 'placed', who: 'ana', at: '2026-11-21T09:40:00.000Z', note: 'x' },
  ])('does not deny the run of a call that may have one: %j', (outcome) => {
    const page = createBundle({ ...createSources({ outcome }), serviceRun: null }).bytes.toString('utf8')
    const [, ofService = ''] = page.split(`<h2>${texts.service.title}</h2>`)
    expect(ofService).toMatch(/^<p>[^<]*\bknown\b/)
  })

  it('states that the run was not requested without its profile', () => {
    const page = createBundle({ ...createSources(), serviceRun: null }).bytes.toString('utf8')
    expect(page).toContain(`<p>${texts.service.noProfile}</p>`)
  })

  it.each([
    { kind: 'unauthorized', detail: '' },
    { kind: 'notFound', detail: 'Workflow run not found' },
    { kind: 'keychain', reason: 'locked' },
  ] as const)('distinguishes %j from a service that did not respond', (failure) => {
    const run = { at: '2026-11-21T09:30:00.000Z', run: fail(failure) }
    const page = createBundle({ ...createSources(), serviceRun: run }).bytes.toString('utf8')
    expect(page).toContain(`<p>${texts.service.failed(failure.kind)}</p>`)
    expect(texts.service.failed(failure.kind)).not.toContain(failure.kind)
  })

  it('reports a service that did not respond, and a run that could not be read', () => {
    const silent = createSources()
    silent.serviceRun = { at: '2026-11-21T09:30:00.000Z', run: fail({ kind: 'unreachable', cause: 'refused' }) }
    expect(createEvidence(silent).service).toEqual({
      requestedAt: '2026-11-21T09:30:00.000Z',
      run: null,
      failure: 'unreachable',
    })
    expect(createEvidence({ ...createSources(), serviceRun: null }).service).toBeNull()
    for (const known of [silent, { ...createSources(), serviceRun: null }])
      expect(faultOf(createBundle(known).bytes)).toBe('sound')
  })
})

describe('the request for the run', () => {
  const requestedAt = '2026-11-21T09:59:00.000Z'

  /** Saves the evidence of a call whose run can't be read until 45 s have passed, and returns the file. */
  const saveFile = async (failure: Failure, isRequested = true, change: Partial<Call> = {}) => {
    const { detail, proof, check } = createSources(change)
    const answers: Record<string, unknown> = { getCall: detail, callProof: proof }
    let now = Date.parse(requestedAt)
    const file = { name: '', text: '' }
    const save = createSaveEvidence({
      storage: { run: (async (name: string) => succeed(answers[name])) as Storage['run'] },
      checkHistory: async () => succeed(check),
      readRun: async (_profileId, _runId, _callId, onRequest) => {
        if (isRequested) onRequest()
        now += 45_000
        return fail(failure)
      },
      chooseFile: async ({ name }) => (file.name = name),
      write: async (_file, text) => succeed((file.text = text)),
      scrub: plainScrub,
      clock: () => now,
      operatorName: () => 'ana',
      app: 'Rundesk 0.1.0',
    })
    await save(detail.call.callId)
    return file
  }

  const saveFailing = async (failure: Failure, isRequested = true): Promise<string> =>
    (await saveFile(failure, isRequested)).text

  it('is not sent for a possible run of a call that was resolved as not placed, and the file isn’t named after it', async () => {
    const decision = { decision: 'notPlaced', who: 'ana', at: '2026-11-21T09:40:00.000Z', note: 'x' } as const
    const outcome: CallState = { state: 'closedByOperator', ...decision, runIds: [7001] }
    const callId = createSources().detail.call.callId
    const failure = { kind: 'storage', reason: 'diskError' } as const
    const { name, text } = await saveFile(failure, true, { callId, outcome })
    expect(name).toBe(`rundesk-evidence-${callId}.html`)
    expect(text).toContain(`<p>${texts.service.candidates('7001')}</p>`)
    expect(text).not.toContain(texts.service.requestedAt(requestedAt))
    const own = await saveFile(failure, true, { callId, outcome: { ...outcome, ownRunIds: [7001] } })
    expect(own.name).toBe('rundesk-evidence-7001.html')
  })

  it.each(unavailableCauses)('has the time when it began, and the failure: %s', async (cause) => {
    const failure = { kind: 'unavailable', cause } as const
    const page = await saveFailing(failure)
    expect(page).toContain(`<p>${texts.service.requestedAt(requestedAt)}</p>`)
    expect(page).toContain(`<p>${messages.failure.describe(failure).why}</p>`)
  })

  it('has the time when it began if the history could not be read after it', async () => {
    const page = await saveFailing({ kind: 'storage', reason: 'diskError' })
    expect(page).toContain(`<p>${texts.service.requestedAt(requestedAt)}</p><p>${texts.service.failed('storage')}</p>`)
  })

  it.each<[string, Failure, boolean]>([
    ['storage', { kind: 'storage', reason: 'diskError' }, false],
    ['keychain', { kind: 'keychain', reason: 'locked' }, false],
    ['policy', { kind: 'unreachable', cause: 'policy' }, false],
    // The client sends nothing to an origin that may not get the key.
    ['policy', { kind: 'unreachable', cause: 'policy' }, true],
  ])('has no time if nothing was requested: %s', async (code, failure, isRequested) => {
    const page = await saveFailing(failure, isRequested)
    expect(page).toContain(`<p>${texts.service.notRequested}</p><p>${texts.service.failed(code)}</p>`)
    expect(page).not.toContain(texts.service.requestedAt(requestedAt))
    expect(faultOf(Buffer.from(page))).toBe('sound')
  })

  it('was not sent if the profile was removed', async () => {
    const { failure } = invalid(['profileId'], 'profile')
    expect(await saveFailing(failure, false)).toContain(`<p>${texts.service.noProfile}</p>`)
  })
})

describe('masking', () => {
  const digits = (text: string): string => text.replace(/[^\d]/g, '')
  /** Hashes, salts, IDs and times contain digits but no phone number. */
  const withoutIds = (text: string): string =>
    text
      .replace(/[0-9a-f]{32,64}/g, ' ')
      .replace(/[0-7][0-9A-HJKMNP-TV-Z]{25}/g, ' ')
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, ' ')
      .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, ' ')

  it('keeps only the last three digits of every number', () => {
    const text = withoutIds(createBundle().bytes.toString('utf8'))
    for (const number of ['4155550101', '8005550100']) expect(digits(text)).not.toContain(number.slice(-7))
    expect(text).toContain('…101')
    expect(text.match(/\d{7,}/g)).toEqual(['12345678', '12345678'])
  })

  it.each([
    ['10011', { note: 'short' }],
    ['4711', { note: 'four' }],
    ['112', { note: 'three' }],
  ])('masks the short number %s', (phoneNumber) => {
    const known = createSources(
      { phoneNumber, phoneNumberDisplay: phoneNumber },
      { initialContext: { to: phoneNumber, price: `${phoneNumber}5`, text: `dial ${phoneNumber} now` } },
    )
    const { request } = createEvidence(known)
    expect(request.body).toMatchObject({
      phone_number: '…',
      initial_context: { to: '…', price: `${phoneNumber}5`, text: 'dial … now' },
    })
  })

  it('omits an endpoint that is not a number', () => {
    const phoneNumber = 'sip:jane@example.org'
    const text = createBundle(
      createSources({ phoneNumber, phoneNumberDisplay: phoneNumber }, { initialContext: { to: phoneNumber } }),
    )
    expect(text.bytes.toString('utf8')).not.toContain('jane@')
  })

  it('removes a key from the service’s text, a note, the context, a name and a run', () => {
    const key = 'dgr_Zk3vQ8pL0sT5wY2bN7cX1mR4hJ6gF9dAeUiOoPaSzDk'
    const known = createSources(
      { agentName: `agent ${key}`, profileName: key, telephonyConfigurationName: key },
      {
        note: { text: `the key is ${key}`, at: '2026-11-21T09:20:00.000Z' },
        initialContext: { [key]: { deep: [key] } },
      },
    )
    const rejected: CallState = { state: 'rejected', status: 401, detail: `Invalid ${key}`, issues: [] }
    const [event] = known.proof.events
    if (event) known.proof.events = [{ ...event, state: 'rejected', outcome: JSON.stringify(rejected) }]
    const text = createBundle(known, createScrub(createKeyMask(key))).bytes.toString('utf8')
    for (const piece of [key, key.slice(8, 20), Buffer.from(key).toString('base64').slice(4, 30)])
      expect(text).not.toContain(piece)
  })

  it('omits the salt of a masked value, because the number could be guessed from the digest', () => {
    const known = createSources()
    const outcome: CallState = { state: 'rejected', status: 400, detail: 'No route to +14155550101', issues: [] }
    known.proof.events = known.proof.events.map((event) => ({ ...event, outcome: JSON.stringify(outcome) }))
    for (const event of createEvidence(known).events) expect([event.salt, event.text]).toEqual([null, null])
    for (const event of createEvidence().events) expect(event.salt).toMatch(/^[0-9a-f]{32}$/)
    expect([exactEventsOf(createEvidence(known)), exactEventsOf(createEvidence())]).toEqual([
      0,
      createEvidence().events.length,
    ])
  })

  it.each([
    ['+1 415 555 0101', '…101'],
    ['14155550101', '…101'],
    ['10011', '…'],
    ['', ''],
  ])('shows the number %j as %j', (number, shown) => {
    expect(maskNumber(number)).toBe(shown)
  })
})

describe('a changed bundle', () => {
  const { bytes, seal } = createBundle()

  it('is detected at every byte and bit', () => {
    const undetected: number[] = []
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ (1 << (at % 8))
      if (verifyEvidence(changed).ok) undetected.push(at)
    }
    expect([bytes.length > 8_000, undetected]).toEqual([true, []])
  })

  it('is detected if it is truncated, or if text is added before or after it', () => {
    for (let length = 0; length < bytes.length; length += 97) expect(faultOf(bytes.subarray(0, length))).toBe('seal')
    for (const more of ['\n', ' ', '<p>', '<!-- rundesk-seal sha256:'])
      for (const made of [Buffer.concat([bytes, Buffer.from(more)]), Buffer.concat([Buffer.from(more), bytes])])
        expect(faultOf(made)).toBe('seal')
  })

  it('that was sealed again is detected if the details of an event differ from its exact text', () => {
    const evidence = createEvidence()
    const [event, ...others] = evidence.events
    if (event === undefined) throw new Error('There is no event.')
    const changed = { ...event, outcome: { state: 'cancelled' } }
    const pageOf = (events: typeof evidence.events) => sealText(evidencePage({ ...evidence, events })).bytes
    expect(faultOf(pageOf(evidence.events))).toBe('sound')
    expect(faultOf(pageOf([changed, ...others]))).toBe('event')
  })

  it('that was sealed again is detected by the original seal', () => {
    const text = bytes.toString('utf8').replace(/<!-- rundesk-seal.*\n$/, '')
    const forged = sealText(text.replaceAll('qualified', 'no-answer'))
    expect(faultOf(forged.bytes)).toBe('sound')
    expect(faultOf(forged.bytes, seal)).toBe('otherSeal')
  })

  it('that was sealed again is detected where it breaks the chain', () => {
    const evidence = createEvidence()
    const forge = (change: (events: typeof evidence.events) => typeof evidence.events) =>
      sealText(evidencePage({ ...evidence, events: change(evidence.events) })).bytes
    const first = (change: object) => forge(([event, ...rest]) => (event ? [{ ...event, ...change }, ...rest] : []))
    expect(faultOf(forge((events) => events))).toBe('sound')
    const broken = forge((events) => events.slice(1).map((event) => ({ ...event, digest: '0'.repeat(64) })))
    // Another seal is the fault only of a file that is otherwise valid.
    expect(faultOf(broken, seal)).toBe(faultOf(broken))
    expect(faultOf(first({ at: '2026-11-21T08:00:00.000Z' }))).toBe('event')
    expect(faultOf(first({ state: 'accepted' }))).toBe('event')
    expect(faultOf(first({ text: '{"state":"accepted"}' }))).toBe('event')
    expect(faultOf(first({ previous: '8'.repeat(64) }))).toBe('event')
    expect(faultOf(forge((events) => events.toReversed()))).toBe('event')
    // An entry is missing: the next one refers to a different predecessor.
    expect(
      faultOf(
        forge((events) =>
          events.map((event, at) => (at === 2 ? { ...event, sequence: 42 } : event)).filter((_e, at) => at !== 1),
        ),
      ),
    ).toBe('event')
  })

  it.each([
    ['nothing', ''],
    ['words', 'hello'],
    ['a page without evidence', '<!doctype html><p>hello</p>'],
    ['broken JSON', '<script type="application/json" id="evidence">{</script>'],
    ['another JSON', '<script type="application/json" id="evidence">{"format":"other"}</script>'],
  ])('with a new seal is not accepted as evidence: %s', (_name, text) => {
    expect(faultOf(sealText(text).bytes)).toBe('notEvidence')
    expect(faultOf(Buffer.from(text))).toBe('seal')
  })
})

it('is defined for every field of the evidence, so that no field stays unmasked', () => {
  expect(Object.keys(evidenceSchema.shape)).toEqual([
    'format',
    'madeAt',
    'operator',
    'app',
    'call',
    'note',
    'request',
    'events',
    'chain',
    'service',
  ])
})
