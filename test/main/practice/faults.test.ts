import { afterEach, describe, expect, it } from 'vitest'
import { faultByName, faultByNumber, faults } from '../../../src/main/practice/faults.ts'
import { type PracticeListener, startPracticeListener } from '../../../src/main/practice/host.ts'
import type { PracticeService } from '../../../src/main/practice/practice-service.ts'
import { createTestService, requestTo, textContaining, triggerCall, triggerPath } from '../../service/test-service.ts'
import { readFileSync } from 'node:fs'

let listener: PracticeListener | undefined
afterEach(() => listener?.close())

/** Request timeouts in milliseconds: for a service that never responds, and for one that does. */
const [silent, answering] = [300, 20_000]

/** Returns the status and text, or status 0 and how the connection ended. */
async function triggerOverSocket(
  service: PracticeService,
  phoneNumber: string,
  { name, headers = {} }: { name: string; headers?: Record<string, string> },
) {
  listener = await startPracticeListener(service)
  const body = { phone_number: phoneNumber }
  const request = requestTo(service, `${listener.origin}${triggerPath(service)}`, { body, headers })
  try {
    const response = await fetch(request, {
      redirect: 'manual',
      signal: AbortSignal.timeout(name.startsWith('silence') ? silent : answering),
    })
    return { status: response.status, text: await response.text() }
  } catch (error) {
    return { status: 0, text: reasonOf(error) }
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { cause } = error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : error.name
}

const initiated = '{"status":"initiated","workflow_run_id":7001'

/** Name, status (0: no complete response), start of the text or how the connection ends, runs, phones that ring. */
const table = [
  ['unauthorized', 401, '{"detail":"Invalid API key"}', 0, 0],
  ['forbidden', 403, '{"detail":"Access denied"}', 0, 0],
  ['agent-not-found', 404, '{"detail":"Workflow not found"}', 0, 0],
  ['agent-not-active', 404, '{"detail":"Workflow is not active"}', 0, 0],
  ['nothing-published', 404, '{"detail":"Workflow has no published definition"}', 0, 0],
  ['no-owner', 409, '{"detail":"Workflow has no execution owner"}', 0, 0],
  ['invalid-list', 422, '{"detail":[{"type":"value_error","loc":["body","phone_number"]', 0, 0],
  ['invalid-text', 422, '{"detail":"', 0, 0],
  ['invalid-object', 422, '{"detail":{"is_valid":false,"errors":[', 0, 0],
  ['no-telephony', 400, '{"detail":"Telephony provider not configured for this organization"}', 0, 0],
  ['not-ready', 400, `{"detail":"'Main line' is not ready for outbound calls. `, 0, 0],
  ['caller-id-refused', 400, '{"detail":"from_phone_number_not_found"}', 0, 0],
  ['limit-reached', 429, '{"detail":"Concurrent call limit reached"}', 0, 0],
  ['server-error', 500, 'Internal Server Error', 0, 0],
  ['bad-gateway', 502, '<html>', 0, 0],
  ['unavailable', 503, '{"detail":"', 0, 0],
  ['configuration-not-found', 404, '{"detail":"Telephony configuration not found"}', 0, 0],
  ['quota-exhausted', 402, '{"detail":"You have exhausted your trial credits', 1, 0],
  ['quota-unverified', 402, '{"detail":"Could not verify Dograh credits. Please try again."}', 1, 0],
  ['model-keys-invalid', 402, '{"detail":"You have invalid keys in your model configuration', 1, 0],
  ['carrier-refused', 400, String.raw`{"detail":"Failed to initiate call: 400: {\"code\": 21211`, 1, 0],
  ['carrier-error', 400, '{"detail":"Failed to initiate call: 503: ', 1, 0],
  ['carrier-unreachable', 400, '{"detail":"Failed to initiate call: Cannot connect to host ', 1, 0],
  ['carrier-unclear', 400, '{"detail":"Failed to initiate call: Expecting value: line 1 column 1 (char 0)"}', 1, 1],
  ['carrier-dropped', 400, '{"detail":"Failed to initiate call: Server disconnected"}', 1, 1],
  ['carrier-silent', 400, '{"detail":"Failed to initiate call: "}', 1, 1],
  ['carrier-created', 400, '{"detail":"Failed to initiate call: 201: ', 1, 1],
  ['carrier-page', 400, '{"detail":"Failed to initiate call: 404: Failed to create ARI channel: <html>', 1, 0],
  ['server-error-after', 500, 'Internal Server Error', 1, 0],
  ['quota-once', 402, '{"detail":"You have exhausted your trial credits', 1, 0],
  ['slow', 200, initiated, 1, 1],
  ['very-slow', 200, initiated, 1, 1],
  ['answer-lost', 0, 'UND_ERR_SOCKET', 1, 1],
  ['cut-before', 0, 'ECONNRESET', 0, 0],
  ['cut-after', 0, 'ECONNRESET', 1, 1],
  ['cut-head', 0, 'UND_ERR_SOCKET', 1, 1],
  ['cut-body', 0, 'UND_ERR_SOCKET', 1, 1],
  ['junk-body', 200, '{"status":"initiated","workflow_run_id":', 1, 1],
  ['html-ok', 200, '<!doctype html>', 1, 1],
  ['redirect', 307, '', 0, 0],
  ['silence', 0, 'TimeoutError', 1, 1],
  ['silence-before', 0, 'TimeoutError', 0, 0],
  ['bad-gateway-after', 502, '<html>', 1, 1],
  ['wrong-types', 200, '{"status":1,', 1, 1],
  ['busy', 200, initiated, 1, 1],
  ['no-answer', 200, initiated, 1, 1],
  ['failed', 200, initiated, 1, 1],
  ['never-ends', 200, initiated, 1, 1],
  ['voicemail', 200, initiated, 1, 1],
  ['no-result', 200, initiated, 1, 1],
  ['no-transcript', 200, initiated, 1, 1],
  ['do-not-call', 200, initiated, 1, 1],
] as const

const quick = { timings: { slowMs: 20, verySlowMs: 40, silentCarrierMs: 60 } }

describe('every fault on a real socket', () => {
  it('is in the table', () => expect(table.map(([name]) => name)).toEqual(faults.map(({ name }) => name)))

  it.each(table)('%s, requested by number', async (name, status, text, runs, rings) => {
    const service = createTestService(quick)
    const seen = await triggerOverSocket(service, faultByName(name)?.phoneNumber ?? '', { name })
    expect(seen).toEqual({ status, text: textContaining(text) })
    expect([service.world.runs.length, service.world.dials.length]).toEqual([runs, rings])
  })

  it.each(table)('%s, requested by header', async (name, status, text, runs, rings) => {
    const service = createTestService(quick)
    const seen = await triggerOverSocket(service, '+14155550200', { name, headers: { 'x-practice-fault': name } })
    expect(seen).toEqual({ status, text: textContaining(text) })
    expect([service.world.runs.length, service.world.dials.length]).toEqual([runs, rings])
  })
})

describe('the list of faults', () => {
  it.each(faults.map((fault) => [fault.name, fault] as const))('docs/practice.md lists %s', (name, fault) => {
    const page = readFileSync(new URL('../../../docs/practice.md', import.meta.url), 'utf8').replaceAll(' ', '')
    expect(page).toContain(`|${fault.phoneNumber}|${name}|${fault.sentence.replaceAll(' ', '')}|`)
  })

  it('has a unique number, name and sentence for each fault', () => {
    for (const field of ['phoneNumber', 'name', 'sentence'] as const) {
      expect(new Set(faults.map((fault) => fault[field])).size).toBe(faults.length)
    }
    expect(faults.filter(({ sentence }) => !/^[A-Z].*\.$/.test(sentence))).toEqual([])
  })

  it('uses fictional numbers only', () => {
    expect(faults.filter(({ phoneNumber }) => !/^\+141555501\d\d$/.test(phoneNumber))).toEqual([])
  })

  it.each(['+1 415 555 0170', '+1 (415) 555-0170', '+1.415.555.0170'])('recognizes %s in any notation', (number) => {
    expect(faultByNumber(number)?.name).toBe('busy')
  })
})

describe('the delay of a slow response', () => {
  it.each([
    ['slow', 8000],
    ['very-slow', 65_000],
    // Measured: the service waits 300 s for its carrier.
    ['carrier-silent', 300_000],
    ['slow;delay=15', 15],
  ])('%s: %i ms', async (request, afterMs) => {
    const service = createTestService()
    const options = { body: { phone_number: '+14155550200' }, headers: { 'x-practice-fault': request } }
    const { delivery } = await service.handle(
      requestTo(service, `http://practice.example${triggerPath(service)}`, options),
    )
    expect(delivery).toEqual({ afterMs, how: 'whole' })
  })

  it('lets an undelayed response arrive first', async () => {
    const service = createTestService()
    listener = await startPracticeListener(service)
    const { origin } = listener
    const arrived: string[] = []
    const request = async (name: string, headers: Record<string, string>) => {
      await fetch(`${origin}/api/v1/health`, { headers })
      arrived.push(name)
    }
    await Promise.all([request('delayed', { 'x-practice-fault': 'slow;delay=300' }), request('undelayed', {})])
    expect(arrived).toEqual(['undelayed', 'delayed'])
  })
})

describe('a fault by number', () => {
  it('affects only the first call if its description says so', async () => {
    const service = createTestService()
    const number = faultByName('quota-once')?.phoneNumber ?? ''
    const answers = [await triggerCall(service, number), await triggerCall(service, number)]
    expect(answers.map(({ status }) => status)).toEqual([402, 200])
  })

  it('does not hide an earlier refusal', async () => {
    const service = createTestService()
    expect((await triggerCall(service, '+14155550133', {}, { key: 'none' })).status).toBe(401)
    expect((await triggerCall(service, '+14155550133', { telephony_configuration_id: 999 })).status).toBe(404)
    expect(service.world.runs).toEqual([])
  })
})
