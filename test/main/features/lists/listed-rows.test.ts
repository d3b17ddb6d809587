import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Input } from '../../../../src/contract/operations.ts'
import { createListImporter } from '../../../../src/main/lists/import.ts'
import { leftoverStates } from '../../../../src/renderer/lib/list-totals.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import type { TestAppOptions } from '../../../support/test-app.ts'
import { valueOf } from '../../../support/value-of.ts'
import { goodNumbers, openListApp } from './open-list-app.ts'
import { importThread } from '../../../support/thread-entries.ts'

const numbers = goodNumbers(4)
const hour = 3_600_000

/** Opens a list that paused after its first call, and a file with numbers: that of its third row, or other ones. */
const openPaused = async (listed = numbers.slice(2, 3), options: TestAppOptions = {}) => {
  const file = join(temporaryFolder(), 'registry.csv')
  writeFileSync(file, ['Phone', ...listed, ''].join('\n'))
  let passed = 0
  const parts = { chooseListFile: async () => file, clock: () => Date.now() + passed, ...options.parts }
  const app = await openListApp({ ...options, parts })
  const { operations, openNumbers, until } = app
  const { listId } = await openNumbers(numbers, { maxCalls: 1 })
  await valueOf(operations.startList({ listId, calls: 4 }))
  await until(listId, ({ state, counts }) => state === 'paused' && counts.reached === 1)
  const importFile = async (expiresAt: string | null): Promise<string> =>
    (await valueOf(operations.importDoNotCall({ practice: true, source: 'Registry T', expiresAt })))?.register
      .importId ?? ''
  const countsOf = async (listOf = listId) => (await valueOf(operations.getList({ listId: listOf }))).counts
  return { ...app, listId, importFile, countsOf, pass: (milliseconds: number) => void (passed += milliseconds) }
}

it('counts no row of a paused list as ready whose number is in an imported file', async () => {
  const { operations, listId, importFile, countsOf } = await openPaused()
  await importFile(null)
  expect(await countsOf()).toMatchObject({ ready: 2, refused: 1 })
  await valueOf(operations.startList({ listId, calls: 2 }))
}, 30_000)

it('no longer refuses rows of a paused or draft list once the file or the entry with their number is removed', async () => {
  const { operations, openNumbers, listId, importFile, countsOf, until } = await openPaused()
  const importId = await importFile(null)
  const draft = await openNumbers(numbers.slice(2))
  expect(draft.counts).toMatchObject({ ready: 1, refused: 1 })
  await valueOf(operations.removeDoNotCallImport({ importId }))
  // As after every refusal of a row that was ready, a person decides whether it is called.
  await until(listId, ({ counts }) => counts.ready === 2 && counts.held === 1 && counts.refused === 0)
  await until(draft.listId, ({ counts }) => counts.ready === 2 && counts.refused === 0)
  const number = { phoneNumber: numbers[3] ?? '', phoneNumberDisplay: '' }
  const { entryId } = await valueOf(operations.addDoNotCall({ ...number, practice: true, reason: '' }))
  expect(await countsOf(draft.listId)).toMatchObject({ ready: 1, refused: 1 })
  await valueOf(operations.removeDoNotCall({ entryId }))
  await until(listId, ({ counts }) => counts.ready === 1 && counts.held === 2 && counts.refused === 0)
  await until(draft.listId, ({ counts }) => counts.ready === 2 && counts.refused === 0)
}, 30_000)

it('returns and announces a removal before an import has ended, and compares the rows after that', async () => {
  const file = join(temporaryFolder(), 'data', 'rundesk.db')
  const importer = createListImporter({ file, worker: importThread })
  const { promise: imported, resolve: endImport } = Promise.withResolvers<void>()
  const settleListed: typeof importer.settleListed = async (job) => {
    await imported
    return importer.settleListed(job)
  }
  const announced: string[] = []
  const announce = (name: string): void => void announced.push(name)
  const parts = { importer: { ...importer, settleListed }, announce }
  const { operations, listId, countsOf, until } = await openPaused([], { file, parts })
  const entry = { phoneNumber: numbers[1] ?? '', phoneNumberDisplay: '', practice: true, reason: '' }
  const { entryId } = await valueOf(operations.addDoNotCall(entry))
  announced.length = 0
  await valueOf(operations.removeDoNotCall({ entryId }))
  expect(announced).toContain('peopleChanged')
  expect(await countsOf()).toMatchObject({ ready: 2, refused: 1 })
  endImport()
  await until(listId, ({ counts }) => counts.ready === 2 && counts.held === 1 && counts.refused === 0)
}, 30_000)

it('keeps a list paused whose last rows are refused by a file, and holds them once the file is removed', async () => {
  const { app, operations, listId, importFile, until } = await openPaused(numbers.slice(1))
  const importId = await importFile(null)
  const read = () => valueOf(operations.getList({ listId }))
  expect(await read()).toMatchObject({ state: 'paused', counts: { ready: 0, refused: 3 } })
  // At the next start of the app, too.
  await valueOf(app.start())
  expect(await read()).toMatchObject({ state: 'paused', counts: { refused: 3 } })
  await valueOf(operations.removeDoNotCallImport({ importId }))
  const { state } = await until(listId, ({ counts }) => counts.held === 3)
  expect(state).toBe('paused')
}, 30_000)

it('copies rows that a file refused to a new list, which calls them only once the file is removed', async () => {
  const { operations, listId, importFile } = await openPaused(numbers.slice(1))
  const importId = await importFile(null)
  await valueOf(operations.stopList({ listId }))
  const copy = () => operations.copyRows({ listId, states: leftoverStates.map(([state]) => state) })
  expect(await copy()).toMatchObject({ ok: true, value: { state: 'draft', counts: { ready: 0, refused: 3 } } })
  await valueOf(operations.removeDoNotCallImport({ importId }))
  expect(await copy()).toMatchObject({ ok: true, value: { counts: { ready: 3, refused: 0 } } })
}, 30_000)

it('compares the rows of a paused list with the do-not-call list before it resumes', async () => {
  const { operations, listId, importFile, countsOf, pass } = await openPaused()
  await importFile(new Date(Date.now() + hour).toISOString())
  const number = { phoneNumber: numbers[1] ?? '', phoneNumberDisplay: '' }
  // A row that was left out isn't refused with the entry.
  const change = (action: Input<'changeRow'>['action']) => operations.changeRow({ listId, row: 2, action })
  await valueOf(change({ kind: 'leaveOut' }))
  await valueOf(operations.addDoNotCall({ ...number, practice: true, reason: '' }))
  await valueOf(change({ kind: 'release', findings: [] }))
  expect(await countsOf()).toMatchObject({ ready: 2, refused: 1 })
  pass(2 * hour)
  const resumed = await operations.startList({ listId, calls: 2 })
  expect(resumed).toMatchObject({ ok: false, failure: { issues: [{ code: 'listCount' }] } })
  // The file has expired, and the released row is on the do-not-call list.
  expect(await countsOf()).toMatchObject({ ready: 1, held: 1, refused: 1 })
}, 30_000)
