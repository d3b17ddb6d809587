import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { anyText, createTestService, sendForBody, movingClock, triggerCall } from '../../service/test-service.ts'

const timings = { dialMs: 500, ringMs: 1000, answerMs: 3000, talkMs: 10_000, saveMs: 2000, artifactsMs: 4000 }

const runSchema = z.object({
  is_completed: z.boolean(),
  initial_context: z.record(z.string(), z.unknown()),
  gathered_context: z.record(z.string(), z.unknown()),
  logs: z.object({
    telephony_status_callbacks: z.array(z.object({ status: z.string() })).optional(),
    realtime_feedback_events: z.array(z.object({ type: z.string(), payload: z.unknown() })).optional(),
  }),
  cost_info: z.object({ call_duration_seconds: z.number() }).nullable(),
  usage_info: z.unknown(),
  recording_url: z.string().nullable(),
  transcript_public_url: z.string().nullable(),
  public_access_token: z.string().nullable(),
})

async function begin(phoneNumber = '+14155550200', more: object = {}) {
  const clock = movingClock()
  const service = createTestService({ clock, timings })
  await triggerCall(service, phoneNumber, more)
  return {
    after: (ms: number) => clock.pass(ms),
    readRun: async () => runSchema.parse(await sendForBody(service, '/api/v1/workflow/0/runs/7001')),
  }
}

const statusesOf = (run: z.infer<typeof runSchema>) =>
  (run.logs.telephony_status_callbacks ?? []).map(({ status }) => status)

describe('a call that is answered', () => {
  it('is dialed first, without a call ID', async () => {
    const { readRun } = await begin()
    const run = await readRun()
    expect(run).toMatchObject({ is_completed: false, gathered_context: {}, logs: {}, cost_info: null })
    expect(run.initial_context).not.toHaveProperty('caller_number')
  })

  it('then has a call ID and a caller number', async () => {
    const { after, readRun } = await begin()
    after(500)
    const run = await readRun()
    expect(run.gathered_context).toMatchObject({ provider: 'twilio', triggered_by: 'api', call_id: anyText })
    expect(run.initial_context).toMatchObject({ caller_number: '+14155550181' })
    expect(statusesOf(run)).toEqual(['initiated'])
  })

  it('rings, is answered, ends, gets its result, and then its recording', async () => {
    const { after, readRun } = await begin()
    after(1500)
    expect(statusesOf(await readRun())).toEqual(['initiated', 'ringing'])
    after(2000)
    expect(statusesOf(await readRun())).toEqual(['initiated', 'ringing', 'in-progress'])
    expect((await readRun()).initial_context).toHaveProperty('runtime_configuration')
    after(9999)
    expect((await readRun()).is_completed).toBe(false)
    after(1)
    expect(await readRun()).toMatchObject({
      is_completed: true,
      cost_info: null,
      usage_info: null,
      recording_url: null,
    })
    after(2000)
    const saved = await readRun()
    expect(saved.gathered_context).toMatchObject({
      call_disposition: 'user_hangup',
      mapped_call_disposition: 'user_hangup',
    })
    expect(saved).toMatchObject({ cost_info: { call_duration_seconds: 10 }, recording_url: null })
    expect(saved.logs.realtime_feedback_events?.map(({ type }) => type)).toContain('rtf-user-transcription')
    after(4000)
    const whole = await readRun()
    expect(whole.recording_url).toBe('recordings/7001.wav')
    expect(whole.transcript_public_url).toContain(
      `/api/v1/public/download/workflow/${whole.public_access_token}/transcript`,
    )
  })

  it('reports "answered" for a carrier that uses this word', async () => {
    const { after, readRun } = await begin('+14155550200', { telephony_configuration_id: 12 })
    after(5000)
    expect(statusesOf(await readRun())).toEqual(['initiated', 'ringing', 'answered'])
  })
})

describe('calls that are not answered or have no result', () => {
  it.each([
    ['busy', '+14155550170', 3500],
    ['no-answer', '+14155550171', 9500],
    ['failed', '+14155550172', 1500],
  ])('%s', async (status, number, ms) => {
    const { after, readRun } = await begin(number)
    after(ms - 1)
    expect((await readRun()).is_completed).toBe(false)
    after(1)
    const run = await readRun()
    expect(run).toMatchObject({
      is_completed: true,
      cost_info: { call_duration_seconds: 0 },
      usage_info: { call_duration_seconds: 0 },
    })
    expect(run.gathered_context).toMatchObject({
      call_tags: ['not_connected', `telephony_${status}`],
      call_disposition: status,
    })
    expect(statusesOf(run).at(-1)).toBe(status)
    after(86_400_000)
    expect((await readRun()).recording_url).toBeNull()
  })

  it('never', async () => {
    const { after, readRun } = await begin('+14155550173')
    after(86_400_000)
    const run = await readRun()
    expect(run).toMatchObject({ is_completed: false, cost_info: null })
    expect(statusesOf(run)).toEqual(['initiated', 'ringing'])
  })

  it('with a machine', async () => {
    const { after, readRun } = await begin('+14155550174')
    after(86_400_000)
    const run = await readRun()
    expect(run.gathered_context).toMatchObject({ call_disposition: 'voicemail_detected' })
    expect(JSON.stringify(run)).toContain('You have reached a voicemail.')
    expect(JSON.stringify(run)).not.toContain('rtf-bot-text')
  })

  it('with a person who must not be called again', async () => {
    const { after, readRun } = await begin('+14155550177')
    after(86_400_000)
    const run = await readRun()
    expect(run.gathered_context).toMatchObject({ call_disposition: 'do_not_call' })
    expect(JSON.stringify(run)).toContain('Please do not call me again.')
  })

  it('without any result', async () => {
    const { after, readRun } = await begin('+14155550175')
    after(86_400_000)
    const run = await readRun()
    expect(run).toMatchObject({ is_completed: true, cost_info: null, usage_info: null, recording_url: null })
    expect(run.gathered_context).not.toHaveProperty('call_disposition')
  })
})

describe('runs that failed to start', () => {
  it.each(['+14155550131', '+14155550133', '+14155550136'])('%s keeps the error of the response', async (number) => {
    const clock = movingClock()
    const service = createTestService({ clock })
    const { text } = await triggerCall(service, number)
    const run = runSchema.parse(await sendForBody(service, '/api/v1/workflow/0/runs/7001'))
    const { detail } = z.object({ detail: z.string() }).parse(JSON.parse(text))
    expect(run.gathered_context).toEqual({ error: detail, call_disposition: 'error', mapped_call_disposition: 'error' })
    expect(run).toMatchObject({ is_completed: true, cost_info: { call_duration_seconds: 0 } })
    expect(run.logs.realtime_feedback_events).toEqual([
      { type: 'rtf-pipeline-error', payload: { error: detail, fatal: true, processor: 'call_start' } },
    ])
  })

  it('readRun like a call being dialed until the carrier has responded', async () => {
    const { after, readRun } = await begin('+14155550133')
    expect(await readRun()).toMatchObject({ is_completed: false, gathered_context: {} })
    after(500)
    expect(await readRun()).toMatchObject({ is_completed: true, gathered_context: { call_disposition: 'error' } })
  })

  it('stay open forever after an internal error', async () => {
    const { after, readRun } = await begin('+14155550141')
    after(86_400_000)
    expect(await readRun()).toMatchObject({ is_completed: false, gathered_context: {}, logs: {} })
  })
})
