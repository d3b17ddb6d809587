import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createCrashTraces } from '../../../src/main/electron/crash-traces.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

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

it('keeps memory out of core files on Linux, our own and a child’s', () => {
  const { done, traces } = recorded('linux')
  traces.emptyCore('self')
  traces.emptyCore(42)
  expect(done).toEqual([
    ['/proc/self/coredump_filter', '0'],
    ['/proc/42/coredump_filter', '0'],
  ])
})

it('says so and goes on when the system refuses', () => {
  const { done, traces } = recorded('linux')
  traces.emptyCore(4711)
  expect(done).toEqual([['warn', 'coreNotEmptied']])
})

it.each(['darwin', 'win32'])('writes nothing on %s', (platform) => {
  const { done, traces } = recorded(platform)
  traces.emptyCore('self')
  expect(done).toEqual([])
})

it('erases the dumps that lie there, and minds no folder that is missing', () => {
  const folder = join(temporaryFolder(), 'Crashpad')
  const { done, traces } = recorded('linux')
  mkdirSync(join(folder, 'completed'), { recursive: true })
  writeFileSync(join(folder, 'completed', 'a.dmp'), 'MDMP')
  traces.eraseDumps(folder)
  expect(existsSync(folder)).toBe(false)
  traces.eraseDumps(folder)
  expect(done).toEqual([])
})
