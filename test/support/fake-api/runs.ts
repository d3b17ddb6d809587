import type { Call } from '../../../src/contract/call.ts'
import { fail, type Outcome, succeed } from '../../../src/contract/failure.ts'
import { type LiveRun, maxSamples, type Run, type SpokenTurn } from '../../../src/contract/run.ts'
import { runIdOf } from '../../../src/domain/call-state.ts'
import { fakeRun } from './numbers.ts'
import type { Input, Output } from '../../../src/contract/operations.ts'

type LiveRunsOptions = {
  now: () => number
  calls: readonly Call[]
  /** Freezes every call at this point in time; null lets calls progress. */
  standingAt: LiveRunAt | null
  announce: () => void
}

/**
 * A point in time of a call, in milliseconds after it was placed or after it ended; `run` is what its run then reports.
 */
export type LiveRunAt = { age: number; stale?: boolean; run?: Partial<Run> }

const [rings, talks] = [8_000, 40_000]

/** Runs that ring for 8 s and last 32 s after they are answered. */
export const createFakeLiveRuns = ({ now, calls, standingAt, announce }: LiveRunsOptions) => {
  const followed = new Set<string>()

  const runOf = (workflowRunId: number, age: number): Run => {
    const run = { ...fakeRun(workflowRunId), ...standingAt?.run }
    const [first] = run.steps
    if (age >= talks) return run
    const open = { ...run, isCompleted: false, disposition: null, durationSeconds: null }
    return { ...open, hasRecording: false, hasTranscript: false, steps: age < rings && first ? [first] : run.steps }
  }

  const liveOf = ({ callId, outcome, preparedAt }: Call): LiveRun[] => {
    // The app keeps the run of a call that the user resolves.
    const workflowRunId = ['accepted', 'closedByOperator'].includes(outcome.state) ? runIdOf({ outcome }) : null
    if (workflowRunId === null) return []
    const age = standingAt?.age ?? now() - Date.parse(preparedAt)
    const openStep = standingAt?.stale ? 'stale' : 'waiting'
    const step = age < talks ? openStep : 'ended'
    const reportedAt = new Date(now() - 1_000).toISOString()
    return [{ callId, workflowRunId, run: runOf(workflowRunId, age), reportedAt, step, failure: null }]
  }

  return {
    listLiveRuns: (): Promise<Outcome<LiveRun[]>> =>
      Promise.resolve(succeed(calls.filter(({ callId }) => followed.has(callId)).flatMap(liveOf))),
    followRun: ({ callId }: { callId: string }): Promise<Outcome<Record<string, never>>> => {
      const isNew = !followed.has(callId)
      followed.add(callId)
      announce()
      // A call that progresses announces its own changes.
      if (isNew && standingAt === null) for (const moment of [rings, talks]) setTimeout(announce, moment + 100)
      return Promise.resolve(succeed({}))
    },
  }
}

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

const startedAt = Date.parse('2026-11-21T09:10:31.000Z')

/** Returns a sample: there is sound in the first three of every six seconds. */
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

/** Creates the operations for a transcript of a short conversation, and for a recording of 72 s without speech. */
export const createFakeArtifacts = () => ({
  readTranscript: (_run: Input<'readTranscript'>): Found<'readTranscript'> => {
    const turns = lines.map(([speaker, at, text]) => ({
      speaker,
      text,
      at: new Date(startedAt + at * 1_000).toISOString(),
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
    const end = Math.min(from + maxSamples, sampleRate * seconds)
    const samples = Int16Array.from({ length: end - from }, (_, index) => sampleAt(from + index))
    return Promise.resolve(succeed({ samples: base64(samples), next: end < sampleRate * seconds ? end : null }))
  },
})
