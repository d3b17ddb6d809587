import { createStorage } from '../../../src/main/storage/storage.ts'

/** Opens the history at the path given and keeps it until it is killed. */
const storage = createStorage({
  file: process.argv[2] ?? '',
  worker: new URL('../../../src/main/storage/storage-worker.ts', import.meta.url),
})
await storage.ask('listProfiles', undefined)
process.send?.('open')
