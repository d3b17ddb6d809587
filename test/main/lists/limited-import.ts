import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { createListImporter } from '../../../src/main/lists/import.ts'
import type { TableSource } from '../../../src/main/lists/source.ts'
import { createStorage } from '../../../src/main/storage/storage.ts'

/**
 * Imports a table while no file may grow beyond a number of bytes, and then another table without this limit. Reports
 * the first outcome and the states of all lists.
 */
const [file = '', path = '', bytes = ''] = process.argv.slice(2)
const now = Date.parse('2026-11-21T09:15:00.000Z')
const storage = createStorage({ file, worker: new URL('../../../src/main/storage/worker.ts', import.meta.url) })
await storage.run('readLists', { now })
const importer = createListImporter({
  file,
  worker: new URL('../../../src/main/lists/import-thread.ts', import.meta.url),
})
const limit = (size: string): void => void execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${size}:`])
limit(bytes)
const openTable = (source: TableSource) =>
  importer.importTable({
    source,
    list: {
      listId: randomUUID(),
      profileId: 'p1',
      createdAt: new Date(now).toISOString(),
      practice: true,
      name: null,
    },
    countries: { home: null, offered: [] },
    keys: [],
    now,
  })
const outcome = await openTable({ kind: 'file', path })
limit('unlimited')
await openTable({ kind: 'text', text: 'name\tphone\nJane\t+14155550123' })
const lists = await storage.run('readLists', { now })
process.send?.({ outcome, lists: lists.ok ? lists.value.map(({ state }) => state) : null })
await importer.close()
await storage.close()
process.exit()
