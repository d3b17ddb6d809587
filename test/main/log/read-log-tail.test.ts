import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readLogTail } from '../../../src/main/log/log.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const folderWith = (text: string): string => {
  const folder = temporaryFolder()
  mkdirSync(join(folder, 'logs'))
  writeFileSync(join(folder, 'logs', 'rundesk.log'), text)
  return folder
}

it('returns the last complete lines, oldest first', async () => {
  const folder = folderWith('first line\nsecond line\nthird line\n')
  expect(await readLogTail(folder, 1_000)).toEqual(['first line', 'second line', 'third line'])
  // 15 bytes reach into the second line; the rest of that line is dropped.
  expect(await readLogTail(folder, 15)).toEqual(['third line'])
})

it('is empty without a log', async () => {
  expect(await readLogTail(temporaryFolder(), 1_000)).toEqual([])
  expect(await readLogTail('/no/such/folder', 1_000)).toEqual([])
})
