import { EventEmitter } from 'node:events'
import { expect, it } from 'vitest'
import { createCrashTraces, handleErrors } from '../../../src/main/platform/errors.ts'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const setUp = (showDialog: (reference: string) => Promise<void> = () => Promise.resolve()) => {
  const process = new EventEmitter()
  const done: unknown[] = []
  let references = 0
  handleErrors({
    process,
    log: (level, event, fields) => void done.push([level, event, fields?.['reference'] ?? null, fields?.['message']]),
    createReference: () => `REF-${(references += 1)}`,
    stopCalls: () => void done.push('no new calls'),
    askToRestart: (reference) => {
      done.push(`prompted with ${reference}`)
      return showDialog(reference)
    },
  })
  return { process, done }
}

it.each(['uncaughtException', 'unhandledRejection'])('logs %s, stops new calls and prompts once', (event) => {
  const { process, done } = setUp()
  process.emit(event, new TypeError('no such thing'))
  process.emit('uncaughtException', new Error('and again'))
  expect(done).toEqual([
    ['error', event, 'REF-1', 'no such thing'],
    'no new calls',
    'prompted with REF-1',
    ['error', 'uncaughtException', 'REF-2', 'and again'],
  ])
})

it('accepts a value that is not an error, and does not log it', () => {
  const { process, done } = setUp()
  process.emit('unhandledRejection', { key: 'secret' })
  expect(done[0]).toEqual(['error', 'unhandledRejection', 'REF-1', ''])
})

it('limits the log of a repeated error', () => {
  const { process, done } = setUp()
  for (let i = 0; i < 1_000; i += 1) process.emit('uncaughtException', new Error('again'))
  expect(done).toHaveLength(52)
})

it('logs that the prompt could not be shown', async () => {
  const { process, done } = setUp(() => Promise.reject(new Error('no screen')))
  process.emit('uncaughtException', new Error('first'))
  await Promise.resolve()
  await Promise.resolve()
  expect(done.at(-1)).toEqual(['error', 'restartDialogFailed', null, 'no screen'])
})

const recorded = (platform: string) => {
  const done: unknown[] = []
  const traces = createCrashTraces({
    platform,
    log: (level, event) => void done.push([level, event]),
    write: (file, text) => {
      if (file.includes('4711')) throw new Error('EACCES')
      done.push([file, text])
    },
  })
  return { done, traces }
}

it('excludes memory from core files on Linux, for this process and its children', () => {
  const { done, traces } = recorded('linux')
  traces.disableCoreDump('self')
  traces.disableCoreDump(42)
  expect(done).toEqual([
    ['/proc/self/coredump_filter', '0'],
    ['/proc/42/coredump_filter', '0'],
  ])
})

it('logs a refusal by the system and continues', () => {
  const { done, traces } = recorded('linux')
  traces.disableCoreDump(4711)
  expect(done).toEqual([['warn', 'coreFilterFailed']])
})

it.each(['darwin', 'win32'])('writes nothing on %s', (platform) => {
  const { done, traces } = recorded(platform)
  traces.disableCoreDump('self')
  expect(done).toEqual([])
})

it('deletes existing dumps, and accepts a missing folder', () => {
  const folder = join(temporaryFolder(), 'Crashpad')
  const { done, traces } = recorded('linux')
  mkdirSync(join(folder, 'completed'), { recursive: true })
  writeFileSync(join(folder, 'completed', 'a.dmp'), 'MDMP')
  traces.eraseDumps(folder)
  expect(existsSync(folder)).toBe(false)
  traces.eraseDumps(folder)
  expect(done).toEqual([])
})
