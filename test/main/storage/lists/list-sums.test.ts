import fc from 'fast-check'
import { expect, it } from 'vitest'
import { defaultListOptions, type FindingCode, type List, type RowState } from '../../../../src/contract/list.ts'
import type { CallState } from '../../../../src/contract/call.ts'
import { type CheckedRow, sinceBackup } from '../../../../src/domain/lists/checked-row.ts'
import { openListDatabase } from '../../../../src/main/storage/lists/list-database.ts'
import { settleRecoveredLists } from '../../../../src/main/storage/lists/list-lifecycle.ts'
import { accepted, aCall } from '../../../support/a-call.ts'
import { settle, value } from '../open-storage.ts'
import { listProblems } from './list-invariants.ts'
import {
  act,
  after,
  agentUuid,
  aRow,
  at,
  check,
  everyRow,
  profileId,
  importRows,
  type Lists,
  now,
  openLists,
  readRows,
  savePlan,
  start,
} from './open-lists.ts'
import { endOfTime } from '../../../../src/domain/call-state.ts'

const end = (kind: 'noAnswer' | 'busy' | 'reached' | 'failed'): CallState => ({
  ...accepted,
  end: { kind, disposition: null, durationSeconds: 1 },
})

const outcomes: readonly CallState[] = [
  accepted,
  end('noAnswer'),
  end('busy'),
  end('reached'),
  end('failed'),
  { state: 'rejected', status: 402, detail: '', issues: [] },
  { state: 'notSent', cause: 'refused' },
  { state: 'unknown', cause: 'cut', status: null, detail: '' },
  { state: 'failedAtProvider', status: 400, detail: '', doubt: true, workflowRunId: null },
  { state: 'notFound', since: at },
  { state: 'candidate', runIds: [1] },
]

const codes: readonly FindingCode[] = [
  'noConsent',
  'duplicate',
  'missingValue',
  'noCountryCode',
  'shortNumber',
  'calledRecently',
]
const actions = ['hold', 'release', 'leaveOut', 'putBack', 'callFirst', 'callAgain'] as const
const filterStates = ['ready', 'held', 'skipped', 'noAnswer', 'unknown'] as const satisfies readonly RowState[]

/** An action of the user, the app or the service; its numbers choose the row, the outcome and so on. */
type Step = {
  kind: 'check' | 'call' | 'settle' | 'act' | 'fix' | 'again' | 'erase' | 'pause' | 'hold' | 'copy' | 'recover'
  a: number
  b: number
}

const anyStep: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(
    'check',
    'call',
    'call',
    'call',
    'settle',
    'settle',
    'act',
    'fix',
    'again',
    'erase',
    'pause',
    'hold',
    'copy',
    'recover',
  ),
  a: fc.nat(1_000),
  b: fc.nat(1_000),
})

const rowsOf = (seed: number, count: number): CheckedRow[] =>
  Array.from({ length: count }, (_, index) => {
    const code = codes[(index * 7 + seed) % (codes.length * 3)]
    const number = (index % (count - 2)) + 1
    return aRow(index + 1, {
      phoneNumber: code === 'noCountryCode' ? null : `+1212555${String(number).padStart(4, '0')}`,
      findings: code === undefined ? [] : [{ code, name: '' }],
    })
  })

const count = 12

const sumOf = ({ counts }: List): number => Object.values(counts).reduce((total, rows) => total + rows, 0)

