import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { mostWorkflowBytes, readWorkflowFile } from '../../../src/main/workflows/read-workflow-file.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const refusal = (code: string, words: string) => ({ ok: false, failure: { issues: [{ code, words }] } })

it('reads a file up to the last byte that is taken, and refuses one more', async () => {
  const file = join(temporaryFolder(), 'agent.json')
  writeFileSync(file, Buffer.alloc(mostWorkflowBytes, '{'))
  expect(await readWorkflowFile(file)).toMatchObject({ ok: true, value: { length: mostWorkflowBytes } })
  writeFileSync(file, Buffer.alloc(mostWorkflowBytes + 1, '{'))
  expect(await readWorkflowFile(file)).toMatchObject(refusal('workflowLarge', String(mostWorkflowBytes)))
})

it.each([
  ['a folder', (file: string) => mkdirSync(file), 'folder'],
  ['a link to a good file', (file: string) => symlinkSync(import.meta.filename, file), 'link'],
  ['a link to itself', (file: string) => symlinkSync(file, file), 'link'],
  // Nobody writes into it: whoever opens it to read waits for ever.
  ['a pipe', (file: string) => void execFileSync('mkfifo', [file]), 'device'],
])('refuses %s', async (_name, make, kind) => {
  const file = join(temporaryFolder(), 'agent.json')
  make(file)
  expect(await readWorkflowFile(file)).toMatchObject(refusal('workflowKind', kind))
})

it('refuses a device without end, and tells of a file that is gone', async () => {
  expect(await readWorkflowFile('/dev/zero')).toMatchObject(refusal('workflowKind', 'device'))
  expect(await readWorkflowFile(join(temporaryFolder(), 'none.json'))).toMatchObject(
    refusal('workflowUnread', 'ENOENT'),
  )
})
