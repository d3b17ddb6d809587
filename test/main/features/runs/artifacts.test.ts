import { describe, expect, it, onTestFinished } from 'vitest'
import { createServiceDouble } from '../../../service/service-double.ts'
import { startPracticeListener } from '../../../../src/main/practice/host.ts'
import { invalid } from '../../../../src/contract/failure.ts'
import { aDraft, anId } from '../../../support/a-call.ts'
import { openTestApp, settledCall, valueOf } from '../../../support/test-app.ts'
import { readTranscript } from '../../../../src/main/features/runs/index.ts'
import { connectService } from '../../../support/connect-service.ts'

/** Starts a service with an adjustable clock, and an app with a call that is over. */
const openAppAfterCall = async (minutesLater: number) => {
  let later = 0
  const service = createServiceDouble({
    clock: { now: () => Date.now() + later },
    random: Math.random,
    timings: { talkMs: 12_000 },
  })
  const paths: string[] = []
  const listener = await startPracticeListener({
    ...service,
    handle(request, fault) {
      paths.push(new URL(request.url).pathname)
      return service.handle(request, fault)
    },
  })
  onTestFinished(() => listener.close())
  // The app doesn't follow the run, so that only the artifacts are read.
  const test = openTestApp({ parts: { after: () => () => undefined } })
  const { operations } = test
  await valueOf(test.app.start())
  const key = service.organizations[0]?.keys.active ?? ''
  const profile = await connectService(operations, { origin: listener.origin, key })
  const agentUuid = service.organizations[0]?.agents[0]?.uuid ?? ''
  const draft = aDraft({ profileId: profile.id, agentUuid, telephonyConfigurationId: null, fromPhoneNumberId: null })
  await valueOf(operations.triggerCall(draft))
  const call = await settledCall(test.app, draft.callId)
  if (call.outcome.state !== 'accepted') throw new Error(JSON.stringify(call.outcome))
  later = minutesLater * 60_000
  const ofRun = { profileId: profile.id, workflowRunId: call.outcome.workflowRunId, callId: draft.callId }
  return { ...test, operations, service, ofRun, listener, paths }
}

describe('the artifacts of a run', () => {
  it('are a transcript and a recording, and no key is sent to the storage', async () => {
    const { operations, service, ofRun, announced } = await openAppAfterCall(2)
    const transcript = await valueOf(operations.readTranscript(ofRun))
    expect(transcript).toMatchObject({ from: 'transcript', isWhole: true })
    expect(transcript.turns.map(({ speaker, text }) => [speaker, text.slice(0, 13)])).toEqual([
      ['agent', 'Hello, this i'],
      ['callee', 'Yes, go ahead'],
      ['agent', 'Thank you. Th'],
      ['callee', 'Goodbye.'],
    ])
    const [first, second] = transcript.turns
    expect(Date.parse(second?.at ?? '') - Date.parse(first?.at ?? '')).toBe(3_000)

    const recording = await valueOf(operations.openRecording(ofRun))
    expect(recording).toMatchObject({ sampleRate: 8_000, samples: 96_000 })
    expect(Math.max(...recording.peaks)).toBeGreaterThan(0.05)
    const { samples, next } = await valueOf(operations.readRecording({ recordingId: recording.recordingId, from: 0 }))
    expect({ bytes: Buffer.from(samples, 'base64').length, next }).toEqual({ bytes: 192_000, next: null })
    await operations.closeRecording({ recordingId: recording.recordingId })
    expect(await operations.readRecording({ recordingId: recording.recordingId, from: 0 })).toMatchObject({
      ok: false,
      failure: { kind: 'notFound' },
    })

    expect(service.keysAtStorage).toBe(0)
    // SECURITY: the token in the links never expires, so the page must not receive it.
    const token = service.world.runs[0]?.publicToken ?? 'no token'
    const received = JSON.stringify([transcript, recording, announced, await operations.getRun(ofRun)])
    expect(received).not.toContain(token)
    expect(received).not.toContain('voice-audio')
    expect(token.length).toBeGreaterThan(20)
  })

  it('are found with one request for the run each', async () => {
    const { operations, ofRun, paths } = await openAppAfterCall(2)
    await valueOf(operations.readTranscript(ofRun))
    await valueOf(operations.openRecording(ofRun))
    const path = `/api/v1/workflow/0/runs/${ofRun.workflowRunId}`
    expect(paths.filter((one) => one === path)).toHaveLength(2)
  })

  it('are missing during the call', async () => {
    const { operations, ofRun } = await openAppAfterCall(0)
    for (const requests of [operations.readTranscript(ofRun), operations.openRecording(ofRun)])
      expect(await requests).toEqual({ ok: false, failure: { kind: 'notFound', detail: '' } })
  })

  it('are refused if the service has used the run ID for another call', async () => {
    const { operations, ofRun, service } = await openAppAfterCall(2)
    const run = service.world.runs.find(({ id }) => id === ofRun.workflowRunId)
    if (run === undefined) throw new Error('The service has no run.')
    Object.assign(run, { initialContext: new Map(run.initialContext).set('rundesk_call_id', anId()) })
    for (const request of [operations.readTranscript(ofRun), operations.openRecording(ofRun)])
      expect(await request).toEqual(invalid([], 'runOfAnotherCall', String(ofRun.workflowRunId)))
  })

  it('come from the service’s notes if the storage server does not respond', async () => {
    const { operations, ofRun, service } = await openAppAfterCall(2)
    service.serveStorageAt('http://127.0.0.1:1')
    const transcript = await valueOf(operations.readTranscript(ofRun))
    expect(transcript).toMatchObject({ from: 'notes', isWhole: true })
    expect(transcript.turns).toHaveLength(4)
    expect(await operations.openRecording(ofRun)).toMatchObject({ ok: false, failure: { kind: 'unreachable' } })
  })
})

it('reads a transcript with one turn per line', () => {
  const text = [
    '[2026-11-21T09:10:33.000Z] assistant: Hello Jane: a good moment?',
    '[2026-11-21T09:10:40+00:00] user: Yes.',
    '[not a time] assistant: Thank you.',
  ].join('\n')
  expect(readTranscript(`${text}\n`)).toEqual({
    turns: [
      { speaker: 'agent', text: 'Hello Jane: a good moment?', at: '2026-11-21T09:10:33.000Z' },
      { speaker: 'callee', text: 'Yes.', at: '2026-11-21T09:10:40.000Z' },
      { speaker: 'agent', text: 'Thank you.', at: null },
    ],
    isWhole: true,
  })
})

it.each([
  [
    '\uFEFFuser: no stamp\r\nbot: none either',
    [
      ['callee', 'no stamp'],
      ['agent', 'none either'],
    ],
  ],
  ['[t] user: one\n  goes on: here\n\nand here', [['callee', 'one\ngoes on: here\nand here']]],
  [
    'a preface of the service\n[t] system: joined',
    [
      ['other', 'a preface of the service'],
      ['other', 'system: joined'],
    ],
  ],
  ['[t] user:\n[t] assistant: after a silence', [['agent', 'after a silence']]],
  ['', []],
])('reads %j', (text, turns) => {
  expect(readTranscript(text).turns.map(({ speaker, text: said }) => [speaker, said])).toEqual(turns)
})

it('reads a limited number of turns and reports that there were more', () => {
  const { turns, isWhole } = readTranscript('user: again\n'.repeat(6_000))
  expect({ turns: turns.length, isWhole }).toEqual({ turns: 5_000, isWhole: false })
})
