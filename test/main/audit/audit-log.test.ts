import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { fail, succeed } from '../../../src/contract/failure.ts'
import { type AuditLogParts, createAuditLog } from '../../../src/main/audit/audit-log.ts'
import { writeExport } from '../../../src/main/calls/write-export.ts'
import type { AuditLink } from '../../../src/main/storage/audit-table.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const linkOf = (sequence: number): AuditLink => ({ sequence, entry: '{}', previousHash: '', hash: String(sequence) })
const count = 1_201
const links = Array.from({ length: count }, (_, index) => linkOf(index + 1))
const locked = fail({ kind: 'storage', reason: 'locked' })

/** A log of many pages; from the entry at `brokenFrom` on it cannot be read. */
const exportTo = (file: string, brokenFrom = Infinity) => {
  const ask = async (name: string, { after, limit }: { after: number; limit: number }) => {
    expect(name).toBe('auditLinks')
    return after >= brokenFrom ? locked : succeed(links.slice(after, after + limit))
  }
  // Of the questions to the storage, this export asks one alone.
  const storage = { ask } as unknown as AuditLogParts['storage']
  const parts = { chooseFile: async () => file, writeFile: writeExport, clock: () => Date.UTC(2026, 10, 21) }
  return createAuditLog({ storage, ...parts }).exportAudit()
}

it('copies the whole log out, link by link', async () => {
  const file = join(temporaryFolder(), 'acts.jsonl')
  expect(await exportTo(file)).toEqual(succeed({ file: 'acts.jsonl', entries: count }))
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual(links)
})

it('says why the log could not be read on the way, and leaves no half of it', async () => {
  const folder = temporaryFolder()
  expect(await exportTo(join(folder, 'acts.jsonl'), 1_000)).toEqual(locked)
  expect(readdirSync(folder)).toEqual([])
})
