import { expect, it, vi } from 'vitest'
import { mostSamples } from '../../../../src/contract/artifacts.ts'
import { fail, succeed } from '../../../../src/contract/failure.ts'
import { createRecording } from '../../../../src/renderer/runs/talk/recording-store.ts'
import { createFakeDesk } from '../../../support/fake-desk.ts'

const run = { profileId: '01K0000000000000000000ACME', workflowRunId: 48_002 }
const open = () => {
  const desk = createFakeDesk()
  const recording = createRecording(desk, run)
  return { desk, recording, state: () => recording.store.getState() }
}

it('fetches a recording piece by piece, says how far it has come, and lets main forget it', async () => {
  const { desk, recording, state } = open()
  const closed = vi.spyOn(desk, 'closeRecording')
  const asked = vi.spyOn(desk, 'openRecording')
  const steps: string[] = []
  recording.store.subscribe((now) => steps.push(now.step === 'fetching' ? `fetching ${now.samples}` : now.step))
  await Promise.all([recording.fetch(), recording.fetch()])
  expect(steps).toEqual(['opening', 'fetching 0', `fetching ${mostSamples}`, `fetching ${mostSamples * 2}`, 'here'])
  const here = state()
  if (here.step !== 'here') throw new Error(here.step)
  expect(here.wave).toHaveLength(576_000)
  expect(Math.max(...here.wave.subarray(0, 30_000))).toBeCloseTo(6_000 / 32_768, 2)
  expect(Math.min(...here.wave.subarray(0, 30_000))).toBeCloseTo(-6_000 / 32_768, 2)
  expect(asked).toHaveBeenCalledTimes(1)
  expect(closed).toHaveBeenCalledTimes(1)
})

it('reads samples to the last bit', async () => {
  const { desk, recording, state } = open()
  const bytes = String.fromCharCode(0x00, 0x80, 0xff, 0x7f, 0xff, 0xff, 0x01, 0x00)
  const recordingId = '7f3c2a1e-5d4b-4c3a-9f8e-0000000a0d11'
  desk.openRecording = () => Promise.resolve(succeed({ recordingId, sampleRate: 8_000, samples: 4, peaks: [] }))
  desk.readRecording = () => Promise.resolve(succeed({ samples: btoa(bytes), next: null }))
  await recording.fetch()
  const here = state()
  expect(here.step === 'here' && [...here.wave].map((sample) => sample * 32_768)).toEqual([-32_768, 32_767, -1, 1])
})

it('says why it could not be had, and tries again when it is asked to', async () => {
  const { desk, recording, state } = open()
  const { openRecording, readRecording } = desk
  const gone = { kind: 'notFound', detail: '' } as const
  desk.openRecording = () => Promise.resolve(fail(gone))
  await recording.fetch()
  expect(state()).toEqual({ step: 'failed', failure: gone })
  desk.openRecording = openRecording
  desk.readRecording = () => Promise.resolve(fail(gone))
  await recording.fetch()
  expect(state()).toEqual({ step: 'failed', failure: gone })
  desk.readRecording = readRecording
  await recording.fetch()
  expect(state().step).toBe('here')
})

it('stops fetching when it is closed on the way', async () => {
  const { desk, recording, state } = open()
  const { readRecording } = desk
  const pieces = vi.fn<typeof readRecording>((input) => {
    recording.close()
    return readRecording(input)
  })
  desk.readRecording = pieces
  await recording.fetch()
  expect(pieces).toHaveBeenCalledTimes(1)
  expect(state()).toEqual({ step: 'none' })
  desk.readRecording = readRecording
  await recording.fetch()
  expect(state().step).toBe('here')
})
