import { expect, it } from 'vitest'
import { createRun } from '../support/run-samples.ts'
import type { LiveRun } from '../../src/contract/run.ts'
import { longestDial } from '../../src/domain/call-state.ts'
import { messages } from '../../src/messages/index.ts'

const reportedAt = '2026-11-21T09:14:02.000Z'
const { carrierStatus, endReason } = messages.live
const live = (changes: Partial<LiveRun> = {}): LiveRun => ({
  callId: '01JD3Z00000000000000000001',
  workflowRunId: 48213,
  run: createRun(),
  reportedAt,
  step: 'waiting',
  failure: null,
  ...changes,
})
const preparedAt = '2026-11-21T09:14:01.000Z'
const summaryOf = (run: LiveRun, age = 1_000) => messages.live.summary(run, preparedAt, Date.parse(reportedAt) + age)

it('shows the progress of a call, with its age once it is older than 6 seconds', () => {
  const ringing = live({ run: createRun({ steps: [{ status: 'ringing', at: null }] }) })
  expect(summaryOf(ringing)).toBe(carrierStatus('ringing'))
  expect(summaryOf(ringing, 42_000)).toBe(`${carrierStatus('ringing')}, ${messages.time.ago(42_000)}`)
})

it('shows no run as being dialed once dialing is over', () => {
  const lastMoment = Date.parse(preparedAt) + longestDial - Date.parse(reportedAt)
  const summaryAt = (changes: Parameters<typeof createRun>[0], age: number) =>
    // The clock of the service is a day behind.
    summaryOf(live({ run: createRun({ createdAt: '2026-11-20T09:14:02.000Z', ...changes }), reportedAt: null }), age)
  const dialing = summaryAt({}, 0)
  expect(summaryAt({}, lastMoment)).toBe(dialing)
  expect(summaryAt({}, lastMoment + 1)).toMatch(/carrier/)
  expect(summaryAt({ carrierCallId: 'CA1' }, lastMoment)).toBe(dialing)
  expect(summaryAt({ carrierCallId: 'CA1' }, lastMoment + 1)).toBeNull()
  const announcementAt = (age: number) => messages.live.announcement(live(), preparedAt, Date.parse(reportedAt) + age)
  expect(announcementAt(lastMoment + 1)).not.toBe(announcementAt(lastMoment))
})

it('shows how a call ended, with its duration and the reason in plain text', () => {
  const ended = (changes: Parameters<typeof createRun>[0]) =>
    summaryOf(live({ step: 'ended', run: createRun({ isCompleted: true, ...changes }) }), 900_000)
  expect(ended({ durationSeconds: 72, disposition: 'qualified' })).toMatch(/ 1:12 · qualified$/)
  expect(ended({ durationSeconds: 59.6, disposition: 'user_hangup' })).toContain(` 1:00 · ${endReason('user_hangup')}`)
  expect(ended({ durationSeconds: 0, disposition: 'no-answer' })).toMatch(
    new RegExp(`^\\w+ · ${endReason('no-answer')}$`),
  )
  expect(ended({ disposition: null, error: 'Twilio error' })).toMatch(/ · Twilio error$/)
  expect(ended({ disposition: 'wrong_number' })).toMatch(/ · wrong number$/)
})

it('shows no age after the end, also while the record of the run is incomplete', () => {
  const ended = live({ run: createRun({ isCompleted: true }) })
  expect(summaryOf(ended, 42_000)).toBe(summaryOf(ended))
  expect(summaryOf(live({ step: 'stale' }), 42_000)).toBe(summaryOf(live({ step: 'stale' })))
})

it('translates known carrier statuses and end reasons, and shows others as received', () => {
  expect(carrierStatus('in_progress')).toBe(carrierStatus('in-progress'))
  expect(carrierStatus('in-progress')).not.toMatch(/progress/)
  expect(carrierStatus('Busy')).toBe(endReason('busy'))
  expect(carrierStatus('no-answer')).toBe(endReason('no-answer'))
  expect(carrierStatus('early-media')).toBe('early media')
  expect(endReason('user_hangup')).not.toMatch(/_|hangup/)
  expect(endReason('qualified')).toBe('qualified')
})

it('describes a stale run differently, and says nothing about a run without a report', () => {
  const stale = summaryOf(live({ step: 'stale' }), 2_000_000)
  expect(stale).toMatch(/\S{2,}/)
  expect(stale).not.toBe(summaryOf(live()))
  expect(summaryOf(live({ run: null, reportedAt: null }))).toBeNull()
})
