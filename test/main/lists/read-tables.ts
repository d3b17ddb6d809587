import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Issue } from '../../../src/contract/failure.ts'
import {
  readTable,
  type TableHandlers,
  type TableHeader,
  type TableSummary,
} from '../../../src/main/lists/read-table.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

export type ReadTable = TableSummary & { head: TableHeader; all: string[][] }

/** Writes a file with this content and returns its path. */
export const fileOf = (content: string | Buffer, name = 'calls.csv'): string => {
  const path = join(temporaryFolder(), name)
  writeFileSync(path, content)
  return path
}

const read = async (path: string, handlers: Partial<TableHandlers> = {}) => {
  const heads: TableHeader[] = []
  const all: string[][] = []
  const outcome = await readTable(
    { kind: 'file', path },
    { onHeader: (head) => void heads.push(head), onRows: (rows) => void all.push(...rows), ...handlers },
  )
  return { heads, all, outcome }
}

/** Reads a file that must be a table. */
export const tableOf = async (content: string | Buffer, name?: string): Promise<ReadTable> => {
  const { heads, all, outcome } = await read(fileOf(content, name))
  const [head] = heads
  if (!outcome.ok || head === undefined) throw new Error(JSON.stringify(outcome))
  return { ...outcome.value, head, all }
}

/** Reads a path that must be refused, and returns why. */
export const refusalOfPath = async (
  path: string,
  handlers: Partial<TableHandlers> = {},
): Promise<Issue | undefined> => {
  const { outcome } = await read(path, handlers)
  if (outcome.ok || outcome.failure.kind !== 'invalid') throw new Error(JSON.stringify(outcome))
  return outcome.failure.issues[0]
}

/** Reads a file that must be refused, and returns why. */
export const refusalOf = (content: string | Buffer, name?: string): Promise<Issue | undefined> =>
  refusalOfPath(fileOf(content, name))
