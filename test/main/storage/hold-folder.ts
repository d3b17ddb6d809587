import { createStorage } from '../../../src/main/storage/storage.ts'

/** Opens the history at the given path and keeps it open until it is killed. */
const storage = createStorage({
  file: process.argv[2] ?? '',
  worker: new URL('../../../src/main/storage/worker.ts', import.meta.url),
})
await storage.run('listProfiles', undefined)
process.send?.('open')
