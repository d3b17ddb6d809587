import { randomUUID } from 'node:crypto'
import { onTestFinished } from 'vitest'
import {
  defaultListOptions,
  type List,
  type ListOptions,
  type ListRow,
  type RowState,
} from '../../../../src/contract/list.ts'
import type { Call } from '../../../../src/contract/call.ts'
import type { CheckedRow } from '../../../../src/domain/lists/checked-row.ts'
import { createDoNotCallImport } from '../../../../src/main/storage/do-not-call-imports.ts'
import { createListCheck } from '../../../../src/main/storage/lists/list-check.ts'
import type { ListRowOfCall } from '../../../../src/main/storage/lists/list-gate.ts'
import type { RowAction } from '../../../../src/main/storage/lists/list-changes.ts'
import { openListDatabase } from '../../../../src/main/storage/lists/list-database.ts'
import { createListImport } from '../../../../src/main/storage/lists/list-import.ts'
import type { Storage } from '../../../../src/main/storage/storage.ts'
import { aCall, anyRoute } from '../../../support/a-call.ts'
import { newFile, open, value } from '../open-storage.ts'

export const profileId = '01JD0000000000000000000001'
export const agentUuid = '7f3c2a1e-0000-4000-8000-000000009b21'

/** Noon in New York and 9:00 in Los Angeles, on a Saturday. */
export const at = '2026-11-21T17:00:00.000Z'
export const now = Date.parse(at)

/** How long a call to a number that was called needs a confirmation. */
export const repeatMinutes = 10

/** What the screen shows of a group that can't grow. */
export const everyRow = { rows: Infinity, releasable: Infinity, event: Infinity }

export const after = (minutes: number): string => new Date(now + minutes * 60_000).toISOString()

/** Returns a checked row with a valid number in New York; pass the fields that matter to the test. */
export const aRow = (row: number, change: Partial<CheckedRow> = {}): CheckedRow => ({
  row,
  cells: [`Person ${row}`, `212555${String(row).padStart(4, '0')}`],
  phoneNumber: `+1212555${String(row).padStart(4, '0')}`,
  phoneNumberDisplay: `(212) 555-${String(row).padStart(4, '0')}`,
  context: { name: `Person ${row}` },
  timeZones: ['America/New_York'],
  findings: [],
  note: '',
  ...change,
})

/** Opens what the import thread uses, over a separate connection. */
const openThread = (file: string) => {
  const database = openListDatabase(file)
  let isOpen = true
  const close = (): void => {
    if (isOpen) database.close()
    isOpen = false
  }
  onTestFinished(close)
  return {
    close,
    lists: createListImport(database),
    check: createListCheck(database),
    doNotCall: createDoNotCallImport(database),
  }
}

export type Lists = { file: string; storage: Storage; thread: ReturnType<typeof openThread> }

/** Opens a history with the connection of the import thread. */
export const openLists = async (): Promise<Lists> => {
  const file = newFile()
  const storage = open(file)
  // Creates the database.
  await value(storage.run('listProfiles', undefined))
  return { file, storage, thread: openThread(file) }
}

const source: List['source'] = { fileName: 'people.csv', format: 'csv', encoding: 'UTF-8', separator: ',', sheet: null }

/** Imports rows as a draft; returns its ID. */
export const importRows = (
  { thread }: Lists,
  rows: readonly CheckedRow[],
  fingerprint: string | null = null,
): string => {
  const listId = randomUUID()
  const headers = ['Name', 'Phone']
  const name = 'Renewals'
  thread.lists.begin({ listId, profileId, practice: false, name, source, createdAt: at, headers, fingerprint })
  thread.lists.append(listId, rows)
  thread.lists.finish(listId, {}, now)
  return listId
}

export const savePlan = ({ storage }: Lists, listId: string, options: Partial<ListOptions> = {}) =>
  value(
    storage.run('saveListPlan', {
      listId,
      name: 'Renewals',
      agent: { agentUuid, agentName: 'Renewal reminder', version: null },
      targets: [{ to: 'context', name: 'name' }, { to: 'number' }],
      route: anyRoute,
      options: { ...defaultListOptions, ...options },
      now,
    }),
  )

