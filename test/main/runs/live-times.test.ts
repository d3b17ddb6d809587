import { expect, it } from 'vitest'
import { progressOf } from '../../../src/contract/live-run.ts'
import { type Followed, longestCall, nextQuestion } from '../../../src/main/runs/live-times.ts'
import { aRun } from './a-run.ts'

const followed = (changes: Partial<Followed> = {}): Followed => ({
  run: null,
  followedAt: 0,
  endedAt: null,
  failuresInARow: 0,
  ...changes,
})
const steps = (...statuses: string[]) => statuses.map((status) => ({ status, at: null }))

it.each([
  ['nothing yet', aRun(), 'dialling'],
  ['initiated', aRun({ steps: steps('initiated') }), 'dialling'],
  ['ringing', aRun({ steps: steps('initiated', 'ringing') }), 'ringing'],
  ['answered', aRun({ steps: steps('ringing', 'in-progress') }), 'answered'],
  ['answered, in another spelling', aRun({ steps: steps('IN_PROGRESS') }), 'answered'],
  ['ringing told late', aRun({ steps: steps('answered', 'ringing') }), 'answered'],
  ['a word nobody knows', aRun({ steps: steps('ringing', 'sparkling') }), 'ringing'],
  ['over', aRun({ isCompleted: true, steps: steps('ringing') }), 'ended'],
] as const)('reads how far a run has come: %s', (_name, run, progress) => {
  expect(progressOf(run)).toBe(progress)
})

it('asks often while it rings, seldom while people talk, and seldom once a minute has passed', () => {
  expect(nextQuestion(followed(), 10_000)).toBe(2_000)
  expect(nextQuestion(followed({ run: aRun({ steps: steps('ringing') }) }), 10_000)).toBe(2_000)
  expect(nextQuestion(followed({ run: aRun({ steps: steps('answered') }) }), 10_000)).toBe(5_000)
  expect(nextQuestion(followed(), 61_000)).toBe(5_000)
})

it('goes on after the end until recording and transcript are there, for a minute at most', () => {
  const over = aRun({ isCompleted: true, hasRecording: true })
  expect(nextQuestion(followed({ run: over, endedAt: 100_000 }), 110_000)).toBe(10_000)
  expect(nextQuestion(followed({ run: over, endedAt: 100_000 }), 160_000)).toBe('ended')
  const whole = aRun({ isCompleted: true, hasRecording: true, hasTranscript: true })
  expect(nextQuestion(followed({ run: whole, endedAt: 100_000 }), 100_000)).toBe('ended')
})

it('calls a run stale that goes on for longer than any call can last', () => {
  expect(nextQuestion(followed({ run: aRun() }), longestCall - 1)).toBe(5_000)
  expect(nextQuestion(followed({ run: aRun() }), longestCall)).toBe('stale')
})

it('asks ever more seldom while no answer comes, and never seldomer than once a minute', () => {
  const waits = [1, 2, 3, 4, 5, 9].map((failuresInARow) => nextQuestion(followed({ failuresInARow }), 1_000))
  expect(waits).toEqual([5_000, 10_000, 20_000, 40_000, 60_000, 60_000])
})
