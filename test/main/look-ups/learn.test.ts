import { describe, expect, it } from 'vitest'
import type { Failure } from '../../../src/contract/failure.ts'
import { dateReading, type LatestReading } from '../../../src/main/look-ups/conclusive.ts'
import type { Reading } from '../../../src/main/look-ups/read-runs.ts'
import { afterFailure, afterNoClient, afterNoList, afterReading } from '../../../src/main/look-ups/learn.ts'
import { type LookUpCase, openCase } from '../../../src/main/look-ups/look-up-case.ts'
import { aCall } from '../../support/a-call.ts'
import { aWatchedCase, unknown } from './a-case.ts'
import { aRun, noon } from './a-run.ts'

const away: Failure = { kind: 'unavailable', cause: 'busy' }

const aReading = ({
  startedAt = 1_010_000,
  ...change
}: Partial<Reading & { startedAt: number }> = {}): LatestReading => {
  const server = { server: noon, wall: 0, monotonic: 1_010_000 }
  return dateReading({ runs: [], gaps: [], complete: true, server, failure: null, ...change }, startedAt)
}

describe('a look without an answer', () => {
  it('is counted, and told', () => {
    expect(afterFailure(aWatchedCase({ failures: 1, hurry: true }), away)).toMatchObject({
      failures: 2,
      lastFailure: away,
      hurry: false,
      halted: false,
    })
  })

  it.each<[Failure, boolean]>([
    [{ kind: 'keychain', reason: 'locked' }, true],
    [{ kind: 'keychain', reason: 'missing' }, true],
    [{ kind: 'keychain', reason: 'timedOut' }, false],
    [{ kind: 'keychain', reason: 'unavailable' }, false],
    [{ kind: 'invalid', issues: [] }, true],
    [{ kind: 'storage', reason: 'locked' }, false],
    [{ kind: 'unreachable', cause: 'policy' }, false],
  ])('because of %o stops by itself: %s; the lists are not to blame', (failure, halted) => {
    expect(afterNoClient(aWatchedCase(), failure)).toMatchObject({ halted, lists: 'untried', lastFailure: failure })
  })

  it.each<Failure>([
    { kind: 'unauthorized', detail: '' },
    { kind: 'forbidden', detail: '' },
    { kind: 'notFound', detail: 'Not Found' },
    { kind: 'refused', status: 400, detail: '' },
    { kind: 'invalid', issues: [] },
  ])('from the organization’s list ($kind) goes on to the agent’s, and from there to a person', (failure) => {
    const first = afterNoList(aWatchedCase({ endedAt: 1, failures: 3 }), failure)
    expect(first).toMatchObject({ list: 'agent', lists: 'untried', hurry: true, failures: 0, halted: false })
    expect(afterNoList(first, failure)).toMatchObject({ lists: 'refused', halted: true, lastFailure: failure })
  })

  it('from a service in trouble asks the same list again', () => {
    expect(afterNoList(aWatchedCase(), away)).toMatchObject({ list: 'organization', failures: 1, halted: false })
  })
})

const read = (known: LookUpCase, reading: LatestReading, now = 1_012_000): LookUpCase =>
  afterReading(known, reading, now)

describe('a reading', () => {
  it('is remembered when it is complete, and only then', () => {
    expect(read(aWatchedCase(), aReading()).earlier.length).toBe(1)
    expect(read(aWatchedCase(), aReading({ complete: false })).earlier.length).toBe(0)
  })

  it('does not fill the memory', () => {
    let known = aWatchedCase()
    for (let count = 0; count < 60; count += 1) known = read(known, aReading({ startedAt: count }))
    expect(known.earlier.length).toBe(24)
    expect(known.earlier.at(-1)?.startedAt).toBe(59)
  })

  it('shows the run of the call while its answer is out', () => {
    const known = aWatchedCase()
    const own = aRun(9, {
      calledNumber: known.call.phoneNumber,
      initialContext: { rundesk_call_id: known.call.callId },
    })
    const found = read(known, aReading({ runs: [aRun(8), own] }))
    expect(found.foundRunId).toBe(9)
    expect(read(found, aReading()).foundRunId).toBe(9)
    expect(read(found, aReading({ runs: [own] }), 1_090_000).foundAt).toBe(1_012_000)
  })

  it('that ended early counts as a failure, though what it showed stays', () => {
    expect(read(aWatchedCase({ failures: 1 }), aReading({ failure: away, complete: false }))).toMatchObject({
      lists: 'readable',
      failures: 2,
      lastFailure: away,
    })
  })

  it('makes good what failed before', () => {
    expect(read(aWatchedCase({ failures: 4, lastFailure: away }), aReading())).toMatchObject({
      failures: 0,
      lastFailure: null,
    })
  })

  it.each([
    ['in the first seconds after the end', aWatchedCase({ endedAt: 990_000 }), {}, true],
    ['while the answer is out', aWatchedCase(), {}, true],
    ['later than that', aWatchedCase({ endedAt: 989_999 }), {}, false],
    ['of a part', aWatchedCase({ endedAt: 990_000 }), { complete: false }, false],
    [
      'for a call of an earlier life',
      openCase(aCall({ outcome: unknown }), { wall: 0, monotonic: 1_010_000 }),
      {},
      false,
    ],
  ])('%s shows a run before a conversation can spoil it: %#', (_what, known, change, sawEarly) => {
    expect(read(known, aReading(change)).sawEarly).toBe(sawEarly)
  })
})
