import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { copyFileSync, rmSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { createCallWriter, createRecordCall } from '../../../../src/main/storage/calls.ts'
import { createListCheck } from '../../../../src/main/storage/lists/list-check.ts'
import { openListDatabase } from '../../../../src/main/storage/lists/list-database.ts'
import { createListImport } from '../../../../src/main/storage/lists/list-import.ts'
import { createListLifecycle } from '../../../../src/main/storage/lists/list-lifecycle.ts'
import { createListsTable } from '../../../../src/main/storage/lists/lists-table.ts'
import { accepted, aCall } from '../../../support/a-call.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { markFileOf } from '../../../../src/main/storage/high-water-mark.ts'
import { createStorage } from '../../../../src/main/storage/storage.ts'
import { open, settle, value, worker } from '../open-storage.ts'
import { listProblems } from './list-invariants.ts'
import {
  agentUuid,
  aRow,
  at,
  callRow,
  check,
  checkedList,
  importRows,
  now,
  openLists,
  profileId,
  readRows,
  savePlan,
  start,
  statesOf,
} from './open-lists.ts'
import { endOfTime } from '../../../../src/domain/call-state.ts'

class Crash extends Error {}

/** Makes statement number `last` and all later ones fail, as if the process had exited before it. */
const crashAt = (database: DatabaseSync, last: number): void => {
  let statements = 0
  const step = (): void => {
    statements += 1
    if (statements >= last) throw new Crash()
  }
  const exec = database.exec.bind(database)
  database.exec = (sql) => {
    step()
    exec(sql)
  }
  const prepare = database.prepare.bind(database)
  database.prepare = (sql) => {
    const statement: StatementSync = prepare(sql)
    return new Proxy(statement, {
      get(target, name: 'run' | 'get' | 'all') {
        const method = target[name]
        return (...values: never[]): unknown => {
          step()
          return Reflect.apply(method, target, values)
        }
      },
    })
  }
}

/**
 * Runs `work` on copies of a history, and interrupts it before each of its statements in turn. After each interruption,
 * the next startup of the app completes what was started. Returns the number of interruptions.
 */
const crashEverywhere = async (
  file: string,
  work: (database: DatabaseSync) => unknown,
  verify: (database: DatabaseSync) => void,
): Promise<number> => {
  for (let last = 1; ; last += 1) {
    const copy = `${temporaryFolder()}/rundesk.db`
    copyFileSync(file, copy)
    const database = openListDatabase(copy)
    crashAt(database, last)
    let hasEnded = false
    try {
      await work(database)
    } catch (error) {
      if (!(error instanceof Crash)) throw error
      hasEnded = true
    }
    // Closing rolls back an open transaction, as a new process does after a crash.
    database.close()
    const next = openListDatabase(copy)
    createListsTable(next).pauseRunningLists({ at })
    await createListLifecycle(next).settleInterruptedLists({ at: now })
    verify(next)
    next.close()
    expect(listProblems(copy), `ended before statement ${last}`).toEqual([])
    if (!hasEnded) return last - 1
  }
}

/** Closes the storage, so that its file is complete. */
const closed = async (lists: Awaited<ReturnType<typeof openLists>>): Promise<string> => {
  lists.thread.close()
  await lists.storage.close()
  return lists.file
}

const statesIn = (database: DatabaseSync): string[] =>
  database
    .prepare('SELECT state FROM list_rows ORDER BY id')
    .all()
    .map((row) => String(row['state']))

describe('a crash before any statement', () => {
  it('of a call leaves its row unchanged, or with the state of its recorded call', async () => {
    const lists = await openLists()
    const listId = await checkedList(lists, [aRow(1), aRow(2)])
    await start(lists, listId)
    const [due] = await value(lists.storage.run('takeDueRows', { listId, now, limit: 1 }))
    const file = await closed(lists)
    const times = { preparedAt: at, changedAt: at, outcome: { state: 'sending', since: at } } as const
    const call = aCall({
      callId: due?.callId ?? '',
      phoneNumber: '+12125550001',
      profileId,
      agentUuid,
      ...times,
    })
    const ends = await crashEverywhere(
      file,
      (database) => {
        const writer = createCallWriter(database)
        const listRow = { listId, row: 1 }
        const initialContext = due?.context ?? {}
        const input = { call, initialContext, repeatSince: endOfTime, confirmedAfter: [], listRow }
        createRecordCall(database, writer).recordCall(input)
        writer.moveCall({ callId: call.callId, from: ['sending'], outcome: accepted, at, endedAt: at })
      },
      (database) => expect(statesIn(database)[1]).toBe('ready'),
    )
    expect(ends).toBeGreaterThan(20)
  })

  it('of an import leaves the whole list or nothing', async () => {
    const lists = await openLists()
    importRows(lists, [aRow(1)])
    const file = await closed(lists)
    const source = { fileName: null, format: 'paste', encoding: null, separator: null, sheet: null } as const
    const about = {
      listId: '3f0c1d9e-5b2e-4d8a-9c61-2f90e4d7b611',
      profileId,
      practice: false,
      name: 'x',
      createdAt: at,
    }
    await crashEverywhere(
      file,
      (database) => {
        const write = createListImport(database)
        write.begin({ ...about, source, headers: ['a'], fingerprint: null })
        write.append(about.listId, [aRow(1), aRow(2)])
        write.append(about.listId, [aRow(3)])
        write.finish(about.listId, {}, now)
      },
      (database) => expect([1, 4]).toContain(statesIn(database).length),
    )
  })

  it('of a check leaves a list that can start only after another check', async () => {
    const lists = await openLists()
    const rows = [
      aRow(1),
      aRow(2, { findings: [{ code: 'noConsent', name: '' }] }),
      aRow(3, { phoneNumber: '+12125550001' }),
    ]
    const listId = importRows(lists, rows)
    await savePlan(lists, listId)
    const file = await closed(lists)
    await crashEverywhere(
      file,
      (database) => {
        const thread = { check: createListCheck(database) }
        check({ thread } as Parameters<typeof check>[0], listId, rows)
      },
      (database) => {
        const checked = createListsTable(database).readListPlan({ listId })?.checkedPlan === 1
        const change = { listId, from: ['draft'], to: 'running', at } as const
        const started = createListsTable(database).setListState(change)
        expect(started).toMatchObject(checked ? { list: { state: 'running' } } : { refused: 'unchecked' })
        expect(checked ? statesIn(database) : ['ready', 'held', 'held']).toEqual(['ready', 'held', 'held'])
      },
    )
  })

  it('of a stop, a removal or a copy is completed on the next startup', async () => {
    const lists = await openLists()
    const listId = await checkedList(lists, [aRow(1), aRow(2), aRow(3)])
    await start(lists, listId)
    expect(await readRows(lists, listId)).toHaveLength(3)
    const file = await closed(lists)
    const newListId = '3f0c1d9e-5b2e-4d8a-9c61-2f90e4d7b611'
    await crashEverywhere(
      file,
      async (database) => {
        const changes = createListLifecycle(database)
        await changes.copyListRows({ listId, states: ['ready'], newListId, name: 'x', at })
        createListsTable(database).setListState({ listId, from: ['running'], to: 'stopped', at })
        await changes.stopListRows({ listId, at: now })
        await changes.removeList({ listId })
      },
      (database) => {
        const list = createListsTable(database).readList({ listId, now })
        expect(['paused', 'stopped', undefined]).toContain(list?.state)
        expect(list?.state === 'stopped' ? list.counts : { stopped: 3, ready: 0 }).toMatchObject({
          stopped: 3,
          ready: 0,
        })
        const copy = createListsTable(database).readList({ listId: newListId, now })
        expect([3, undefined]).toContain(copy?.counts.held)
      },
    )
  })
})

/** Calls a row and closes the history. */
const callAndClose = async (file: string, listId: string, row: number): Promise<void> => {
  const storage = createStorage({ file, worker })
  const placed = await callRow({ storage }, listId, row)
  if (placed.placed !== 'now') throw new Error(placed.placed)
  await settle(storage, placed.call.callId)
  await storage.close()
}

describe('a history that may lack calls', () => {
  it.each(['an older copy', 'a missing mark'])('holds the rows that were ready in it: %s', async (cause) => {
    const lists = await openLists()
    const listId = await checkedList(lists, [aRow(1), aRow(2), aRow(3)])
    await start(lists, listId)
    const file = await closed(lists)
    await callAndClose(file, listId, 1)
    const copy = `${temporaryFolder()}/rundesk.db`
    copyFileSync(file, copy)
    await callAndClose(file, listId, 2)
    copyFileSync(copy, file)
    if (cause === 'a missing mark') rmSync(markFileOf(file))
    const storage = open(file)
    await value(storage.run('acknowledgeRecovery', {}))
    const later = { ...lists, storage }
    expect(await statesOf(later, listId)).toEqual(['accepted', 'held', 'held'])
    await start(later, listId)
    expect(await value(storage.run('takeDueRows', { listId, now, limit: 9 }))).toEqual([])
  })
})
