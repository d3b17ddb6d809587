import { expect, it } from 'vitest'
import type { LiveRun } from '../../../src/contract/live-run.ts'
import { words } from '../../../src/renderer/words/words.ts'
import { aRun } from '../../main/runs/a-run.ts'

const toldAt = '2026-11-21T09:14:02.000Z'
const live = (changes: Partial<LiveRun> = {}): LiveRun => ({
  callId: '01JD3Z00000000000000000001',
  workflowRunId: 48213,
  run: aRun(),
  toldAt,
  step: 'waiting',
  failure: null,
  ...changes,
})
const steps = [{ status: 'ringing', at: null }]
const said = (followed: LiveRun, age = 1_000) => words.live.inShort(followed, Date.parse(toldAt) + age)

it('says how far a call has come, and its age once that is no longer of a moment ago', () => {
  expect(said(live({ run: aRun({ steps }) }))).toBe('ringing')
  expect(said(live({ run: aRun({ steps }) }), 42_000)).toBe('ringing, 42 s ago')
})

it('says how a call ended, in people’s words where there are some', () => {
  const ended = (changes: Parameters<typeof aRun>[0]) =>
    said(live({ step: 'ended', run: aRun({ isCompleted: true, ...changes }) }), 900_000)
  expect(ended({ durationSeconds: 72, disposition: 'qualified' })).toBe('ended 1:12 · qualified')
  expect(ended({ durationSeconds: 59.6, disposition: 'user_hangup' })).toBe('ended 1:00 · they hung up')
  expect(ended({ durationSeconds: 0, disposition: 'no-answer' })).toBe('ended · nobody answered')
  expect(ended({ disposition: null, error: 'Twilio said no' })).toBe('ended · Twilio said no')
  expect(ended({ disposition: 'wrong_number' })).toBe('ended · wrong number')
})

it('says the carrier’s steps and the service’s ends in plain words, and what nobody knows as it is', () => {
  const ways = ['initiated', 'ringing', 'in-progress', 'in_progress', 'completed', 'no-answer', 'Busy', 'early-media']
  expect(ways.map(words.live.way)).toEqual([
    'begun',
    'ringing',
    'answered',
    'answered',
    'ended',
    'nobody answered',
    'busy',
    'early media',
  ])
  expect(['user_hangup', 'qualified'].map(words.live.end)).toEqual(['they hung up', 'qualified'])
})

it('says stale of a run that is not over, and nothing of one that was never told', () => {
  expect(said(live({ step: 'stale' }), 2_000_000)).toBe('not over after 25 minutes: stale')
  expect(said(live({ run: null, toldAt: null }))).toBeNull()
})
