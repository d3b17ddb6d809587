import { describe, expect, it } from 'vitest'
import { peaksOf, readWave } from '../../../src/main/artifacts/read-wave.ts'
import { aWave } from './a-wave.ts'

const samplesOf = (bytes: Uint8Array) => {
  const wave = readWave(bytes)
  return wave && [...wave.samples]
}

describe('a recording', () => {
  it('is read as samples, two tracks mixed into one', () => {
    expect(readWave(aWave([1, -2, 3]))).toEqual({ sampleRate: 8_000, samples: Int16Array.from([1, -2, 3]) })
    expect(samplesOf(aWave([100, 300, -32_768, -32_768], { channels: 2 }))).toEqual([200, -32_768])
  })

  it('is found behind other chunks, and ends where the file ends when its length was never filled in', () => {
    const list = Buffer.concat([Buffer.from('LIST'), Buffer.from([3, 0, 0, 0]), Buffer.from('abc\0')])
    expect(samplesOf(aWave([7], { before: list }))).toEqual([7])
    for (const size of [0xff_ff_ff_ff, 0x7f_ff_ff_00]) expect(samplesOf(aWave([7, 8], { size }))).toEqual([7, 8])
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['a page of words', Buffer.from('<html>Not found</html> and more of it, forty-four bytes and more')],
    ['another kind of samples', aWave([1], { tag: 7 })],
    ['eight bits', aWave([1], { bits: 8 })],
    ['six tracks', aWave([1], { channels: 6 })],
    ['a head without samples', aWave([1]).subarray(0, 36)],
    ['half a head', aWave([1]).subarray(0, 20)],
  ])('is none: %s', (_what, bytes) => {
    expect(readWave(bytes)).toBeNull()
  })

  it('does not loop over chunks without a length', () => {
    const empty = Buffer.concat(
      Array.from({ length: 1_000 }, () => Buffer.concat([Buffer.from('junk'), Buffer.alloc(4)])),
    )
    expect(samplesOf(aWave([5], { before: empty }))).toEqual([5])
  })

  it('is drawn by its loudest moments', () => {
    const samples = Int16Array.from({ length: 2_000 }, (_, index) => (index < 1_000 ? 0 : -16_384))
    const peaks = peaksOf({ sampleRate: 8_000, samples })
    expect(peaks).toHaveLength(200)
    expect([peaks[0], peaks[99], peaks[100], peaks[199]]).toEqual([0, 0, 0.5, 0.5])
    expect(peaksOf({ sampleRate: 8_000, samples: Int16Array.from([32_767]) })).toEqual([1])
    expect(peaksOf({ sampleRate: 8_000, samples: new Int16Array() })).toEqual([])
  })
})
