import { chmodSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { createLog, createLogFile } from '../../../src/main/log/log.ts'
import { createScrub } from '../../../src/main/log/redact.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const key = 'dgr_abcdefghijklmnopqrstuvwxyzABCDEFGabcdefghijk'

it('scrubs every field before writing it', () => {
  const lines: string[] = []
  const scrub = createScrub((text) => text.replaceAll('3', '[three]'))
  const log = createLog({ clock: () => 0, scrub, write: (line) => lines.push(line) })
  log('error', 'unforeseen', { message: `sent ${key} to +1 (415) 555-0101`, header: `X-API-Key: ${key}x`, count: 3 })
  log('warn', 'plain', { words: 'in 3 ways' })
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    {
      at: '1970-01-01T00:00:00.000Z',
      level: 'error',
      event: 'unforeseen',
      message: 'sent [secret] to …101',
      header: 'X-API-Key: [secret]',
      count: 3,
    },
    { at: '1970-01-01T00:00:00.000Z', level: 'warn', event: 'plain', words: 'in [three] ways' },
  ])
})

it('writes a file that only its owner can read, and limits its size', () => {
  const file = join(temporaryFolder(), 'logs', 'rundesk.log')
  const write = createLogFile(file)
  write('one')
  expect(readFileSync(file, 'utf8')).toBe('one\n')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  for (let line = 0; line < 30; line += 1) write('x'.repeat(100_000))
  expect(statSync(file).size).toBeLessThan(2_300_000)
  expect(statSync(`${file}.1`).size).toBeGreaterThan(2_000_000)
})

it('restricts an existing folder and file to their owner', () => {
  const file = join(temporaryFolder(), 'logs', 'rundesk.log')
  mkdirSync(dirname(file))
  writeFileSync(file, '')
  chmodSync(dirname(file), 0o755)
  chmodSync(file, 0o644)
  createLogFile(file)('one')
  expect(statSync(dirname(file)).mode & 0o777).toBe(0o700)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

it('continues when a write fails, and logs the number of missing lines later', () => {
  const folder = join(temporaryFolder(), 'logs')
  writeFileSync(folder, 'a file where the folder should be')
  const file = join(folder, 'rundesk.log')
  const write = createLogFile(file)
  write('one')
  write('two')
  rmSync(folder)
  write('three')
  write('four')
  expect(readFileSync(file, 'utf8')).toBe('{"level":"warn","event":"linesNotWritten","lines":2}\nthree\nfour\n')
})
