import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it, onTestFinished } from 'vitest'
import { defaultListOptions, type List } from '../../../src/contract/list.ts'
import { createListImporter } from '../../../src/main/lists/import.ts'
import type { ImportJob } from '../../../src/main/lists/import-protocol.ts'
import type { Storage } from '../../../src/main/storage/storage.ts'
import { newFile, open, value } from '../storage/open-storage.ts'
import { workbookOf } from '../../support/workbook.ts'
import { fileOf } from './read-tables.ts'
import { anyRoute } from '../../support/a-call.ts'
import { importThread } from '../../support/thread-entries.ts'

const now = Date.parse('2026-11-21T09:15:00.000Z')

const setUp = async () => {
  const file = newFile()
  const storage = open(file)
  // The storage creates the database with its first operation.
  await value(storage.run('readLists', { now }))
  const importer = createListImporter({ file, worker: importThread })
  onTestFinished(() => importer.close())
  return { file, storage: importer.withPriority(storage), importer }
}

const jobOf = (path: string): Omit<ImportJob, 'kind'> => ({
  source: { kind: 'file', path },
  list: { listId: randomUUID(), profileId: 'p1', createdAt: new Date(now).toISOString(), practice: true, name: null },
  countries: { home: null, offered: ['US'] },
  keys: [],
  now,
})

const lines = (count: number, from = 0): string[] =>
  Array.from({ length: count }, (_, at) => `Jane ${from + at},+1415555${String(from + at).padStart(4, '0')},${at}`)
const csv = (count: number): string => ['name,phone,amount', ...lines(count)].join('\n')

const listsIn = (storage: Storage): Promise<List[]> => value(storage.run('readLists', { now }))

const imported = async (
  outcome: Promise<{ ok: true; value: { list: List | null } } | { ok: false; failure: object }>,
) => {
  const { list } = await value(outcome)
  if (list === null) throw new Error('The import was cancelled.')
  return list
}

const pageOf = (storage: Storage, listId: string, from = 0) =>
  value(storage.run('readListRows', { listId, states: [], finding: null, search: '', order: 'file', from, limit: 500 }))

