import { describe, expect, it } from 'vitest'
import type { CallState, CallStateName } from '../../../src/contract/call.ts'
import { mayResolve, statesBefore } from '../../../src/main/calls/call-transitions.ts'

const at = '2026-11-21T09:14:00.000Z'
const accepted = { state: 'accepted', workflowRunId: 1, workflowRunName: 'x', status: '', reconciled: true } as const
const failed = { state: 'failedAtProvider', status: 400, detail: '', workflowRunId: null } as const

/** One of every state, and of those two in which a call may or may not be settled, one of each kind. */
const states = {
  queued: { state: 'queued' },
  sending: { state: 'sending', since: at },
  started: { ...accepted, progress: 'started' },
  dialling: { ...accepted, progress: 'dialling' },
  orphaned: { ...accepted, progress: 'orphaned' },
  rejected: { state: 'rejected', status: 404, detail: '', issues: [] },
  notSent: { state: 'notSent', cause: 'refused' },
  failed: { ...failed, doubt: false },
  doubtful: { ...failed, doubt: true },
  unknown: { state: 'unknown', cause: 'cut', status: null, detail: '' },
  candidate: { state: 'candidate', runIds: [1] },
  notFound: { state: 'notFound', since: at },
  closed: { state: 'closedByOperator', verdict: 'placed', who: 'ana', at, note: 'x' },
  cancelled: { state: 'cancelled' },
} satisfies Record<string, CallState>

type Name = keyof typeof states
const names = Object.keys(states).filter((name): name is Name => name in states)

/** The law: what a call may become by itself, by its answer, or by what is found out about it. Nothing else. */
const allowed: Record<CallStateName, CallStateName[]> = {
  queued: ['cancelled', 'sending'],
  sending: ['accepted', 'failedAtProvider', 'notSent', 'rejected', 'unknown'],
  accepted: ['accepted', 'closedByOperator', 'failedAtProvider'],
  rejected: [],
  notSent: [],
  failedAtProvider: ['accepted', 'candidate', 'closedByOperator', 'failedAtProvider', 'notFound'],
  unknown: ['accepted', 'candidate', 'closedByOperator', 'failedAtProvider', 'notFound'],
  candidate: ['accepted', 'closedByOperator', 'failedAtProvider'],
  notFound: ['accepted', 'closedByOperator', 'failedAtProvider'],
  closedByOperator: [],
  cancelled: [],
}

/** What was found out may take the place of these, and of no others: those of which nobody knew, and "not found". */
const open: Name[] = ['dialling', 'orphaned', 'doubtful', 'unknown', 'candidate', 'notFound']

const pairs = names.flatMap((from) => names.map((to): [Name, Name] => [from, to]))

describe('what a call may become', () => {
  // Object.keys forgets the key type.
  it.each(Object.keys(allowed) as CallStateName[])('%s: from these states and no others', (to) => {
    const from = names.map((name) => states[name].state).filter((name) => allowed[name].includes(to))
    expect(statesBefore(to).toSorted()).toEqual([...new Set(from)].toSorted())
  })

  it.each(pairs)('found out: from %s to %s', (from, to) => {
    const isAllowed = open.includes(from) && allowed[states[from].state].includes(states[to].state)
    expect(mayResolve(states[from], states[to])).toBe(isAllowed)
  })

  it('is never "sending" a second time', () => {
    expect(statesBefore('sending')).toEqual(['queued'])
    expect(pairs.filter(([from, to]) => to === 'sending' && mayResolve(states[from], states[to]))).toEqual([])
  })
})
