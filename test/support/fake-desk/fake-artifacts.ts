import { mostSamples, type SpokenTurn } from '../../../src/contract/artifacts.ts'
import { fail, type Outcome, succeed } from '../../../src/contract/failure.ts'
import type { Input, Output } from '../../../src/contract/operations.ts'

const sampleRate = 8_000
const seconds = 72
const recordingId = '7f3c2a1e-5d4b-4c3a-9f8e-0000000a0d10'

const lines: [SpokenTurn['speaker'], number, string][] = [
  ['agent', 2, 'Hello Jane Doe, this is the renewal desk about your plan that ends friday.'],
  ['callee', 9, 'Yes, I wanted to ask about that.'],
  ['callee', 13, 'Is it still 120.50 a month if I stay?'],
  ['agent', 17, 'It is, and the first month is free when you renew before friday. Shall I renew it for you?'],
  ['other', 30, 'tool: looked up the plan'],
  ['callee', 34, 'Please do. And send me a confirmation.'],
  ['agent', 40, 'It is renewed, and the confirmation is on its way. Have a good day.'],
  ['callee', 68, 'Thank you, goodbye.'],
]

const begun = Date.parse('2026-11-21T09:10:31.000Z')

/** Somebody speaks in the first half of every six seconds. */
const sampleAt = (index: number): number => {
  const second = index / sampleRate
  const loud = second % 6 < 3 ? 6_000 * Math.sin((Math.PI * (second % 3)) / 3) : 0
  return Math.round(loud * Math.sin((2 * Math.PI * 220 * index) / sampleRate))
}

const base64 = (samples: Int16Array): string => {
  const bytes = new Uint8Array(samples.buffer)
  let text = ''
  for (const byte of bytes) text += String.fromCharCode(byte)
  return btoa(text)
}

type Found<N extends 'readTranscript' | 'openRecording' | 'readRecording'> = Promise<Outcome<Output<N>>>

/** A transcript of a short talk, and a recording of seventy-two seconds without words. */
export const createFakeArtifacts = () => ({
  readTranscript: (_run: Input<'readTranscript'>): Found<'readTranscript'> => {
    const turns = lines.map(([speaker, at, text]) => ({
      speaker,
      text,
      at: new Date(begun + at * 1_000).toISOString(),
    }))
    return Promise.resolve(succeed({ turns, from: 'transcript', isWhole: true }))
  },
  openRecording: (_run: Input<'openRecording'>): Found<'openRecording'> => {
    const peaks = Array.from({ length: 200 }, (_, part) =>
      ((part * seconds) / 200) % 6 < 3 ? 0.12 + (part % 5) / 12 : 0.01,
    )
    return Promise.resolve(succeed({ recordingId, sampleRate, samples: sampleRate * seconds, peaks }))
  },
  readRecording: ({ recordingId: id, from }: Input<'readRecording'>): Found<'readRecording'> => {
    if (id !== recordingId) return Promise.resolve(fail({ kind: 'notFound', detail: '' }))
    const end = Math.min(from + mostSamples, sampleRate * seconds)
    const samples = Int16Array.from({ length: end - from }, (_, index) => sampleAt(from + index))
    return Promise.resolve(succeed({ samples: base64(samples), next: end < sampleRate * seconds ? end : null }))
  },
})
