import { expect, it } from 'vitest'
import { mostSamples } from '../../../src/contract/artifacts.ts'
import { createKeptRecordings } from '../../../src/main/artifacts/kept-recordings.ts'

const open = () => {
  const timers = new Set<() => void>()
  let ids = 0
  const kept = createKeptRecordings({
    createId: () => `id-${(ids += 1)}`,
    after: (_milliseconds, act) => {
      timers.add(act)
      return () => timers.delete(act)
    },
  })
  return { kept, timers }
}
const wave = (count: number) => ({
  sampleRate: 8_000,
  samples: Int16Array.from({ length: count }, (_, index) => index % 999),
})

it('hands a recording over piece by piece, every sample once', () => {
  const { kept } = open()
  const { recordingId, samples } = kept.open(wave(mostSamples * 2 + 5))
  const read: number[] = []
  for (let from: number | null = 0; from !== null;) {
    const piece = kept.read(recordingId, from)
    if (!piece) throw new Error('It is gone.')
    const bytes = Buffer.from(piece.samples, 'base64')
    for (let at = 0; at < bytes.length; at += 2) read.push(bytes.readInt16LE(at))
    from = piece.next
  }
  expect(read).toHaveLength(samples)
  expect(read.every((sample, index) => sample === index % 999)).toBe(true)
  expect(kept.read(recordingId, samples + 9)).toEqual({ samples: '', next: null })
})

it('keeps one recording at a time, and none that nobody has read for a while', () => {
  const { kept, timers } = open()
  const first = kept.open(wave(3)).recordingId
  const second = kept.open(wave(3)).recordingId
  expect(kept.read(first, 0)).toBeNull()
  expect(kept.read(second, 0)).not.toBeNull()
  expect(timers.size).toBe(1)
  for (const act of timers) act()
  expect(kept.read(second, 0)).toBeNull()
})

it('lets a recording go when it is closed, and all of them at the end', () => {
  const { kept, timers } = open()
  const { recordingId } = kept.open(wave(3))
  kept.close(recordingId)
  expect(kept.read(recordingId, 0)).toBeNull()
  kept.open(wave(3))
  kept.stop()
  expect(timers.size).toBe(0)
})
