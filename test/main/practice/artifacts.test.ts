import { afterEach, describe, expect, it } from 'vitest'
import { startPracticeListener, type PracticeListener } from '../../../src/main/practice/host.ts'
import { watchableTimings } from '../../../src/main/practice/practice.ts'
import { createTestService, sendForBody, triggerCall, requestTo, sendForText } from '../../service/test-service.ts'

let listener: PracticeListener | undefined
afterEach(async () => {
  await listener?.close()
  listener = undefined
})

/** Creates a run whose recording is available. */
const aFinishedRun = async () => {
  const clock = { at: Date.parse('2026-11-21T10:00:00.500Z'), now: () => clock.at }
  const service = createTestService({ clock })
  await triggerCall(service, '+14155550200')
  const { answerMs, talkMs, saveMs, artifactsMs } = watchableTimings
  clock.at += answerMs + talkMs + saveMs + artifactsMs
  const [run] = service.world.runs
  if (!run) throw new Error('There is no run.')
  return { service, run, clock }
}

const link = (token: string, artifact: string): string => `/api/v1/public/download/workflow/${token}/${artifact}`

describe('the artifacts of a practice run', () => {
  it('are linked once they are available; the link redirects to another host and needs no key', async () => {
    const { service, run } = await aFinishedRun()
    listener = await startPracticeListener(service)
    const detail = await sendForBody(service, `/api/v1/workflow/0/runs/${run.id}`)
    expect(detail).toMatchObject({
      recording_url: `recordings/${run.id}.wav`,
      transcript_public_url: `http://practice.example${link(run.publicToken, 'transcript')}`,
    })
    const response = await fetch(`${listener.origin}${link(run.publicToken, 'recording')}`, { redirect: 'manual' })
    expect(response.status).toBe(302)
    expect(await response.text()).toBe('')
    const location = response.headers.get('location') ?? ''
    expect(location).toBe(`${listener.storageOrigin}/voice-audio/recordings/${run.id}.wav`)
    expect(new URL(location).port).not.toBe(new URL(listener.origin).port)
  })

  it('are a transcript in lines and recordings as long as the call, with tones where someone is speaking', async () => {
    const { service, run } = await aFinishedRun()
    listener = await startPracticeListener(service)
    const get = async (name: string) => {
      const response = await fetch(`${listener?.origin ?? ''}${link(run.publicToken, name)}`)
      return { type: response.headers.get('content-type'), bytes: Buffer.from(await response.arrayBuffer()) }
    }
    const transcript = await get('transcript')
    expect(transcript.type).toBe('text/plain; charset=utf-8')
    expect(transcript.bytes.toString().split('\n')[1]).toMatch(
      /^\[2026-11-21T10:00:1\d\.\d{3}.*\] user: Yes, go ahead\.$/,
    )
    const [whole, user] = [await get('recording'), await get('user_recording')]
    expect(whole.type).toBe('audio/wav')
    expect(whole.bytes.subarray(0, 4).toString()).toBe('RIFF')
    expect((whole.bytes.length - 44) / 2 / 8_000).toBe(watchableTimings.talkMs / 1000)
    const loudness = (wave: Buffer, second: number) =>
      Math.max(
        ...Array.from({ length: 2_000 }, (_, sample) => Math.abs(wave.readInt16LE(44 + (second * 8_000 + sample) * 2))),
      )
    expect(loudness(whole.bytes, 2)).toBeGreaterThan(1_000)
    expect(loudness(user.bytes, 2)).toBe(0)
    expect(loudness(user.bytes, 5)).toBeGreaterThan(1_000)
    expect(loudness(whole.bytes, 19)).toBe(0)
  })

  it('are refused for a wrong token, an unknown kind, and before they are available', async () => {
    const { service, run, clock } = await aFinishedRun()
    expect(await sendForText(service, link('nobody', 'recording'), { key: null })).toEqual({
      status: 404,
      text: '{"detail":"Invalid or expired token"}',
    })
    expect(await sendForText(service, link(run.publicToken, 'video'), { key: null })).toEqual({
      status: 400,
      text: '{"detail":"Unsupported artifact type"}',
    })
    clock.at -= 10_000
    expect((await sendForText(service, link(run.publicToken, 'recording'), { key: null })).text).toBe(
      '{"detail":"No recording available for this workflow run"}',
    )
  })

  it('have a signed URL only for a key of their organization', async () => {
    const { service, run } = await aFinishedRun()
    const path = (key: string) => `/api/v1/s3/signed-url?key=${encodeURIComponent(key)}&expires_in=300&inline=true`
    expect(await sendForBody(service, path(`recordings/${run.id}.wav`))).toEqual({
      url: `http://storage.practice.invalid/voice-audio/recordings/${run.id}.wav`,
      expires_in: 300,
    })
    const other = service.organizations[1]?.keys.active ?? ''
    expect((await sendForText(service, path(`recordings/${run.id}.wav`), { key: other })).status).toBe(403)
    expect((await sendForText(service, path('recordings/../secret.wav'))).status).toBe(400)
    expect((await sendForText(service, path('recordings/1.wav'), { key: null })).status).toBe(401)
  })

  it('are on a storage server that counts requests with keys and serves nothing else', async () => {
    const { service, run } = await aFinishedRun()
    const at = (path: string) => requestTo(service, `http://storage.example/voice-audio/${path}`, { key: null })
    expect(service.handleStorage(at(`transcripts/${run.id}.txt`)).status).toBe(200)
    expect(service.handleStorage(at('transcripts/9.txt')).status).toBe(404)
    expect(service.keysAtStorage).toBe(0)
    service.handleStorage(requestTo(service, `http://storage.example/voice-audio/transcripts/${run.id}.txt`))
    expect(service.keysAtStorage).toBe(1)
  })
})
