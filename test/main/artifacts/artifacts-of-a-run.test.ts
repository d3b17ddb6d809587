import { describe, expect, it, onTestFinished } from 'vitest'
import { createPracticeService } from '../../../src/main/practice/practice-service.ts'
import { startPracticeListener } from '../../../src/main/practice/practice-listener.ts'
import { aDraft } from '../../support/a-call.ts'
import { openTestDesk, settledCall, valueOf } from '../../support/test-desk.ts'

/** A service whose clock can be moved on, and a desk that has placed a call there which is over by now. */
const deskAfterACall = async (minutesLater: number) => {
  let later = 0
  const service = createPracticeService({
    clock: { now: () => Date.now() + later },
    random: Math.random,
    pace: { talkMs: 12_000 },
  })
  const listener = await startPracticeListener(service)
  onTestFinished(() => listener.close())
  const test = openTestDesk()
  const { ask } = test
  await valueOf(test.desk.start())
  const { entryId } = await valueOf(ask.enterKey({ from: 'typed', text: service.facts[0]?.keys.active ?? '' }))
  const { profile } = await valueOf(
    ask.addProfile({
      kind: 'service',
      name: 'Acme',
      color: 'blue',
      origin: listener.origin,
      entryId,
      custody: 'keychain',
      unchecked: false,
    }),
  )
  const agentUuid = service.facts[0]?.agents[0]?.uuid ?? ''
  const draft = aDraft({ profileId: profile.id, agentUuid, telephonyConfigurationId: null, fromPhoneNumberId: null })
  await valueOf(ask.triggerCall(draft))
  const call = await settledCall(test.desk, draft.callId)
  if (call.outcome.state !== 'accepted') throw new Error(JSON.stringify(call.outcome))
  later = minutesLater * 60_000
  const ofRun = { profileId: profile.id, workflowRunId: call.outcome.workflowRunId }
  return { ...test, ask, service, ofRun, listener }
}

describe('what the service keeps of a call', () => {
  it('is its transcript as a talk and its recording as samples, and no key went to where they lie', async () => {
    const { ask, service, ofRun, announced } = await deskAfterACall(2)
    const transcript = await valueOf(ask.readTranscript(ofRun))
    expect(transcript).toMatchObject({ from: 'transcript', isWhole: true })
    expect(transcript.turns.map(({ speaker, text }) => [speaker, text.slice(0, 13)])).toEqual([
      ['agent', 'Hello, this i'],
      ['callee', 'Yes, go ahead'],
      ['agent', 'Thank you. Th'],
      ['callee', 'Goodbye.'],
    ])
    const [first, second] = transcript.turns
    expect(Date.parse(second?.at ?? '') - Date.parse(first?.at ?? '')).toBe(3_000)

    const recording = await valueOf(ask.openRecording(ofRun))
    expect(recording).toMatchObject({ sampleRate: 8_000, samples: 96_000 })
    expect(Math.max(...recording.peaks)).toBeGreaterThan(0.05)
    const { samples, next } = await valueOf(ask.readRecording({ recordingId: recording.recordingId, from: 0 }))
    expect({ bytes: Buffer.from(samples, 'base64').length, next }).toEqual({ bytes: 192_000, next: null })
    await ask.closeRecording({ recordingId: recording.recordingId })
    expect(await ask.readRecording({ recordingId: recording.recordingId, from: 0 })).toMatchObject({
      ok: false,
      failure: { kind: 'notFound' },
    })

    expect(service.keysAtStorage).toBe(0)
    // SECURITY: the token of the links is good for ever, and nothing that the page is told may hold it.
    const token = service.world.runs[0]?.publicToken ?? 'no token'
    const told = JSON.stringify([transcript, recording, announced, await ask.lookUpRun(ofRun)])
    expect(told).not.toContain(token)
    expect(told).not.toContain('voice-audio')
    expect(token.length).toBeGreaterThan(20)
  })

  it('is not there while the call goes on', async () => {
    const { ask, ofRun } = await deskAfterACall(0)
    for (const asked of [ask.readTranscript(ofRun), ask.openRecording(ofRun)])
      expect(await asked).toEqual({ ok: false, failure: { kind: 'notFound', detail: '' } })
  })

  it('is told from what was noted while the call went on, when the storage does not answer', async () => {
    const { ask, ofRun, service } = await deskAfterACall(2)
    service.serveStorageAt('http://127.0.0.1:1')
    const transcript = await valueOf(ask.readTranscript(ofRun))
    expect(transcript).toMatchObject({ from: 'notes', isWhole: true })
    expect(transcript.turns).toHaveLength(4)
    expect(await ask.openRecording(ofRun)).toMatchObject({ ok: false, failure: { kind: 'unreachable' } })
  })
})
