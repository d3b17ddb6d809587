import { describe, expect, it } from 'vitest'
import type { CallState, CallStateName } from '../../../src/contract/call.ts'
import { unknownCauses } from '../../../src/contract/call.ts'
import {
  issueCodes,
  keychainReasons,
  storageReasons,
  unavailableCauses,
  unreachableCauses,
  type Failure,
} from '../../../src/contract/failure.ts'
import { words } from '../../../src/renderer/words/words.ts'

const at = '2026-11-21T09:14:00.000Z'

const failures: Failure[] = [
  { kind: 'unauthorized', detail: 'Invalid or expired API key' },
  { kind: 'forbidden', detail: 'Not yours' },
  { kind: 'notFound', detail: 'Workflow not found' },
  { kind: 'invalid', issues: [{ path: ['origin'], code: 'originPath' }] },
  { kind: 'refused', status: 409, detail: 'Conflict' },
  { kind: 'internal', reference: 'ab12' },
  ...unreachableCauses.map((cause): Failure => ({ kind: 'unreachable', cause })),
  ...unavailableCauses.map((cause): Failure => ({ kind: 'unavailable', cause })),
  ...keychainReasons.map((reason): Failure => ({ kind: 'keychain', reason })),
  ...storageReasons.map((reason): Failure => ({ kind: 'storage', reason })),
]

const states: { [S in CallStateName]: Extract<CallState, { state: S }>[] } = {
  queued: [{ state: 'queued' }],
  sending: [{ state: 'sending', since: at }],
  accepted: [
    {
      state: 'accepted',
      workflowRunId: 48213,
      workflowRunName: 'WR',
      status: 'initiated',
      reconciled: false,
      progress: 'started',
    },
    {
      state: 'accepted',
      workflowRunId: 48213,
      workflowRunName: 'WR',
      status: '',
      reconciled: true,
      progress: 'started',
    },
  ],
  rejected: [401, 403, 404, 422, 429, 400].map((status) => ({ state: 'rejected', status, detail: 'no', issues: [] })),
  notSent: unreachableCauses.map((cause) => ({ state: 'notSent', cause })),
  failedAtProvider: [true, false].map((doubt) => ({
    state: 'failedAtProvider',
    status: 400,
    detail: 'x',
    doubt,
    workflowRunId: null,
  })),
  unknown: unknownCauses.map((cause) => ({ state: 'unknown', cause, status: null, detail: '' })),
  candidate: [{ state: 'candidate', runIds: [1, 2] }],
  notFound: [{ state: 'notFound', since: at }],
  closedByOperator: [{ state: 'closedByOperator', verdict: 'placed', who: 'Ana', at, note: '' }],
  cancelled: [{ state: 'cancelled' }],
}
const everyState = Object.values(states).flat()

const unfit = /\boops\b|\bfailed\b|undefined|null|\[object/i

describe('failures in words', () => {
  it.each(failures)('says what happened, why and what next: %o', (failure) => {
    const said = words.failure.inWords(failure)
    for (const sentence of [said.title, said.why, said.next]) expect(sentence).toMatch(/\S{2,}/)
    expect(said.title + said.next).not.toMatch(unfit)
  })

  it('repeats the service’s own words and nothing where it gave none', () => {
    expect(words.failure.inWords({ kind: 'unauthorized', detail: 'Invalid key' }).service).toBe('Invalid key')
    expect(words.failure.inWords({ kind: 'unauthorized', detail: '' }).service).toBeNull()
  })

  it('gives each cause a sentence of its own', () => {
    const whys = failures.map((failure) => words.failure.inWords(failure).why)
    expect(new Set(whys).size).toBe(whys.length)
  })
})

describe('call states in words', () => {
  it.each(everyState)('answers all four questions: %o', (state) => {
    const said = words.callState.inWords(state)
    for (const sentence of [said.tag, said.title, said.why, said.next]) expect(sentence).toMatch(/\S{2,}/)
    expect(words.callState.placed(said.placed)).toMatch(/^Was a call placed: /)
    expect([said.title, said.why, said.next].join(' ')).not.toMatch(/\boops\b|undefined|\[object/i)
  })

  it.each([...states.unknown, ...states.candidate, ...states.failedAtProvider.filter(({ doubt }) => doubt)])(
    'calls what is unknown unknown, and says not to call again: %o',
    (state) => {
      const said = words.callState.inWords(state)
      expect(said.placed).toBe('unknown')
      expect(said.next).toContain('Do not call again')
      expect(`${said.tag} ${said.title}`).not.toMatch(/fail/i)
    },
  )

  it('says no only of what was surely not placed, and yes only of a run', () => {
    const placed = (name: CallStateName) => states[name].map((state) => words.callState.inWords(state).placed)
    expect(new Set(placed('accepted'))).toEqual(new Set(['yes']))
    for (const name of ['rejected', 'notSent', 'cancelled', 'notFound'] as const)
      expect(new Set(placed(name))).toEqual(new Set(['no']))
    for (const name of ['queued', 'sending'] as const) expect(placed(name)).toEqual(['notYet'])
  })

  it('does not say no of a trigger that failed in a way nobody foresaw', () => {
    expect(words.callState.ofFailure({ kind: 'internal', reference: 'x' }).placed).toBe('unknown')
    expect(words.callState.ofFailure({ kind: 'unavailable', cause: 'cut' }).placed).toBe('unknown')
    expect(words.callState.ofFailure({ kind: 'storage', reason: 'full' }).placed).toBe('no')
  })
})

describe('refused values in words', () => {
  it.each(issueCodes)('has a sentence for %s', (code) => {
    expect(words.issue.sentence({ path: [], code, words: '70000' })).toMatch(/^\S.*[.}”]$/)
  })

  it('names the place from the outside in', () => {
    expect(words.issue.located({ path: ['initialContext', 'customer', 0], code: 'nul' })).toMatch(
      /^initialContext › customer › 0: /,
    )
  })
})
