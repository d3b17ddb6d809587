import { describe, expect, it } from 'vitest'
import { maxSamples } from '../../../../src/contract/run.ts'
import { createRecordingCache, peaksOf, readWave } from '../../../../src/main/features/runs/index.ts'
import { aWave } from './wave-file.ts'

const open = () => {
  const timers = new Set<() => void>()
  let ids = 0
  const cache = createRecordingCache({
    createId: () => `id-${(ids += 1)}`,
    after: (_milliseconds, act) => {
      timers.add(act)
      return () => timers.delete(act)
    },
  })
  return { cache, timers }
}
const wave = (count: number) => ({
  sampleRate: 8_000,
  samples: Int16Array.from({ length: count }, (_, index) => index % 999),
})

it('returns a recording in pieces, with every sample once', () => {
  const { cache } = open()
  const { recordingId, samples } = cache.open(wave(maxSamples * 2 + 5))
  const read: number[] = []
  for (let from: number | null = 0; from !== null;) {
    const piece = cache.read(recordingId, from)
    if (!piece) throw new Error('It is gone.')
    const bytes = Buffer.from(piece.samples, 'base64')
    for (let at = 0; at < bytes.length; at += 2) read.push(bytes.readInt16LE(at))
    from = piece.next
  }
  expect(read).toHaveLength(samples)
  expect(read.every((sample, index) => sample === index % 999)).toBe(true)
  expect(cache.read(recordingId, samples + 9)).toEqual({ samples: '', next: null })
})

it('keeps one recording at a time, and removes an idle one', () => {
  const { cache, timers } = open()
  const first = cache.open(wave(3)).recordingId
  const second = cache.open(wave(3)).recordingId
  expect(cache.read(first, 0)).toBeNull()
  expect(cache.read(second, 0)).not.toBeNull()
  expect(timers.size).toBe(1)
  for (const act of timers) act()
  expect(cache.read(second, 0)).toBeNull()
})

it('removes a recording when it is closed or the app stops', () => {
  const { cache, timers } = open()
  const { recordingId } = cache.open(wave(3))
  cache.close(recordingId)
  expect(cache.read(recordingId, 0)).toBeNull()
  cache.open(wave(3))
  cache.stop()
  expect(timers.size).toBe(0)
})

const samplesOf = (bytes: Uint8Array) => {
  const decoded = readWave(bytes)
  return decoded && [...decoded.samples]
}

describe('readWave', () => {
  it('reads samples and mixes two tracks into one', () => {
    expect(readWave(aWave([1, -2, 3]))).toEqual({ sampleRate: 8_000, samples: Int16Array.from([1, -2, 3]) })
    expect(samplesOf(aWave([100, 300, -32_768, -32_768], { channels: 2 }))).toEqual([200, -32_768])
  })

  it('skips other chunks, and reads to the end of the file if the length is missing', () => {
    const list = Buffer.concat([Buffer.from('LIST'), Buffer.from([3, 0, 0, 0]), Buffer.from('abc\0')])
    expect(samplesOf(aWave([7], { before: list }))).toEqual([7])
    for (const size of [0xff_ff_ff_ff, 0x7f_ff_ff_00]) expect(samplesOf(aWave([7, 8], { size }))).toEqual([7, 8])
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a text page', Buffer.from('<html>Not found</html> and more of it, forty-four bytes and more')],
    ['an unsupported sample format', aWave([1], { tag: 7 })],
    ['eight bits', aWave([1], { bits: 8 })],
    ['six tracks', aWave([1], { channels: 6 })],
    ['a header without samples', aWave([1]).subarray(0, 36)],
    ['half a head', aWave([1]).subarray(0, 20)],
  ])('returns null for %s', (_what, bytes) => {
    expect(readWave(bytes)).toBeNull()
  })

  it('does not loop on chunks without a length', () => {
    const empty = Buffer.concat(
      Array.from({ length: 1_000 }, () => Buffer.concat([Buffer.from('junk'), Buffer.alloc(4)])),
    )
    expect(samplesOf(aWave([5], { before: empty }))).toEqual([5])
  })

  it('computes the peaks', () => {
    const samples = Int16Array.from({ length: 2_000 }, (_, index) => (index < 1_000 ? 0 : -16_384))
    const peaks = peaksOf({ sampleRate: 8_000, samples })
    expect(peaks).toHaveLength(200)
    expect([peaks[0], peaks[99], peaks[100], peaks[199]]).toEqual([0, 0, 0.5, 0.5])
    expect(peaksOf({ sampleRate: 8_000, samples: Int16Array.from([32_767]) })).toEqual([1])
    expect(peaksOf({ sampleRate: 8_000, samples: new Int16Array() })).toEqual([])
  })
})