describe('an import', () => {
  it('creates a draft with every row of the file', async () => {
    const { storage, importer } = await setUp()
    const job = jobOf(fileOf(csv(2_345), 'November calls.csv'))
    const first: List[] = []
    const progress: number[] = []
    const list = await imported(
      importer.importTable(job, {
        onFirst: (one) => void first.push(one),
        onProgress: (rows) => void progress.push(rows),
      }),
    )
    expect(list).toMatchObject({
      practice: true,
      name: 'November calls',
      state: 'draft',
      headers: ['name', 'phone', 'amount'],
      source: { fileName: 'November calls.csv', format: 'csv', encoding: 'UTF-8', separator: ',', sheet: null },
      counts: { held: 2_345 },
    })
    expect(list.targets.map(({ to }) => to)).toEqual(['context', 'number', 'context'])
    expect(first).toMatchObject([{ listId: job.list.listId, state: 'reading' }])
    expect(first[0]?.counts.held).toBeGreaterThanOrEqual(200)
    const pages = await Promise.all([0, 500, 1_000, 1_500, 2_000].map((from) => pageOf(storage, list.listId, from)))
    expect(pages.flatMap(({ rows }) => rows.map(({ cells }) => cells.join(',')))).toEqual(lines(2_345))
    expect(pages.flatMap(({ rows }) => rows.map(({ row }) => row))).toEqual(lines(2_345).map((_, at) => at + 1))
  })

  it('keeps the columns of a workbook that only later rows need', async () => {
    const { storage, importer } = await setUp()
    const body = Array.from({ length: 700 }, (_, at) => ['Jane', '+14155550123', ...(at === 600 ? ['', 'late'] : [])])
    const list = await imported(importer.importTable(jobOf(fileOf(workbookOf([['name', 'phone'], ...body]), 'a.xlsx'))))
    expect(list.headers).toEqual(['name', 'phone', '', ''])
    expect(list.targets).toHaveLength(4)
    const { rows } = await pageOf(storage, list.listId, 600)
    expect(rows[0]?.cells).toEqual(['Jane', '+14155550123', '', 'late'])
  })

  it('recognizes a file that was opened before', async () => {
    const { importer } = await setUp()
    const one = await imported(importer.importTable(jobOf(fileOf(csv(3)))))
    expect(one.sameFileAs).toBeNull()
    expect((await imported(importer.importTable(jobOf(fileOf(csv(3)))))).sameFileAs).toMatchObject({
      listId: one.listId,
    })
    expect((await imported(importer.importTable(jobOf(fileOf(csv(4)))))).sameFileAs).toBeNull()
  })

  it('removes everything from a file that turns out to be invalid after thousands of rows', async () => {
    const { storage, importer, file } = await setUp()
    const first: List[] = []
    const outcome = await importer.importTable(jobOf(fileOf(`${csv(8_000)}\nBob,+14155550123,1,2`)), {
      onFirst: (one) => void first.push(one),
    })
    expect(outcome).toMatchObject({
      ok: false,
      failure: { kind: 'invalid', issues: [{ code: 'listRowWide', words: '8002:4:3' }] },
    })
    expect(first).toHaveLength(1)
    expect(await listsIn(storage)).toEqual([])
    const database = new DatabaseSync(file, { readOnly: true })
    onTestFinished(() => database.close())
    expect(database.prepare('SELECT count(*) AS rows FROM list_rows').get()).toEqual({ rows: 0 })
    expect(database.prepare('SELECT count(*) AS rows FROM list_counts').get()).toEqual({ rows: 0 })
  })

  it('removes everything from a canceled list, and continues with the next one', async () => {
    const { storage, importer } = await setUp()
    const job = jobOf(fileOf(csv(30_000)))
    const running = importer.importTable(job, { onFirst: () => importer.cancel(job.list.listId) })
    const waiting = importer.importTable(jobOf(fileOf(csv(5))))
    expect(await value(running)).toEqual({ list: null })
    const next = await imported(waiting)
    expect((await listsIn(storage)).map(({ listId }) => listId)).toEqual([next.listId])
  })

  it('reports a missing database', async () => {
    const missing = createListImporter({ file: newFile(), worker: importThread })
    onTestFinished(() => missing.close())
    const failure = { ok: false, failure: { kind: 'storage', reason: 'unavailable' } }
    expect(await missing.importTable(jobOf(fileOf(csv(5))))).toEqual(failure)
  })

  it.runIf(process.platform === 'linux')('reports a full disk, and leaves nothing of the list', async () => {
    const child = fork(join(import.meta.dirname, 'limited-import.ts'), [newFile(), fileOf(csv(60_000)), '3000000'])
    const report: unknown = (await once(child, 'message'))[0]
    // Rows that could not be removed on the full disk are removed before the next import.
    expect(report).toEqual({
      outcome: { ok: false, failure: { kind: 'storage', reason: 'diskError' } },
      lists: ['draft'],
    })
  })

  it('removes what a crashed thread left behind', async () => {
    const { storage, file } = await setUp()
    const crashingImporter = createListImporter({
      file,
      worker: new URL('crashing-import-thread.ts', import.meta.url),
    })
    onTestFinished(() => crashingImporter.close())
    const outcome = await crashingImporter.importTable(jobOf(fileOf(csv(3_000))))
    expect(outcome).toEqual({ ok: false, failure: { kind: 'storage', reason: 'unavailable' } })
    // The next job waits for the removal.
    const next = await imported(crashingImporter.importTable(jobOf(fileOf(csv(5)))))
    expect((await listsIn(storage)).map(({ listId }) => listId)).toEqual([next.listId])
  })

  it('stops between two chunks when the app closes, and refuses later imports', async () => {
    const { storage, importer } = await setUp()
    const first = Promise.withResolvers<null>()
    const running = importer.importTable(jobOf(fileOf(csv(30_000))), { onFirst: () => first.resolve(null) })
    await first.promise
    await importer.close()
    expect(await value(running)).toEqual({ list: null })
    expect(await importer.importTable(jobOf(fileOf(csv(5))))).toEqual({ ok: false, failure: { kind: 'closing' } })
    expect(await listsIn(storage)).toEqual([])
  })
})