/** Stores these checked rows as the result of a check at `time`, in milliseconds. */
export const check = ({ thread }: Lists, listId: string, rows: readonly CheckedRow[], time = now): boolean => {
  const started = thread.check.start(listId, time)
  if (started === null) throw new Error('There is no such list.')
  thread.check.write(listId, rows)
  return thread.check.finish(listId, started.plan, { now: time, repeatMinutes, recentCalls: [] })
}

/** Imports and checks rows. */
export const checkedList = async (
  lists: Lists,
  rows: readonly CheckedRow[],
  options: Partial<ListOptions> = {},
  fingerprint: string | null = null,
): Promise<string> => {
  const listId = importRows(lists, rows, fingerprint)
  await savePlan(lists, listId, options)
  check(lists, listId, rows)
  return listId
}

export const start = ({ storage }: Lists, listId: string) =>
  value(storage.run('setListState', { listId, from: ['draft', 'paused'], to: 'running', at }))

export const readList = async ({ storage }: Lists, listId: string): Promise<List> => {
  const list = await value(storage.run('readList', { listId, now }))
  if (list === null) throw new Error('There is no such list.')
  return list
}

/** Returns the counts that are not zero. */
export const countsOf = async (lists: Lists, listId: string): Promise<Partial<Record<RowState, number>>> =>
  Object.fromEntries(Object.entries((await readList(lists, listId)).counts).filter(([, rows]) => rows > 0))

export const readRows = async ({ storage }: Lists, listId: string) =>
  (
    await value(
      storage.run('readListRows', {
        listId,
        states: [],
        finding: null,
        search: '',
        order: 'file',
        from: 0,
        limit: 500,
      }),
    )
  ).rows

/** Changes a row as the screen does: the user who releases the row or calls it again knows what it shows now. */
export const act = async (lists: Lists, listId: string, row: number, kind: Exclude<RowAction['kind'], 'setNote'>) => {
  const shown = (await readRows(lists, listId))[row - 1]
  return value(lists.storage.run('changeListRow', { listId, row, action: actionOn(shown, kind), at: now }))
}

/** Returns what the user does with a row that is shown like this. */
export const actionOn = (shown: ListRow | undefined, kind: Exclude<RowAction['kind'], 'setNote'>): RowAction => {
  const { findings = [], lookUpEndsAt = null, callId = null, foundRun } = shown ?? {}
  if (kind === 'callAgain') return { kind, callId, foundRun }
  return kind === 'release' ? { kind, findings, lookUpEndsAt } : { kind }
}

/** Returns the states of the rows, in file order. */
export const statesOf = async (lists: Lists, listId: string): Promise<RowState[]> =>
  (await readRows(lists, listId)).map(({ state }) => state)

/** Records the next call of a row as the dialer does. */
export const callRow = async (
  { storage }: Pick<Lists, 'storage'>,
  listId: string,
  row: number,
  change: Partial<Call> = {},
  ofPolicy: Pick<ListRowOfCall, 'within' | 'holidays'> = {},
  repeatSince = after(-repeatMinutes),
) => {
  const due = await value(storage.run('takeDueRows', { listId, now: Number.MAX_SAFE_INTEGER, limit: 10_000 }))
  const next = due.find((one) => one.row === row)
  if (next === undefined) throw new Error(`Row ${row} is not ready.`)
  const { callId, phoneNumber, phoneNumberDisplay, context } = next
  const call = aCall({
    callId,
    phoneNumber,
    phoneNumberDisplay,
    profileId,
    agentUuid,
    preparedAt: at,
    changedAt: at,
    outcome: { state: 'sending', since: at },
    ...change,
  })
  return value(
    storage.run('recordCall', {
      call,
      initialContext: context,
      repeatSince,
      confirmedAfter: [],
      listRow: { listId, row, ...ofPolicy },
    }),
  )
}
