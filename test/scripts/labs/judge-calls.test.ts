import { describe, expect, it } from 'vitest'
import { judgeCalls } from '../../labs/support/judge-calls.ts'
import type { Post } from '../../labs/support/lab-service.ts'
import type { History } from '../../labs/support/read-history.ts'

const post = (callId: string | null, runId: number | null = 7): Post => ({
  callId,
  phoneNumber: null,
  whole: true,
  bytes: 400,
  runId,
})

const history = (...calls: [string, string, number?][]): History => ({
  calls: new Map(
    calls.map(([callId, state, run]) => [callId, { state, workflowRunId: run ?? null, reconciled: false }]),
  ),
  states: {},
  integrity: 'ok',
})

const nothing = { lost: [], doubled: [], wrongRun: [] }

describe('the judge of calls', () => {
  it.each([
    ['accepted with its run', [post('A')], [], history(['A', 'accepted', 7])],
    ['unknown', [post('A')], ['A'], history(['A', 'unknown'])],
    ['rejected without a run', [post('A', null)], ['A'], history(['A', 'rejected'])],
    ['recorded and not seen', [], ['A'], history(['A', 'notSent'])],
    ['too short to tell whose it was', [post(null, null)], [], history()],
  ])('is content with a call that is %s', (_title, posts, promised, found) => {
    expect(judgeCalls(posts, promised, found)).toEqual(nothing)
  })

  it.each([
    ['is not recorded', [post('A')], [], history(), ['post A']],
    ['is said not to have been sent', [post('A', null)], [], history(['A', 'notSent']), ['post A']],
    ['is said to have been cancelled', [post('A', null)], [], history(['A', 'cancelled']), ['post A']],
    ['has a run and is said not to be found', [post('A')], [], history(['A', 'notFound']), ['post A']],
    ['was promised and is not recorded', [], ['A'], history(), ['promise A']],
  ])('calls it lost when a call %s', (_title, posts, promised, found, lost) => {
    expect(judgeCalls(posts, promised, found).lost).toEqual(lost)
  })

  it('sees a call that arrived twice, and one with another call’s run', () => {
    const found = history(['A', 'accepted', 7], ['B', 'accepted', 7])
    expect(judgeCalls([post('A'), post('A'), post('B', 8)], [], found)).toEqual({
      lost: [],
      doubled: ['A'],
      wrongRun: ['B'],
    })
  })
})