const planned = async (storage: Storage, list: List): Promise<void> => {
  const plan = await value(
    storage.run('saveListPlan', {
      listId: list.listId,
      name: list.name,
      targets: [{ to: 'context', name: 'name' }, { to: 'number' }, { to: 'none' }],
      agent: { agentUuid: '7f3c2a1e-5d4b-4c3a-9f8e-1a2b3c4d9b21', agentName: 'Reminder', version: null },
      route: anyRoute,
      options: defaultListOptions,
      now,
    }),
  )
  expect(plan).not.toBeNull()
}

const checkInput = { requiredNames: ['name'], homeCountry: 'US', consentRequired: false, now }

describe('a check', () => {
  it('gives every row a state, and the counts still add up to the number of rows', async () => {
    const { storage, importer } = await setUp()
    const rows = ['Jane,+14155550123,1', ',+14155550124,2', 'Bob,12,3', 'Eve,+14155550123,4', 'Max,(415) 555-0125,5']
    const list = await imported(importer.importTable(jobOf(fileOf(['name,phone,amount', ...rows].join('\n')))))
    await planned(storage, list)
    const checked = await imported(
      importer.check({ listId: list.listId, checkInput, repeatMinutes: 10, recentCalls: [] }),
    )
    const { counts } = checked
    expect(counts.ready + counts.held + counts.refused).toBe(5)
    expect(counts).toMatchObject({ ready: 2, held: 2, refused: 1 })
    const groups = await value(storage.run('listFindings', { listId: list.listId }))
    expect(groups.map(({ code, rows: count }) => `${code} ${count}`).toSorted()).toEqual([
      'duplicate 1',
      'missingValue 1',
      'shortNumber 1',
    ])
  })

  it('is replaced by a later one of the same list', async () => {
    const { storage, importer } = await setUp()
    const list = await imported(importer.importTable(jobOf(fileOf(csv(6_000)))))
    await planned(storage, list)
    const earlier = importer.check({ listId: list.listId, checkInput, repeatMinutes: 10, recentCalls: [] })
    const later = importer.check({ listId: list.listId, checkInput, repeatMinutes: 10, recentCalls: [] })
    expect(await value(earlier)).toEqual({ list: null })
    const { counts } = await imported(later)
    expect(counts.ready + counts.held + counts.refused).toBe(6_000)
    expect(await value(storage.run('readListPlan', { listId: list.listId }))).toEqual({ plan: 1, checkedPlan: 1 })
  })

  it('is not canceled with an earlier one of the same list that no one waits for', async () => {
    const { storage, importer } = await setUp()
    const list = await imported(importer.importTable(jobOf(fileOf(csv(6_000)))))
    await planned(storage, list)
    const job = { listId: list.listId, checkInput, repeatMinutes: 10, recentCalls: [] }
    const recheck = importer.recheck(job)
    const check = importer.check(job)
    const settled = importer.settleListed({ listId: list.listId, at: new Date(now).toISOString() })
    expect(await value(recheck)).toEqual({ list: null })
    expect((await imported(check)).checked).toBe(true)
    await value(settled)
  })

  it('that no one waits for is canceled by the next job', async () => {
    const { storage, importer } = await setUp()
    const lists = [
      await imported(importer.importTable(jobOf(fileOf(csv(6_000))))),
      await imported(importer.importTable(jobOf(fileOf(csv(2))))),
    ]
    for (const list of lists) await planned(storage, list)
    const [first, second] = lists.map(({ listId }) => ({ listId, checkInput, repeatMinutes: 10, recentCalls: [] }))
    if (first === undefined || second === undefined) throw new Error('The lists were not imported.')
    const rechecks = [importer.recheck(first), importer.recheck(second)]
    expect([importer.isBusy(first.listId), importer.isBusy(second.listId)]).toEqual([true, true])
    await imported(importer.check(second))
    expect(await Promise.all(rechecks.map(value))).toEqual([{ list: null }, { list: null }])
    expect(importer.isBusy(first.listId)).toBe(false)
    expect((await imported(importer.recheck(first))).counts.held).toBe(0)
  })
})
