import type { CallDetail } from '../../../src/contract/call.ts'
import { type Outcome, succeed, fail } from '../../../src/contract/failure.ts'
import {
  type Brake,
  defaultListOptions,
  type FindingGroup,
  type List,
  type listOperations,
  type ListRow,
  type RowState,
  rowStates,
} from '../../../src/contract/list.ts'
import type { Input, Output } from '../../../src/contract/operations.ts'
import type { DoNotCall } from '../../../src/contract/person.ts'
import { createUlid } from '../../../src/domain/ids.ts'
import { sinceBackup } from '../../../src/domain/lists/checked-row.ts'
import { acme, fakeAgents } from './data.ts'
import { callOfRow } from './list-calls.ts'

/** The state of the list that a scene opens. */
export type FakeList = {
  state: List['state']
  brake?: Brake
  /** Whether its rows have been checked; false while the check is running. */
  checked?: boolean
  agent?: boolean
  isKnownFile?: boolean
  /** Whether the history was recovered, so that the rows that were ready may have been called. */
  isRecovered?: boolean
  /** Number of rows; the default is 400. */
  rows?: number
}

type FakeListsOptions = {
  now: () => number
  list: FakeList | null
  /** Returns a number's do-not-call entry; null if there is none. */
  entryOf: (phoneNumber: string) => DoNotCall | null
  announce: (listId: string) => void
}

type ListOperations = {
  [N in keyof typeof listOperations]: (input: Input<N>) => Promise<Outcome<Output<N>>>
}

const listId = '3f0c1d9e-5b2e-4d8a-9c61-2f90e4d7b701'
const headers = ['Phone', 'Name', 'Amount', 'ZIP', 'Notes']
const targets: List['targets'] = [
  { to: 'number' },
  { to: 'context', name: 'customer_name' },
  { to: 'context', name: 'amount_due' },
  { to: 'postalCode' },
  { to: 'none' },
]
const names = [
  'Joan Peters',
  'Luis Ortega',
  'Marisol Vega',
  'Priya Raman',
  'Tom Becker',
  'Ruth Akana',
  'Dana Whitfield',
]
const zones = ['America/Los_Angeles', 'America/Denver', 'America/Chicago', 'America/Anchorage']

/** The states of called rows, in file order. */
const calledStates: readonly RowState[] = [
  'reached',
  'reached',
  'noAnswer',
  'reached',
  'busy',
  'reached',
  'noAnswer',
  'reached',
  'voicemail',
  'reached',
  'rejected',
  'noAnswer',
]

const held = (row: number): ListRow['findings'] => {
  if (row % 10 === 3) return [{ code: 'missingValue', name: 'amount_due' }]
  if (row % 40 === 16) return [{ code: 'damagedNumber', name: '' }]
  return row % 50 === 20 ? [{ code: 'duplicate', name: '' }] : []
}
const isRefused = (row: number): boolean => row % 60 === 15

/** Returns the state of a row when this many rows of the list have been called. */
const stateOf = (row: number, called: number, inProgress: number): RowState => {
  if (isRefused(row)) return 'refused'
  if (held(row).length > 0) return 'held'
  if (row > called) return 'ready'
  if (row > called - inProgress) return row === called ? 'sending' : 'accepted'
  if (row === 212 || row === 97) return 'unknown'
  return calledStates[row % calledStates.length] ?? 'reached'
}

const digits = (row: number): string => String(row % 10_000).padStart(4, '0')

