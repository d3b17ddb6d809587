import { expect, it, onTestFinished } from 'vitest'
import { createListImporter } from '../../../src/main/lists/import.ts'
import { type ErrorTrace, reasonOf, StorageError, traceOf } from '../../../src/main/storage/errors.ts'
import { createStorage } from '../../../src/main/storage/storage.ts'
import { importThread } from '../../support/thread-entries.ts'
import { newFile, worker } from './open-storage.ts'

const internal = { ok: false, failure: { kind: 'storage', reason: 'internal' } }

const openWithTraces = (file: string) => {
  const traces: ErrorTrace[] = []
  const onError = (trace: ErrorTrace): void => void traces.push(trace)
  const storage = createStorage({ file, worker, onError })
  const importer = createListImporter({ file, worker: importThread, onError })
  onTestFinished(async () => {
    await importer.close()
    await storage.close()
  })
  return { storage, importer, traces }
}

it('reports a programming error in a query as internal, with its name and place but without its message', async () => {
  const { storage, traces } = openWithTraces(newFile())
  // The type rules out this input, so the operation throws a TypeError.
  const input = null as unknown as { callId: string }
  expect(await storage.run('getCall', input)).toEqual(internal)
  expect(traces).toMatchObject([{ kind: 'TypeError', code: null }])
  expect(traces[0]?.stack).toMatch(/^ +at /)
  expect(traces[0]?.stack).not.toContain('null')
})

it('reports a programming error in a list job as internal', async () => {
  const { storage, importer, traces } = openWithTraces(newFile())
  await storage.run('readLists', { now: 0 })
  // The type rules out this input, so the job throws a TypeError.
  const checkInput = null as unknown as Parameters<typeof importer.check>[0]['checkInput']
  expect(await importer.check({ listId: 'l1', checkInput, repeatMinutes: 0, recentCalls: [] })).toEqual(internal)
  expect(traces).toMatchObject([{ kind: 'TypeError', code: null }])
})

it('has no trace of a failure of the disk, the database or its file', () => {
  const missing = Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' })
  const locked = Object.assign(new Error('locked'), { code: 'ERR_SQLITE_ERROR', errcode: 5 })
  const wrongSql = Object.assign(new Error('no such column'), { code: 'ERR_SQLITE_ERROR', errcode: 1 })
  expect([missing, locked, new StorageError('unavailable'), wrongSql].map(reasonOf)).toEqual([
    'unavailable',
    'locked',
    'unavailable',
    'internal',
  ])
  expect([missing, locked, new StorageError('unavailable')].map(traceOf)).toEqual([null, null, null])
  expect(traceOf(wrongSql)).toMatchObject({ kind: 'Error', code: 1 })
})

it('keeps no line of a message that looks like a place in the code', () => {
  expect(traceOf(new TypeError('a\n    at +14155550123'))?.stack).not.toContain('4155550123')
  expect(traceOf('text')).toEqual({ kind: 'string', code: null, stack: '' })
})