const perform = async (lists: Lists, listId: string, { kind, a, b }: Step): Promise<unknown> => {
  const { storage } = lists
  const row = (a % count) + 1
  const found = (await readRows(lists, listId))[row - 1]
  const callId = found?.callId ?? ''
  switch (kind) {
    case 'check': {
      await value(storage.run('setListState', { listId, from: ['running'], to: 'paused', at }))
      const saved = await savePlan(lists, listId, b % 2 === 0 ? {} : { type: 'marketing' })
      return saved === null ? null : check(lists, listId, rowsOf(b, count))
    }
    case 'call': {
      await start(lists, listId)
      const [due] = await value(storage.run('takeDueRows', { listId, now: Number.MAX_SAFE_INTEGER, limit: 1 }))
      if (due === undefined) return null
      const { row: number, callId: next, phoneNumber, phoneNumberDisplay, context: initialContext } = due
      const times = { preparedAt: at, changedAt: at, outcome: { state: 'sending', since: at } } as const
      const call = aCall({ callId: next, phoneNumber, phoneNumberDisplay, profileId, agentUuid, ...times })
      const listRow = { listId, row: number }
      return value(
        storage.run('recordCall', { call, initialContext, repeatSince: endOfTime, confirmedAfter: [], listRow }),
      )
    }
    case 'settle': {
      const outcome = outcomes[b % outcomes.length] ?? accepted
      const sending = (await readRows(lists, listId)).filter(({ state }) => state === 'sending')
      const settled = sending[a % Math.max(1, sending.length)]?.callId
      return settled ? settle(storage, settled, outcome, after(1)) : null
    }
    case 'act':
      return act(lists, listId, row, actions[b % actions.length] ?? 'hold')
    case 'fix': {
      const fix = b % 2 === 0 ? 'callAnyway' : 'leaveOut'
      const code = codes[a % codes.length] ?? 'noConsent'
      const name = code === 'calledRecently' && b % 3 === 0 ? sinceBackup : ''
      return value(storage.run('applyFix', { listId, code, name, fix, value: '', shown: everyRow, now }))
    }
    case 'again':
      return value(storage.run('callListRowAgain', { listId, row, callId, dueAt: now, counts: b % 2 === 0, at: now }))
    case 'erase':
      // Each erasure rewrites the whole file.
      return b % 4 === 0
        ? value(storage.run('erasePerson', { phoneNumber: found?.phoneNumber ?? '+12125559999', now: at }))
        : null
    case 'pause':
      return value(storage.run('setListState', { listId, from: ['running'], to: 'paused', at }))
    case 'hold': {
      const [due] = await value(storage.run('takeDueRows', { listId, now: Number.MAX_SAFE_INTEGER, limit: 1 }))
      const of = { listId, row: due?.row ?? 1, callId: due?.callId ?? '' }
      return value(storage.run('holdListRow', { ...of, code: 'calledRecently', name: '', at: now }))
    }
    case 'recover': {
      // After a recovery, no row is ready, so most later calls do nothing.
      if (b % 4 !== 0) return null
      const database = openListDatabase(lists.file)
      settleRecoveredLists(database, at)
      return database.close()
    }
    case 'copy': {
      if (b % 4 !== 0) return null
      const state = filterStates[b % filterStates.length] ?? 'ready'
      const copyable = await value(storage.run('countCopyableRows', { listId }))
      const copy = { listId, states: [state], newListId: crypto.randomUUID(), name: 'x', at }
      const copied = await value(storage.run('copyListRows', copy))
      return expect(copied === null ? 0 : sumOf(copied)).toBe(copyable[state])
    }
  }
}

it('adds up after any steps: no row is lost or duplicated, and each has the state of its call', async () => {
  const lists = await openLists()
  let calls = 0
  await fc.assert(
    fc.asyncProperty(fc.nat(20), fc.array(anyStep, { minLength: 5, maxLength: 25 }), async (seed, steps) => {
      const listId = importRows(lists, rowsOf(seed, count))
      await savePlan(lists, listId, defaultListOptions)
      check(lists, listId, rowsOf(seed, count))
      for (const step of steps) {
        const done = await perform(lists, listId, step)
        if (step.kind === 'call' && done !== null) calls += 1
        const list = await value(lists.storage.run('readList', { listId, now }))
        expect(list === null ? 0 : sumOf(list)).toBe(count)
      }
      expect(listProblems(lists.file)).toEqual([])
      await value(
        lists.storage.run('setListState', { listId, from: ['running', 'paused', 'draft'], to: 'stopped', at }),
      )
    }),
    { numRuns: 30 },
  )
  // Without calls, the steps would prove nothing.
  expect(calls).toBeGreaterThan(0)
})