const rowAt = (row: number, state: RowState, now: number): ListRow => {
  const findings = state === 'refused' ? [{ code: 'doNotCall' as const, name: '' }] : state === 'held' ? held(row) : []
  const isDamaged = findings[0]?.code === 'damagedNumber'
  const display = isDamaged ? '4.16E+09' : `+1 415 555 ${digits(row)}`
  const isCalled = !['held', 'ready', 'refused', 'skipped', 'stopped'].includes(state)
  const amount = findings[0]?.code === 'missingValue' ? '' : `${row % 90}.50`
  return {
    row,
    state,
    phoneNumber: isDamaged ? null : `+1415555${digits(row)}`,
    phoneNumberDisplay: display,
    cells: [display, names[row % names.length] ?? '', amount, '97205', row % 9 === 0 ? 'prefers mornings' : ''],
    timeZone: isDamaged ? null : (zones[row % zones.length] ?? null),
    dueAt: null,
    findings,
    attempts: isCalled ? 1 : 0,
    callId: isCalled ? createUlid(now, new Uint8Array(16).fill(row % 32).fill(row >> 5, 0, 8)) : null,
    workflowRunId: isCalled && state !== 'sending' && state !== 'unknown' ? 48_000 + row : null,
    changedAt: isCalled ? new Date(now - (400 - (row % 400)) * 1000).toISOString() : null,
    note: '',
    heldManually: false,
  }
}

/** What a row has until an agent is chosen. */
const unchecked: Pick<ListRow, 'state' | 'phoneNumber' | 'phoneNumberDisplay' | 'timeZone' | 'findings'> = {
  state: 'held',
  phoneNumber: null,
  phoneNumberDisplay: '',
  timeZone: null,
  findings: [],
}

const neverCopied: ReadonlySet<RowState> = new Set(['unknown', 'toCheck', 'queued', 'sending', 'dialing', 'accepted'])

const emptyCounts = (): List['counts'] => {
  const counts: Partial<List['counts']> = {}
  for (const state of rowStates) counts[state] = 0
  // Every state was set above.
  return counts as List['counts']
}

const fixesOf: Partial<Record<FindingGroup['code'], FindingGroup['fixes']>> = {
  missingValue: ['callAnyway', 'leaveOut'],
  duplicate: ['leaveOut', 'callAnyway'],
  calledRecently: ['leaveOut', 'callAnyway'],
  damagedNumber: ['leaveOut'],
}

const groupsOf = (rows: readonly ListRow[]): FindingGroup[] => {
  const groups = Map.groupBy(
    rows.flatMap(({ findings, state }) => findings.map((finding) => ({ ...finding, state }))),
    ({ code, name }) => `${code} ${name}`,
  )
  return [...groups.values()].flatMap((all) => {
    const [first] = all
    if (first === undefined) return []
    const { code, name } = first
    const rowsIn = (wanted: RowState) => all.filter(({ state }) => state === wanted).length
    const counts = { held: rowsIn('held'), refused: rowsIn('refused'), releasable: rowsIn('held') }
    return [{ code, name, rows: all.length, ...counts, fixes: fixesOf[code] ?? [], fixed: null, value: '' }]
  })
}

/** Returns how many rows have been called, by the state of the list. */
const calledIn = ({ state, rows = 400 }: FakeList): number => {
  if (state === 'draft' || state === 'reading') return 0
  return state === 'finished' ? rows : Math.floor(rows * 0.6)
}

/**
 * Creates the operations for a call list in memory, whose rows change with the user's decisions. `callOf` returns the
 * call of a row; null if no row has this call.
 */
