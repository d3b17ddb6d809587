import { describe, expect, it } from 'vitest'
import { checkCalls, type History } from '../../labs/support/read-history.ts'
import type { Post } from '../../labs/support/lab-service.ts'

const post = (callId: string | null, runId: number | null = 7): Post => ({
  callId,
  phoneNumber: null,
  whole: true,
  bytes: 400,
  runId,
})

const history = (...calls: [string, string, number?][]): History => ({
  calls: new Map(
    calls.map(([callId, state, run]) => [callId, { state, workflowRunId: run ?? null, reconciled: false, states: 3 }]),
  ),
  states: {},
  integrity: 'ok',
})

const nothing = { lost: [], doubled: [], wrongRun: [] }

describe('the check of calls', () => {
  it.each([
    ['accepted with its run', [post('A')], [], history(['A', 'accepted', 7])],
    ['unknown', [post('A')], ['A'], history(['A', 'unknown'])],
    ['rejected without a run', [post('A', null)], ['A'], history(['A', 'rejected'])],
    ['recorded and never received', [], ['A'], history(['A', 'notSent'])],
    ['too short to identify its call', [post(null, null)], [], history()],
  ])('accepts a call that is %s', (_title, posts, promised, found) => {
    expect(checkCalls(posts, promised, found)).toEqual(nothing)
  })

  it.each([
    ['is not recorded', [post('A')], [], history(), ['post A']],
    ['is recorded as not sent', [post('A', null)], [], history(['A', 'notSent']), ['post A']],
    ['is recorded as canceled', [post('A', null)], [], history(['A', 'cancelled']), ['post A']],
    ['has a run and is recorded as not found', [post('A')], [], history(['A', 'notFound']), ['post A']],
    ['was promised and is not recorded', [], ['A'], history(), ['promise A']],
  ])('reports a lost call if a call %s', (_title, posts, promised, found, lost) => {
    expect(checkCalls(posts, promised, found).lost).toEqual(lost)
  })

  it('detects a call that arrived twice, and one with another call’s run', () => {
    const found = history(['A', 'accepted', 7], ['B', 'accepted', 7])
    expect(checkCalls([post('A'), post('A'), post('B', 8)], [], found)).toEqual({
      lost: [],
      doubled: ['A'],
      wrongRun: ['B'],
    })
  })
})
