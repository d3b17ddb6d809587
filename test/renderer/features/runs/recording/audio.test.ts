import { expect, it, vi } from 'vitest'
import { maxSamples } from '../../../../../src/contract/run.ts'
import { fail, succeed } from '../../../../../src/contract/failure.ts'
import {
  createPlayer,
  createRecordingLoader,
  type Sound,
} from '../../../../../src/renderer/features/runs/recording/audio.ts'
import { anId } from '../../../../support/a-call.ts'
import { createFakeApi } from '../../../../support/fake-api.ts'

const run = { profileId: '01K0000000000000000000ACME', workflowRunId: 48_002, callId: anId() }
const openLoader = () => {
  const api = createFakeApi()
  const recording = createRecordingLoader(api, run)
  return { api, recording, state: () => recording.store.getState() }
}

it('loads a recording in parts while showing progress, and closes it in main', async () => {
  const { api, recording, state } = openLoader()
  const closed = vi.spyOn(api, 'closeRecording')
  const opened = vi.spyOn(api, 'openRecording')
  const steps: string[] = []
  recording.store.subscribe((now) => steps.push(now.step === 'loading' ? `loading ${now.samples}` : now.step))
  await Promise.all([recording.load(), recording.load()])
  expect(steps).toEqual(['opening', 'loading 0', `loading ${maxSamples}`, `loading ${maxSamples * 2}`, 'ready'])
  const ready = state()
  if (ready.step !== 'ready') throw new Error(ready.step)
  expect(ready.wave).toHaveLength(576_000)
  expect(Math.max(...ready.wave.subarray(0, 30_000))).toBeCloseTo(6_000 / 32_768, 2)
  expect(Math.min(...ready.wave.subarray(0, 30_000))).toBeCloseTo(-6_000 / 32_768, 2)
  expect(opened).toHaveBeenCalledTimes(1)
  expect(closed).toHaveBeenCalledTimes(1)
})

it('decodes samples exactly', async () => {
  const { api, recording, state } = openLoader()
  const bytes = String.fromCharCode(0x00, 0x80, 0xff, 0x7f, 0xff, 0xff, 0x01, 0x00)
  const recordingId = '7f3c2a1e-5d4b-4c3a-9f8e-0000000a0d11'
  api.openRecording = () => Promise.resolve(succeed({ recordingId, sampleRate: 8_000, samples: 4, peaks: [] }))
  api.readRecording = () => Promise.resolve(succeed({ samples: btoa(bytes), next: null }))
  await recording.load()
  const ready = state()
  expect(ready.step === 'ready' && [...ready.wave].map((sample) => sample * 32_768)).toEqual([-32_768, 32_767, -1, 1])
})

it('reports a failed load and retries on request', async () => {
  const { api, recording, state } = openLoader()
  const { openRecording, readRecording } = api
  const missing = { kind: 'notFound', detail: '' } as const
  api.openRecording = () => Promise.resolve(fail(missing))
  await recording.load()
  expect(state()).toEqual({ step: 'failed', failure: missing })
  api.openRecording = openRecording
  api.readRecording = () => Promise.resolve(fail(missing))
  await recording.load()
  expect(state()).toEqual({ step: 'failed', failure: missing })
  api.readRecording = readRecording
  await recording.load()
  expect(state().step).toBe('ready')
})

it('stops loading when it is closed, but keeps a loaded recording', async () => {
  const { api, recording, state } = openLoader()
  const { readRecording } = api
  const pieces = vi.fn<typeof readRecording>((input) => {
    recording.close()
    return readRecording(input)
  })
  api.readRecording = pieces
  await recording.load()
  expect(pieces).toHaveBeenCalledTimes(1)
  expect(state()).toEqual({ step: 'none' })
  api.readRecording = readRecording
  await recording.load()
  recording.close()
  expect(state().step).toBe('ready')
})

/** Opens a player with a 72-second sound and a clock that the test advances. */
const openPlayer = () => {
  const played: { from: number | null; now: number; end: () => void } = { from: null, now: 0, end: () => {} }
  const sound: Sound = {
    seconds: 72,
    play: (from, onEnd) => Object.assign(played, { from, now: from, end: onEnd }),
    stop: () => void (played.from = null),
    now: () => played.now,
    close: () => void (played.from = null),
  }
  const player = createPlayer(sound)
  return { played, player, state: () => player.store.getState() }
}

it('plays, pauses, and resumes at the same position', () => {
  const { played, player, state } = openPlayer()
  player.togglePlay()
  expect(played.from).toBe(0)
  played.now = 14.2
  player.tick()
  expect(state()).toEqual({ at: 14.2, playing: true })
  player.togglePlay()
  expect(played.from).toBeNull()
  expect(state()).toEqual({ at: 14.2, playing: false })
  played.now = 99
  player.tick()
  expect(state().at).toBe(14.2)
  player.togglePlay()
  expect(played.from).toBe(14.2)
})

it('skips within the recording, playing or paused', () => {
  const { played, player, state } = openPlayer()
  player.skip(5)
  expect(state()).toEqual({ at: 5, playing: false })
  player.skip(-15)
  expect(state().at).toBe(0)
  player.togglePlay()
  played.now = 30
  player.skip(5)
  expect(played.from).toBe(35)
  player.goTo(500)
  expect(state()).toEqual({ at: 72, playing: false })
  expect(played.from).toBeNull()
})

it('stays at the end, and then starts from the beginning again', () => {
  const { played, player, state } = openPlayer()
  player.togglePlay()
  played.end()
  expect(state()).toEqual({ at: 72, playing: false })
  player.togglePlay()
  expect(played.from).toBe(0)
})