export const createFakeLists = ({
  now,
  list: given,
  entryOf,
  announce,
}: FakeListsOptions): { operations: ListOperations; callOf: (callId: string) => CallDetail | null } => {
  const start = now()
  const size = given?.rows ?? 400
  let state: List['state'] = given?.state ?? 'draft'
  let agent = given?.agent ?? true
  let exists = given !== null
  let fixed: { code: FindingGroup['code']; name: string; fix: FindingGroup['fixed'] }[] = []
  const changes = new Map<number, Partial<ListRow>>()
  const rows = Array.from({ length: size }, (_, index) => {
    const called = given === null ? 0 : calledIn(given)
    const row = rowAt(index + 1, stateOf(index + 1, called, state === 'running' || state === 'paused' ? 3 : 0), start)
    if (!given?.isRecovered || row.state !== 'ready') return row
    return { ...row, state: 'held' as const, findings: [{ code: 'calledRecently' as const, name: sinceBackup }] }
  })
  const current = (): ListRow[] =>
    rows.map((row) => {
      if (!agent) return { ...row, ...unchecked }
      const fix = fixed.find(({ code, name }) =>
        row.findings.some((one) => one.code === code && one.name === name),
      )?.fix
      const decided = row.state === 'held' && fix ? ({ state: fix === 'leaveOut' ? 'skipped' : 'ready' } as const) : {}
      return { ...row, ...decided, ...changes.get(row.row) }
    })
  const list = (): List => {
    const [counts, unclear] = [emptyCounts(), emptyCounts()]
    for (const row of current()) {
      counts[row.state] += 1
      if (row.findings.some(({ name }) => name === sinceBackup)) unclear[row.state] += 1
    }
    const isStarted = state !== 'draft' && state !== 'reading'
    return {
      listId,
      profileId: acme.id,
      practice: acme.kind === 'practice',
      name: 'Tuesday renewals',
      source: { fileName: 'Tuesday renewals.xlsx', format: 'xlsx', encoding: null, separator: null, sheet: 'November' },
      state,
      brake:
        state === 'paused' && given?.brake
          ? { reason: given.brake, detail: '', at: new Date(start - 60_000).toISOString() }
          : null,
      createdAt: new Date(start - 8_000_000).toISOString(),
      startedAt: isStarted ? new Date(start - 3_900_000).toISOString() : null,
      endedAt: state === 'finished' || state === 'stopped' ? new Date(start - 60_000).toISOString() : null,
      headers,
      targets: agent ? targets : [{ to: 'number' }, ...headers.slice(1).map(() => ({ to: 'none' as const }))],
      agent: agent
        ? { agentUuid: fakeAgents[0]?.agentUuid ?? '', agentName: 'Renewal reminder', version: isStarted ? 'v2' : null }
        : null,
      route: agent
        ? {
            telephonyConfigurationId: 11,
            telephonyConfigurationName: 'Twilio main',
            fromPhoneNumberId: 21,
            fromPhoneNumberText: '+1 800 555 0100',
          }
        : null,
      options: defaultListOptions,
      checked: given?.checked ?? agent,
      counts,
      unclear,
      waiting: { rows: 0, until: null },
      sameFileAs: given?.isKnownFile
        ? {
            listId: '3f0c1d9e-5b2e-4d8a-9c61-2f90e4d7b702',
            name: 'Monday renewals',
            createdAt: new Date(start - 90_000_000).toISOString(),
            isOver: false,
            called: 120,
            calledElsewhere: 0,
          }
        : null,
    }
  }
  const changed = (): Promise<Outcome<List>> => {
    announce(listId)
    return Promise.resolve(succeed(list()))
  }
  const open = (): Promise<Outcome<List>> => {
    exists = true
    return changed()
  }
  const operations: ListOperations = {
    openListFile: async () => {
      const opened = await open()
      return opened.ok ? succeed({ list: opened.value }) : opened
    },
    openListText: open,
    openPracticeList: open,
    listLists: () => Promise.resolve(succeed(exists ? [list()] : [])),
    getList: () => Promise.resolve(succeed(list())),
    recheckList: () => Promise.resolve(succeed(list())),
    removeList: () => {
      exists = false
      announce(listId)
      return Promise.resolve(succeed({}))
    },
    saveListPlan: () => {
      agent = true
      return changed()
    },
    listFindings: () =>
      Promise.resolve(
        succeed(
          groupsOf(current()).map((group) => ({
            ...group,
            fixed: fixed.find(({ code, name }) => code === group.code && name === group.name)?.fix ?? null,
          })),
        ),
      ),
    fixFinding: ({ code, name, fix }) => {
      fixed = [...fixed.filter((one) => one.code !== code || one.name !== name), { code, name, fix }]
      return changed()
    },
    listRows: ({ states, finding, order, from, limit }) => {
      const all = current().filter(
        (row) =>
          (states.length === 0 || states.includes(row.state)) &&
          (finding === null || row.findings.some(({ code }) => code === finding)),
      )
      const ordered = order === 'latest' ? all.toReversed() : all
      return Promise.resolve(succeed({ rows: ordered.slice(from, from + limit), total: all.length }))
    },
    listPreviewRows: () => {
      const [longest, shortest, emptiest] = [rows[1], rows[0], rows[2]]
      return Promise.resolve(succeed(longest && shortest && emptiest ? { longest, shortest, emptiest } : null))
    },
    changeRow: ({ row, action }) => {
      const known = current().find((one) => one.row === row)
      if (known === undefined) return Promise.resolve(fail({ kind: 'notFound', detail: '' }))
      const states = {
        hold: 'held',
        release: 'ready',
        leaveOut: 'skipped',
        putBack: known.findings.length > 0 ? 'held' : 'ready',
        callFirst: 'ready',
        callAgain: 'ready',
      } as const
      const change =
        action.kind === 'setNote'
          ? { note: action.note }
          : {
              state: states[action.kind],
              heldManually: action.kind === 'hold',
              ...(action.kind === 'leaveOut' && known.attempts === 0 ? { canBePutBack: true as const } : {}),
              ...(action.kind === 'callAgain' ? { callId: null, workflowRunId: null } : {}),
            }
      const kept = { ...changes.get(row) }
      if (action.kind !== 'setNote') delete kept.canBePutBack
      changes.set(row, { ...kept, ...change })
      announce(listId)
      return Promise.resolve(succeed({ ...known, ...change }))
    },
    startList: () => {
      state = 'running'
      return changed()
    },
    pauseList: () => {
      state = 'paused'
      return changed()
    },
    stopList: () => {
      state = 'stopped'
      for (const row of current()) if (row.state === 'ready') changes.set(row.row, { state: 'stopped' })
      return changed()
    },
    listOutcomes: () => {
      const called = current().filter(({ workflowRunId, state: one }) => workflowRunId !== null || one === 'unknown')
      const perPeriod = Math.max(1, Math.ceil(called.length / 13))
      const periods = Array.from({ length: Math.ceil(called.length / perPeriod) }, (_, index) => {
        const counts = emptyCounts()
        for (const row of called.slice(index * perPeriod, (index + 1) * perPeriod)) counts[row.state] += 1
        return { from: new Date(start - 3_900_000 + index * 300_000).toISOString(), counts }
      })
      return Promise.resolve(succeed({ minutes: 5, periods }))
    },
    forecastList: () =>
      Promise.resolve(
        succeed({
          endsAt: new Date(start + 6_300_000).toISOString(),
          pausesAfter: null,
          atOnce: defaultListOptions.atOnce,
          resumesAt: null,
          startsAt: null,
          later: 0,
          blocking: 0,
          callSeconds: 120,
        }),
      ),
    listDoNotCallProposals: () =>
      Promise.resolve(
        succeed(
          current()
            .filter(({ row, state: one }) => row % 120 === 1 && one === 'reached')
            .flatMap(({ row, phoneNumber, phoneNumberDisplay, changedAt: at }) =>
              phoneNumber === null || at === null
                ? []
                : [{ row, phoneNumber, phoneNumberDisplay, at, entry: entryOf(phoneNumber) }],
            ),
        ),
      ),
    countCopyableRows: () => {
      const counts = emptyCounts()
      for (const { state: one, findings, cells } of current())
        if (!neverCopied.has(one) && cells.length > 0 && findings.every(({ name }) => name !== sinceBackup))
          counts[one] += 1
      return Promise.resolve(succeed(counts))
    },
    copyRows: () => {
      state = 'draft'
      return changed()
    },
    saveListReport: () => Promise.resolve(succeed({ fileName: 'Tuesday renewals.csv', rows: size })),
  }
  const callOf = (callId: string): CallDetail | null => {
    const row = current().find((one) => one.callId === callId)
    return row === undefined ? null : callOfRow(row)
  }
  return { operations, callOf }
}
