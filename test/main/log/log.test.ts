import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createLogFile } from '../../../src/main/log/log-file.ts'
import { createLog } from '../../../src/main/log/log.ts'
import { scrub } from '../../../src/main/log/scrub.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const key = 'dgr_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG'

it('takes keys and numbers out of every fact', () => {
  const lines: string[] = []
  const log = createLog({ clock: () => 0, write: (line) => lines.push(line) })
  log('error', 'unforeseen', { message: `sent ${key} to +1 (415) 555-0123`, header: `X-API-Key: ${key}x`, count: 3 })
  expect(lines).toEqual([
    '{"at":"1970-01-01T00:00:00.000Z","level":"error","event":"unforeseen","message":"sent [key] to …123","header":"X-API-Key: [key]","count":3}',
  ])
})

it('leaves ordinary text alone', () => {
  expect(scrub('run 48213 of agent 7f3c, 404 Workflow not found')).toBe(
    'run 48213 of agent 7f3c, 404 Workflow not found',
  )
})

it('writes a file that others cannot read, and keeps it small', () => {
  const file = join(temporaryFolder(), 'logs', 'rundesk.log')
  const write = createLogFile(file)
  write('one')
  expect(readFileSync(file, 'utf8')).toBe('one\n')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  for (let line = 0; line < 30; line += 1) write('x'.repeat(100_000))
  expect(statSync(file).size).toBeLessThan(2_300_000)
  expect(statSync(`${file}.1`).size).toBeGreaterThan(2_000_000)
})
